import { refuse } from "../core/refusal.ts";
import { flagMessages } from "../effects/flag-message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { integer, required, text } from "../protocol/params.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { rowsOf } from "../rules/messages/received.ts";
import { typedTopic } from "../rules/messages/topic-name.ts";

/**
 * POST /mark_topic_as_read: the caller has read a topic.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown channel, no topic of which the caller received a message
 */
export const markTopic = writes({
  route: "POST /mark_topic_as_read",
  params: { stream_id: required(integer), topic_name: required(text()) },
  allow: anyone,
  rules: ({ realm, caller, params }) => {
    const channel = accessibleChannel(realm, caller, params.stream_id);
    const topic = typedTopic(realm, params.topic_name);
    const messages = rowsOf(realm, caller, channel, topic);
    return messages.length > 0 || topic === "" ? messages : refuse(`No such topic '${params.topic_name}'`);
  },
  effect: ({ turn, caller, found: messages }) => {
    flagMessages(turn, caller, messages, "read", "add");
    return {};
  },
});
