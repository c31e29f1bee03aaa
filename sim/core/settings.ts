import type { GroupId, UserId } from "./ids.ts";
import { has, type LevelChange, levels } from "./levels.ts";
import type { Realm } from "./realm.ts";
import { realmSettingLevels } from "./setting-levels.ts";

/** Settings of the organization that are kept, shown and told, with their defaults; README.md lists those that change nothing else. */
export const organizationDefaults = {
  avatar_changes_disabled: false,
  /** Sources of pictures of accounts that have uploaded none. */
  default_avatar_source: "G" as "G" | "J",
  default_language: "en",
  digest_emails_enabled: false,
  /** 0 Monday to 6 Sunday. */
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  email_changes_disabled: false,
  emails_restricted_to_domains: false,
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  giphy_rating: 2,
  inline_url_embed_preview: false,
  invite_required: false,
  jitsi_server_url: null as string | null,
  /** Percent of the plain height of pictures in messages. */
  media_preview_size: 100,
  message_content_allowed_in_email_notifications: true,
  /** Days; -1 for no end. */
  message_retention_days: -1,
  moderation_request_channel_id: -1,
  name_changes_disabled: false,
  /** The channel in which new ones are announced; -1 for none. */
  new_stream_announcements_stream_id: -1,
  org_type: 0,
  require_e2ee_push_notifications: false,
  require_unique_names: false,
  send_channel_events_messages: true,
  send_welcome_emails: true,
  service_update_announcements_stream_id: -1,
  signup_announcements_stream_id: -1,
  /** 0 none, 1 Jitsi Meet. */
  video_chat_provider: 1,
  want_advertise_in_communities_directory: false,
  welcome_message_custom_text: "",
};

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

/** The change that brought a setting of the organization; undefined for those that were always there. */
export const realmSettingSince = (name: string): LevelChange | undefined =>
  Object.hasOwn(realmSettingLevels, name) ? (name as LevelChange) : undefined;

/** Whether the server is new enough for a setting of the organization. */
export function hasRealmSetting(realm: Pick<Realm, "server">, name: string): boolean {
  const since = realmSettingSince(name);
  return since === undefined || has(realm, since);
}

export type SettingName = keyof UserSettings;
export type SettingValue = UserSettings[SettingName];

/** Languages of the interface by their codes, each in its own words. */
export const languages: Readonly<Record<string, string>> = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  ja: "日本語",
  nl: "Nederlands",
  pl: "Polski",
  "pt-br": "Português Brasileiro",
  ru: "Русский",
};

export const emojiSets = [
  { key: "google", text: "Google" },
  { key: "twitter", text: "Twitter" },
  { key: "text", text: "Plain text" },
  { key: "google-blob", text: "Google blobs" },
] as const;

/** The sounds of notifications, as real clients have them. */
export const notificationSounds: readonly string[] =
  `ascend beep_boop bink bright brlip chime deep_tom ding double_tap down dry_bongos dutdut
  fast_ascend flute friendly kick_roll loud_tintong metallic_snare pan shaker simple stairs subtle swish tintong up wood_block zaping zing
  zulip`
    .split(/\s+/)
    .map((name) => (name === "beep_boop" ? name : name.replace("_", " ")));

/** The value of the sound setting for silence. */
const noSound = "none";

const policy = [1, 2, 3, 4];

/** The values of those settings that are one of a few. */
export const settingChoices: { readonly [S in SettingName]?: readonly (number | string)[] } = {
  automatically_follow_topics_policy: policy,
  automatically_unmute_topics_in_muted_streams_policy: policy,
  color_scheme: [1, 2, 3],
  default_language: Object.keys(languages),
  demote_inactive_streams: [1, 2, 3],
  desktop_icon_count_display: policy,
  email_address_visibility: [1, 2, 3, 4, 5],
  emojiset: emojiSets.map(({ key }) => key),
  notification_sound: [...notificationSounds, noSound],
  realm_name_in_email_notifications_policy: [1, 2, 3],
  resolved_topic_notice_auto_read_policy: ["always", "except_followed", "never"],
  user_list_style: [1, 2, 3],
  web_animate_image_previews: ["always", "on_hover", "never"],
  web_channel_default_view: policy,
  web_home_view: ["recent_topics", "inbox", "all_messages", "recent"],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_stream_unreads_count_display_policy: [1, 2, 3],
};

/** The changes that brought values of settings. */
export const choiceSince: Readonly<Record<string, keyof typeof levels>> = { recent: "recentHomeView" };

/** Defaults of an account that are no personal setting to its clients. */
const hidden: ReadonlySet<SettingName> = new Set(["default_all_public_streams"]);

/** The personal settings of an account, as its clients know them. */
export const settingNames = (Object.keys(userDefaults) as SettingName[]).filter((name) => !hidden.has(name));

/** The change that brought a setting; undefined for those that were always there. */
export const settingSince = (name: SettingName): keyof typeof levels | undefined =>
  Object.hasOwn(levels, name) ? (name as keyof typeof levels) : undefined;

/** The change that took a setting away; undefined for those that are still there. */
export const settingUntil = (name: SettingName): keyof typeof levels | undefined => (name === "dense_mode" ? "denseModeGone" : undefined);

/** Whether the server is new enough for a setting, and old enough. */
export function hasSetting(realm: Pick<Realm, "server">, name: SettingName): boolean {
  const [since, until] = [settingSince(name), settingUntil(name)];
  return (since === undefined || has(realm, since)) && (until === undefined || !has(realm, until));
}

/** Settings that older clients hear of as notification settings. */
export const olderNotificationSettings: readonly SettingName[] = [
  "desktop_icon_count_display",
  "email_notifications_batching_period_seconds",
  "enable_desktop_notifications",
  "enable_digest_emails",
  "enable_login_emails",
  "enable_marketing_emails",
  "enable_offline_email_notifications",
  "enable_offline_push_notifications",
  "enable_online_push_notifications",
  "enable_sounds",
  "enable_stream_audible_notifications",
  "enable_stream_desktop_notifications",
  "enable_stream_email_notifications",
  "enable_stream_push_notifications",
  "message_content_in_email_notifications",
  "notification_sound",
  "pm_content_in_desktop_notifications",
  "presence_enabled",
  "realm_name_in_email_notifications_policy",
  "wildcard_mentions_notify",
];

/** Settings that older clients hear of as display settings. */
export const olderDisplaySettings: readonly SettingName[] = [
  "color_scheme",
  "default_language",
  "demote_inactive_streams",
  "dense_mode",
  "emojiset",
  "enable_drafts_synchronization",
  "enter_sends",
  "fluid_layout_width",
  "high_contrast_mode",
  "left_side_userlist",
  "starred_message_counts",
  "translate_emoticons",
  "twenty_four_hour_time",
  "web_home_view",
];
