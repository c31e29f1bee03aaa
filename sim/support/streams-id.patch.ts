import type { Channel } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { archiveChannel, describeChannel, renameChannel, setChannelGroup, setChannelValue, setPrivacy } from "../effects/change-channel.ts";
import {
  noticeArchiving,
  noticeDescription,
  noticeName,
  noticePosting,
  noticePrivacy,
  noticeRetention,
} from "../effects/channel-notices.ts";
import { setDefaultChannel } from "../effects/default-channels.ts";
import { anyone, writes } from "../protocol/endpoint.ts";
import { changeParams, checkedChanges } from "../requests/channel-changes.ts";
import { administeredChannel } from "../rules/channels/channel-access.ts";

type Found = ReturnType<typeof checkedChanges>;

const privacyDiffers = (channel: Channel, after: Found["privacy"]): boolean =>
  Object.entries(after).some(([name, value]) => channel[name as keyof typeof after] !== value);

/** Returns what a change of a channel is told with in the channel itself: in archived ones nothing on older servers. */
const noticesIn = ({ world }: Turn, { id }: Channel): boolean =>
  !world.channels.require(id).is_archived || has(world, "archivedChannelNotices");

/** Changes the properties of a channel of which a notice in it tells, one after the other, each with its notice. */
function changeWithNotices(turn: Turn, actor: User, found: Found): void {
  const { channel, privacy, message_retention_days: days, description, name } = found;
  const notices = noticesIn(turn, channel);
  const now = (): Channel => turn.world.channels.require(channel.id);
  if (privacyDiffers(channel, privacy)) {
    setPrivacy(turn, now(), privacy);
    if (notices) noticePrivacy(turn, actor, channel, privacy);
  }
  if (days !== undefined && days !== channel.message_retention_days) {
    setChannelValue(turn, now(), "message_retention_days", days);
    if (notices) noticeRetention(turn, actor, channel, days);
  }
  if (description !== undefined && description !== channel.description) {
    describeChannel(turn, now(), description);
    if (notices) noticeDescription(turn, actor, channel, description);
  }
  if (name !== undefined) {
    renameChannel(turn, now(), name);
    if (notices) noticeName(turn, actor, channel, name);
  }
}

function changeSettings(turn: Turn, actor: User, { channel, folder_id, topics_policy, settings }: Found): void {
  const now = (): Channel => turn.world.channels.require(channel.id);
  if (folder_id !== undefined) setChannelValue(turn, now(), "folder_id", folder_id);
  if (topics_policy !== undefined) setChannelValue(turn, now(), "topics_policy", topics_policy);
  for (const [name, value] of settings) {
    setChannelGroup(turn, now(), name, value);
    if (name === "can_send_message_group" && noticesIn(turn, channel)) noticePosting(turn, actor, channel, value);
  }
}

/**
 * PATCH /streams/{stream_id}: what a channel is, for those who administer it. All of it is made or nothing.
 * @reply   nothing beyond the envelope
 * @refuses BAD_REQUEST: unknown channel, values that it cannot have, no permission for some; CANNOT_ADMINISTER_CHANNEL: no permission;
 *          EXPECTATION_MISMATCH: a setting is not what the client believes; UNAUTHORIZED_PRINCIPAL: what owners decide
 */
export const updateChannel = writes({
  route: "PATCH /streams/{stream_id}",
  params: changeParams,
  allow: anyone,
  rules: ({ realm, caller, path, params }) => checkedChanges(realm, caller, administeredChannel(realm, caller, path.stream_id), params),
  effect: ({ turn, caller, found }) => {
    const { channel, comesBack, is_default_stream } = found;
    if (comesBack) {
      archiveChannel(turn, channel.id, false);
      noticeArchiving(turn, caller, channel, false);
    }
    if (is_default_stream !== undefined) setDefaultChannel(turn, channel.id, is_default_stream);
    changeWithNotices(turn, caller, found);
    changeSettings(turn, caller, found);
    return {};
  },
});
