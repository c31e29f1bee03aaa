import { has } from "../core/levels.ts";
import { anyone, reads } from "../protocol/endpoint.ts";
import { channelRecord } from "../resources/channel.ts";
import { accessibleChannel } from "../rules/access.ts";
import { knownChannel } from "../rules/channel-access.ts";

/**
 * GET /streams/{stream_id}: a channel that the caller sees.
 * @reply   stream
 * @refuses BAD_REQUEST: any other; on older servers an archived one too
 */
export const getChannel = reads({
  route: "GET /streams/{stream_id}",
  params: {},
  allow: anyone,
  reply: ({ realm, caller, path }) => {
    const channel = knownChannel(realm, caller, path.stream_id);
    if (channel.is_archived && !has(realm, "archivedChannels")) accessibleChannel(realm, caller, path.stream_id);
    return { stream: channelRecord(realm, channel) };
  },
});
