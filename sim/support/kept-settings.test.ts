import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const failure = (msg: string, code = "BAD_REQUEST") => ({ result: "error", msg, code });
const set = (sim: Simulator, fields: Event, as = "owen") => sim.as(as).send("PATCH /realm", fields);
const shown = (sim: Simulator): Event =>
  sim
    .fork()
    .as("gus")
    .send("POST /register", { fetch_event_types: ["realm"] }).body;
const channelId = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;

test("settings that are for clients alone are kept, shown and told", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm"]);
  const general = channelId(sim, "general");
  const wanted: Event = {
    avatar_changes_disabled: true,
    default_language: "de",
    digest_emails_enabled: true,
    digest_weekday: 4,
    invite_required: true,
    new_stream_announcements_stream_id: general,
    signup_announcements_stream_id: general,
    video_chat_provider: 0,
    presence_disabled: true,
  };
  const answer = set(sim, { ...wanted, message_retention_days: 30 });
  assert.equal([answer.status, answer.body.ignored_parameters_unsupported, answer.body.default_language], [200, undefined, "updated"]);
  const told = Object.fromEntries(hear().map(({ property, value }) => [property, value]));
  assert.equal(told, { ...wanted, message_retention_days: 30 });
  const realm = shown(sim);
  for (const [name, value] of Object.entries(told)) assert.equal(realm[`realm_${name}`], value, name);
  set(sim, { ...wanted, message_retention_days: '"unlimited"' });
  assert.equal(hear(), [{ type: "realm", op: "update", property: "message_retention_days", value: -1 }]);
});

test("values that a setting cannot have are refused", () => {
  const sim = createSimulator();
  const rows: [Event, string][] = [
    [{ default_language: "xx" }, "Invalid language 'xx'"],
    [{ new_stream_announcements_stream_id: 4711 }, "Invalid channel ID"],
    [{ moderation_request_channel_id: channelId(sim, "general") }, "Moderation request channel must be private."],
    [{ message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
    [{ digest_weekday: 7 }, "Invalid digest_weekday: Value error, Not in the list of possible values"],
    [{ jitsi_server_url: "nowhere" }, "jitsi_server_url is not an allowed_type"],
  ];
  for (const [fields, msg] of rows) assert.equal(set(sim, fields).body, failure(msg), msg);
  for (const name of ["invite_required", "message_retention_days", "emails_restricted_to_domains"]) {
    assert.is(set(sim, { [name]: name === "message_retention_days" ? 3 : true }, "dana").body.code, "UNAUTHORIZED_PRINCIPAL", name);
  }
});

test("the channel of the server's own announcements and the rating of GIFs go by their names of the level and brand", () => {
  const sim = createSimulator({ brand: "zulip", level: 453 });
  const hear = listener(sim, "gus", ["realm"]);
  set(sim, { zulip_update_announcements_stream_id: channelId(sim, "general"), gif_rating_policy: 1 });
  assert.equal(
    hear()
      .map(({ property }) => property)
      .sort(),
    ["gif_rating_policy", "zulip_update_announcements_stream_id"],
  );
  const { realm_zulip_update_announcements_stream_id, realm_gif_rating_policy } = shown(sim);
  assert.equal([realm_zulip_update_announcements_stream_id, realm_gif_rating_policy], [channelId(sim, "general"), 1]);
});

test("before there were policies for topics, they were mandatory or not", () => {
  const mandatory = (level: number) => {
    const sim = createSimulator({ level });
    const hear = listener(sim, "gus", ["realm"]);
    const ignored = set(sim, { mandatory_topics: true }).body.ignored_parameters_unsupported;
    return [ignored, hear().map(({ property }) => property), shown(sim).realm_mandatory_topics];
  };
  assert.equal(
    [mandatory(391), mandatory(392)],
    [
      [undefined, ["mandatory_topics"], true],
      [["mandatory_topics"], [], false],
    ],
  );
});

test("an account gets another address: by itself at once, by an administrator, and logs in with it", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["realm_user"]);
  const change = (fields: Event, as = "alice") => sim.as(as).send("PATCH /settings", fields).body;
  const user_id = sim.cast.alice!.user_id;
  assert.equal(change({ email: "alix@example.com" }), { result: "success", msg: "" });
  const told = (address: string) => [{ delivery_email: address }, { new_email: address }].map((person) => ({ user_id, ...person }));
  assert.equal(
    hear()
      .map(({ person }) => person)
      .slice(0, 2),
    told("alix@example.com"),
  );
  assert.is(sim.as("alice").send("GET /users/me").body.delivery_email, "alix@example.com");
  assert.equal(change({ email: "bob@example.com" }), failure("Already has an account."));
  assert.equal(change({ email: "nobody" }), failure("Enter a valid email address."));
  assert.is(sim.as("dana").send(`PATCH /users/${user_id}`, { new_email: "alice@example.org" }).status, 200);
  assert.equal(
    hear()
      .map(({ person }) => person)
      .slice(0, 2),
    told("alice@example.org"),
  );
  const robo = sim.cast.robo!.user_id;
  assert.equal(
    sim.as("alice").send(`PATCH /users/${robo}`, { new_email: "robi@example.org" }).body,
    failure("User not authorized to change user emails"),
  );
});

test("names and addresses stay where the organization says so, but for administrators", () => {
  const sim = createSimulator();
  set(sim, { name_changes_disabled: true, email_changes_disabled: true });
  const change = (fields: Event, as: string) => sim.as(as).send("PATCH /settings", fields).body;
  assert.equal(change({ email: "alix@example.com" }, "alice"), failure("Email address changes are disabled in this organization."));
  change({ full_name: "Alix" }, "alice");
  change({ full_name: "Dan", email: "dan@example.com" }, "dana");
  const name = (as: string) => sim.as(as).send("GET /users/me").body.full_name;
  assert.equal([name("alice") === "Alix", name("dana")], [false, "Dan"]);
});

test("an account is changed by its address too", () => {
  const sim = createSimulator();
  const change = (address: string, fields: Event, as = "dana") => sim.as(as).send(`PATCH /users/${address}`, fields);
  assert.is(change("bob@example.com", { full_name: "Robert" }).status, 200);
  assert.is(sim.as("bob").send("GET /users/me").body.full_name, "Robert");
  assert.equal(change("bob@example.com", { full_name: "x" }).body, failure("Name too short!"));
  assert.equal(change("nobody@example.com", {}).body, failure("No such user"));
  assert.equal(change("bob@example.com", {}, "cara").body, failure("Insufficient permission"));
});

test("administrators say of another person what is so for now", () => {
  const sim = createSimulator();
  const bob = sim.cast.bob!.user_id;
  const hear = listener(sim, "gus", ["user_status"]);
  const say = (fields: Event, as = "dana", id = bob) => sim.as(as).send(`POST /users/${id}/status`, fields).body;
  assert.equal(say({ status_text: "on leave", emoji_name: "car", away: true }), {
    result: "success",
    msg: "",
    ignored_parameters_unsupported: ["away"],
  });
  const status = { status_text: "on leave", emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" };
  assert.equal(hear(), [{ type: "user_status", user_id: bob, ...status }]);
  assert.equal(sim.as("alice").send(`GET /users/${bob}/status`).body.status, status);
  assert.equal(say({}), failure("Client did not pass any new values."));
  assert.is(say({ status_text: "x" }, "alice").code, "UNAUTHORIZED_PRINCIPAL");
  assert.equal(say({ status_text: "x" }, "dana", sim.cast.robo!.user_id), failure("No such user"));
});

test.run();
