import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, Held, type Simulator, type SimulatorOptions, type WireResponse } from "../index.ts";

/** A simulator in which Alice has a queue of her topic policies, and the ways to use it. */
function aliceWithQueue(options: SimulatorOptions = {}, fields: Record<string, unknown> = {}) {
  const sim = createSimulator(options);
  const alice = sim.as("alice");
  const { queue_id } = alice.send("POST /register", { event_types: ["user_topic"], ...fields }).body as { queue_id: string };
  const poll = (last_event_id: number, more: Record<string, unknown> = {}) =>
    alice.request("GET /events", { queue_id, last_event_id, ...more });
  const setPolicy = (topic: string, visibility_policy: number) =>
    alice.send("POST /user_topics" as string, { stream_id: sim.channels.general!.stream_id, topic, visibility_policy });
  const look = (last_event_id: number) => poll(last_event_id, { dont_block: true }) as WireResponse;
  return { sim, alice, queue_id, poll, look, setPolicy };
}

const policyEvent = (sim: Simulator, id: number, topic_name: string, visibility_policy: number) => ({
  type: "user_topic",
  stream_id: sim.channels.general!.stream_id,
  topic_name,
  last_updated: sim.now() / 1000,
  visibility_policy,
  id,
});

function held(answer: WireResponse | Held): Held {
  assert.instance(answer, Held);
  return answer as Held;
}

const failure = (msg: string, code = "BAD_REQUEST", extra = {}) => ({ result: "error", msg, code, ...extra });
const events = (...list: unknown[]) => ({ result: "success", msg: "", events: list });

test("events that are there are answered at once, again and again, until they are acknowledged", () => {
  const { sim, look, poll, setPolicy } = aliceWithQueue();
  setPolicy("one", 1);
  setPolicy("two", 3);
  const [first, second] = [policyEvent(sim, 0, "one", 1), policyEvent(sim, 1, "two", 3)];
  assert.equal((poll(-1) as WireResponse).body, events(first, second));
  assert.equal(look(-1).body, events(first, second));
  assert.equal(look(0).body, events(second));
  assert.equal(look(0).body, events(second));
  assert.equal(look(1).body, events());
});

test("the answer of a poll that was held names the parameters that it does not know, as one at once does", () => {
  const { poll, look, setPolicy, sim, queue_id } = aliceWithQueue();
  const waiting = held(poll(-1, { junk: 1 }));
  setPolicy("one", 1);
  const ignored = { ignored_parameters_unsupported: ["junk"] };
  assert.equal(waiting.reply?.body, { ...events(policyEvent(sim, 0, "one", 1)), queue_id, ...ignored });
  const atOnce = poll(-1, { junk: 1 }) as WireResponse;
  assert.equal(atOnce.body, { ...events(policyEvent(sim, 0, "one", 1)), ...ignored });
  assert.equal(look(0).body, events());
});

test("an event older than the acknowledged one is gone for good", () => {
  const { look, setPolicy } = aliceWithQueue();
  setPolicy("one", 1);
  look(0);
  const refused = look(-1);
  assert.is(refused.status, 400);
  assert.equal(refused.body, failure("An event newer than -1 has already been pruned!"));
  assert.equal(look(0).body, events());
});

test("acknowledging an event that never was is refused, and by the ruling loses nothing", () => {
  const { sim, look, setPolicy } = aliceWithQueue({ rulings: { unknownAcknowledgement: "kept" } });
  assert.equal(look(0).body, failure("Event 0 was not in this queue"));
  setPolicy("one", 1);
  const refused = look(7);
  assert.is(refused.status, 400);
  assert.equal(refused.body, failure("Event 7 was not in this queue"));
  assert.equal(look(-1).body, events(policyEvent(sim, 0, "one", 1)));
});

test("the events before one that never was are lost all the same where it is acknowledged", () => {
  const { look, setPolicy } = aliceWithQueue();
  setPolicy("one", 1);
  assert.equal(look(7).body, failure("Event 7 was not in this queue"));
  assert.equal(look(-1).body, failure("An event newer than -1 has already been pruned!"));
  assert.equal(look(0).body, events());
});

test("a poll of an empty queue waits for the next event, and the answer names the queue", () => {
  const { sim, poll, setPolicy, queue_id } = aliceWithQueue();
  const waiting = held(poll(-1));
  let called: WireResponse | undefined;
  waiting.onReply((response) => (called = response));
  assert.is(waiting.reply, undefined);
  assert.is(setPolicy("one", 1).status, 200);
  assert.equal(waiting.reply?.body, { ...events(policyEvent(sim, 0, "one", 1)), queue_id });
  assert.is(called, waiting.reply);
  setPolicy("two", 1);
  assert.equal(waiting.reply?.body, { ...events(policyEvent(sim, 0, "one", 1)), queue_id });
});

test("a waiting poll first acknowledges, and all events of the request that ends it come together", () => {
  const { sim, poll, look, setPolicy, queue_id } = aliceWithQueue({}, { event_types: undefined, fetch_event_types: [] });
  setPolicy("one", 3);
  look(1);
  const waiting = held(poll(1));
  setPolicy("two", 1);
  const muted = { type: "muted_topics", muted_topics: [["general", "two", sim.now() / 1000]], id: 2 };
  const both = events(muted, policyEvent(sim, 3, "two", 1));
  assert.equal(waiting.reply?.body, { ...both, queue_id });
  assert.equal(look(1).body, both);
});

test("nothing is held with dont_block, nor where there are events", () => {
  const { poll, setPolicy } = aliceWithQueue();
  assert.equal((poll(-1, { dont_block: true }) as WireResponse).body, events());
  setPolicy("one", 1);
  assert.not.instance(poll(-1, { dont_block: false }), Held);
});

test("a newer poll ends the older one with nothing", () => {
  const { poll, setPolicy, queue_id, sim } = aliceWithQueue();
  const older = held(poll(-1));
  const newer = held(poll(-1));
  assert.equal(older.reply?.body, { ...events(), queue_id });
  assert.is(newer.reply, undefined);
  setPolicy("one", 1);
  assert.equal(newer.reply?.body, { ...events(policyEvent(sim, 0, "one", 1)), queue_id });
});

test("a newer poll that does not block ends the older one too, and a refused one does not", () => {
  const { poll, look, queue_id } = aliceWithQueue();
  const older = held(poll(-1));
  assert.is(look(3).status, 400);
  assert.is(older.reply, undefined);
  assert.equal(look(-1).body, events());
  assert.equal(older.reply?.body, { ...events(), queue_id });
});

test("a poll whose client went away leaves the queue and its events", () => {
  const { sim, poll, look, setPolicy } = aliceWithQueue();
  const waiting = held(poll(-1));
  waiting.cancel();
  waiting.cancel();
  const polls = (status: number) => sim.journal.find({ route: "GET /events", as: "alice", status }).length;
  assert.equal([polls(0), polls(200)], [1, 0]);
  setPolicy("one", 1);
  assert.is(waiting.reply, undefined);
  assert.equal(look(-1).body, events(policyEvent(sim, 0, "one", 1)));
});

test("a heartbeat comes 45 seconds after the poll began, whatever types the queue takes, and uses up an id", () => {
  const { sim, poll, look, setPolicy, queue_id } = aliceWithQueue();
  sim.advance({ ms: 5000 });
  const waiting = held(poll(-1));
  sim.advance({ ms: 44_999 });
  assert.is(waiting.reply, undefined);
  sim.advance({ ms: 1 });
  assert.equal(waiting.reply?.body, { ...events({ type: "heartbeat", id: 0 }), queue_id });
  setPolicy("one", 1);
  assert.equal(look(0).body, events(policyEvent(sim, 1, "one", 1)));
});

test("with the clock at rest nothing happens by itself", () => {
  const { sim, poll } = aliceWithQueue();
  const waiting = held(poll(-1));
  for (let i = 0; i < 300; i++) sim.as("bob").send("GET /realm/linkifiers");
  assert.is(waiting.reply, undefined);
  assert.is(sim.due, sim.now() + 45_000);
});

test("a queue that nobody polls ends after 600 seconds", () => {
  const { sim, look, queue_id } = aliceWithQueue();
  sim.advance({ ms: 599_999 });
  assert.is(look(-1).status, 200);
  sim.advance({ ms: 1 });
  assert.equal(look(-1).body, failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id }));
});

test("only a poll that is held starts the idle time anew", () => {
  const { sim, poll, look } = aliceWithQueue();
  sim.advance({ ms: 500_000 });
  held(poll(-1)).cancel();
  sim.advance({ ms: 599_999 });
  assert.is(look(-1).status, 200);
  assert.is(look(-1).status, 200);
  sim.advance({ ms: 1 });
  assert.is(look(-1).body.code, "BAD_EVENT_QUEUE_ID");
});

test("a queue with a poll held on it does not end, and gets its heartbeat", () => {
  const { sim, poll, queue_id } = aliceWithQueue({}, { queue_lifespan_secs: 10 });
  const waiting = held(poll(-1));
  sim.advance({ ms: 45_000 });
  assert.equal(waiting.reply?.body, { ...events({ type: "heartbeat", id: 0 }), queue_id });
  assert.is((poll(-1) as WireResponse).body.code, "BAD_EVENT_QUEUE_ID", "idle since the poll began, and that was more than 10 seconds ago");
});

test("what falls due on the way of the clock happens in order of time", () => {
  const sim = createSimulator();
  const order: string[] = [];
  for (const [name, delay] of [
    ["bob", 3000],
    ["cara", 1000],
    ["alice", 2000],
  ] as const) {
    const client = sim.as(name);
    const { queue_id } = client.send("POST /register", { event_types: [] }).body;
    sim.advance({ ms: delay });
    held(client.request("GET /events", { queue_id, last_event_id: -1 })).onReply(() => order.push(`${name} ${sim.instant}`));
  }
  sim.advance({ ms: 60_000 });
  assert.equal(order, ["bob 2026-01-01T12:00:48.000Z", "cara 2026-01-01T12:00:49.000Z", "alice 2026-01-01T12:00:51.000Z"]);
  assert.is(sim.instant, "2026-01-01T12:01:06.000Z");
});

test("each queue has its own ids, filters and acknowledgements", () => {
  const { sim, alice, look, setPolicy } = aliceWithQueue();
  const other = alice.send("POST /register", { event_types: ["muted_topics"] }).body.queue_id;
  const lookAtOther = (last_event_id: number) => alice.send("GET /events", { queue_id: other, last_event_id, dont_block: true }).body;
  const muted = { type: "muted_topics", muted_topics: [["general", "one", sim.now() / 1000]], id: 0 };
  setPolicy("one", 1);
  assert.equal(look(-1).body, events(policyEvent(sim, 0, "one", 1)));
  assert.equal(look(0).body, events());
  assert.equal(lookAtOther(-1), events(muted));
});

test("muted_topics comes with user_topic unless a queue names user_topic", () => {
  const { alice, setPolicy } = aliceWithQueue();
  const typesOf = (fields: Record<string, unknown>) => {
    const { queue_id } = alice.send("POST /register", { ...fields, fetch_event_types: [] }).body;
    setPolicy("one", 1);
    setPolicy("one", 0);
    const { events } = alice.send("GET /events", { queue_id, last_event_id: -1 }).body as { events: { type: string }[] };
    return events.map(({ type }) => type);
  };
  assert.equal(typesOf({}), ["muted_topics", "user_topic", "muted_topics", "user_topic"]);
  assert.equal(typesOf({ event_types: ["user_topic", "muted_topics"] }), ["user_topic", "user_topic"]);
  assert.equal(typesOf({ event_types: ["muted_topics"] }), ["muted_topics", "muted_topics"]);
});

test("without a queue a poll that does not block gets one of its own", () => {
  const sim = createSimulator();
  const alice = sim.as("alice");
  const { queue_id, ...rest } = alice.send("GET /events", { dont_block: true, event_types: ["user_topic"] }).body;
  assert.equal(rest, events());
  assert.match(queue_id as string, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  alice.send("POST /user_topics", { stream_id: sim.channels.general!.stream_id, topic: "one", visibility_policy: 2 });
  assert.equal(alice.send("GET /events", { queue_id, last_event_id: -1 }).body, events(policyEvent(sim, 0, "one", 2)));
});

test("held polls are answered when the state they belong to is left", () => {
  for (const leave of ["restore", "reset"] as const) {
    const { sim, poll, queue_id } = aliceWithQueue();
    const before = sim.snapshot();
    const waiting = held(poll(-1));
    if (leave === "restore") sim.restore(before);
    else sim.reset();
    assert.equal(waiting.reply?.body, { ...events(), queue_id }, leave);
    assert.is((poll(-1, { dont_block: true }) as WireResponse).status, leave === "restore" ? 200 : 400, leave);
  }
});

test("a fork has the queues, and none of the polls that are held", () => {
  const { sim, poll, setPolicy, queue_id } = aliceWithQueue();
  const waiting = held(poll(-1));
  const fork = sim.fork();
  fork.advance({ ms: 60_000 });
  assert.is(waiting.reply, undefined);
  assert.equal(fork.as("alice").send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body, events());
  setPolicy("one", 1);
  assert.equal(waiting.reply?.body, { ...events(policyEvent(sim, 0, "one", 1)), queue_id });
  assert.equal(fork.as("alice").send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body, events());
});

test("a refused poll says what is wrong, one fault after the other", () => {
  const { sim, alice, queue_id, setPolicy } = aliceWithQueue({ rulings: { unknownAcknowledgement: "kept" } });
  setPolicy("one", 1);
  const bad = failure("Bad event queue ID: nope", "BAD_EVENT_QUEUE_ID", { queue_id: "nope" });
  const notHis = failure(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
  const ladder: [string, Record<string, unknown>, object][] = [
    ["alice", { last_event_id: "minus one" }, failure("last_event_id is not valid JSON")],
    ["alice", { last_event_id: 1.5, dont_block: "yes" }, failure("last_event_id is not an integer")],
    ["alice", { last_event_id: -1, dont_block: "yes" }, failure("dont_block is not valid JSON")],
    ["alice", { last_event_id: -1, dont_block: 1 }, failure("dont_block is not a boolean")],
    ["alice", { last_event_id: -1, dont_block: false }, failure("Missing 'queue_id' argument")],
    ["alice", { queue_id: "nope" }, failure("Missing 'last_event_id' argument")],
    ["alice", { queue_id: "nope", last_event_id: -1 }, bad],
    ["bob", { queue_id, last_event_id: -1 }, notHis],
    ["alice", { queue_id, last_event_id: -2 }, failure("An event newer than -2 has already been pruned!")],
    ["alice", { queue_id, last_event_id: 1 }, failure("Event 1 was not in this queue")],
  ];
  for (const [who, fields, expected] of ladder) {
    const refused = sim.as(who).send("GET /events", fields);
    assert.equal([refused.status, refused.body], [400, expected], JSON.stringify(fields));
  }
  assert.equal(alice.send("GET /events", { queue_id, last_event_id: -1 }).body, events(policyEvent(sim, 0, "one", 1)));
});

test("queue ids follow from the seed alone", () => {
  const idOf = (seed: number) => createSimulator({ seed }).as("alice").send("POST /register", { event_types: [] }).body.queue_id;
  assert.is(idOf(1), idOf(1));
  assert.is.not(idOf(1), idOf(2));
});

test.run();
