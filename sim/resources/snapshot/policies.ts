import type { Realm } from "../../core/realm.ts";
import type { RealmGroupSetting } from "../../core/settings.ts";

type Numbers = Readonly<Record<string, number>>;

/** The numbers of most policies, by the system group that they stand for. */
const common: Numbers = {
  "role:members": 1,
  "role:administrators": 2,
  "role:fullmembers": 3,
  "role:moderators": 4,
  "role:everyone": 5,
  "role:nobody": 6,
  "role:owners": 7,
};

const wildcards: Numbers = {
  "role:everyone": 1,
  "role:members": 2,
  "role:fullmembers": 3,
  "role:administrators": 5,
  "role:nobody": 6,
  "role:moderators": 7,
};

const botCreation: Numbers = { "role:everyone": 1, "role:members": 1, "role:administrators": 3 };

/** Settings that were a number each before they named people: the setting of today, the numbers, and that for people of no system group. */
const former: Readonly<Record<string, readonly [setting: RealmGroupSetting, numbers: Numbers, other: number]>> = {
  add_custom_emoji_policy: ["can_add_custom_emoji_group", common, 1],
  bot_creation_policy: ["can_create_bots_group", botCreation, 1],
  create_private_stream_policy: ["can_create_private_channel_group", common, 1],
  create_public_stream_policy: ["can_create_public_channel_group", common, 1],
  create_web_public_stream_policy: ["can_create_web_public_channel_group", common, 1],
  delete_own_message_policy: ["can_delete_own_message_group", common, 5],
  edit_topic_policy: ["can_move_messages_between_topics_group", common, 5],
  invite_to_realm_policy: ["can_invite_users_group", common, 1],
  invite_to_stream_policy: ["can_add_subscribers_group", common, 1],
  move_messages_between_streams_policy: ["can_move_messages_between_channels_group", common, 1],
  user_group_edit_policy: ["can_create_groups", common, 1],
  wildcard_mention_policy: ["can_mention_many_users_group", wildcards, 1],
};

function policy(realm: Realm, [setting, numbers, other]: (typeof former)[string]): number {
  const value = realm.settings[setting];
  const name = typeof value === "number" ? realm.groups.get(value)?.name : undefined;
  return numbers[name ?? ""] ?? other;
}

/** The settings of the organization as older servers have them. */
export function formerSettings(realm: Realm) {
  const { settings } = realm;
  const policies = Object.entries(former).map(([name, was]) => [`realm_${name}`, policy(realm, was)] as const);
  const numbers = Object.fromEntries(policies);
  const initiators = settings.direct_message_initiator_group;
  const noDirectMessages = typeof initiators === "number" && realm.groups.get(initiators)?.name === "role:nobody";
  return {
    ...numbers,
    realm_allow_community_topic_editing: numbers.realm_edit_topic_policy === common["role:everyone"],
    realm_allow_message_deleting: numbers.realm_delete_own_message_policy === common["role:everyone"],
    realm_community_topic_editing_limit_seconds: settings.move_messages_within_stream_limit_seconds,
    realm_default_twenty_four_hour_time: false,
    realm_email_address_visibility: 1,
    realm_is_zephyr_mirror_realm: false,
    realm_notifications_stream_id: settings.new_stream_announcements_stream_id,
    realm_private_message_policy: noDirectMessages ? 2 : 1,
    realm_signup_notifications_stream_id: settings.signup_announcements_stream_id,
  };
}
