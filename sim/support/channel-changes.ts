import { type Channel, foldTopic, topicKey } from "../core/channels.ts";
import { has } from "../core/levels.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refusePermission } from "../core/refusal.ts";
import { type ChannelGroupSetting, channelGroupNames, type GroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isAdministrator, type User } from "../core/users.ts";
import {
  archiveChannel,
  describeChannel,
  renameChannel,
  setChannelGroup,
  setChannelValue,
  setDefaultChannel,
  setPrivacy,
} from "../effects/channels.ts";
import { noticeArchiving, noticeDescription, noticeName, noticePosting, noticePrivacy, noticeRetention } from "../effects/notices.ts";
import { writesOnly } from "../protocol/endpoint.ts";
import { anInteger, orNull } from "../protocol/json.ts";
import { boolean, type Decoded, json, optional, text } from "../protocol/params.ts";
import { checkedChannelSetting, folderOfId, onOneLine, retention, settingParams, topicsPolicy } from "../requests/channels.ts";
import { settingChange } from "../requests/values.ts";
import { administeredChannel, contentNeeded } from "../rules/channels/channel-access.ts";
import { checkedPrivacy } from "../rules/channels/new-channel.ts";
import { included } from "../rules/groups/membership.ts";
import { capitalised, checkName } from "../rules/messages/destination.ts";
import { ownersDecide } from "../rules/people/accounts.ts";
import { changedSetting } from "../rules/people/own-records.ts";

const changeParams = {
  ...settingParams(settingChange),
  description: optional(text()),
  folder_id: optional(json(orNull(anInteger)), { since: "channelFolders" }),
  history_public_to_subscribers: optional(boolean),
  is_archived: optional(boolean, { since: "unarchiving" }),
  is_default_stream: optional(boolean),
  is_private: optional(boolean),
  is_web_public: optional(boolean),
  message_retention_days: optional(retention),
  new_name: optional(text()),
  topics_policy: optional(topicsPolicy, { since: "topicsPolicy" }),
};

type Changes = Decoded<typeof changeParams>;

/** A name that the channel does not have, nor another one; its own in other capitals is fine. */
function checkedName(realm: Realm, channel: Channel, given: string): string {
  const name = withoutSpaceAround(given);
  if (name === channel.name) refuse(`${capitalised(realm)} already has that name.`);
  const folded = name.toLowerCase();
  if (folded === channel.name.toLowerCase()) return name;
  checkName(realm, name);
  const is = has(realm, "channelTexts") ? "is " : "";
  return realm.channelsByName.has(folded) ? refuse(`${capitalised(realm)} name ${is}already in use.`) : name;
}

/** Whether something was written to a channel in a topic that has a name. */
function hasNamedTopics(realm: Realm, { id }: Channel): boolean {
  const unnamed = realm.threads.get(topicKey(id, foldTopic("")));
  const threads = realm.threads.range(topicKey(id, ""), `${id};`);
  return threads.some((thread) => thread !== unnamed && realm.byTopic.oldest(thread) !== undefined);
}

function checkTopicsPolicy(realm: Realm, channel: Channel, policy: Channel["topics_policy"] | undefined): void {
  if (policy !== "empty_topic_only" || !hasNamedTopics(realm, channel)) return;
  const topic = realm.settings.empty_topic_display_name;
  refuse(`To enable this configuration, all messages in this channel must be in the ${topic} topic.`);
}

/** Refuses to change who deletes messages of a channel. Administrators may always. @refuses BAD_REQUEST: who is not of the organization's group for it */
function mayDecideDeletion(realm: Realm, caller: User): void {
  if (!isAdministrator(caller) && !included(realm, caller, realm.settings.can_set_delete_message_policy_group)) refusePermission();
}

/** The permission settings that change. To let people in takes access to what is written in the channel. */
function changedSettings(realm: Realm, caller: User, channel: Channel, changes: Changes): [ChannelGroupSetting, GroupSetting][] {
  return channelGroupNames.flatMap((name): [ChannelGroupSetting, GroupSetting][] => {
    const change = changes[name];
    if (change === undefined) return [];
    const value = changedSetting(realm, channel[name], change, (sent) => {
      if (name === "can_add_subscribers_group" || name === "can_subscribe_group") contentNeeded(realm, caller, channel);
      if (name === "can_delete_any_message_group" || name === "can_delete_own_message_group") mayDecideDeletion(realm, caller);
      return checkedChannelSetting(realm, name, sent);
    });
    return value === undefined ? [] : [[name, value]];
  });
}

/** Whether a request says anything of privacy, be it what is so already, which is told once more. */
const saysPrivacy = ({ is_private, is_web_public, history_public_to_subscribers }: Changes): boolean =>
  [is_private, is_web_public, history_public_to_subscribers].some((value) => value !== undefined);

/**
 * What becomes of a channel that the caller may change; undefined is to stay as it is.
 * @refuses BAD_REQUEST: values that it cannot have or exclude each other, no permission for some; EXPECTATION_MISMATCH: a setting is
 *          not what the client believes; UNAUTHORIZED_PRINCIPAL: retention
 */
function checkedChanges(realm: Realm, caller: User, channel: Channel, changes: Changes) {
  const { description, is_archived, is_default_stream, message_retention_days, new_name, topics_policy } = changes;
  const after = checkedPrivacy(realm, caller, channel, changes, is_default_stream ?? realm.defaultChannels.has(channel.id));
  if (is_default_stream !== undefined && !isAdministrator(caller)) refuse("You do not have permission to change default channels.");
  if (message_retention_days !== undefined) ownersDecide(caller);
  if (is_archived === false && !channel.is_archived) refuse(`${capitalised(realm)} is not currently deactivated`);
  checkTopicsPolicy(realm, channel, topics_policy);
  return {
    channel,
    privacy: saysPrivacy(changes) ? after : undefined,
    comesBack: is_archived === false,
    is_default_stream,
    message_retention_days,
    description: description === undefined ? undefined : onOneLine(description, "description"),
    name: new_name === undefined ? undefined : checkedName(realm, channel, new_name),
    folder_id: folderOfId(realm, changes.folder_id),
    topics_policy,
    settings: changedSettings(realm, caller, channel, changes),
  };
}

type CheckedChanges = ReturnType<typeof checkedChanges>;

/** Returns what a change of a channel is told with in the channel itself: in archived ones nothing on older servers. */
const noticesIn = ({ world }: Turn, { id }: Channel): boolean =>
  !world.channels.require(id).is_archived || has(world, "archivedChannelNotices");

/** Changes the properties of a channel of which a notice in it tells, one after the other, each with its notice. */
function changeWithNotices(turn: Turn, actor: User, found: CheckedChanges): void {
  const { channel, privacy, message_retention_days: days, description, name } = found;
  const notices = noticesIn(turn, channel);
  const now = (): Channel => turn.world.channels.require(channel.id);
  if (privacy) {
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

function changeSettings(turn: Turn, actor: User, { channel, folder_id, topics_policy, settings }: CheckedChanges): void {
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
 * @refuses BAD_REQUEST: unknown channel, values that it cannot have, no permission for some; CANNOT_ADMINISTER_CHANNEL: no permission;
 *          EXPECTATION_MISMATCH: a setting is not what the client believes; UNAUTHORIZED_PRINCIPAL: what owners decide
 */
export const updateChannel = writesOnly({
  route: "PATCH /streams/{stream_id}",
  params: changeParams,
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
  },
});
