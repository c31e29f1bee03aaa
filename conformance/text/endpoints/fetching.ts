import { endpointText, envelopeAlone, type ParameterText, states } from "../endpoint.ts";
import { codes } from "../limits.ts";

const count: ParameterText = {
  type: "integer",
  malformed: states("counts-wrong", "A count that is not a whole number from 0 is refused."),
};

export const fetchMessages = endpointText("messages.get", "GET /messages", {
  parameters: {
    anchor: {
      type: "string",
      values: states("anchor-wrong", "An anchor that is neither an integer nor one of the four words is refused.", {
        accepted: ["newest", "oldest", "first_unread", "date"],
        orIntegers: true,
        code: codes.badRequest,
      }),
    },
    anchor_date: {
      type: "string",
      since: 445,
      where: { anchor: ["date"] },
      required: states("anchor-date-required", "The anchor date without an anchor_date is refused.", { since: 445 }),
      malformed: states("anchor-date-wrong", "An anchor_date that is no ISO 8601 date or time is refused.", { since: 445, form: "date" }),
    },
    include_anchor: { type: "boolean" },
    num_before: count,
    num_after: count,
    narrow: { type: "array" },
    client_gravatar: { type: "boolean" },
    apply_markdown: { type: "boolean" },
    message_ids: { type: "array", since: 300 },
    allow_empty_topic_name: { type: "boolean", since: 334 },
    use_first_unread_anchor: { type: "boolean" },
  },
  returns: {
    anchor: { type: "integer" },
    found_newest: { type: "boolean" },
    found_oldest: { type: "boolean" },
    found_anchor: { type: "boolean" },
    history_limited: { type: "boolean" },
    messages: { type: "array" },
  },
});

export const matchNarrow = endpointText("messages.matches_narrow.get", "GET /messages/matches_narrow", {
  parameters: {
    msg_ids: {
      type: "array",
      required: states("msg-ids-required", "msg_ids has to be given."),
      malformed: states("msg-ids-integers", "msg_ids is a list of integers; anything else is refused.", { items: "integer" }),
    },
    narrow: {
      type: "array",
      required: states("narrow-required", "narrow has to be given."),
      malformed: states("narrow-list", "A narrow that is no list is refused."),
    },
  },
  returns: {
    messages: { type: "object", stated: states("keyed-by-id", "messages is an object whose keys are the ids as text.") },
  },
});

const missing = (since: number) => ({ since, also: ["errors/message-missing"] });

export const fetchMessage = endpointText("messages-id.get", "GET /messages/{message_id}", {
  parameters: {
    apply_markdown: { type: "boolean", since: 120 },
    allow_empty_topic_name: { type: "boolean", since: 334 },
  },
  returns: {
    message: {
      type: "object",
      since: 120,
      stated: states("message", "The answer has the message that was asked for, with the fields and values that GET /messages lists."),
    },
    raw_content: {
      type: "string",
      stated: states("raw-content", "raw_content is the raw Markdown, whatever the form of the message."),
    },
  },
  unknownInPath: states("missing", "A message that does not exist is refused with BAD_REQUEST.", missing(120)),
});

export const deleteMessage = endpointText("messages-id.delete", "DELETE /messages/{message_id}", {
  envelope: envelopeAlone(),
  unknownInPath: states("missing", "A message that does not exist is refused with BAD_REQUEST.", missing(0)),
});

export const deleteQueue = endpointText("events.delete", "DELETE /events", {
  parameters: {
    queue_id: {
      type: "string",
      required: states("queue_id-required", "The queue_id is required."),
      unknown: states("unknown-queue", "The id of no queue is refused with BAD_EVENT_QUEUE_ID and the id as queue_id.", {
        code: codes.noSuchQueue,
        tells: "queue_id",
        also: ["errors/unknown-queue"],
      }),
    },
  },
  envelope: envelopeAlone(),
});
