import { endpointText, states } from "../endpoint.ts";

const missing = (since: number) => ({ since, also: ["errors/message-missing"] });

/** Endpoints > GET /messages/{message_id}. */
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

/** Endpoints > DELETE /messages/{message_id}. */
export const deleteMessage = endpointText("messages-id.delete", "DELETE /messages/{message_id}", {
  envelope: states("envelope", "The answer is the envelope and nothing else."),
  unknownInPath: states("missing", "A message that does not exist is refused with BAD_REQUEST.", missing(0)),
});
