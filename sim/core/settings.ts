import type { GroupId, UserId } from "./ids.ts";
import { organizationDefaults } from "./organization-settings.ts";

/** A group-setting value as stored: normalised, so that equal sets of people look equal. */
export type GroupSetting = GroupId | { readonly direct_members: readonly UserId[]; readonly direct_subgroups: readonly GroupId[] };

/** Realm settings that name people by a group-setting value, with the system group that is their default. */
export const realmGroupDefaults = {
  can_delete_any_message_group: "role:administrators",
  can_delete_own_message_group: "role:everyone",
  can_set_delete_message_policy_group: "role:moderators",
  can_mention_many_users_group: "role:administrators",
  can_access_all_users_group: "role:everyone",
  can_move_messages_between_channels_group: "role:members",
  can_move_messages_between_topics_group: "role:everyone",
  can_resolve_topics_group: "role:everyone",
  can_create_groups: "role:members",
  can_manage_all_groups: "role:owners",
  direct_message_initiator_group: "role:everyone",
  direct_message_permission_group: "role:everyone",
  can_add_subscribers_group: "role:members",
  can_create_public_channel_group: "role:members",
  can_create_private_channel_group: "role:members",
  can_create_web_public_channel_group: "role:owners",
  create_multiuse_invite_group: "role:administrators",
  can_add_custom_emoji_group: "role:members",
  can_create_bots_group: "role:members",
  can_create_write_only_bots_group: "role:members",
  can_invite_users_group: "role:members",
  can_manage_billing_group: "role:administrators",
  can_set_topics_policy_group: "role:members",
  can_summarize_topics_group: "role:everyone",
  workplace_users_group: "role:members",
} as const;

export type RealmGroupSetting = keyof typeof realmGroupDefaults;

/** A way to log in with an account that somebody has elsewhere. */
export interface ExternalMethod {
  /** The machine name; what stands before a colon in it is the kind of provider. */
  readonly name: string;
  readonly display_name: string;
  /** URL relative to that of the server. */
  readonly display_icon: string | null;
}

/** Realm settings that are plain values, with their defaults. */
export const realmDefaults = {
  ...organizationDefaults,
  name: "Touchstone",
  description: "The coolest place in the universe.",
  string_id: "touchstone",
  /** The part of bots' addresses after the at sign; empty for the server's host. */
  bot_domain: "",
  /** Empty where none was uploaded. */
  icon_url: "",
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
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
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 10_000,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  push_notifications_enabled: false,
  video_provider_configured: true,
  limits_presence_to_accessible_users: false,
  /** Whether requests come to the root domain of a server of several organizations, where it says nothing of this one. */
  root_domain: false,
  /** In the order in which they are displayed. */
  external_authentication_methods: [] as readonly ExternalMethod[],
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
  color_scheme: 1,
  default_language: "en",
  demote_inactive_streams: 1,
  dense_mode: false,
  enable_drafts_synchronization: true,
  enter_sends: false,
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  user_list_style: 3,
  web_home_view: "inbox",
  web_escape_navigates_to_home_view: true,
  web_animate_image_previews: "on_hover",
  web_channel_default_view: 1,
  web_font_size_px: 16,
  web_inbox_show_channel_folders: true,
  web_left_sidebar_show_channel_folders: true,
  web_left_sidebar_unreads_count_summary: true,
  web_line_height_percent: 140,
  web_mark_read_on_scroll_policy: 1,
  web_navigate_to_sent_message: true,
  web_stream_unreads_count_display_policy: 2,
  web_suggest_update_timezone: true,
  hide_ai_features: false,
  allow_private_data_export: false,
  resolved_topic_notice_auto_read_policy: "except_followed",
  send_read_receipts: true,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  enable_login_emails: true,
  enable_marketing_emails: true,
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_sounds: true,
  enable_stream_audible_notifications: false,
  enable_stream_desktop_notifications: false,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  message_content_in_email_notifications: true,
  notification_sound: "zulip",
  realm_name_in_email_notifications_policy: 1,
  wildcard_mentions_notify: true,
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
  can_move_messages_out_of_channel_group: "role:nobody",
  can_move_messages_within_channel_group: "role:nobody",
  can_remove_subscribers_group: "role:administrators",
  can_resolve_topics_group: "role:nobody",
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
