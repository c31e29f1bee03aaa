import { has, levels } from "./levels.ts";
import type { Realm } from "./realm.ts";
import { type UserSettings, userDefaults } from "./settings.ts";

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
