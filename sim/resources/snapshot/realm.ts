import type { SystemGroupName } from "../../core/groups.ts";
import { jsonTextOf } from "../../core/json-text.ts";
import { has, hasRealmSetting } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import { defaultAccounts } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { draw, uuidText } from "../../core/rng.ts";
import { productName } from "../../core/server.ts";
import {
  channelGroupSettings,
  groupSettingNames,
  groupSettings,
  organizationDefaults,
  type PeopleSetting,
  type RealmGroupSetting,
  type RealmSettings,
  realmGroupNames,
  realmGroupSettings,
} from "../../core/settings.ts";
import { barredBy, barredForGroups } from "../../rules/groups/group-setting.ts";
import { botDomain } from "../../rules/people/accounts.ts";
import { channelSettingsOf } from "../channel.ts";
import { settingValue } from "../group.ts";
import { iconAddress, iconSource } from "../user.ts";
import { onceForServer, type SharedFamily } from "./view.ts";

/** Returns, by name, what clients may offer for settings that name people. */
const rules = <S extends string>(
  names: readonly S[],
  settings: Readonly<Record<S, PeopleSetting>>,
  barredFor: (name: S) => readonly SystemGroupName[] = (name) => barredBy(settings[name]),
  default_for_system_groups: string | null = null,
) =>
  Object.fromEntries(
    names.map((name) => {
      const { default: default_group_name, system } = settings[name];
      const barred = barredFor(name);
      const rule = {
        require_system_group: system !== undefined,
        allow_internet_group: !barred.includes("role:internet"),
        allow_nobody_group: !barred.includes("role:nobody"),
        allow_everyone_group: !barred.includes("role:everyone"),
        default_group_name,
        default_for_system_groups,
        allowed_system_groups: system ?? [],
      };
      return [name, rule];
    }),
  );

/** Returns what clients may offer for the settings that name people: those of the organization named, of channels, and of groups. */
function permissionSettings(realm: Realm) {
  const creator = has(realm, "channelCreatorWord") ? "channel_creator" : "stream_creator_or_nobody";
  const ofChannels = { ...channelGroupSettings, can_administer_channel_group: { default: creator } };
  const ofGroups = groupSettingNames.filter((name) => has(realm, name));
  return {
    realm: rules(groupNames(realm), realmGroupSettings),
    stream: rules(channelSettingsOf(realm), ofChannels),
    group: rules(ofGroups, groupSettings, (name) => barredForGroups(realm, name), "role:nobody"),
  };
}

const groupNames = onceForServer((realm) => realmGroupNames.filter((name) => hasRealmSetting(realm, name)));
/** A third of a registration of all. */
const permissionText = onceForServer((realm) => jsonTextOf(permissionSettings(realm)));
const realmUuid = onceForServer(({ server }) => uuidText(draw(server.seed, "realm", 1)));

type Numbers = Readonly<Record<string, number>>;

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
function formerSettings(realm: Realm) {
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

/** The ratings of GIFs that may be chosen from. */
const gifRatings = jsonTextOf({
  disabled: { id: 0, name: "GIPHY integration disabled" },
  y: { id: 1, name: "Allow GIFs rated Y (Very young audience)" },
  g: { id: 2, name: "Allow GIFs rated G (General audience)" },
  pg: { id: 3, name: "Allow GIFs rated PG (Parental guidance)" },
  "pg-13": { id: 4, name: "Allow GIFs rated PG-13 (Parental guidance - under 13)" },
  r: { id: 5, name: "Allow GIFs rated R (Restricted)" },
});

const organizationNames = Object.keys(organizationDefaults) as (keyof typeof organizationDefaults)[];

/** The ways to log in that an owner may turn on, in the order in which servers tell them. */
const loginMethods = ["Dev", "Email", "GitHub", "GitLab", "Google", "Apple", "SAML", "OpenID Connect"] as const;

/** The ways to log in, of which the simulator has the one by password; older servers say of each just whether it is open. */
function authenticationMethods(realm: Realm): Readonly<Record<string, unknown>> {
  const isDetailed = has(realm, "methodDetails");
  return Object.fromEntries(
    loginMethods.map((name) => {
      const enabled = name === "Dev" || (name === "Email" && realm.settings.email_auth_enabled);
      return [name, isDetailed ? { enabled, available: enabled || name === "Email" } : enabled];
    }),
  );
}

/** Settings under the names that registrations have for them. */
const told = (settings: RealmSettings, names: readonly (keyof RealmSettings)[]) =>
  Object.fromEntries(names.map((name) => [`realm_${name}`, settings[name]]));

function plain(realm: Realm) {
  const { settings, server } = realm;
  const logo = `${server.url}/static/images/logo/${server.brand}-org-logo.svg?version=0`;
  return {
    realm_name: settings.name,
    realm_description: settings.description,
    realm_icon_url: iconAddress(realm),
    realm_icon_source: iconSource(iconAddress(realm)),
    realm_logo_url: logo,
    realm_logo_source: "D",
    realm_night_logo_url: logo,
    realm_night_logo_source: "D",
    realm_date_created: settings.date_created,
    ...told(settings, [
      "message_content_delete_limit_seconds",
      "message_content_edit_limit_seconds",
      "move_messages_within_stream_limit_seconds",
      "move_messages_between_streams_limit_seconds",
      "allow_message_editing",
    ]),
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    ...told(settings, [
      "message_edit_history_visibility_policy",
      "default_code_block_language",
      "empty_topic_display_name",
      "inline_image_preview",
      "enable_read_receipts",
      "presence_disabled",
      "waiting_period_threshold",
      "topics_policy",
    ]),
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_push_notifications_enabled: settings.push_notifications_enabled,
    realm_email_auth_enabled: settings.email_auth_enabled,
    realm_password_auth_enabled: settings.email_auth_enabled,
    realm_enable_spectator_access: settings.web_public_streams_enabled,
    server_web_public_streams_enabled: settings.web_public_streams_enabled,
  };
}

/** The settings that are kept for clients alone. */
function organization(realm: Realm) {
  const { settings } = realm;
  return {
    ...told(settings, organizationNames),
    jitsi_server_url: settings.jitsi_server_url ?? limits.jitsiServer,
    realm_gif_rating_policy: settings.giphy_rating,
    giphy_rating_options: gifRatings,
    gif_rating_options: gifRatings,
    gif_rating_policy_options: gifRatings,
    realm_authentication_methods: authenticationMethods(realm),
    realm_bot_domain: botDomain(realm),
    realm_uuid: realmUuid(realm),
  };
}

function settingsOfPeople(realm: Realm) {
  return {
    ...Object.fromEntries(groupNames(realm).map((name) => [`realm_${name}`, settingValue(realm, realm.settings[name])])),
    server_supported_permission_settings: permissionText(realm),
  };
}

const bounds = {
  max_message_length: limits.messageLength,
  max_topic_length: limits.topicLength,
  max_stream_name_length: limits.channelNameLength,
  max_stream_description_length: limits.channelDescriptionLength,
  stream_name_max_length: limits.channelNameLength,
  stream_description_max_length: limits.channelDescriptionLength,
  max_channel_folder_name_length: limits.folderNameLength,
  max_channel_folder_description_length: limits.folderDescriptionLength,
  max_reminder_note_length: limits.reminderNoteLength,
  max_bulk_new_subscription_messages: limits.newSubscriptionNotices,
  server_typing_started_expiry_period_milliseconds: limits.typingStartedExpiryMillis,
  server_typing_stopped_wait_period_milliseconds: limits.typingStoppedWaitMillis,
  server_typing_started_wait_period_milliseconds: limits.typingStartedWaitMillis,
  server_presence_ping_interval_seconds: limits.presencePingSeconds,
  server_presence_offline_threshold_seconds: limits.presenceOfflineSeconds,
  event_queue_longpoll_timeout_seconds: limits.longPollSeconds,
  max_file_upload_size_mib: limits.fileMebibytes,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  realm_upload_quota_mib: limits.filesMebibytes,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
};

/** Facts of a server without plans, payments or calls of its own. */
const plainServer = {
  realm_available_video_chat_providers: { disabled: { id: 0, name: "None" }, jitsi_meet: { id: 1, name: "Jitsi Meet" } },
  realm_default_external_accounts: jsonTextOf(defaultAccounts),
  realm_owner_full_content_access: false,
  realm_plan_type: 1,
  realm_push_notifications_enabled_end_timestamp: null,
  server_avatar_changes_disabled: false,
  server_can_summarize_topics: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_jitsi_server_url: limits.jitsiServer,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  service_plan_is_not_limited: true,
  settings_send_digest_emails: true,
  development_environment: false,
};

/** Reasons for which a message can be reported, as newer servers tell them; older ones know the same. */
export const reportTypes = [
  { key: "spam", name: "Spam" },
  { key: "harassment", name: "Harassment" },
  { key: "inappropriate", name: "Inappropriate content" },
  { key: "norms", name: "Violates community norms" },
  { key: "other", name: "Other reason" },
];

const shownReportTypes = jsonTextOf(reportTypes);

/** The forms in which pictures are shown small. */
const thumbnails = jsonTextOf(
  [true, false].map((animated) => ({
    name: `840x560${animated ? "-anim" : ""}.webp`,
    max_width: 840,
    max_height: 560,
    format: "webp",
    animated,
  })),
);

/** Returns what the server is, whatever the organization has set. */
const serverFacts = ({ server, settings }: Realm) => [
  bounds,
  plainServer,
  {
    upgrade_text_for_wide_organization_logo: `Available on ${productName(server)} Cloud Standard. Upgrade to access.`,
    password_min_length: settings.password_min_length,
    password_max_length: settings.password_max_length,
    password_min_guesses: settings.password_min_guesses,
    realm_uri: server.url,
    realm_url: server.url,
    server_generation: server.started,
    server_emoji_data_url: `${server.url}/static/emoji-data.json`,
    server_report_message_types: shownReportTypes,
    server_thumbnail_formats: thumbnails,
  },
];

/** Settings of the organization and facts of the server. What is not there at the server's level is taken out of all fields at once. */
export const realmSettings: SharedFamily = {
  realm: ({ realm }) => [...serverFacts(realm), formerSettings(realm), plain(realm), organization(realm), settingsOfPeople(realm)],
  realm_billing: () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
};
