import { has } from "../core/levels.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { joinChannels } from "../effects/join-channels.ts";
import type { Tie } from "../effects/subscribe.ts";
import { aBoolean, anInteger, orNull } from "../protocol/json.ts";
import { boolean, type Decoded, json, optional } from "../protocol/params.ts";
import type { Joining } from "../rules/channels/joining.ts";
import type { Wishes } from "../rules/channels/new-channel.ts";
import { channelSettings, checkedChannelSetting, folderOfId, retention, settingParams, topicsPolicy } from "./channel-params.ts";
import { groupSetting } from "./group-setting.ts";
import { nullable } from "./nullable.ts";

/** What a request may say of channels that it makes. */
export const newChannelParams = {
  announce: optional(boolean, { fallback: false }),
  ...settingParams(groupSetting),
  folder_id: optional(json(orNull(anInteger)), { since: "channelFolders" }),
  history_public_to_subscribers: optional(nullable(aBoolean)),
  invite_only: optional(boolean, { fallback: false }),
  is_default_stream: optional(boolean, { fallback: false }),
  is_web_public: optional(boolean, { fallback: false }),
  message_retention_days: optional(retention, { fallback: null }),
  send_new_subscription_messages: optional(boolean, { fallback: true, since: "subscriptionNotices" }),
  topics_policy: optional(topicsPolicy, { since: "topicsPolicy" }),
};

/** Returns what is wished of channels that a request makes. Only private ones can hide their history, and they do unless told otherwise. */
export function wishesIn(realm: Realm, params: Decoded<typeof newChannelParams>): Wishes {
  const { invite_only, is_web_public, is_default_stream, message_retention_days, topics_policy } = params;
  const given = channelSettings.flatMap((name) => {
    const sent = params[name];
    return sent === undefined ? [] : [[name, checkedChannelSetting(realm, name, sent)]];
  });
  const folder_id = folderOfId(realm, params.folder_id);
  return {
    ...Object.fromEntries(given),
    invite_only,
    is_web_public,
    is_default_stream,
    history_public_to_subscribers: !invite_only || (params.history_public_to_subscribers ?? false),
    ...(folder_id !== undefined && { folder_id }),
    ...(topics_policy !== undefined && { topics_policy }),
    ...(message_retention_days !== null && { message_retention_days }),
  };
}

/** Names of channels by who is subscribed to them: by id, by address on older servers. */
function namesByUser(realm: Realm, ties: readonly Tie[]): Readonly<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  for (const { user, channel } of ties) (names[has(realm, "subscriptionIds") ? user.id : user.email] ??= []).push(channel.name);
  return names;
}

/** Subscribes, and says what came of it. */
export function join(turn: Turn, caller: User, joining: Joining, { notices = true, fatal = true, announce = false } = {}) {
  const { world } = turn;
  const { begun, found, noticed } = joinChannels(turn, caller, joining, { notices, announce });
  return {
    subscribed: namesByUser(world, begun),
    already_subscribed: namesByUser(world, found),
    ...(!fatal && { unauthorized: joining.unauthorized.map(({ name }) => name) }),
    ...(notices && has(world, "subscriptionNotices") && { new_subscription_messages_sent: noticed }),
  };
}
