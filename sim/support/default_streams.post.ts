import { setDefaultChannel } from "../effects/default-channels.ts";
import { writes } from "../protocol/endpoint.ts";
import { integer, required } from "../protocol/params.ts";
import { noPrivateDefault } from "../rules/channels/new-channel.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /default_streams: new accounts are subscribed to a channel from now on.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: no administrator; BAD_REQUEST: unknown or private channel
 */
export const addDefaultChannel = writes({
  route: "POST /default_streams",
  params: { stream_id: required(integer) },
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => {
    const channel = accessibleChannel(realm, caller, params.stream_id);
    return channel.invite_only ? noPrivateDefault(realm) : channel;
  },
  effect: ({ turn, found }) => {
    setDefaultChannel(turn, found.id, true);
    return {};
  },
});
