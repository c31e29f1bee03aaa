import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Event, listener } from "../actions/hearing.test.kit.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";

const ok = { result: "success", msg: "" };
const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const missing = (name: string) => failure(`Missing '${name}' argument`, "REQUEST_VARIABLE_MISSING", { var_name: name });
const channelId = (sim: Simulator, name: string): number => sim.channels[name]!.stream_id;
const userId = (sim: Simulator, name: string): number => sim.cast[name]!.user_id;
const send = (sim: Simulator, as: string, to: string, topic = "soup") =>
  Number(sim.as(as).send("POST /messages", { type: "channel", to, topic, content: "hot" }).body.id);
const write = (sim: Simulator, as: string, ...to: string[]) =>
  Number(sim.as(as).send("POST /messages", { type: "direct", to: to.map((name) => userId(sim, name)), content: "hi" }).body.id);
const flags = (sim: Simulator, as: string, id: number) => (sim.as(as).send(`GET /messages/${id}`).body.message as Event).flags;
const flag = (sim: Simulator, as: string, fields: Event) => sim.as(as).send("POST /messages/flags", fields).body;
const inNarrow = (sim: Simulator, as: string, fields: Event) => sim.as(as).send("POST /messages/flags/narrow", fields).body;
const types = ["update_message_flags"];
const told = (op: string, name: string, messages: number[], more = {}) => ({
  type: "update_message_flags",
  op,
  operation: op,
  flag: name,
  messages,
  all: false,
  ...more,
});

test("flags are set and cleared for oneself, and one's clients hear each time of what changed, even where that is nothing", () => {
  const sim = createSimulator();
  const [a, b] = [send(sim, "bob", "general"), send(sim, "bob", "general")] as const;
  const [alice, bob] = [listener(sim, "alice", types), listener(sim, "bob", types)];
  for (const name of ["starred", "read", "collapsed"]) {
    const reply = { ...ok, messages: [b, a, b], ignored_because_not_subscribed_channels: [] };
    assert.equal(flag(sim, "alice", { messages: [b, a, b], op: "add", flag: name }), reply);
    assert.equal(flag(sim, "alice", { messages: [a], op: "add", flag: name }), { ...reply, messages: [a] });
  }
  assert.equal(flags(sim, "alice", a), ["read", "starred", "collapsed"]);
  flag(sim, "alice", { messages: [a], op: "remove", flag: "starred" });
  assert.equal(alice(), [
    told("add", "starred", [b, a, b]),
    told("add", "starred", []),
    told("add", "read", [b, a, b]),
    told("add", "read", []),
    told("add", "collapsed", [b, a, b]),
    told("add", "collapsed", []),
    told("remove", "starred", [a]),
  ]);
  assert.equal([flags(sim, "alice", a), flags(sim, "bob", a), bob()], [["read", "collapsed"], [], []]);
});

test("what becomes unread is told of with its place, and never in channels that one is not in", () => {
  const sim = createSimulator();
  const direct = write(sim, "bob", "alice");
  const [inChannel, elsewhere] = [send(sim, "bob", "general", ""), send(sim, "bob", "quiet")] as const;
  const everything = [direct, inChannel, elsewhere];
  flag(sim, "alice", { messages: everything, op: "add", flag: "read" });
  flag(sim, "alice", { messages: everything, op: "add", flag: "starred" });
  const [knowing, other] = [listener(sim, "alice", types, ["empty_topic_name"]), listener(sim, "alice", types)];
  const quiet = channelId(sim, "quiet");
  const reply = { ...ok, messages: everything, ignored_because_not_subscribed_channels: [quiet] };
  assert.equal(flag(sim, "alice", { messages: everything, op: "remove", flag: "read" }), reply);
  const details = (topic: string) => ({
    message_details: {
      [direct]: { type: "private", user_ids: [userId(sim, "bob")] },
      [inChannel]: { type: "stream", stream_id: channelId(sim, "general"), topic, unmuted_stream_msg: true },
    },
  });
  assert.equal(knowing(), [told("remove", "read", [direct, inChannel], details(""))]);
  assert.equal(other(), [told("remove", "read", [direct, inChannel], details("general chat"))]);
  assert.equal(flags(sim, "alice", elsewhere), ["read", "starred", "historical"]);
  assert.equal(flag(createSimulator({ level: 354 }), "alice", { messages: [], op: "add", flag: "read" }), { ...ok, messages: [] });
});

test("a star makes a row of a message that one never received; reading it makes none", () => {
  const sim = createSimulator();
  const id = send(sim, "bob", "quiet");
  const heard = listener(sim, "dana", types);
  const starred = () =>
    sim.as("dana").send("GET /messages", { anchor: "newest", num_before: 100, num_after: 0, narrow: [["is", "starred"]] }).body.messages;
  assert.equal(flag(sim, "dana", { messages: [id, 4711], op: "add", flag: "read" }).result, "success");
  assert.equal([heard(), starred()], [[told("add", "read", [])], []]);
  assert.equal(flag(sim, "dana", { messages: [id, 4711], op: "remove", flag: "starred" }).result, "success");
  assert.equal(heard(), [told("remove", "starred", [])]);
  flag(sim, "dana", { messages: [id], op: "add", flag: "starred" });
  assert.equal(heard(), [told("add", "starred", [id])]);
  assert.equal(
    (starred() as Event[]).map((message) => [message.id, message.flags]),
    [[id, ["read", "starred", "historical"]]],
  );
  assert.equal(flag(sim, "gus", { messages: [id], op: "add", flag: "starred" }), failure("Invalid message(s)"));
});

test("what one starred or reacted to from before one's time stays out of one's own history, but on running servers", () => {
  const listedFor = (rulings: NonNullable<SimulatorOptions["rulings"]>) => {
    const sim = createSimulator({ rulings });
    const ids = [send(sim, "bob", "quiet"), send(sim, "bob", "quiet")];
    flag(sim, "dana", { messages: [ids[0]], op: "add", flag: "starred" });
    sim.as("dana").send(`POST /messages/${ids[1]}/reactions`, { emoji_name: "octopus" });
    sim.as("dana").send("POST /users/me/subscriptions", { subscriptions: [{ name: "quiet" }] });
    ids.push(send(sim, "bob", "quiet"));
    return (narrow: { operator: string; operand: string }[]) => {
      const page = { anchor: "newest", num_before: 100, num_after: 0, narrow };
      const { messages } = sim.as("dana").send("GET /messages", page).body;
      const { messages: matching } = sim.as("dana").send("GET /messages/matches_narrow", { msg_ids: ids, narrow }).body;
      const listed = ids.filter((id) => messages.some((message) => message.id === id));
      assert.equal(Object.keys(matching as Event).map(Number), listed);
      return listed.map((id) => ids.indexOf(id));
    };
  };
  const [own, observed] = [listedFor({}), listedFor({ flaggedHistory: "observed" })];
  assert.equal([own([]), observed([])], [[2], [0, 1, 2]]);
  const rows: [string, string, number[], number[]][] = [
    ["sender", "bob@example.com", [2], [0, 1, 2]],
    ["channel", "quiet", [0, 1, 2], [0, 1, 2]],
    ["is", "starred", [0], [0]],
  ];
  for (const [operator, operand, ...found] of rows) {
    const narrow = [{ operator, operand }];
    assert.equal([own(narrow), observed(narrow)], found, operator);
  }
});

test("a change of flags that is none is refused for its first fault", () => {
  const sim = createSimulator();
  const ladder: [Event, object][] = [
    [{}, missing("messages")],
    [{ messages: "x" }, failure("messages is not valid JSON")],
    [{ messages: {} }, failure("messages is not a list")],
    [{ messages: [4711, "x"] }, failure("messages[1] is not an integer")],
    [{ messages: [4711] }, missing("op")],
    [{ messages: [4711], op: "toggle" }, missing("flag")],
    [{ messages: [4711], op: "toggle", flag: "loved" }, failure("Invalid flag: 'loved'")],
    [{ messages: [4711], op: "toggle", flag: "wildcard_mentioned" }, failure("Invalid flag: 'wildcard_mentioned'")],
    [{ messages: [4711], op: "toggle", flag: "mentioned" }, failure("Flag not editable: 'mentioned'")],
    [{ messages: [4711], op: "toggle", flag: "historical" }, failure("Flag not editable: 'historical'")],
    [{ messages: [4711], op: "toggle", flag: "force_expand" }, failure("Flag not editable: 'force_expand'")],
    [{ messages: [4711], op: "toggle", flag: "starred" }, failure("Invalid message flag operation: 'toggle'")],
    [{ messages: [4711], op: "add", flag: "starred" }, failure("Invalid message(s)")],
    [{ messages: [4711], op: "remove", flag: "read" }, failure("Invalid message(s)")],
  ];
  for (const [fields, expected] of ladder) assert.equal(flag(sim, "alice", fields), expected, JSON.stringify(fields));
});

test("flags change around an anchor in a narrow, and the answer says how far it went", () => {
  const sim = createSimulator();
  const ids = Array.from({ length: 6 }, () => send(sim, "bob", "general", "row"));
  flag(sim, "alice", { messages: [ids[2]], op: "add", flag: "starred" });
  const heard = listener(sim, "alice", types);
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "row" },
  ];
  const star = { narrow, op: "add", flag: "starred" };
  const count = (processed: number, updated: number, first: number | null, last: number | null, oldest: boolean, newest: boolean) => ({
    ...ok,
    processed_count: processed,
    updated_count: updated,
    first_processed_id: first,
    last_processed_id: last,
    found_oldest: oldest,
    found_newest: newest,
    ignored_because_not_subscribed_channels: [],
  });
  const middle = { ...star, anchor: String(ids[2]), num_before: 1, num_after: 1 };
  assert.equal(inNarrow(sim, "alice", middle), count(3, 2, ids[1]!, ids[3]!, false, false));
  assert.equal(heard(), [told("add", "starred", [ids[1]!, ids[3]!])]);
  const beyond = { ...star, anchor: ids[3], include_anchor: false, num_before: 0, num_after: 10_000 };
  assert.equal(inNarrow(sim, "alice", beyond), count(2, 2, ids[4]!, ids[5]!, false, true));
  assert.equal(
    inNarrow(sim, "alice", { ...star, anchor: "oldest", num_before: 0, num_after: 9000 }),
    count(6, 1, ids[0]!, ids[5]!, true, true),
  );
  assert.equal(heard(), [told("add", "starred", [ids[4]!, ids[5]!]), told("add", "starred", [ids[0]!])]);
  const none = { ...star, narrow: [{ operator: "topic", operand: "none" }], anchor: "newest", num_before: 5, num_after: 0 };
  assert.equal(inNarrow(sim, "alice", none), count(0, 0, null, null, true, true));
  const read = { narrow, op: "add", flag: "read", anchor: "first_unread", num_before: 0, num_after: 2 };
  assert.is(inNarrow(sim, "alice", read).updated_count, 3);
  assert.is(inNarrow(sim, "alice", read).first_processed_id, ids[3]);
});

test("at most 5,000 messages change beside the anchor, evenly before and after where both are asked for", () => {
  const sim = createSimulator({ realm: "crowded" });
  const { messages } = sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 2600, num_after: 0 }).body;
  const ids = (messages as Event[]).map(({ id }) => Number(id));
  const spread = (anchor: number | string, num_before: number, num_after: number) => {
    const asked = { anchor, num_before, num_after, narrow: [], op: "add", flag: "collapsed" };
    const { processed_count, first_processed_id, last_processed_id } = inNarrow(sim, "alice", asked);
    return { processed_count, spread: [first_processed_id, last_processed_id] };
  };
  const before = (anchor: number, count: number): unknown => {
    const older = sim.as("alice").send("GET /messages", { anchor, num_before: count, num_after: 0 }).body.messages as Event[];
    return older[0]!.id;
  };
  const [middle, late] = [ids.at(-2505)!, ids.at(-101)!];
  assert.equal(spread(middle, 4000, 4000), { processed_count: 5001, spread: [before(middle, 2500), ids.at(-5)] });
  assert.equal(spread(late, 5000, 100), { processed_count: 5001, spread: [before(late, 4900), ids.at(-1)] });
  assert.is(spread("newest", 6000, 0).processed_count, 5000);
});

test("a narrow of flags is refused for its first fault", () => {
  const sim = createSimulator();
  const counts = { anchor: "newest", num_before: 1, num_after: 1 };
  const ladder: [Event, object][] = [
    [{}, missing("anchor")],
    [{ anchor: "x", include_anchor: 1 }, failure("include_anchor is not a boolean")],
    [{ anchor: "x" }, missing("num_before")],
    [{ anchor: "x", num_before: -1 }, failure("num_before is too small")],
    [{ anchor: "x", num_before: 1 }, missing("num_after")],
    [{ anchor: "x", num_before: 1, num_after: 1 }, missing("narrow")],
    [{ anchor: "x", num_before: 1, num_after: 1, narrow: {} }, failure("narrow is not a list")],
    [{ ...counts, anchor: "x", narrow: null }, missing("op")],
    [{ ...counts, anchor: "x", narrow: null, op: "toggle" }, missing("flag")],
    [{ ...counts, anchor: "x", narrow: null, op: "toggle", flag: "loved", include_anchor: false }, failure("Invalid anchor")],
    [
      { ...counts, narrow: [["is", "loved"]], op: "toggle", flag: "loved", include_anchor: false },
      failure("The anchor can only be excluded at an end of the range"),
    ],
    [
      { ...counts, narrow: [["is", "loved"]], op: "toggle", flag: "loved" },
      failure("Invalid narrow operator: unknown 'is' operand loved", "BAD_NARROW", { desc: "unknown 'is' operand loved" }),
    ],
    [{ ...counts, narrow: null, op: "toggle", flag: "loved" }, failure("Invalid flag: 'loved'")],
    [{ ...counts, narrow: null, op: "toggle", flag: "read" }, failure("Invalid message flag operation: 'toggle'")],
  ];
  for (const [fields, expected] of ladder) assert.equal(inNarrow(sim, "alice", fields), expected, JSON.stringify(fields));
  assert.is(createSimulator({ level: 154 }).as("alice").send("POST /messages/flags/narrow").status, 404);
});

test("a topic, a channel and everything are marked as read", () => {
  const sim = createSimulator();
  sim.as("alice").send("POST /mark_all_as_read");
  const [a, b, c] = [send(sim, "bob", "general", "Soup"), send(sim, "bob", "general", "tea"), send(sim, "bob", "team")] as const;
  const direct = write(sim, "bob", "alice");
  const heard = listener(sim, "alice", types);
  const stream_id = channelId(sim, "general");
  assert.equal(sim.as("alice").send("POST /mark_topic_as_read", { stream_id, topic_name: "soup" }).body, ok);
  assert.equal(sim.as("alice").send("POST /mark_topic_as_read", { stream_id, topic_name: "soup" }).body, ok);
  assert.equal(heard(), [told("add", "read", [a])]);
  assert.equal(sim.as("alice").send("POST /mark_stream_as_read", { stream_id }).body, ok);
  assert.equal(heard(), [told("add", "read", [b])]);
  assert.equal([flags(sim, "alice", c), flags(sim, "alice", direct)], [[], []]);
  assert.equal(sim.as("alice").send("POST /mark_all_as_read").body, { ...ok, complete: true });
  assert.equal(sim.as("alice").send("POST /mark_all_as_read").body, { ...ok, complete: true });
  const all = { ...told("add", "read", []), all: true };
  assert.equal([heard(), flags(sim, "alice", c), flags(sim, "alice", direct)], [[all, all], ["read"], ["read"]]);
  assert.equal(createSimulator({ level: 210 }).as("alice").send("POST /mark_all_as_read").body, ok);
});

test("only channels that one can read and topics that one has messages of are marked as read", () => {
  const sim = createSimulator();
  const stream_id = channelId(sim, "general");
  const secret = channelId(sim, "secret");
  const rows: [string, Event, object][] = [
    ["POST /mark_stream_as_read", {}, missing("stream_id")],
    ["POST /mark_stream_as_read", { stream_id: "x" }, failure("stream_id is not valid JSON")],
    ["POST /mark_stream_as_read", { stream_id: secret }, failure("Invalid channel ID")],
    ["POST /mark_topic_as_read", { stream_id: secret }, missing("topic_name")],
    ["POST /mark_topic_as_read", { stream_id: secret, topic_name: "none" }, failure("Invalid channel ID")],
    ["POST /mark_topic_as_read", { stream_id, topic_name: "none" }, failure("No such topic 'none'")],
    ["POST /mark_topic_as_read", { stream_id, topic_name: "general chat" }, ok],
  ];
  for (const [route, fields, expected] of rows) assert.equal(sim.as("bob").send(route, fields).body, expected, JSON.stringify(fields));
});

test.run();
