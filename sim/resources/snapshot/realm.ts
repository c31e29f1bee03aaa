import { has, type levels } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import { defaultAccounts } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { type RealmGroupSetting, realmGroupDefaults } from "../../core/settings.ts";
import { settingValue } from "../group.ts";
import type { Family } from "./view.ts";

const bounds = (realm: Realm) => ({
  max_message_length: limits.messageLength,
  max_topic_length: limits.topicLength,
  max_stream_name_length: limits.channelNameLength,
  max_stream_description_length: limits.channelDescriptionLength,
  ...(has(realm, "folderLimits") && {
    max_channel_folder_name_length: limits.folderNameLength,
    max_channel_folder_description_length: limits.folderDescriptionLength,
  }),
  server_typing_started_expiry_period_milliseconds: limits.typingStartedExpiryMillis,
  server_typing_stopped_wait_period_milliseconds: limits.typingStoppedWaitMillis,
  server_typing_started_wait_period_milliseconds: limits.typingStartedWaitMillis,
  server_presence_ping_interval_seconds: limits.presencePingSeconds,
  server_presence_offline_threshold_seconds: limits.presenceOfflineSeconds,
  event_queue_longpoll_timeout_seconds: limits.longPollSeconds,
});

/** Facts of a server without plans, uploads, announcements or a provider of its own. */
const absent = {
  max_file_upload_size_mib: limits.fileMebibytes,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  realm_upload_quota_mib: limits.filesMebibytes,
  realm_default_external_accounts: defaultAccounts,
  realm_available_video_chat_providers: { disabled: { id: 0, name: "None" } },
  jitsi_server_url: null,
  realm_plan_type: 1,
  realm_org_type: 0,
  realm_message_retention_days: -1,
  realm_new_stream_announcements_stream_id: -1,
  realm_signup_announcements_stream_id: -1,
  realm_moderation_request_channel_id: -1,
  realm_wildcard_mention_policy: 5,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: false,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  development_environment: false,
  password_min_length: 6,
  password_min_guesses: 10_000,
  password_max_length: 100,
};

/** The ways to log in. Those beside passwords are not simulated: they are off. */
function methodsOf({ email_auth_enabled, require_email_format_usernames }: Realm["settings"]) {
  const method = (enabled: boolean) => ({ enabled, available: true });
  return { Email: method(email_auth_enabled), LDAP: method(!require_email_format_usernames), RemoteUser: method(false) };
}

function plain({ settings, server }: Realm) {
  return {
    realm_name: settings.name,
    realm_description: settings.description,
    ...(has({ server }, "realmUrl") && { realm_url: server.url }),
    realm_uri: server.url,
    realm_icon_url: settings.icon_url,
    realm_icon_source: "G",
    realm_date_created: settings.date_created,
    server_generation: server.started,
    server_emoji_data_url: `${server.url}/static/emoji-data.json`,
    realm_message_content_delete_limit_seconds: settings.message_content_delete_limit_seconds,
    realm_message_content_edit_limit_seconds: settings.message_content_edit_limit_seconds,
    realm_move_messages_within_stream_limit_seconds: settings.move_messages_within_stream_limit_seconds,
    realm_move_messages_between_streams_limit_seconds: settings.move_messages_between_streams_limit_seconds,
    realm_allow_message_editing: settings.allow_message_editing,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    realm_default_code_block_language: settings.default_code_block_language,
    realm_inline_image_preview: settings.inline_image_preview,
    realm_enable_read_receipts: settings.enable_read_receipts,
    realm_presence_disabled: settings.presence_disabled,
    realm_waiting_period_threshold: settings.waiting_period_threshold,
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_push_notifications_enabled: settings.push_notifications_enabled,
    realm_authentication_methods: methodsOf(settings),
    realm_email_auth_enabled: settings.email_auth_enabled,
    realm_password_auth_enabled: settings.email_auth_enabled,
    realm_enable_spectator_access: settings.web_public_streams_enabled,
    server_web_public_streams_enabled: settings.web_public_streams_enabled,
  };
}

/** The level from which the organization shows those of its settings that name people that are newer than the rest. */
export const groupLevels: Partial<Record<RealmGroupSetting, keyof typeof levels>> = {
  can_add_subscribers_group: "subscriberAddersOfRealm",
  can_create_public_channel_group: "publicChannelCreators",
  can_create_private_channel_group: "privateChannelCreators",
  can_create_web_public_channel_group: "webPublicChannelCreators",
  can_delete_any_message_group: "deletionGroups",
  can_delete_own_message_group: "deletionGroups",
  can_set_delete_message_policy_group: "channelDeletionGroups",
  can_mention_many_users_group: "mentionManyGroup",
  can_access_all_users_group: "accessibleUsers",
  can_move_messages_between_channels_group: "channelMovers",
  can_move_messages_between_topics_group: "topicMovers",
  can_resolve_topics_group: "topicResolvers",
};

function groupSettings(realm: Realm) {
  const names = (Object.keys(realmGroupDefaults) as RealmGroupSetting[]).filter((name) =>
    has(realm, groupLevels[name] ?? "deletionGroups"),
  );
  return Object.fromEntries(names.map((name) => [`realm_${name}`, settingValue(realm, realm.settings[name])]));
}

/** Settings of the organization and the bounds of the server. */
export const realmSettings: Family = {
  realm: ({ realm }) => {
    const { settings } = realm;
    return {
      ...bounds(realm),
      ...absent,
      ...plain(realm),
      ...groupSettings(realm),
      ...(has(realm, "emptyTopic") && { realm_empty_topic_display_name: settings.empty_topic_display_name }),
      ...(has(realm, "editHistoryPolicy") && {
        realm_message_edit_history_visibility_policy: settings.message_edit_history_visibility_policy,
      }),
      ...(has(realm, "topicsPolicy") && { realm_topics_policy: settings.topics_policy }),
    };
  },
};
