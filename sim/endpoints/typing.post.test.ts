import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const type = (sim: Simulator, as: string, fields: Fields) => {
  const { status, body } = sim.as(as).send("POST /typing", fields);
  return { status, body };
};

const ok = { status: 200, body: { result: "success", msg: "" } };
const refused = (msg: string, code = "BAD_REQUEST", extra: Fields = {}) => ({
  status: 400,
  body: { result: "error", msg, code, ...extra },
});

const idOf = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const person = (sim: Simulator, name: string) => ({ user_id: idOf(sim, name), email: `${name}@example.com` });

const capable = { notification_settings_null: true, stream_typing_notifications: true };

/** Opens a queue for each of the names, and gives a look at the events of all. */
function watch(sim: Simulator, names: readonly string[], client_capabilities: Record<string, boolean> = capable) {
  const queues = names.map((name) => [
    name,
    sim.as(name).send("POST /register", { event_types: ["typing"], client_capabilities }).body.queue_id,
  ]);
  return () =>
    Object.fromEntries(
      queues.map(([name, queue_id]) => [
        name,
        sim.as(String(name)).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events,
      ]),
    );
}

test("typing to people is told to all of them, the sender included", () => {
  const sim = createSimulator();
  const events = watch(sim, ["alice", "bob", "cara", "dana"]);
  const to = [idOf(sim, "cara"), idOf(sim, "bob"), idOf(sim, "cara")];
  assert.equal(type(sim, "alice", { op: "start", to }), ok);
  assert.equal(type(sim, "alice", { op: "start", type: "direct", to, topic: "ignored", stream_id: 1 }), ok);
  assert.equal(type(sim, "alice", { op: "stop", to: [idOf(sim, "alice")] }), ok);
  const common = { type: "typing", message_type: "direct", sender: person(sim, "alice") };
  const recipients = ["cara", "bob", "alice"].map((name) => person(sim, name));
  const started = [0, 1].map((id) => ({ ...common, op: "start", recipients, id }));
  const toSelf = { ...common, op: "stop", recipients: [person(sim, "alice")], id: 2 };
  assert.equal(events(), { alice: [...started, toSelf], bob: started, cara: started, dana: [] });
});

test("somebody who is named twice is told once, or under the ruling of running servers twice", () => {
  const sim = createSimulator({ rulings: { repeatedTypists: "each" } });
  const events = watch(sim, ["alice", "bob", "cara"]);
  const to = [idOf(sim, "cara"), idOf(sim, "bob"), idOf(sim, "cara")];
  assert.equal(type(sim, "alice", { op: "start", to }), ok);
  const { alice, bob, cara } = events() as Record<string, { recipients: unknown }[]>;
  assert.equal([alice?.length, bob?.length, cara?.length], [1, 1, 2]);
  assert.equal(
    bob?.[0]?.recipients,
    ["cara", "bob", "cara", "alice"].map((name) => person(sim, name)),
  );
});

test("typing in a channel topic is told to subscribers whose queues can take it", () => {
  const sim = createSimulator();
  const { stream_id } = sim.channels.quiet!;
  const events = watch(sim, ["alice", "bob", "cara"]);
  const incapable = watch(sim, ["bob"], { notification_settings_null: true });
  const emptyTopics = watch(sim, ["bob"], { ...capable, empty_topic_name: true });
  assert.equal(type(sim, "cara", { op: "start", type: "stream", stream_id, topic: " mornings ", to: [1] }), ok);
  assert.equal(type(sim, "alice", { op: "stop", type: "channel", stream_id, subject: "(no topic)" }), ok);
  const common = { type: "typing", message_type: "stream", stream_id };
  const expected = (empty: string) => [
    { ...common, op: "start", sender: person(sim, "cara"), topic: "mornings", id: 0 },
    { ...common, op: "stop", sender: person(sim, "alice"), topic: empty, id: 1 },
  ];
  assert.equal(events(), { alice: [], bob: expected("general chat"), cara: expected("general chat") });
  assert.equal(incapable(), { bob: [] });
  assert.equal(emptyTopics(), { bob: expected("") });
});

test("before level 334 a topic without a name has no other name", () => {
  const topicAt = (level: number) => {
    const sim = createSimulator({ level });
    const { stream_id } = sim.channels.quiet!;
    const events = watch(sim, ["bob"]);
    assert.equal(type(sim, "alice", { op: "start", type: "stream", stream_id, topic: "" }), ok);
    return (events().bob as { topic: string }[]).map(({ topic }) => topic);
  };
  assert.equal([topicAt(333), topicAt(334)], [[""], ["general chat"]]);
});

test("what the type makes ignored may be malformed; running servers refuse it all the same", () => {
  const sim = createSimulator();
  const observed = createSimulator({ rulings: "observed" });
  const { stream_id } = sim.channels.quiet!;
  const to = [idOf(sim, "bob")];
  for (const [fields, msg] of [
    [{ type: "stream", stream_id, topic: "x", to: "9" }, "to is not a list"],
    [{ type: "channel", stream_id, topic: "x", to: "[" }, "to is not valid JSON"],
    [{ type: "stream", stream_id, topic: "x", to: ["a"] }, "to[0] is not an integer"],
    [{ type: "direct", to, stream_id: "x" }, "stream_id is not valid JSON"],
    [{ to, stream_id: "1.5" }, "stream_id is not an integer"],
    [{ to, topic: "x", subject: "y" }, "Can't decide between 'topic' and 'subject' arguments"],
  ] as const) {
    assert.equal(type(sim, "cara", { op: "start", ...fields }), ok, msg);
    assert.is(type(observed, "cara", { op: "start", ...fields }).body.msg, msg);
  }
  assert.equal(type(sim, "cara", { op: "start", type: "stream", to, stream_id: "x" }), refused("stream_id is not valid JSON"));
  assert.equal(type(sim, "cara", { op: "start", to: "9", stream_id }), refused("to is not a list"));
});

test("nothing is kept of it, and nothing stops by itself", () => {
  const sim = createSimulator();
  const events = watch(sim, ["bob"]);
  const before = sim.snapshot().world.counters;
  type(sim, "alice", { op: "start", to: [idOf(sim, "bob")] });
  sim.advance({ ms: 60_000 });
  assert.is((events().bob as unknown[]).length, 1);
  assert.equal(sim.snapshot().world.counters, before);
});

const large = (people: number) => {
  const names = Array.from({ length: people }, (_, i) => `p${i}`);
  return {
    users: Object.fromEntries([...names, "gone"].map((name) => [name, { active: name !== "gone" }])),
    channels: { hall: { subscribers: [...names, "gone"] } },
  };
};

test("subscribers are told however many there are, on running servers up to a hundred", () => {
  for (const [people, count, typingInLargeChannels] of [
    [100, 1, "observed"],
    [101, 0, "observed"],
    [101, 1, "delivered"],
  ] as const) {
    const sim = createSimulator({ realm: large(people), rulings: { typingInLargeChannels } });
    const events = watch(sim, ["p1"]);
    assert.equal(type(sim, "p0", { op: "start", type: "channel", stream_id: sim.channels.hall!.stream_id, topic: "x" }), ok);
    assert.is((events().p1 as unknown[]).length, count);
  }
});

const users = {
  alice: {},
  bob: { settings: { receives_typing_notifications: false } },
  silent: { settings: { send_private_typing_notifications: false, send_stream_typing_notifications: false } },
  dana: { role: "administrator" },
  zoe: { active: false },
};
const channels = {
  general: { subscribers: ["alice", "bob", "silent"] },
  news: { subscribers: ["alice"], can_send_message_group: "role:administrators" },
  board: { privacy: "private", subscribers: ["dana"] },
  attic: { subscribers: ["alice"], archived: true },
};
const simulator = (options: SimulatorOptions = {}): Simulator => createSimulator({ realm: { users, channels }, ...options });

test("those who want no notices get none, from the level on that lets them say so", () => {
  for (const [level, count] of [
    [253, 0],
    [252, 2],
  ] as const) {
    const sim = simulator({ level });
    const events = watch(sim, ["bob"]);
    assert.equal(type(sim, "alice", { op: "start", to: [idOf(sim, "bob")] }), ok);
    assert.equal(type(sim, "alice", { op: "start", type: "stream", stream_id: sim.channels.general!.stream_id, topic: "x" }), ok);
    assert.is((events().bob as unknown[]).length, count);
  }
});

test("rulings: whether the sender is told too, and whether deactivated recipients are refused", () => {
  const sim = simulator({ rulings: { typingToSender: "withheld", typingToDeactivated: "refused" } });
  const events = watch(sim, ["alice", "dana"]);
  assert.equal(type(sim, "alice", { op: "start", to: [idOf(sim, "dana")] }), ok);
  assert.equal(type(sim, "alice", { op: "start", to: [idOf(sim, "zoe")] }), refused("'zoe@example.com' is no longer using Service."));
  const { alice, dana } = events() as { alice: unknown[]; dana: unknown[] };
  assert.equal([alice.length, dana.length], [0, 1]);
  assert.equal(type(simulator(), "alice", { op: "start", to: [idOf(sim, "zoe")] }), ok);
});

function climb(sim: Simulator, as: string, rungs: readonly (readonly [Fields, unknown])[]): void {
  let fields: Fields = {};
  for (const [more, expected] of rungs) {
    fields = { ...fields, ...more };
    assert.equal(type(sim, as, fields), expected);
  }
}

const noOp = refused("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", { var_name: "op" });

test("a ladder of refusals to typing to people", () => {
  const sim = simulator();
  const events = watch(sim, ["dana"]);
  climb(sim, "alice", [
    [{ to: "abc" }, refused("to is not valid JSON")],
    [{ to: 9 }, refused("to is not a list")],
    [{ to: [9, "x"] }, refused("to[1] is not an integer")],
    [{ to: undefined }, noOp],
    [{ op: "pause" }, refused("Invalid op")],
    [{ op: "start", type: "private" }, refused("Invalid type")],
    [{ type: "direct" }, refused("Missing 'to' argument")],
    [{ to: "null" }, refused("Missing 'to' argument")],
    [{ to: [] }, refused("Empty 'to' list")],
    [{ to: [idOf(sim, "dana"), 9999] }, refused("Invalid user ID 9999")],
  ]);
  assert.equal(events(), { dana: [] });
  assert.equal(type(sim, "alice", { op: "start", to: [idOf(sim, "dana")] }), ok);
  const disabled = "User has disabled typing notifications for direct messages";
  assert.equal(type(sim, "silent", { op: "start", to: [9999] }), refused(disabled));
});

test("a ladder of refusals to typing in a channel", () => {
  const sim = simulator();
  const id = (name: string) => sim.channels[name]!.stream_id;
  climb(sim, "alice", [
    [{ type: "channel", stream_id: "general" }, noOp],
    [{ op: "start" }, refused("stream_id is not valid JSON")],
    [{ stream_id: undefined }, refused("Missing 'stream_id' argument")],
    [{ stream_id: 9999 }, refused("Missing topic")],
    [{ topic: "\n" }, refused("Invalid channel ID")],
    [{ stream_id: id("board") }, refused("Invalid channel ID")],
    [{ stream_id: id("attic") }, refused("Invalid channel ID")],
    [{ stream_id: id("news") }, refused("You do not have permission to post in this channel.")],
    [
      { stream_id: id("general"), subject: "x" },
      refused("Can't decide between 'topic' and 'subject' arguments", "REQUEST_CONFUSING_VAR", {
        var_name1: "topic",
        var_name2: "subject",
      }),
    ],
    [{ topic: undefined, subject: "x".repeat(99) }, ok],
  ]);
  const fields = { op: "start", type: "channel", stream_id: 9999, topic: "x" };
  assert.equal(type(sim, "silent", fields), refused("User has disabled typing notifications for channel messages"));
});

test("the words for the kinds of conversation follow the level", () => {
  const answers = (level: number) => {
    const sim = simulator({ level });
    const { stream_id } = sim.channels.general!;
    const fields = { op: "start", to: [idOf(sim, "dana")], stream_id, topic: "x" };
    return ["direct", "private", "stream", "channel"].map((kind) => type(sim, "alice", { ...fields, type: kind }).status);
  };
  assert.equal(answers(newestLevel), [200, 400, 200, 200]);
  assert.equal(answers(248), [200, 400, 200, 200]);
  assert.equal(answers(247), [200, 400, 200, 400]);
  assert.equal(answers(215), [200, 400, 200, 400]);
  assert.equal(answers(214), [200, 200, 200, 400]);
  const sim = simulator({ level: 214 });
  const events = watch(sim, ["dana"]);
  type(sim, "alice", { op: "start", type: "private", to: [idOf(sim, "dana")] });
  assert.is((events().dana as Fields[])[0]!.message_type, "private");
  const old = { op: "start", type: "stream", stream_id: 9999, topic: "x" };
  assert.equal(type(sim, "alice", old), refused("Invalid stream ID"));
  assert.equal(type(sim, "silent", old), refused("User has disabled typing notifications for stream messages"));
  const rows: [Fields, string, string][] = [
    [{ op: "start", type: "stream", topic: "x" }, "Missing stream_id", "Missing 'stream_id' argument"],
    [{ op: "start", to: "dana" }, 'Argument "to" is not valid JSON.', "to is not valid JSON"],
    [{ op: "start", to: [true] }, "Invalid user ID 1", "to[0] is not an integer"],
  ];
  for (const [fields, before, after] of rows) {
    assert.equal(type(simulator({ level: 252 }), "alice", fields), refused(before));
    assert.equal(type(simulator({ level: 253 }), "alice", fields), refused(after));
  }
});

test("the names of the empty topic are read at the levels that have them", () => {
  const topic = (level: number, given: string) => {
    const sim = simulator({ level });
    const events = watch(sim, ["alice"], { ...capable, empty_topic_name: true });
    type(sim, "alice", { op: "start", type: "stream", stream_id: sim.channels.general!.stream_id, topic: given });
    return (events().alice as Fields[])[0]!.topic;
  };
  assert.equal([topic(372, "(no topic)"), topic(371, "(no topic)")], ["", "(no topic)"]);
  assert.equal([topic(334, "general chat"), topic(333, "general chat")], ["", "general chat"]);
});

test.run();
