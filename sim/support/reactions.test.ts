import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, to = "general", topic = "soup") =>
  Number(sim.as("bob").send("POST /messages", { type: "channel", to, topic, content: "hot" }).body.id);
const react = (sim: Simulator, as: string, id: unknown, fields: Event) => sim.as(as).send(`POST /messages/${id}/reactions`, fields);
const unreact = (sim: Simulator, as: string, id: unknown, fields: Event) => sim.as(as).send(`DELETE /messages/${id}/reactions`, fields);
const fetched = (sim: Simulator, as: string, id: unknown) => sim.as(as).send(`GET /messages/${id}`).body.message as Event;
const customId = (sim: Simulator): string => Object.keys(sim.as("alice").send("GET /realm/emoji").body.emoji as object)[0]!;

const tada = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" };
const brand = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };

test("an emoji is named by name alone, by name and code, by name and type, or by all three", () => {
  const sim = createSimulator();
  const can = { emoji_name: "watering_can", emoji_code: customId(sim), reaction_type: "realm_emoji" };
  for (const emoji of [tada, can, brand]) {
    const { emoji_name, emoji_code, reaction_type } = emoji;
    for (const fields of [{ emoji_name }, { emoji_name, emoji_code }, { emoji_name, reaction_type }, emoji]) {
      const id = send(sim);
      assert.equal(react(sim, "alice", id, fields).body, ok, JSON.stringify(fields));
      assert.equal(fetched(sim, "alice", id).reactions, [{ ...emoji, user_id: userId(sim, "alice") }]);
    }
  }
});

test("everyone who sees the message hears of a reaction and of its end", () => {
  const sim = createSimulator();
  const id = send(sim);
  const ears = ["alice", "bob", "gus"].map((name) => listener(sim, name, ["reaction"]));
  const outside = listener(sim, "dana", ["reaction"]);
  const common = { type: "reaction", user_id: userId(sim, "alice"), message_id: id, ...tada };
  react(sim, "alice", id, tada);
  for (const heard of ears) assert.equal(heard(), [{ ...common, op: "add" }]);
  assert.equal(unreact(sim, "alice", id, { emoji_name: "tada" }).body, ok);
  for (const heard of ears) assert.equal(heard(), [{ ...common, op: "remove" }]);
  assert.is(outside().length, 2);
  assert.equal(fetched(sim, "alice", id).reactions, []);
  const hidden = Number(sim.as("alice").send("POST /messages", { type: "channel", to: "team", topic: "x", content: "y" }).body.id);
  react(sim, "bob", hidden, tada);
  assert.equal([ears[0]!().length, ears[2]!(), outside()], [1, [], []]);
});

test("who uses an emoji that is there joins it, under the name that it has there", () => {
  const sim = createSimulator();
  const id = send(sim);
  react(sim, "alice", id, { emoji_name: "+1" });
  const heard = listener(sim, "bob", ["reaction"]);
  assert.equal(react(sim, "cara", id, { emoji_name: "thumbs_up" }).body, ok);
  assert.equal(react(sim, "dana", id, { ...tada, emoji_name: "nonsense", emoji_code: "1f44d" }).body, ok);
  const names = (fetched(sim, "bob", id).reactions as Event[]).map(({ emoji_name, user_id }) => [emoji_name, user_id]);
  assert.equal(
    names,
    ["alice", "cara", "dana"].map((name) => ["+1", userId(sim, name)]),
  );
  assert.equal(
    heard().map(({ emoji_name }) => emoji_name),
    ["+1", "+1"],
  );
  assert.is(react(sim, "alice", id, { emoji_name: "like" }).body.code, "REACTION_ALREADY_EXISTS");
  assert.equal(unreact(sim, "cara", id, { emoji_name: "like" }).body, ok);
});

test("a custom emoji that went out of use can be joined and taken back, but not be chosen", () => {
  const sim = createSimulator();
  const [id, other] = [send(sim), send(sim)];
  const can = { emoji_name: "watering_can", emoji_code: customId(sim), reaction_type: "realm_emoji" };
  react(sim, "cara", id, can);
  sim.as("cara").send("DELETE /realm/emoji/watering_can");
  assert.equal(react(sim, "alice", id, can).body, ok);
  assert.equal(react(sim, "alice", other, can).body, failure("This custom emoji has been deactivated."));
  assert.equal(react(sim, "alice", other, { emoji_name: "watering_can" }).body, failure("Emoji 'watering_can' does not exist"));
  assert.equal(unreact(sim, "cara", id, can).body, ok);
  assert.equal(fetched(sim, "bob", id).reactions, [{ ...can, user_id: userId(sim, "alice") }]);
});

test("what is no emoji is refused for its first fault", () => {
  const sim = createSimulator();
  const id = send(sim);
  const code = customId(sim);
  const ladder: [unknown, Event, object][] = [
    [id, {}, failure("Missing 'emoji_name' argument", "REQUEST_VARIABLE_MISSING", { var_name: "emoji_name" })],
    [4711, { emoji_name: "nonesuch" }, failure("Invalid message(s)")],
    [id, { emoji_name: "nonesuch" }, failure("Emoji 'nonesuch' does not exist")],
    [id, { emoji_name: "nonesuch", emoji_code: "1f389", reaction_type: "sticker" }, failure("Invalid emoji type.")],
    [id, { emoji_name: "nonesuch", emoji_code: "zzz", reaction_type: "unicode_emoji" }, failure("Invalid emoji code.")],
    [id, { emoji_name: "nonesuch", emoji_code: "1f389", reaction_type: "unicode_emoji" }, failure("Invalid emoji name.")],
    [id, { emoji_name: "nonesuch", emoji_code: "x", reaction_type: "zulip_extra_emoji" }, failure("Invalid emoji code.")],
    [id, { emoji_name: "nonesuch", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" }, failure("Invalid emoji name.")],
    [id, { emoji_name: "nonesuch", emoji_code: "x", reaction_type: "realm_emoji" }, failure("Invalid custom emoji.")],
    [id, { emoji_name: "nonesuch", emoji_code: code, reaction_type: "realm_emoji" }, failure("Invalid custom emoji name.")],
    [id, tada, ok],
    [id, tada, failure("Reaction already exists.", "REACTION_ALREADY_EXISTS")],
  ];
  for (const [which, fields, expected] of ladder) assert.equal(react(sim, "alice", which, fields).body, expected, JSON.stringify(fields));
});

test("only a reaction of one's own that is there can be taken back", () => {
  const sim = createSimulator();
  const id = send(sim);
  react(sim, "alice", id, tada);
  react(sim, "alice", id, brand);
  const missing = failure("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST");
  const ladder: [string, unknown, Event, object][] = [
    ["bob", 4711, {}, failure("Invalid message(s)")],
    ["bob", id, {}, failure("At least one of the following arguments must be present: emoji_name, emoji_code")],
    ["bob", id, { emoji_name: "nonesuch" }, failure("Emoji 'nonesuch' does not exist")],
    ["bob", id, { emoji_name: "tada" }, missing],
    ["alice", id, { emoji_name: "zulip" }, missing],
    ["alice", id, { emoji_code: "1f389", reaction_type: "realm_emoji" }, missing],
    ["alice", id, { emoji_code: "1f389" }, ok],
    ["alice", id, { emoji_name: "zulip", reaction_type: "zulip_extra_emoji" }, ok],
  ];
  for (const [as, which, fields, expected] of ladder) assert.equal(unreact(sim, as, which, fields).body, expected, JSON.stringify(fields));
});

test("who reacts to a message that they never received gets a row of history for it", () => {
  const sim = createSimulator({ rulings: { flaggedHistory: "observed" } });
  const id = send(sim, "quiet");
  assert.equal(react(sim, "dana", id, tada).body, ok);
  assert.equal(fetched(sim, "dana", id).flags, ["read", "historical"]);
  const { messages } = sim.as("dana").send("GET /messages", { anchor: id, num_before: 0, num_after: 0 }).body;
  assert.equal(
    (messages as Event[]).map((message) => message.id),
    [id],
  );
  assert.is(react(sim, "gus", id, tada).body.msg, "Invalid message(s)");
});

test("what a name stands for and what is told of a person follow the level", () => {
  const older = createSimulator({ level: 327 });
  const id = send(older);
  const heard = listener(older, "bob", ["reaction"]);
  assert.equal(react(older, "alice", id, { emoji_name: "smile" }).body, ok);
  const [event] = heard() as [Event];
  const { user_id, email, full_name } = event.user as Event;
  assert.equal([event.emoji_code, user_id, email, full_name], ["1f642", userId(older, "alice"), older.cast.alice!.email, "Alice Arbour"]);
  const current = createSimulator();
  const other = send(current);
  react(current, "alice", other, { emoji_name: "smile" });
  assert.is((fetched(current, "alice", other).reactions as Event[])[0]!.emoji_code, "1f604");
});

test("reacting counts as taking part in a topic, for those who follow such topics", () => {
  const sim = createSimulator();
  const id = send(sim);
  const heard = listener(sim, "cara", ["user_topic", "reaction"]);
  react(sim, "cara", id, tada);
  assert.equal(
    heard().map(({ type }) => type),
    ["reaction"],
  );
  sim.as("cara").send("PATCH /settings", { automatically_follow_topics_policy: 1 });
  react(sim, "cara", id, brand);
  const [policy, reaction] = heard();
  assert.equal([policy!.type, policy!.topic_name, policy!.visibility_policy, reaction!.type], ["user_topic", "soup", 3, "reaction"]);
});

test.run();
