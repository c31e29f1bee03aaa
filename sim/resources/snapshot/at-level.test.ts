import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../core/levels.ts";
import { registrationLevels } from "../../core/registration-levels.ts";
import { realmSettingLevels } from "../../core/settings.ts";
import { createSimulator } from "../../server/simulator.ts";

type Body = Readonly<Record<string, unknown>>;

/** All fields that a server of a level tells at registration; spelled with the brand word of running servers or with the plain one. */
const registration = (level: number, brand = "service", fields: Body = {}): Body =>
  createSimulator({ level, brand, realm: { users: { dana: { role: "administrator" } } } })
    .as("dana")
    .send("POST /register", fields).body;

/** The levels between which a field is there. */
const spans: Readonly<Record<string, readonly [number, number?]>> = {
  ...Object.fromEntries(Object.entries(realmSettingLevels).map(([name, since]) => [`realm_${name}`, [since] as const])),
  ...registrationLevels,
  realm_giphy_rating: [55, 453],
};

test("each field is there from its level on, and ends at the level that took it away", () => {
  const known = new Map<number, ReadonlySet<string>>();
  const names = (level: number) => {
    if (!known.has(level)) known.set(level, new Set(Object.keys(registration(level))));
    return known.get(level)!;
  };
  const wrong = Object.entries(spans).flatMap(([name, [since, until]]) => {
    const last = (until ?? newestLevel + 1) - 1;
    const outside = [since - 1, ...(until ? [until] : [])].filter((level) => level >= 1);
    const misses = [Math.max(1, since), last].filter((level) => !names(level).has(name)).map((level) => `${name} is missing at ${level}`);
    return [...misses, ...outside.filter((level) => names(level).has(name)).map((level) => `${name} is there at ${level}`)];
  });
  assert.equal(wrong, []);
});

const ofRunningServers372 = `avatar_changes_disabled billing bot_domain can_add_custom_emoji_group can_create_bots_group
  can_create_write_only_bots_group can_invite_users_group can_manage_billing_group can_summarize_topics_group create_multiuse_invite_group
  create_private_stream_policy create_public_stream_policy create_web_public_stream_policy default_language default_stream_groups
  digest_emails_enabled digest_weekday disallow_disposable_email_addresses email_changes_disabled emails_restricted_to_domains
  enable_guest_user_dm_warning enable_guest_user_indicator giphy_rating inline_url_embed_preview invite_required is_zephyr_mirror_realm
  jitsi_server_url logo_source logo_url message_content_allowed_in_email_notifications name_changes_disabled night_logo_source
  night_logo_url push_notifications_enabled_end_timestamp require_unique_names send_welcome_emails video_chat_provider
  want_advertise_in_communities_directory zulip_update_announcements_stream_id`.split(/\s+/);

test("a server of level 372 tells all that running servers tell of the organization", () => {
  const told = registration(372, "zulip");
  const others = `giphy_rating_options navigation_tour_video_url server_can_summarize_topics server_jitsi_server_url
    server_max_deactivated_realm_deletion_days server_min_deactivated_realm_deletion_days server_supported_permission_settings
    server_thumbnail_formats settings_send_digest_emails upgrade_text_for_wide_organization_logo zulip_plan_is_not_limited
    available_notification_sounds emojiset_choices timezone`.split(/\s+/);
  const wanted = [...ofRunningServers372.map((name) => `realm_${name}`), ...others];
  assert.equal(
    wanted.filter((name) => !(name in told)),
    [],
  );
});

test("null stands only where the schema has it", () => {
  const nullable = [
    "server_max_deactivated_realm_deletion_days",
    "realm_push_notifications_enabled_end_timestamp",
    "realm_jitsi_server_url",
  ];
  for (const level of [247, 372, newestLevel]) {
    const nulls = Object.entries(registration(level)).flatMap(([name, value]) => (value === null ? [name] : []));
    assert.equal(
      nulls.filter((name) => ![...nullable, "navigation_tour_video_url"].includes(name)),
      [],
      `level ${level}`,
    );
  }
});

test("policies that were numbers follow the settings that came after them", () => {
  const policies = (sim: ReturnType<typeof createSimulator>): Body =>
    sim.as("alice").send("POST /register", { fetch_event_types: ["realm"] }).body;
  const sim = createSimulator({ level: 247 });
  const { realm_invite_to_realm_policy, realm_edit_topic_policy, realm_wildcard_mention_policy, realm_private_message_policy } =
    policies(sim);
  assert.equal(
    [realm_invite_to_realm_policy, realm_edit_topic_policy, realm_wildcard_mention_policy, realm_private_message_policy],
    [1, 5, 5, 1],
  );
  sim.act({ action: "set_realm", property: "can_move_messages_between_topics_group", value: "role:moderators" });
  sim.act({ action: "set_realm", property: "direct_message_initiator_group", value: "role:nobody" });
  assert.equal([policies(sim).realm_edit_topic_policy, policies(sim).realm_private_message_policy], [4, 2]);
});

test("what may be chosen for a setting that names people goes with the settings of the level", () => {
  const permissions = (level: number) => registration(level).server_supported_permission_settings as Readonly<Record<string, Body>>;
  const names = (level: number) =>
    Object.fromEntries(Object.entries(permissions(level)).map(([kind, settings]) => [kind, Object.keys(settings).length]));
  assert.equal(
    [names(247), names(372), names(newestLevel)],
    [
      { realm: 2, stream: 1, group: 1 },
      { realm: 22, stream: 5, group: 6 },
      { realm: 25, stream: 11, group: 6 },
    ],
  );
  assert.equal(permissions(newestLevel).realm!.can_manage_all_groups, {
    require_system_group: false,
    allow_internet_group: false,
    allow_nobody_group: false,
    allow_everyone_group: false,
    default_group_name: "role:owners",
    default_for_system_groups: null,
    allowed_system_groups: [],
  });
  const creator = (level: number) => (permissions(level).stream!.can_administer_channel_group as Body).default_group_name;
  assert.equal([creator(426), creator(427)], ["stream_creator_or_nobody", "channel_creator"]);
});

test("the policy of who edits groups ends where can_create_groups begins", () => {
  const told = (level: number): unknown[] => {
    const { realm_user_group_edit_policy, realm_can_create_groups } = createSimulator({ level }).as("alice").send("POST /register").body;
    return [realm_user_group_edit_policy, typeof realm_can_create_groups];
  };
  assert.equal([298, 299, 372].map(told), [
    [1, "undefined"],
    [undefined, "number"],
    [undefined, "number"],
  ]);
});

test.run();
