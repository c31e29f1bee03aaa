import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { notificationSounds } from "../core/settings.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string) => ({ result: "error", msg, code: "BAD_REQUEST" });
const types = ["user_settings", "update_display_settings", "update_global_notifications", "realm_user"];
const set = (sim: Simulator, fields: Event, who = "alice") => sim.as(who).send("PATCH /settings", fields);
const update = (property: string, value: unknown) => ({ type: "user_settings", op: "update", property, value });
const settingsOf = (sim: Simulator, fields: Event = {}): Event =>
  sim.as("alice").send("POST /register", { fetch_event_types: ["user_settings"], ...fields }).body.user_settings as Event;

test("each setting that changes is an event of its own, and is there from then on", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  const wanted = {
    twenty_four_hour_time: true,
    web_home_view: "recent_topics",
    enter_sends: false,
    user_list_style: 2,
    notification_sound: "bright",
  };
  assert.equal(set(sim, { ...wanted, colour: "red" }).body, { ...ok, ignored_parameters_unsupported: ["colour"] });
  const { enter_sends, ...changed } = wanted;
  const heard = alice();
  assert.equal(
    heard.sort((a, b) => (String(a.property) < String(b.property) ? -1 : 1)),
    Object.entries(changed)
      .sort()
      .map(([name, value]) => update(name, value)),
  );
  assert.equal(bob(), []);
  const settings = settingsOf(sim);
  assert.equal(Object.fromEntries(Object.keys(wanted).map((name) => [name, settings[name]])), wanted);
});

test("the snapshot has what real clients read, and what there is to choose from", () => {
  const settings = settingsOf(createSimulator());
  const read = `twenty_four_hour_time display_emoji_reaction_users emojiset presence_enabled enter_sends color_scheme web_home_view
    user_list_style send_read_receipts enable_desktop_notifications enable_sounds pm_content_in_desktop_notifications timezone
    email_address_visibility default_language starred_message_counts enable_followed_topic_push_notifications`.split(/\s+/);
  assert.equal(
    read.filter((name) => settings[name] === undefined),
    [],
  );
  assert.equal(
    (settings.emojiset_choices as Event[]).map(({ key }) => key),
    ["google", "twitter", "text", "google-blob"],
  );
  assert.equal([settings.available_notification_sounds, settings.default_all_public_streams], [notificationSounds, undefined]);
});

test("a language is told with its name, a time zone to everyone", () => {
  const sim = createSimulator();
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  assert.equal(set(sim, { default_language: "de", timezone: "America/Argentina/Buenos_Aires" }).body, ok);
  const zone = { user_id: sim.cast.alice!.user_id, email: "alice@example.com", timezone: "America/Argentina/Buenos_Aires" };
  const moved = { type: "realm_user", op: "update", person: zone };
  assert.equal(alice(), [{ ...update("default_language", "de"), language_name: "Deutsch" }, update("timezone", zone.timezone), moved]);
  assert.equal(bob(), [moved]);
});

test("up to level 438 clients that know no settings object hear in the older ways too", () => {
  const heard = (options: SimulatorOptions, capabilities: string[] = []) => {
    const sim = createSimulator(options);
    const hear = listener(sim, "alice", types, capabilities);
    set(sim, { default_language: "fr", enable_sounds: false, send_read_receipts: false });
    return hear().map(({ op, ...event }) => event);
  };
  const user = "alice@example.com";
  const [language, sounds, receipts] = [
    { type: "user_settings", property: "default_language", value: "fr", language_name: "Français" },
    { type: "user_settings", property: "enable_sounds", value: false },
    { type: "user_settings", property: "send_read_receipts", value: false },
  ];
  assert.equal(heard({ level: 438 }), [
    language,
    { type: "update_display_settings", user, setting_name: "default_language", setting: "fr", language_name: "Français" },
    receipts,
    sounds,
    { type: "update_global_notifications", user, notification_name: "enable_sounds", setting: false },
  ]);
  assert.equal(heard({ level: 438 }, ["user_settings_object"]), [language, receipts, sounds]);
  assert.equal(heard({ level: 439 }), [language, receipts, sounds]);
});

test("a setting that is newer than the server is neither shown nor taken", () => {
  const sim = createSimulator({ level: 267 });
  assert.not("web_navigate_to_sent_message" in settingsOf(sim));
  const { body } = set(sim, { web_navigate_to_sent_message: false });
  assert.equal(body, { ...ok, ignored_parameters_unsupported: ["web_navigate_to_sent_message"] });
  assert.is(settingsOf(createSimulator({ level: 268 })).web_navigate_to_sent_message, true);
  assert.is(set(createSimulator({ level: 79 }), {}).status, 404);
});

test("name, password and the visibility of the address change with all that follows from them", () => {
  const sim = createSimulator();
  const bob = listener(sim, "bob", types);
  const user_id = sim.cast.alice!.user_id;
  const fields = { full_name: "Alice Ash", old_password: "alice-password", new_password: "ashtree", email_address_visibility: 3 };
  assert.equal(set(sim, fields).body, ok);
  const person = (change: Event) => ({ type: "realm_user", op: "update", person: { user_id, ...change } });
  const made = `user${user_id}@localhost`;
  const heard = bob();
  assert.equal(heard.slice(0, -1), [person({ full_name: "Alice Ash" }), person({ delivery_email: null }), person({ new_email: made })]);
  assert.is((heard.at(-1)!.person as Event).avatar_version, 1);
  const login = (password: string) => sim.as().send("POST /fetch_api_key", { username: "alice@example.com", password }).status;
  assert.equal([login("alice-password"), login("ashtree")], [401, 200]);
  const { email, full_name } = sim.as("bob").send(`GET /users/${user_id}`).body.user as Event;
  assert.equal([email, full_name], [made, "Alice Ash"]);
});

test("a refused request says what is wrong, one fault after the other, and nothing changes", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", types);
  const name = { full_name: "A" };
  const password = { ...name, new_password: "short", old_password: "wrong" };
  const batch = { ...password, email_notifications_batching_period_seconds: 0 };
  const possible = "Value error, Not in the list of possible values";
  const ladder: [Event, string][] = [
    [{ ...batch, color_scheme: 4, emojiset: "blob" }, `Invalid emojiset: ${possible}`],
    [{ ...batch, color_scheme: 4, web_font_size_px: -1 }, `Invalid color_scheme: ${possible}`],
    [{ ...batch, web_font_size_px: -1, enter_sends: 1 }, "enter_sends is not a boolean"],
    [{ ...batch, web_font_size_px: -1, timezone: "somewhere else" }, "web_font_size_px is too small"],
    [{ ...batch, timezone: "somewhere else" }, "Invalid timezone: Value error, Not a recognized time zone"],
    [batch, "Invalid email batching period: 0 seconds"],
    [{ ...batch, email_notifications_batching_period_seconds: -1 }, "Invalid email batching period: -1 seconds"],
    [{ ...batch, email_notifications_batching_period_seconds: 604_801 }, "Invalid email batching period: 604801 seconds"],
    [password, "Wrong password!"],
    [{ ...password, old_password: "alice-password" }, "New password is too weak!"],
    [{ ...name, enter_sends: true }, "Name too short!"],
  ];
  for (const [fields, msg] of ladder) {
    const refused = set(sim, fields);
    assert.equal([refused.status, refused.body], [400, failure(msg)], JSON.stringify(fields));
  }
  assert.equal(set(sim, {}, "robo").body, failure("This endpoint does not accept bot requests."));
  assert.equal(hear(), []);
  sim.act({ action: "set_realm", property: "email_auth_enabled", value: false });
  assert.equal(set(sim, password).body, failure("Password authentication is disabled in this organization"));
  assert.equal([set(sim, {}).body, set(sim, { full_name: "Alice Arbour", color_scheme: 1 }).body, hear()], [ok, ok, []]);
});

/** Values that a setting can have and cannot, as a server of level 372 answers; an empty text where it can. */
const values: readonly (readonly [name: string, value: unknown, msg: string])[] = [
  ["web_home_view", "recent", `Invalid web_home_view: Value error, Not in the list of possible values`],
  ["web_home_view", "all_messages", ""],
  ["timezone", "Bad/Zone", "Invalid timezone: Value error, Not a recognized time zone"],
  ["timezone", "Europe", "Invalid timezone: Value error, Not a recognized time zone"],
  ["timezone", "Etc/GMT+3", ""],
  ["timezone", "UTC", ""],
  ["notification_sound", "none", ""],
  ["notification_sound", "deep tom", ""],
  ["notification_sound", "beep_boop", ""],
  ["notification_sound", "bell", "Invalid notification sound 'bell'"],
  ["emojiset", "google-blob", ""],
];

test("settings take the values that running servers take, and begin with theirs", () => {
  const sim = createSimulator({ level: 372 });
  const { notification_sound, user_list_style } = settingsOf(sim);
  assert.equal([notification_sound, user_list_style], ["zulip", 3]);
  for (const [name, value, msg] of values) assert.is(set(sim, { [name]: value }).body.msg, msg, `${name} ${String(value)}`);
  const told = listener(sim, "alice", ["update_display_settings", "user_settings"]);
  assert.equal(set(sim, { dense_mode: true }).body, { ...ok, ignored_parameters_unsupported: ["dense_mode"] });
  assert.equal(told(), []);
});

test("the older names of the route change the same settings", () => {
  const sim = createSimulator();
  const fields = { twenty_four_hour_time: true, enable_sounds: false };
  for (const [i, kind] of ["display", "notifications"].entries()) {
    const sent = i === 0 ? fields : { twenty_four_hour_time: false, enable_sounds: true };
    assert.equal(sim.as("alice").send(`PATCH /settings/${kind}`, sent).body, { result: "success", msg: "" });
    const { user_settings } = sim
      .as("alice")
      .send("POST /register", { client_capabilities: { notification_settings_null: true, user_settings_object: true } }).body as {
      user_settings: Record<string, unknown>;
    };
    assert.equal([user_settings.twenty_four_hour_time, user_settings.enable_sounds], [sent.twenty_four_hour_time, sent.enable_sounds]);
  }
  assert.is(sim.as().send("PATCH /settings/display").status, 401);
});

test.run();
