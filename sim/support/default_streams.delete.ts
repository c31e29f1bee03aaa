import { setDefaultChannel } from "../effects/default-channels.ts";
import { writes } from "../protocol/endpoint.ts";
import { integer, required } from "../protocol/params.ts";
import { knownChannel } from "../rules/channels/channel-access.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * DELETE /default_streams: new accounts are no longer subscribed to a channel.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: no administrator; BAD_REQUEST: unknown channel
 */
export const removeDefaultChannel = writes({
  route: "DELETE /default_streams",
  params: { stream_id: required(integer) },
  allow: administratorsOnly,
  rules: ({ realm, caller, params }) => knownChannel(realm, caller, params.stream_id),
  effect: ({ turn, found }) => {
    setDefaultChannel(turn, found.id, false);
    return {};
  },
});
