import { endpointText, envelopeAlone, states } from "../endpoint.ts";

/** Heading of what is said of refusals. */
const section = "Errors";
const [toPeople, toChannel] = [{ type: ["direct", "private"] }, { type: ["stream", "channel"] }];

export const sendMessage = endpointText("messages.post", "POST /messages", {
  parameters: {
    type: {
      type: "string",
      required: states("type-required", "A message without a type is refused."),
      values: states("type-values", "The type is one of direct, channel, stream and private; any other is refused.", {
        accepted: ["direct", "channel", "stream", "private"],
      }),
    },
    to: {
      type: "array",
      required: states("to-required", "A message without `to` is refused."),
      unknown: states(
        "unknown-recipient",
        "A direct message to an id or an address that nobody has is refused with BAD_REQUEST, and nobody gets it.",
        { section, where: toPeople, also: ["errors/unknown-recipient"] },
      ),
    },
    content: {
      type: "string",
      required: states("content-required", "A message without content is refused."),
      bound: states("content-bound", "Content of max_message_length characters is sent as it is.", {
        limit: "max_message_length",
        also: ["messages.post/content-kept", "limits/message-length"],
        beyond: states("content-beyond", "What is kept of longer content is at most max_message_length characters.", {
          silent: "longContent",
          also: ["limits/message-length-exceeded"],
        }),
      }),
    },
    topic: {
      type: "string",
      where: toChannel,
      required: states("topic-required", "A message to a channel without a topic is refused."),
      bound: states("topic-bound", "A topic of max_topic_length characters is kept as it is.", {
        limit: "max_topic_length",
        also: ["limits/topic-length"],
        beyond: states("topic-beyond", "What is kept of a longer topic is at most max_topic_length characters.", {
          silent: "longTopic",
          also: ["limits/topic-length-exceeded"],
        }),
      }),
    },
    queue_id: { type: "string" },
    local_id: { type: "string" },
    read_by_sender: { type: "boolean", since: 236 },
  },
  returns: {
    id: {
      type: "integer",
      stated: states("id-fetches", "The id in the answer is an integer, and fetches the message that was sent.", {
        also: ["messages.post/content-kept"],
      }),
    },
    automatic_new_visibility_policy: {
      type: "integer",
      when: "sometimes",
      stated: states("automatic-policy-value", "automatic_new_visibility_policy is one of the two integers for unmuted and followed."),
    },
  },
  noTrace: states("no-trace", "A message that is refused is not sent.", { section }),
});

export const setPolicy = endpointText("user_topics.post", "POST /user_topics", {
  since: 170,
  parameters: {
    stream_id: {
      type: "integer",
      required: states("stream-id-required", "A policy without stream_id is refused."),
      unknown: states("stream-unknown", "On running servers a policy for a channel that does not exist is refused.", { anyCode: true }),
    },
    topic: {
      type: "string",
      required: states("topic-required", "A policy without a topic is refused."),
      bound: states("topic-bound", "A topic of max_topic_length characters gets the policy.", {
        limit: "max_topic_length",
        also: ["limits/policy-topic-length"],
        beyond: states("topic-beyond", "A topic longer than max_topic_length is refused or cut; no policy is kept for a longer one.", {
          silent: "longPolicyTopic",
          also: ["limits/policy-topic-length-exceeded"],
        }),
      }),
    },
    visibility_policy: {
      type: "integer",
      required: states("policy-required", "A request without visibility_policy is refused."),
      values: states("policy-values", "visibility_policy is 0, 1, 2 or 3; anything else is refused and changes nothing.", {
        accepted: [0, 1, 2, 3],
      }),
    },
  },
  does: states("no-messages-needed", "A policy can be set for a topic without messages.", { also: ["versioning/user-topics"] }),
  envelope: envelopeAlone({ also: ["user_topics.post/no-messages-needed"] }),
});
