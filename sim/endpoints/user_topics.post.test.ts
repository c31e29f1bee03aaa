import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

type Fields = Readonly<Record<string, unknown>>;

const set = (sim: Simulator, as: string, fields: Fields) => {
  const { status, body } = sim.as(as).send("POST /user_topics", fields);
  return { status, body };
};

const ok = { status: 200, body: { result: "success", msg: "" } };
const refused = (msg: string, code = "BAD_REQUEST", extra: Fields = {}) => ({
  status: 400,
  body: { result: "error", msg, code, ...extra },
});

const policies = (sim: Simulator) =>
  [...sim.snapshot().world.policies.values()].map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]);

const empty = (options: SimulatorOptions = {}): Simulator =>
  createSimulator({
    realm: {
      users: { alice: {}, bob: {}, gus: { role: "guest" }, robo: { bot: { owner: "alice" } } },
      channels: {
        general: { subscribers: ["alice", "bob"] },
        team: { privacy: "private", subscribers: ["bob"] },
        attic: { archived: true, subscribers: ["alice"] },
      },
    },
    ...options,
  });

test("a policy is set, changed and forgotten, whatever capitals its topic is written in, and its owner hears of each change", () => {
  const sim = empty();
  const { stream_id } = sim.channels.general!;
  const register = (more: Fields) => String(sim.as("alice").send("POST /register", more).body.queue_id);
  const events = (queue_id: string) => sim.as("alice").send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body.events;
  const [modern, all, legacy] = [
    register({ event_types: ["user_topic", "muted_topics"] }),
    register({}),
    register({ event_types: ["muted_topics"] }),
  ];
  const others = String(sim.as("bob").send("POST /register", {}).body.queue_id);
  const now = Math.floor(sim.now() / 1000);

  assert.equal(set(sim, "alice", { stream_id, topic: "Lunch", visibility_policy: 1 }), ok);
  assert.equal(set(sim, "alice", { stream_id, topic: "lunch", visibility_policy: 1 }), ok);
  assert.equal(policies(sim), [["Lunch", 1]]);
  sim.advance({ ms: 5_000 });
  assert.equal(set(sim, "alice", { stream_id, topic: "LUNCH", visibility_policy: 3 }), ok);
  assert.equal(policies(sim), [["LUNCH", 3]]);
  assert.equal(set(sim, "alice", { stream_id, topic: "lunch", visibility_policy: 0 }), ok);
  assert.equal(set(sim, "alice", { stream_id, topic: "lunch", visibility_policy: 0 }), ok);
  assert.equal(policies(sim), []);

  const changed = (topic_name: string, visibility_policy: number, last_updated: number) => ({
    type: "user_topic",
    stream_id,
    topic_name,
    last_updated,
    visibility_policy,
  });
  const muted = (...muted_topics: unknown[]) => ({ type: "muted_topics", muted_topics });
  const wanted = [changed("Lunch", 1, now), changed("LUNCH", 3, now + 5), changed("lunch", 0, now + 5)];
  const before = [muted(["general", "Lunch", now]), muted(), muted()];
  const numbered = (list: readonly object[]) => list.map((event, id) => ({ ...event, id }));
  assert.equal(events(modern), numbered(wanted));
  assert.equal(events(legacy), numbered(before));
  assert.equal(events(all), numbered(wanted.flatMap((event, i) => [before[i]!, event])));
  assert.equal(sim.as("bob").send("GET /events", { queue_id: others, last_event_id: -1, dont_block: true }).body.events, []);
});

test("the display name is the empty topic, shown as each queue can take it", () => {
  const sim = empty();
  const { stream_id } = sim.channels.general!;
  const capable = { notification_settings_null: true, empty_topic_name: true };
  const queues = [{}, { client_capabilities: capable }].map((more) => sim.as("alice").send("POST /register", more).body.queue_id);
  assert.equal(set(sim, "alice", { stream_id, topic: "general chat", visibility_policy: 1 }), ok);
  const seen = queues.map((queue_id) => {
    const [muted, changed] = sim.as("alice").send("GET /events", { queue_id, last_event_id: -1 }).body.events as Fields[];
    return [changed!.topic_name, (muted!.muted_topics as string[][]).map(([, topic]) => topic)];
  });
  assert.equal(seen, [
    ["general chat", ["general chat"]],
    ["", [""]],
  ]);
  const told = [{}, { client_capabilities: capable }].map((more) => sim.as("alice").send("POST /register", more).body);
  assert.equal(
    told.map(({ muted_topics }) => (muted_topics as string[][]).map(([, topic]) => topic)),
    [["general chat"], [""]],
  );
  set(sim, "alice", { stream_id, topic: "(no topic)", visibility_policy: 1 });
  set(sim, "alice", { stream_id, topic: " x ", visibility_policy: 1 });
  assert.equal(policies(sim), [
    ["", 1],
    [" x ", 1],
    ["(no topic)", 1],
  ]);
  const lenient = empty({ rulings: { noTopicInPolicies: "empty" } });
  set(lenient, "alice", { stream_id, topic: "(no topic)", visibility_policy: 1 });
  assert.equal(policies(lenient), [["", 1]]);
  const cutting = empty({ rulings: { longPolicyTopic: "truncate" } });
  set(cutting, "alice", { stream_id, topic: "😀".repeat(61), visibility_policy: 1 });
  assert.equal(policies(cutting), [[`${"😀".repeat(57)}...`, 1]]);
  const old = empty({ level: 333 });
  set(old, "alice", { stream_id, topic: "general chat", visibility_policy: 1 });
  assert.equal(policies(old), [["general chat", 1]]);
});

test("before level 334 a policy of the empty topic is shown as it is, and the display name is another topic", () => {
  const sim = createSimulator({ level: 333 });
  const bob = sim.as("bob");
  const event_types = ["user_topic"];
  const { queue_id } = bob.send("POST /register" as string, { event_types, fetch_event_types: [] }).body;
  const stream_id = sim.channels.general!.stream_id;
  for (const topic of ["", "general chat"]) bob.send("POST /user_topics" as string, { stream_id, topic, visibility_policy: 1 });
  const { events } = bob.send("GET /events" as string, { queue_id, last_event_id: -1 }).body as { events: { topic_name: string }[] };
  const { user_topics } = bob.send("POST /register" as string, { event_types, fetch_event_types: event_types }).body;
  const shown = (user_topics as { topic_name: string }[]).map(({ topic_name }) => topic_name);
  const told = events.map(({ topic_name }) => topic_name);
  assert.equal([told, ["", "general chat"].every((topic) => shown.includes(topic))], [["", "general chat"], true]);
});

test("a policy is set in whatever channel there is, be it archived or closed to who sets it", () => {
  const sim = empty();
  const id = (name: string) => sim.channels[name]!.stream_id;
  for (const [as, name] of [
    ["gus", "general"],
    ["alice", "team"],
    ["alice", "attic"],
  ] as const)
    assert.equal(set(sim, as, { stream_id: id(name), topic: name, visibility_policy: 1 }), ok);
  assert.equal(policies(sim).sort(), [
    ["attic", 1],
    ["general", 1],
    ["team", 1],
  ]);
  assert.equal(set(sim, "alice", { stream_id: 9999, topic: "x", visibility_policy: 1 }), refused("Invalid channel ID"));
});

test("guests and bots have policies too; where access is needed, what one set before can be forgotten without", () => {
  const sim = empty({ rulings: { policyChannels: "yes" } });
  const id = (name: string) => sim.channels[name]!.stream_id;
  assert.equal(set(sim, "robo", { stream_id: id("general"), topic: "", visibility_policy: 2 }), ok);
  assert.equal(set(sim, "gus", { stream_id: id("general"), topic: "x", visibility_policy: 1 }), refused("Invalid channel ID"));
  for (const name of ["team", "attic"]) {
    assert.equal(set(sim, "alice", { stream_id: id(name), topic: "x", visibility_policy: 2 }), refused("Invalid channel ID"));
    assert.equal(set(sim, "alice", { stream_id: id(name), topic: "x", visibility_policy: 0 }), ok);
  }
});

test("a ladder of refusals", () => {
  const sim = empty();
  const missing = (var_name: string) => refused(`Missing '${var_name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name });
  const notListed = refused("Invalid visibility_policy: Value error, Not in the list of possible values");
  const rungs: [Fields, unknown][] = [
    [{}, missing("stream_id")],
    [{ stream_id: "general" }, refused("stream_id is not valid JSON")],
    [{ stream_id: "1.0" }, refused("stream_id is not an integer")],
    [{ stream_id: 9999 }, missing("topic")],
    [{ topic: "😀".repeat(61) }, refused("topic is too long (limit: 60 characters)")],
    [{ topic: "😀".repeat(60) }, missing("visibility_policy")],
    [{ visibility_policy: "muted" }, refused("visibility_policy is not valid JSON")],
    [{ visibility_policy: "true" }, refused("visibility_policy is not an integer")],
    [{ visibility_policy: 4 }, notListed],
    [{ visibility_policy: -1 }, notListed],
    [{ visibility_policy: 0 }, refused("Invalid channel ID")],
    [{ visibility_policy: 2 }, refused("Invalid channel ID")],
  ];
  let fields: Fields = {};
  for (const [more, expected] of rungs) {
    fields = { ...fields, ...more };
    assert.equal(set(sim, "alice", fields), expected);
  }
  assert.equal(policies(sim), []);
  const ignored = { ...ok.body, ignored_parameters_unsupported: ["stream"] };
  fields = { ...fields, stream_id: sim.channels.general!.stream_id, stream: "x" };
  assert.equal(set(sim, "alice", fields), { status: 200, body: ignored });
});

test("the endpoint came with level 170, following with level 219", () => {
  const fields = { stream_id: empty().channels.general!.stream_id, topic: "x", visibility_policy: 2 };
  assert.is(set(empty({ level: 169 }), "alice", fields).status, 404);
  assert.equal(set(empty({ level: 170 }), "alice", fields), ok);
  const follow = { ...fields, visibility_policy: 3 };
  assert.equal(set(empty({ level: 218 }), "alice", follow), refused("Invalid visibility_policy"));
  assert.equal(set(empty({ level: 252 }), "alice", { ...fields, visibility_policy: 4 }), refused("Invalid visibility_policy"));
  assert.equal(set(empty({ level: 219 }), "alice", follow), ok);
  assert.equal(set(empty({ level: 247 }), "alice", { ...fields, stream_id: 1 }), refused("Invalid stream ID"));
});

test.run();
