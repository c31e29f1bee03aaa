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
/** The history of the edits of a message, as alice sees it. */
const edits = (sim: Simulator, id: unknown): unknown => (sim.as("alice").send(`GET /messages/${id}`).body.message as Event).edit_history;
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
    [{ jitsi_server_url: "https://meet.example.org" }, "jitsi_server_url is not valid JSON"],
    [{ jitsi_server_url: '"nowhere"' }, "jitsi_server_url is not an allowed_type"],
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
    const { mandatory_topics, ignored_parameters_unsupported: ignored } = set(sim, { mandatory_topics: true }).body;
    return [mandatory_topics, ignored, hear().map(({ property }) => property), shown(sim).realm_mandatory_topics];
  };
  assert.equal(
    [mandatory(391), mandatory(392)],
    [
      [true, undefined, ["mandatory_topics"], true],
      [undefined, ["mandatory_topics"], [], false],
    ],
  );
});

test("before there was a policy for it, the history of edits was shown or not", () => {
  const hidden = (level: number) => {
    const sim = createSimulator({ level });
    const hear = listener(sim, "gus", ["realm"]);
    const { id } = sim.as("alice").send("POST /messages", { type: "stream", to: "general", topic: "soup", content: "x" }).body;
    sim.as("alice").send(`PATCH /messages/${id}`, { content: "y" });
    const { status, body } = set(sim, { allow_edit_history: false });
    const told = hear().map(({ op, property, value }) => [op, property, value]);
    return [
      status,
      body.allow_edit_history,
      body.ignored_parameters_unsupported,
      told,
      shown(sim).realm_allow_edit_history,
      edits(sim, id) !== undefined,
    ];
  };
  assert.equal(hidden(357), [200, false, undefined, [["update", "allow_edit_history", false]], false, false]);
  assert.equal(hidden(358), [200, undefined, ["allow_edit_history"], [], true, true]);
  assert.equal(set(createSimulator({ level: 357 }), { allow_edit_history: "no" }).body, failure("allow_edit_history is not valid JSON"));
});

test.run();
