import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string) => ({ result: "error", msg, code: "BAD_REQUEST" });
const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const set = (sim: Simulator, who: string, fields: Event) => sim.as(who).send("POST /users/me/status", fields);
const statusOf = (sim: Simulator, who: string) => sim.as("gus").send(`GET /users/${idOf(sim, who)}/status`).body.status;
const all = (sim: Simulator) => sim.as("gus").send("POST /register", { fetch_event_types: ["user_status"] }).body.user_status;

test("a status has a text, an emoji or both; each is set and cleared by itself, and everyone hears of what was set", () => {
  const sim = createSimulator();
  const hear = listener(sim, "gus", ["user_status"]);
  const user_id = idOf(sim, "bob");
  assert.equal([statusOf(sim, "bob"), all(sim)], [{}, {}]);
  assert.equal(set(sim, "bob", { status_text: "  in the shed " }).body, ok);
  const emoji = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
  set(sim, "bob", { emoji_name: "tada" });
  const both = { status_text: "in the shed", ...emoji };
  assert.equal([statusOf(sim, "bob"), all(sim)], [both, { [user_id]: both }]);
  set(sim, "bob", { emoji_name: "" });
  assert.equal(statusOf(sim, "bob"), { status_text: "in the shed" });
  set(sim, "bob", { status_text: "" });
  assert.equal([statusOf(sim, "bob"), all(sim)], [{}, {}]);
  const event = { type: "user_status", user_id };
  assert.equal(hear(), [
    { ...event, status_text: "in the shed" },
    { ...event, ...emoji },
    { ...event, emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" },
    { ...event, status_text: "" },
  ]);
});

test("custom emoji serve too, by name or by all three parts", () => {
  const sim = createSimulator();
  const [custom] = [...sim.snapshot().world.emoji.values()];
  const emoji = { emoji_name: "watering_can", emoji_code: String(custom!.id), reaction_type: "realm_emoji" };
  set(sim, "bob", { emoji_name: "watering_can" });
  assert.equal(statusOf(sim, "bob"), emoji);
  set(sim, "alice", emoji);
  assert.equal(statusOf(sim, "alice"), emoji);
});

test("being away is not showing one's presence", () => {
  const sim = createSimulator();
  const hear = listener(sim, "bob", ["user_status", "user_settings"]);
  assert.equal(set(sim, "bob", { away: true }).body, ok);
  assert.equal([statusOf(sim, "bob"), all(sim)], [{ away: true }, { [idOf(sim, "bob")]: { away: true } }]);
  assert.equal(hear(), [
    { type: "user_settings", op: "update", property: "presence_enabled", value: false },
    { type: "user_status", user_id: idOf(sim, "bob"), away: true },
  ]);
  set(sim, "bob", { away: false });
  assert.equal(statusOf(sim, "bob"), {});
});

test("who is away no more is seen as active, and who goes away is not told of", () => {
  const sim = createSimulator();
  const hear = listener(sim, "alice", ["presence"]);
  set(sim, "bob", { away: true });
  assert.equal(hear(), []);
  sim.advance({ ms: 1000 });
  set(sim, "bob", { away: false });
  const website = { client: "website", status: "active", timestamp: sim.now() / 1000, pushable: false };
  assert.equal(
    hear().map(({ presence }) => presence),
    [{ website }],
  );
});

test("refusals name what is wrong, and nothing is set", () => {
  const sim = createSimulator();
  const id = String([...sim.snapshot().world.emoji.keys()][0]);
  const custom = { emoji_name: "watering_can", emoji_code: id, reaction_type: "realm_emoji" };
  const rows: [string, string, Event, string][] = [
    ["robo", "POST /users/me/status", {}, "This endpoint does not accept bot requests."],
    ["bob", "POST /users/me/status", { status_text: "😀".repeat(61) }, "status_text is too long (limit: 60 characters)"],
    ["bob", "POST /users/me/status", { emoji_code: "1f389" }, "Client did not pass any new values."],
    [
      "bob",
      "POST /users/me/status",
      { emoji_code: "1f389", away: true },
      "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
    ],
    ["bob", "POST /users/me/status", { emoji_name: "tadaa" }, "Emoji 'tadaa' does not exist"],
    ["bob", "POST /users/me/status", { emoji_name: "tada", emoji_code: "1f388" }, "Invalid emoji name."],
    ["bob", "POST /users/me/status", { ...custom, reaction_type: "x" }, "Invalid emoji type."],
    ["bob", "POST /users/me/status", { ...custom, emoji_code: "1" }, "Invalid custom emoji."],
    ["bob", "POST /users/me/status", { ...custom, emoji_code: "x" }, "Invalid custom emoji."],
    ["bob", "POST /users/me/status", { ...custom, emoji_name: "tada" }, "Invalid custom emoji name."],
    ["bob", "GET /users/999/status", {}, "No such user"],
    ["bob", `GET /users/${idOf(sim, "robo")}/status`, {}, "No such user"],
    ["bob", `GET /users/${idOf(sim, "zoe")}/status`, {}, "User is deactivated"],
  ];
  for (const [who, route, fields, msg] of rows) {
    const refused = sim.as(who).send(route, fields);
    assert.equal([refused.status, refused.body], [400, failure(msg)], `${route} ${JSON.stringify(fields)}`);
  }
  assert.equal(all(sim), {});
  assert.equal(set(sim, "bob", { status_text: "😀".repeat(60) }).body, ok);
  const old = createSimulator({ level: 261 });
  assert.is(old.as("bob").send(`GET /users/${idOf(sim, "alice")}/status`).status, 404);
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
