import { anyone, reads } from "../protocol/endpoint.ts";
import { subscriberIds } from "../resources/subscription.ts";
import { knownChannel } from "../rules/channels/channel-access.ts";

/**
 * GET /streams/{stream_id}/members: the active subscribers of a channel in use that the caller sees.
 * @reply   subscribers, their ids
 * @refuses BAD_REQUEST: any other channel
 */
export const getMembers = reads({
  route: "GET /streams/{stream_id}/members",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => ({ subscribers: subscriberIds(realm, knownChannel(realm, caller, path.stream_id)) }),
});
