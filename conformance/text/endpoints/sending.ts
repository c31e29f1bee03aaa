import { endpointText, states } from "../endpoint.ts";

/** Heading of what is said of refusals. */
const section = "Errors";
const [toPeople, toChannel] = [{ type: ["direct", "private"] }, { type: ["stream", "channel"] }];

/** Endpoints > POST /messages. */
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
    content: { type: "string", required: states("content-required", "A message without content is refused.") },
    topic: {
      type: "string",
      where: toChannel,
      required: states("topic-required", "A message to a channel without a topic is refused."),
    },
    queue_id: { type: "string" },
    local_id: { type: "string" },
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
