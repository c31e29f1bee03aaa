import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../server/simulator.ts";

type Body = Readonly<Record<string, unknown>>;

/** The registration of an owner's client for a new organization on a server of level 372. */
const told: Body = createSimulator({ realm: "zulip-dev", brand: "zulip", level: 372, rulings: "observed" })
  .as("desdemona")
  .send("POST /register", { client_capabilities: { notification_settings_null: true, user_settings_object: true } }).body;

const organization: Body = {
  realm_avatar_changes_disabled: false,
  realm_billing: { has_pending_sponsorship_request: false },
  realm_can_add_custom_emoji_group: 14,
  realm_can_create_bots_group: 14,
  realm_can_create_write_only_bots_group: 14,
  realm_can_invite_users_group: 14,
  realm_can_manage_billing_group: 11,
  realm_can_summarize_topics_group: 15,
  realm_create_multiuse_invite_group: 11,
  realm_create_private_stream_policy: 1,
  realm_create_public_stream_policy: 1,
  realm_create_web_public_stream_policy: 7,
  realm_default_language: "en",
  realm_digest_emails_enabled: false,
  realm_digest_weekday: 1,
  realm_disallow_disposable_email_addresses: true,
  realm_email_changes_disabled: false,
  realm_emails_restricted_to_domains: false,
  realm_enable_guest_user_dm_warning: true,
  realm_enable_guest_user_indicator: true,
  realm_giphy_rating: 2,
  realm_inline_url_embed_preview: false,
  realm_invite_required: false,
  realm_is_zephyr_mirror_realm: false,
  realm_jitsi_server_url: null,
  realm_logo_source: "D",
  realm_message_content_allowed_in_email_notifications: true,
  realm_name_changes_disabled: false,
  realm_night_logo_source: "D",
  realm_push_notifications_enabled_end_timestamp: null,
  realm_require_unique_names: false,
  realm_send_welcome_emails: true,
  realm_video_chat_provider: 1,
  realm_want_advertise_in_communities_directory: false,
  realm_zulip_update_announcements_stream_id: 3,
  server_jitsi_server_url: "https://meet.jit.si",
  server_max_deactivated_realm_deletion_days: null,
  server_min_deactivated_realm_deletion_days: 14,
  settings_send_digest_emails: true,
  zulip_plan_is_not_limited: true,
};

test("a new organization has the values of running servers", () => {
  const actual = Object.fromEntries(Object.keys(organization).map((name) => [name, told[name]]));
  assert.equal(actual, organization);
});

test("a registration lists nothing whose routes are not simulated, and tells the room for files that there is", () => {
  const { onboarding_steps, navigation_tour_video_url, realm_incoming_webhook_bots, realm_embedded_bots, realm_upload_quota_mib } = told;
  assert.equal([onboarding_steps, navigation_tour_video_url, realm_incoming_webhook_bots, realm_embedded_bots], [[], null, [], []]);
  assert.is(realm_upload_quota_mib, 200);
});

test("logos and the text about wide ones name the product", () => {
  const { realm_url, realm_logo_url, realm_night_logo_url, upgrade_text_for_wide_organization_logo } = told;
  const logo = `${realm_url}/static/images/logo/zulip-org-logo.svg?version=0`;
  assert.equal([realm_logo_url, realm_night_logo_url], [logo, logo]);
  assert.is(upgrade_text_for_wide_organization_logo, "Available on Zulip Cloud Standard. Upgrade to access.");
});

const settings: Body = {
  color_scheme: 1,
  default_language: "en",
  web_home_view: "inbox",
  demote_inactive_streams: 1,
  emojiset: "google",
  enable_drafts_synchronization: true,
  enter_sends: false,
  fluid_layout_width: false,
  high_contrast_mode: false,
  left_side_userlist: false,
  starred_message_counts: true,
  translate_emoticons: false,
  twenty_four_hour_time: false,
  desktop_icon_count_display: 1,
  email_notifications_batching_period_seconds: 120,
  enable_desktop_notifications: true,
  enable_digest_emails: true,
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
  pm_content_in_desktop_notifications: true,
  presence_enabled: true,
  realm_name_in_email_notifications_policy: 1,
  wildcard_mentions_notify: true,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  automatically_follow_topics_policy: 3,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  automatically_follow_topics_where_mentioned: true,
  display_emoji_reaction_users: true,
  email_address_visibility: 1,
  web_escape_navigates_to_home_view: true,
  receives_typing_notifications: true,
  send_private_typing_notifications: true,
  send_read_receipts: true,
  send_stream_typing_notifications: true,
  allow_private_data_export: false,
  web_mark_read_on_scroll_policy: 1,
  web_channel_default_view: 1,
  user_list_style: 3,
  web_animate_image_previews: "on_hover",
  web_stream_unreads_count_display_policy: 2,
  web_font_size_px: 16,
  web_line_height_percent: 140,
  web_navigate_to_sent_message: true,
  web_suggest_update_timezone: true,
  hide_ai_features: false,
};

test("new accounts begin with the settings of running servers, and can choose from as many sounds and emoji sets", () => {
  const { emojiset_choices, available_notification_sounds, ...defaults } = told.realm_user_settings_defaults as Body;
  assert.equal(defaults, settings);
  assert.equal([(emojiset_choices as Body[]).length, (available_notification_sounds as string[]).length], [4, 30]);
});

/** The default group; then `system` where only system groups can be chosen, which special ones can be, `own:` the default of system groups, `of:` those that can be chosen. */
const permissions: Readonly<Record<string, string>> = {
  "realm create_multiuse_invite_group": "administrators nobody",
  "realm can_access_all_users_group": "everyone system everyone of:everyone,members",
  "realm can_add_subscribers_group": "members nobody",
  "realm can_add_custom_emoji_group": "members nobody",
  "realm can_create_bots_group": "members nobody",
  "realm can_create_groups": "members nobody",
  "realm can_create_public_channel_group": "members nobody",
  "realm can_create_private_channel_group": "members nobody",
  "realm can_create_web_public_channel_group": "owners system nobody of:moderators,administrators,owners,nobody",
  "realm can_create_write_only_bots_group": "members nobody",
  "realm can_delete_any_message_group": "administrators nobody",
  "realm can_delete_own_message_group": "everyone nobody everyone",
  "realm can_invite_users_group": "members nobody",
  "realm can_manage_all_groups": "owners",
  "realm can_manage_billing_group": "administrators",
  "realm can_mention_many_users_group": "administrators nobody everyone",
  "realm can_move_messages_between_channels_group": "members nobody",
  "realm can_move_messages_between_topics_group": "everyone nobody everyone",
  "realm can_resolve_topics_group": "everyone nobody everyone",
  "realm can_summarize_topics_group": "everyone nobody everyone",
  "realm direct_message_initiator_group": "everyone nobody everyone",
  "realm direct_message_permission_group": "everyone nobody everyone",
  "stream can_add_subscribers_group": "nobody nobody",
  "stream can_administer_channel_group": "stream_creator_or_nobody nobody",
  "stream can_remove_subscribers_group": "administrators nobody everyone",
  "stream can_send_message_group": "everyone nobody everyone",
  "stream can_subscribe_group": "nobody nobody",
  "group can_add_members_group": "group_creator nobody own:nobody",
  "group can_join_group": "nobody nobody own:nobody",
  "group can_leave_group": "everyone nobody everyone own:nobody",
  "group can_manage_group": "group_creator nobody own:nobody",
  "group can_mention_group": "everyone nobody everyone own:nobody",
  "group can_remove_members_group": "nobody nobody own:nobody",
};

interface Permission {
  readonly require_system_group: boolean;
  readonly allow_internet_group: boolean;
  readonly allow_nobody_group: boolean;
  readonly allow_everyone_group: boolean;
  readonly default_group_name: string;
  readonly default_for_system_groups: string | null;
  readonly allowed_system_groups: readonly string[];
}

function inWords(permission: Permission): string {
  const words = [permission.default_group_name];
  if (permission.require_system_group) words.push("system");
  if (permission.allow_internet_group) words.push("internet");
  if (permission.allow_nobody_group) words.push("nobody");
  if (permission.allow_everyone_group) words.push("everyone");
  if (permission.default_for_system_groups) words.push(`own:${permission.default_for_system_groups}`);
  if (permission.allowed_system_groups.length > 0) words.push(`of:${permission.allowed_system_groups.join(",")}`);
  return words.join(" ").replaceAll("role:", "");
}

test("what may be chosen for each permission is what running servers say", () => {
  const all = told.server_supported_permission_settings as Readonly<Record<string, Readonly<Record<string, Permission>>>>;
  const actual = Object.entries(all).flatMap(([kind, each]) =>
    Object.entries(each).map(([name, one]) => [`${kind} ${name}`, inWords(one)]),
  );
  assert.equal(Object.fromEntries(actual), permissions);
});

test.run();
