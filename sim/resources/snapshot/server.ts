import { jsonTextOf } from "../../core/json-text.ts";
import { limits } from "../../core/limits.ts";
import { defaultAccounts } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { productName } from "../../core/server.ts";

/** The bounds of the server. */
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
const plain = {
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
export const serverFacts = ({ server, settings }: Realm) => [
  bounds,
  plain,
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
