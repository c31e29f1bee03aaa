import type { GroupId, UserId } from "./ids.ts";

/** A group-setting value as stored: normalised, so that equal sets of people look equal. */
export type GroupSetting = GroupId | { readonly direct_members: readonly UserId[]; readonly direct_subgroups: readonly GroupId[] };

/** Realm settings that name people by a group-setting value, with the system group that is their default. */
export const realmGroupDefaults = {
  can_delete_any_message_group: "role:administrators",
  can_delete_own_message_group: "role:everyone",
  can_set_delete_message_policy_group: "role:moderators",
  can_mention_many_users_group: "role:administrators",
  can_create_groups: "role:members",
  can_manage_all_groups: "role:owners",
  direct_message_initiator_group: "role:everyone",
  direct_message_permission_group: "role:everyone",
} as const;

export type RealmGroupSetting = keyof typeof realmGroupDefaults;

/** Realm settings that are plain values, with their defaults. */
export const realmDefaults = {
  name: "Touchstone",
  description: "The coolest place in the universe.",
  string_id: "touchstone",
  icon_url: "/static/images/realm-icon.png",
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  move_messages_within_stream_limit_seconds: null as number | null,
  allow_message_editing: true,
  message_edit_history_visibility_policy: "all" as "all" | "moves" | "none",
  empty_topic_display_name: "general chat",
  topics_policy: "allow_empty_topic" as "allow_empty_topic" | "disable_empty_topic",
  default_code_block_language: "",
  inline_image_preview: true,
  enable_read_receipts: true,
  presence_disabled: false,
  waiting_period_threshold: 0,
  web_public_streams_enabled: true,
  deactivated: false,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  push_notifications_enabled: false,
  video_provider_configured: true,
  limits_presence_to_accessible_users: false,
};

export type PlainRealmSettings = Readonly<typeof realmDefaults>;
export type RealmSettings = PlainRealmSettings & { readonly [S in RealmGroupSetting]: GroupSetting } & {
  /** UNIX seconds. */
  readonly date_created: number;
};

/** Personal settings, with their defaults. The two policies: 1 participation, 2 send, 3 initiation, 4 never. */
export const userDefaults = {
  automatically_follow_topics_policy: 3,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  automatically_follow_topics_where_mentioned: true,
  send_stream_typing_notifications: true,
  send_private_typing_notifications: true,
  receives_typing_notifications: true,
  translate_emoticons: false,
  presence_enabled: true,
  twenty_four_hour_time: false,
  display_emoji_reaction_users: true,
  emojiset: "google",
  pm_content_in_desktop_notifications: true,
  default_all_public_streams: false,
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_address_visibility: 1,
};

export type UserSettings = Readonly<typeof userDefaults>;

/** Channel settings that name people, with the system group that is their default. */
export const channelGroupDefaults = {
  can_add_subscribers_group: "role:nobody",
  can_administer_channel_group: "role:nobody",
  can_create_topic_group: "role:everyone",
  can_delete_any_message_group: "role:nobody",
  can_delete_own_message_group: "role:nobody",
  can_remove_subscribers_group: "role:administrators",
  can_send_message_group: "role:everyone",
  can_subscribe_group: "role:nobody",
} as const;

export type ChannelGroupSetting = keyof typeof channelGroupDefaults;

/** The six permission settings of a user group, in the order in which they are read and checked. */
export const groupSettingNames = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
] as const;

export type GroupSettingName = (typeof groupSettingNames)[number];
