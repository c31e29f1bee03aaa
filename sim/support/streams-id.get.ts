import { anyone, reads } from "../protocol/endpoint.ts";
import { channelRecord } from "../resources/channel.ts";
import { knownChannel } from "../rules/channels/channel-access.ts";

/**
 * GET /streams/{stream_id}: a channel in use that the caller sees.
 * @reply   stream
 * @refuses BAD_REQUEST: any other
 */
export const getChannel = reads({
  route: "GET /streams/{stream_id}",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => ({ stream: channelRecord(realm, knownChannel(realm, caller, path.stream_id)) }),
});
