import type { SystemGroupName } from "./groups.ts";
import type { GroupId, UserId } from "./ids.ts";
import type { LevelChange } from "./levels.ts";

/** A setting that is a plain value: its default, and the level that brought it where it was not always there. */
interface PlainSetting {
  readonly default: unknown;
  readonly since?: number;
}

const defaultsOf = <T extends Readonly<Record<string, { readonly default: unknown }>>>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([name, setting]) => [name, setting.default])) as {
    readonly [S in keyof T]: T[S]["default"];
  };

/** The names of the settings of a table that were not always there. */
type Later<T> = { [S in keyof T]: T[S] extends { readonly since: number } ? S : never }[keyof T];

/** Returns the levels of the settings of a table that were not always there. */
const levelsOf = <T extends Readonly<Record<string, PlainSetting>>>(table: T) =>
  Object.fromEntries(Object.entries(table).flatMap(([name, { since }]) => (since === undefined ? [] : [[name, since]]))) as {
    readonly [S in Later<T>]: number;
  };

/** A group-setting value as stored: normalised, so that equal sets of people look equal. */
export type GroupSetting = GroupId | { readonly direct_members: readonly UserId[]; readonly direct_subgroups: readonly GroupId[] };

/** A way to log in with an account that somebody has elsewhere. */
export interface ExternalMethod {
  /** The machine name; what stands before a colon in it is the kind of provider. */
  readonly name: string;
  readonly display_name: string;
  /** URL relative to that of the server. */
  readonly display_icon: string | null;
}

/** Settings of the organization that are kept, shown and told; README.md lists those that change nothing else. */
const organizationTable = {
  avatar_changes_disabled: { default: false },
  /** Sources of pictures of accounts that have uploaded none. */
  default_avatar_source: { default: "G" as "G" | "J", since: 456 },
  default_language: { default: "en" },
  digest_emails_enabled: { default: false },
  /** 0 Monday to 6 Sunday. */
  digest_weekday: { default: 1 },
  disallow_disposable_email_addresses: { default: true },
  email_changes_disabled: { default: false },
  emails_restricted_to_domains: { default: false },
  enable_guest_user_dm_warning: { default: true, since: 348 },
  enable_guest_user_indicator: { default: true, since: 216 },
  giphy_rating: { default: 2, since: 55 },
  inline_url_embed_preview: { default: false },
  invite_required: { default: false },
  jitsi_server_url: { default: null as string | null, since: 212 },
  /** Percent of the plain height of pictures in messages. */
  media_preview_size: { default: 100, since: 469 },
  message_content_allowed_in_email_notifications: { default: true },
  /** Days; -1 for no end. */
  message_retention_days: { default: -1 },
  moderation_request_channel_id: { default: -1, since: 331 },
  name_changes_disabled: { default: false },
  /** The channel in which new ones are announced; -1 for none. */
  new_stream_announcements_stream_id: { default: -1, since: 241 },
  org_type: { default: 0, since: 128 },
  require_e2ee_push_notifications: { default: false, since: 409 },
  require_unique_names: { default: false, since: 246 },
  send_channel_events_messages: { default: true, since: 434 },
  send_welcome_emails: { default: true },
  service_update_announcements_stream_id: { default: -1, since: 242 },
  signup_announcements_stream_id: { default: -1, since: 241 },
  /** 0 none, 1 Jitsi Meet. */
  video_chat_provider: { default: 1 },
  want_advertise_in_communities_directory: { default: false, since: 129 },
  welcome_message_custom_text: { default: "", since: 416 },
} satisfies Readonly<Record<string, PlainSetting>>;

/** The further settings of the organization that are plain values. */
const realmTable = {
  ...organizationTable,
  name: { default: "Touchstone" },
  description: { default: "The coolest place in the universe." },
  string_id: { default: "touchstone" },
  /** The part of bots' addresses after the at sign; empty for the server's host. */
  bot_domain: { default: "" },
  /** Empty where none was uploaded. */
  icon_url: { default: "" },
  message_content_delete_limit_seconds: { default: 600 as number | null },
  message_content_edit_limit_seconds: { default: 600 as number | null },
  move_messages_within_stream_limit_seconds: { default: 604_800 as number | null },
  move_messages_between_streams_limit_seconds: { default: 604_800 as number | null },
  allow_message_editing: { default: true },
  message_edit_history_visibility_policy: { default: "all" as "all" | "moves" | "none", since: 358 },
  empty_topic_display_name: { default: "general chat", since: 334 },
  topics_policy: { default: "allow_empty_topic" as "allow_empty_topic" | "disable_empty_topic", since: 392 },
  default_code_block_language: { default: "" },
  inline_image_preview: { default: true },
  enable_read_receipts: { default: true },
  presence_disabled: { default: false },
  waiting_period_threshold: { default: 0 },
  web_public_streams_enabled: { default: true },
  deactivated: { default: false },
  password_min_length: { default: 6 },
  password_max_length: { default: 100 },
  password_min_guesses: { default: 10_000 },
  email_auth_enabled: { default: true },
  require_email_format_usernames: { default: true },
  push_notifications_enabled: { default: false },
  video_provider_configured: { default: true },
  limits_presence_to_accessible_users: { default: false },
  /** Whether requests come to the root domain of a server of several organizations, where it says nothing of this one. */
  root_domain: { default: false },
  /** In the order in which they are displayed. */
  external_authentication_methods: { default: [] as readonly ExternalMethod[] },
} satisfies Readonly<Record<string, PlainSetting>>;

export const organizationDefaults = defaultsOf(organizationTable);
export const realmDefaults = defaultsOf(realmTable);

/** A setting that names people by a group-setting value, with its default: a system group, or who made what it is about. */
export interface PeopleSetting<Default extends string = string> {
  readonly default: Default;
  /** Whether it may be nobody; it may unless it says no. */
  readonly nobody?: false;
  /** Whether it may be everyone, guests too. */
  readonly everyone?: true;
  /** The system groups that it may be, where it may be nothing else. */
  readonly system?: readonly SystemGroupName[];
}

const realmGroupTable = {
  can_delete_any_message_group: { default: "role:administrators", since: 281 },
  can_delete_own_message_group: { default: "role:everyone", since: 291, everyone: true },
  can_set_delete_message_policy_group: { default: "role:moderators", since: 407 },
  can_mention_many_users_group: { default: "role:administrators", since: 352, everyone: true },
  can_access_all_users_group: { default: "role:everyone", since: 225, system: ["role:everyone", "role:members"] },
  can_move_messages_between_channels_group: { default: "role:members", since: 310 },
  can_move_messages_between_topics_group: { default: "role:everyone", since: 316, everyone: true },
  can_resolve_topics_group: { default: "role:everyone", since: 367, everyone: true },
  can_create_groups: { default: "role:members", since: 299 },
  can_manage_all_groups: { default: "role:owners", since: 299, nobody: false },
  direct_message_initiator_group: { default: "role:everyone", since: 270, everyone: true },
  direct_message_permission_group: { default: "role:everyone", since: 270, everyone: true },
  can_add_subscribers_group: { default: "role:members", since: 341 },
  can_create_public_channel_group: { default: "role:members", since: 264 },
  can_create_private_channel_group: { default: "role:members", since: 266 },
  can_create_web_public_channel_group: {
    default: "role:owners",
    since: 280,
    system: ["role:moderators", "role:administrators", "role:owners", "role:nobody"],
  },
  create_multiuse_invite_group: { default: "role:administrators", since: 209 },
  can_add_custom_emoji_group: { default: "role:members", since: 307 },
  can_create_bots_group: { default: "role:members", since: 344 },
  can_create_write_only_bots_group: { default: "role:members", since: 344 },
  can_invite_users_group: { default: "role:members", since: 321 },
  can_manage_billing_group: { default: "role:administrators", since: 363, nobody: false },
  can_set_topics_policy_group: { default: "role:members", since: 392 },
  can_summarize_topics_group: { default: "role:everyone", since: 350, everyone: true },
  workplace_users_group: { default: "role:members", since: 477 },
} as const satisfies Readonly<Record<string, PeopleSetting<SystemGroupName> & { readonly since: number }>>;

export type RealmGroupSetting = keyof typeof realmGroupTable;

/** The settings of the organization that name people. */
export const realmGroupSettings: Readonly<Record<RealmGroupSetting, PeopleSetting>> = realmGroupTable;
export const realmGroupNames = Object.keys(realmGroupTable) as RealmGroupSetting[];

export const realmGroupDefaults = defaultsOf(realmGroupTable);

/** The levels of the settings of the organization that were not always there. */
export const realmSettingLevels = { ...levelsOf(realmTable), ...levelsOf(realmGroupTable) };

export type PlainRealmSettings = typeof realmDefaults;
export type RealmSettings = PlainRealmSettings & { readonly [S in RealmGroupSetting]: GroupSetting } & {
  /** UNIX seconds. */
  readonly date_created: number;
};

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

interface PersonalSetting extends PlainSetting {
  /** The change that took it away. */
  readonly until?: "denseModeGone";
  /** Its values, where they are few. */
  readonly choices?: readonly (number | string)[];
  /** The kind of settings as which older clients hear of it. */
  readonly older?: "display" | "notification";
}

/** Numbers of many settings; of the two policies of topics 1 participation, 2 send, 3 initiation, 4 never. */
const policy = [1, 2, 3, 4];

/** The personal settings, and at its end a default of bots, which is none to clients. */
const userTable = {
  automatically_follow_topics_policy: { default: 3, since: 214, choices: policy },
  automatically_unmute_topics_in_muted_streams_policy: { default: 2, since: 214, choices: policy },
  automatically_follow_topics_where_mentioned: { default: true, since: 235 },
  send_stream_typing_notifications: { default: true, since: 105 },
  send_private_typing_notifications: { default: true, since: 105 },
  receives_typing_notifications: { default: true, since: 253 },
  translate_emoticons: { default: false, older: "display" },
  presence_enabled: { default: true, older: "notification" },
  twenty_four_hour_time: { default: false, older: "display" },
  display_emoji_reaction_users: { default: true, since: 125 },
  emojiset: { default: "google", choices: emojiSets.map(({ key }) => key), older: "display" },
  pm_content_in_desktop_notifications: { default: true, older: "notification" },
  color_scheme: { default: 1, choices: [1, 2, 3], older: "display" },
  default_language: { default: "en", choices: Object.keys(languages), older: "display" },
  demote_inactive_streams: { default: 1, choices: [1, 2, 3], older: "display" },
  dense_mode: { default: false, until: "denseModeGone", older: "display" },
  enable_drafts_synchronization: { default: true, older: "display" },
  enter_sends: { default: false, older: "display" },
  fluid_layout_width: { default: false, older: "display" },
  high_contrast_mode: { default: false, older: "display" },
  left_side_userlist: { default: false, older: "display" },
  starred_message_counts: { default: true, older: "display" },
  user_list_style: { default: 3, since: 141, choices: [1, 2, 3] },
  web_home_view: { default: "inbox", choices: ["recent_topics", "inbox", "all_messages", "recent"], older: "display" },
  web_escape_navigates_to_home_view: { default: true, since: 107 },
  web_animate_image_previews: { default: "on_hover", since: 275, choices: ["always", "on_hover", "never"] },
  web_channel_default_view: { default: 1, since: 269, choices: policy },
  web_font_size_px: { default: 16, since: 245 },
  web_inbox_show_channel_folders: { default: true, since: 431 },
  web_left_sidebar_show_channel_folders: { default: true, since: 411 },
  web_left_sidebar_unreads_count_summary: { default: true, since: 398 },
  web_line_height_percent: { default: 140, since: 245 },
  web_mark_read_on_scroll_policy: { default: 1, since: 175, choices: [1, 2, 3] },
  web_navigate_to_sent_message: { default: true, since: 268 },
  web_stream_unreads_count_display_policy: { default: 2, since: 210, choices: [1, 2, 3] },
  web_suggest_update_timezone: { default: true, since: 329 },
  hide_ai_features: { default: false, since: 350 },
  allow_private_data_export: { default: false, since: 293 },
  resolved_topic_notice_auto_read_policy: { default: "except_followed", since: 385, choices: ["always", "except_followed", "never"] },
  send_read_receipts: { default: true, since: 105 },
  desktop_icon_count_display: { default: 1, choices: policy, older: "notification" },
  email_notifications_batching_period_seconds: { default: 120, older: "notification" },
  enable_desktop_notifications: { default: true, older: "notification" },
  enable_digest_emails: { default: true, older: "notification" },
  enable_followed_topic_audible_notifications: { default: true, since: 189 },
  enable_followed_topic_desktop_notifications: { default: true, since: 189 },
  enable_followed_topic_email_notifications: { default: true, since: 189 },
  enable_followed_topic_push_notifications: { default: true, since: 189 },
  enable_followed_topic_wildcard_mentions_notify: { default: true, since: 189 },
  enable_login_emails: { default: true, older: "notification" },
  enable_marketing_emails: { default: true, older: "notification" },
  enable_offline_email_notifications: { default: true, older: "notification" },
  enable_offline_push_notifications: { default: true, older: "notification" },
  enable_online_push_notifications: { default: true, older: "notification" },
  enable_sounds: { default: true, older: "notification" },
  enable_stream_audible_notifications: { default: false, older: "notification" },
  enable_stream_desktop_notifications: { default: false, older: "notification" },
  enable_stream_email_notifications: { default: false, older: "notification" },
  enable_stream_push_notifications: { default: false, older: "notification" },
  message_content_in_email_notifications: { default: true, older: "notification" },
  /** One of the sounds, or silence. */
  notification_sound: { default: "zulip", choices: [...notificationSounds, "none"], older: "notification" },
  realm_name_in_email_notifications_policy: { default: 1, since: 168, choices: [1, 2, 3], older: "notification" },
  wildcard_mentions_notify: { default: true, older: "notification" },
  /** 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  email_address_visibility: { default: 1, since: 163, choices: [1, 2, 3, 4, 5] },
  default_all_public_streams: { default: false },
} satisfies Readonly<Record<string, PersonalSetting>>;

export const userDefaults = defaultsOf(userTable);
export type UserSettings = typeof userDefaults;
export type SettingName = keyof UserSettings;
export type SettingValue = UserSettings[SettingName];

/** The levels of the personal settings that were not always there. */
export const settingLevels = levelsOf(userTable);

const userSettings: Readonly<Record<SettingName, PersonalSetting>> = userTable;
const allNames = Object.keys(userSettings) as SettingName[];

/** The personal settings of an account, as its clients know them. */
export const settingNames = allNames.filter((name) => name !== "default_all_public_streams");

/** The values of those settings that are one of a few. */
export const settingChoices: { readonly [S in SettingName]?: readonly (number | string)[] } = Object.fromEntries(
  allNames.flatMap((name) => (userSettings[name].choices ? [[name, userSettings[name].choices]] : [])),
);

/** The changes that brought values of settings. */
export const choiceSince: Readonly<Record<string, LevelChange>> = { recent: "recentHomeView" };

/** The change that took a personal setting away; undefined for those that are still there. */
export const settingUntil = (name: SettingName): PersonalSetting["until"] => userSettings[name].until;

const olderSettings = (kind: PersonalSetting["older"]): readonly SettingName[] =>
  allNames.filter((name) => userSettings[name].older === kind).sort();

/** Settings that older clients hear of as notification settings, and as display settings. */
export const olderNotificationSettings = olderSettings("notification");
export const olderDisplaySettings = olderSettings("display");

/** A setting of a channel that names people, with the change that brought it; without one it was always there. */
interface ChannelPeopleSetting extends PeopleSetting<SystemGroupName> {
  readonly since?: LevelChange;
}

const channelGroupTable = {
  can_add_subscribers_group: { default: "role:nobody", since: "subscriberAdders" },
  can_administer_channel_group: { default: "role:nobody", since: "channelAdministrators" },
  can_create_topic_group: { default: "role:everyone", since: "topicCreationGroups", everyone: true },
  can_delete_any_message_group: { default: "role:nobody", since: "channelDeletionGroups" },
  can_delete_own_message_group: { default: "role:nobody", since: "channelDeletionGroups", everyone: true },
  can_move_messages_out_of_channel_group: { default: "role:nobody", since: "channelMoveGroups", everyone: true },
  can_move_messages_within_channel_group: { default: "role:nobody", since: "channelMoveGroups", everyone: true },
  can_remove_subscribers_group: { default: "role:administrators", everyone: true },
  can_resolve_topics_group: { default: "role:nobody", since: "channelResolvers", everyone: true },
  can_send_message_group: { default: "role:everyone", since: "postingGroups", everyone: true },
  can_subscribe_group: { default: "role:nobody", since: "channelJoiners" },
} as const satisfies Readonly<Record<string, ChannelPeopleSetting>>;

export type ChannelGroupSetting = keyof typeof channelGroupTable;

/** The settings of channels that name people. */
export const channelGroupSettings: Readonly<Record<ChannelGroupSetting, ChannelPeopleSetting>> = channelGroupTable;
export const channelGroupNames = Object.keys(channelGroupTable) as ChannelGroupSetting[];

export const channelGroupDefaults = defaultsOf(channelGroupTable);

const groupTable = {
  can_add_members_group: { default: "group_creator" },
  can_join_group: { default: "role:nobody" },
  can_leave_group: { default: "role:everyone", everyone: true },
  can_manage_group: { default: "group_creator" },
  can_mention_group: { default: "role:everyone", everyone: true },
  can_remove_members_group: { default: "role:nobody" },
} as const satisfies Readonly<Record<string, PeopleSetting<SystemGroupName | "group_creator">>>;

export type GroupSettingName = keyof typeof groupTable;

/** The permission settings of a user group. */
export const groupSettings: Readonly<Record<GroupSettingName, PeopleSetting<SystemGroupName | "group_creator">>> = groupTable;

/** Their names, in the order in which they are read and checked. */
export const groupSettingNames = Object.keys(groupTable) as GroupSettingName[];
