import { flagMessages } from "../effects/flag-message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { integer, required } from "../protocol/params.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { rowsOf } from "../rules/messages/received.ts";

/**
 * POST /mark_stream_as_read: the caller has read a channel.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown channel
 */
export const markChannel = writes({
  route: "POST /mark_stream_as_read",
  params: { stream_id: required(integer) },
  allow: anyone,
  rules: ({ realm, caller, params }) => rowsOf(realm, caller, accessibleChannel(realm, caller, params.stream_id)),
  effect: ({ turn, caller, found: messages }) => {
    flagMessages(turn, caller, messages, "read", "add");
    return {};
  },
});
