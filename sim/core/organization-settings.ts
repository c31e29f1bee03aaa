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
