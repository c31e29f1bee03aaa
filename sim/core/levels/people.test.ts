import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Event } from "../../actions/hearing.test.kit.ts";
import { settingLevels } from "../settings.ts";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import {
  act,
  body,
  capable,
  group,
  hasRoute,
  hasSetting,
  hears,
  opsOfLeaving,
  outcome,
  reads,
  type ShownList,
  says,
  send,
  tells,
  told,
  user,
} from "./looks.test.kit.ts";
import { invitation, madeBot, ownerBody, ownerHasRoute, ownerReads } from "./owner-looks.test.kit.ts";
import { peopleLevels } from "./people.ts";

const boundaries: Boundaries = {
  pushTests: [hasRoute("POST /mobile_push/test_notification"), false, true],
  encryptedPushTests: [hasRoute("POST /mobile_push/e2ee/test_notification"), false, true],
  channelsOfUsers: [(sim) => hasRoute(`GET /users/${user(sim, "bob")}/channels`)(sim), false, true],
  recentHomeView: [
    says("PATCH /settings", { web_home_view: "recent" }, "alice"),
    "Invalid web_home_view: Value error, Not in the list of possible values",
    "success",
  ],
  settingsAtOnce: [hasRoute("PATCH /settings"), false, true],
  send_private_typing_notifications: [hasSetting("send_private_typing_notifications"), false, true],
  send_read_receipts: [hasSetting("send_read_receipts"), false, true],
  send_stream_typing_notifications: [hasSetting("send_stream_typing_notifications"), false, true],
  web_escape_navigates_to_home_view: [hasSetting("web_escape_navigates_to_home_view"), false, true],
  display_emoji_reaction_users: [hasSetting("display_emoji_reaction_users"), false, true],
  user_list_style: [hasSetting("user_list_style"), false, true],
  email_address_visibility: [hasSetting("email_address_visibility"), false, true],
  realm_name_in_email_notifications_policy: [hasSetting("realm_name_in_email_notifications_policy"), false, true],
  apiKeyUserId: [
    (sim) => "user_id" in body(sim, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" }),
    false,
    true,
  ],
  web_mark_read_on_scroll_policy: [hasSetting("web_mark_read_on_scroll_policy"), false, true],
  enable_followed_topic_audible_notifications: [hasSetting("enable_followed_topic_audible_notifications"), false, true],
  enable_followed_topic_desktop_notifications: [hasSetting("enable_followed_topic_desktop_notifications"), false, true],
  enable_followed_topic_email_notifications: [hasSetting("enable_followed_topic_email_notifications"), false, true],
  enable_followed_topic_push_notifications: [hasSetting("enable_followed_topic_push_notifications"), false, true],
  enable_followed_topic_wildcard_mentions_notify: [hasSetting("enable_followed_topic_wildcard_mentions_notify"), false, true],
  web_stream_unreads_count_display_policy: [hasSetting("web_stream_unreads_count_display_policy"), false, true],
  automatically_follow_topics_policy: [hasSetting("automatically_follow_topics_policy"), false, true],
  automatically_unmute_topics_in_muted_streams_policy: [hasSetting("automatically_unmute_topics_in_muted_streams_policy"), false, true],
  accessibleUsers: [tells("realm_can_access_all_users_group"), false, true],
  user_list_incomplete: [
    (sim) =>
      (
        told(
          act(sim, { action: "set_realm", property: "can_access_all_users_group", value: group(sim, "role:members") }),
          "realm_user",
          "gus",
          { client_capabilities: capable("user_list_incomplete") },
        ).realm_users as ShownList
      ).some(({ full_name }) => full_name === "Unknown user"),
    true,
    false,
  ],
  automatically_follow_topics_where_mentioned: [hasSetting("automatically_follow_topics_where_mentioned"), false, true],
  web_font_size_px: [hasSetting("web_font_size_px"), false, true],
  web_line_height_percent: [hasSetting("web_line_height_percent"), false, true],
  typingReceivers: [
    (sim) =>
      hears(act(sim, { action: "set_user", as: "bob", property: "receives_typing_notifications", value: false }), "bob", ["typing"], () =>
        send(sim, "POST /typing", { op: "start", to: [user(sim, "bob")] }),
      ).length,
    1,
    0,
  ],
  receives_typing_notifications: [hasSetting("receives_typing_notifications"), false, true],
  userStatusFetch: [(sim) => hasRoute(`GET /users/${user(sim, "bob")}/status`)(sim), false, true],
  web_navigate_to_sent_message: [hasSetting("web_navigate_to_sent_message"), false, true],
  web_channel_default_view: [hasSetting("web_channel_default_view"), false, true],
  web_animate_image_previews: [hasSetting("web_animate_image_previews"), false, true],
  allow_private_data_export: [hasSetting("allow_private_data_export"), false, true],
  profileFieldEditing: [
    (sim) => "editable_by_user" in (body(sim, "GET /realm/profile_fields").custom_fields as ShownList)[0]!,
    false,
    true,
  ],
  usersByRealAddress: [
    (sim) =>
      outcome(
        send(
          act(sim, { action: "set_user", as: "bob", property: "email_address_visibility", value: 3 }),
          "GET /users/bob@example.com",
          {},
          "dana",
        ),
      ),
    "No such user",
    "success",
  ],
  web_suggest_update_timezone: [hasSetting("web_suggest_update_timezone"), false, true],
  hide_ai_features: [hasSetting("hide_ai_features"), false, true],
  leavingWithAccounts: [(sim) => opsOfLeaving(sim, "cara", "general"), [], ["peer_remove"]],
  chosenUsers: [reads("GET /users", "user_ids", { user_ids: [] }), false, true],
  resolved_topic_notice_auto_read_policy: [hasSetting("resolved_topic_notice_auto_read_policy"), false, true],
  navigationViews: [hasRoute("GET /navigation_views"), false, true],
  web_left_sidebar_unreads_count_summary: [hasSetting("web_left_sidebar_unreads_count_summary"), false, true],
  web_left_sidebar_show_channel_folders: [hasSetting("web_left_sidebar_show_channel_folders"), false, true],
  web_inbox_show_channel_folders: [hasSetting("web_inbox_show_channel_folders"), false, true],
  devices: [hasRoute("POST /register_client_device"), false, true],
  deviceRemoval: [hasRoute("POST /remove_client_device"), false, true],
  addressInUseWords: [
    says("POST /users", { email: "bob@example.com", password: "bobbob", full_name: "Bob" }, "owen"),
    "Email 'bob@example.com' already in use",
    "Email is already in use.",
  ],
  unknownPeopleTogether: [
    (sim) => {
      const mentor = [...sim.snapshot().world.fields.values()].find(({ type }) => type === 6)!;
      const profile_data = [{ id: mentor.id, value: [9998, 9999] }];
      return outcome(send(sim, `PATCH /users/${user(sim, "bob")}`, { profile_data }, "owen"));
    },
    "Invalid user ID: 9998",
    "Invalid user IDs: 9998, 9999",
  ],
  denseModeGone: [
    (sim) => [
      hasSetting("dense_mode")(sim),
      reads("PATCH /settings", "dense_mode", { dense_mode: true, enter_sends: true })(sim),
      tells("dense_mode", "update_display_settings")(sim),
    ],
    [true, true, true],
    [false, false, false],
  ],
  moderatorsAbove: [(sim) => told(sim, "realm_user", "dana").is_moderator, false, true],
  settingsDefaults: [ownerHasRoute("PATCH /realm/user_settings_defaults"), false, true],
  linksOfMembers: [
    (sim) => {
      sim.act({ action: "set_realm", property: "create_multiuse_invite_group", value: "role:members" });
      return sim.as("bob").send("POST /invites/multiuse").status;
    },
    400,
    200,
  ],
  channelsOfInvites: [ownerReads("POST /invites", "include_realm_default_subscriptions", invitation), false, true],
  referrerNotices: [
    (sim) => {
      ownerBody(sim, "POST /invites", invitation);
      return "notify_referrer_on_join" in (ownerBody(sim, "GET /invites").invites as Event[])[0]!;
    },
    false,
    true,
  ],
  exportConsents: [ownerHasRoute("GET /export/realm/consents"), false, true],
  userByAddressEdits: [ownerHasRoute("PATCH /users/bob@example.com"), false, true],
  groupsOfInvites: [ownerReads("POST /invites", "group_ids", { ...invitation, group_ids: [] }), false, true],
  statusOfOthers: [ownerHasRoute("POST /users/13/status", { status_text: "away" }), false, true],
  consentVisibility: [
    (sim) => "email_address_visibility" in (ownerBody(sim, "GET /export/realm/consents").export_consents as Event[])[0]!,
    false,
    true,
  ],
  botKeys: [(sim) => "api_key" in ownerBody(sim, `GET /bots/${madeBot(sim).user_id}/api_key`), false, true],
  statusByBots: [
    (sim) => {
      sim.act({ action: "set_user", as: "robo", property: "role", value: "administrator" });
      return sim.as("robo").send("POST /users/13/status", { status_text: "away" }).status;
    },
    400,
    200,
  ],
  deliveryAddresses: [
    (sim) => (ownerBody(sim, "GET /users", {}, "bob").members as Event[]).every((record) => "delivery_email" in record),
    false,
    true,
  ],
  leanBots: [
    (sim) => {
      madeBot(sim);
      return "email" in (ownerBody(sim, "POST /register", { fetch_event_types: ["realm_bot"] }).realm_bots as Event[])[0]!;
    },
    true,
    false,
  ],
};

for (const [name, find, expected] of [coverageOf({ ...peopleLevels, ...settingLevels }, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
