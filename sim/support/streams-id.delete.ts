import { has } from "../core/levels.ts";
import { refuse } from "../core/refusal.ts";
import { archiveChannel } from "../effects/change-channel.ts";
import { noticeArchiving } from "../effects/channel-notices.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { administeredChannel } from "../rules/channels/channel-access.ts";
import { capitalised } from "../rules/messages/destination.ts";

/**
 * DELETE /streams/{stream_id}: archives a channel.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown or archived channel; CANNOT_ADMINISTER_CHANNEL: no permission
 */
export const deleteChannel = writes({
  route: "DELETE /streams/{stream_id}",
  params: {},
  allow: anyone,
  rules: ({ realm, caller, path }) => {
    const channel = administeredChannel(realm, caller, path.stream_id);
    return channel.is_archived ? refuse(`${capitalised(realm)} is already deactivated`) : channel;
  },
  effect: ({ turn, caller, found }) => {
    archiveChannel(turn, found.id, true);
    if (has(turn.world, "archivedChannels")) noticeArchiving(turn, caller, found, true);
    return {};
  },
});
