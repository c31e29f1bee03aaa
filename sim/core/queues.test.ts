import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../index.ts";
import { loadedWorld } from "../server/options.ts";
import type { QueueId, UserId } from "./ids.ts";
import { limits } from "./limits.ts";
import { putEvent } from "./queue-events.ts";
import { closeQueue, listeningQueuesOf, nextDue, openQueue, putQueue, type Queue, queuesOf } from "./queues.ts";
import { Turn } from "./turn.ts";

const options = {
  owner: 11 as UserId,
  eventTypes: undefined,
  applyMarkdown: false,
  clientGravatar: false,
  slimPresence: false,
  allPublicChannels: false,
  capabilities: new Set<string>(),
  narrow: [],
  lifespanMillis: 600_000,
};

const turnOf = (): Turn => new Turn(loadedWorld({}).fork());
const open = (turn: Turn, name: string): Queue => openQueue(turn, name as QueueId, options);

const registered = (sim: Simulator, who: string): { readonly queue_id: string; readonly last_event_id: number } =>
  sim.as(who).send("POST /register", { event_types: ["message", "drafts"], fetch_event_types: [] }).body as never;

const polled = (sim: Simulator, who: string, queue: { readonly queue_id: string; readonly last_event_id: number }) =>
  sim.as(who).send("GET /events" as string, { ...queue, dont_block: true }).body as { code?: string; events?: object[] };

test("a queue whose client does not read is closed after many events, though the clock stands still", () => {
  const turn = turnOf();
  const { id } = open(turn, "idle");
  const put = (): void => putEvent(turn, turn.world.queues.get(id)!, '{"type":"heartbeat"', 0);
  for (let i = 0; i < limits.queuedEvents; i++) put();
  assert.is(turn.world.queues.get(id)?.newest?.count, limits.queuedEvents);
  put();
  assert.is(turn.world.queues.has(id), false);
});

test("events are offered to the queues that take any, and what is about all queues goes by their order of registration", () => {
  const turn = turnOf();
  const named = (name: string, types?: readonly string[]): Queue =>
    openQueue(turn, name as QueueId, { ...options, eventTypes: types && new Set(types) });
  const [first] = [named("takes none", []), named("takes all"), named("takes none either", []), named("takes messages", ["message"])];
  named("takes none last", []);
  assert.equal(listeningQueuesOf(turn.world, options.owner), ["takes all", "takes messages"]);
  const all = ["takes none", "takes all", "takes none either", "takes messages", "takes none last"];
  assert.equal(queuesOf(turn.world, options.owner), all);
  closeQueue(turn, first);
  assert.equal(queuesOf(turn.world, options.owner), all.slice(1));
  assert.equal(queuesOf(turn.world, 12 as UserId), []);
});

test("a queue with too much text in it is closed, its client is told BAD_EVENT_QUEUE_ID, and one that reads goes on", () => {
  const sim = createSimulator();
  const [idle, read] = [registered(sim, "bob"), registered(sim, "bob")];
  const content = "x".repeat(10_000);
  let last = -1;
  for (let sent = 0; sent * content.length < limits.queuedLength; sent++) {
    sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "long", content });
    if (sent % 100 === 0) last = (polled(sim, "bob", { ...read, last_event_id: last }).events!.at(-1) as { id: number }).id;
  }
  assert.is(polled(sim, "bob", idle).code, "BAD_EVENT_QUEUE_ID");
  assert.is(polled(sim, "bob", { ...read, last_event_id: last }).code, undefined);
});

test("the texts of all queues have a bound of their own, at which the largest queue is closed", () => {
  const turn = turnOf();
  const text = "x".repeat(limits.queuedLength / 4);
  const names = Array.from({ length: limits.allQueuedLength / limits.queuedLength + 1 }, (_, i) => `queue ${i}` as QueueId);
  for (const name of names) open(turn, name);
  const [large, ...others] = names as [QueueId, ...QueueId[]];
  for (let i = 0; i < 4; i++) putEvent(turn, turn.world.queues.get(large)!, text, text.length);
  for (let i = 0; i < 3; i++) for (const name of others) putEvent(turn, turn.world.queues.get(name)!, text, text.length);
  assert.is(turn.world.queues.has(large), false);
  assert.ok(others.every((name) => turn.world.queues.has(name)));
  assert.is(turn.world.queuedLoad, 3 * others.length * (text.length + limits.queuedEventLength));
  for (const name of others) closeQueue(turn, turn.world.queues.get(name)!);
  assert.is(turn.world.queuedLoad, 0);
});

test("events without much text count too", () => {
  const turn = turnOf();
  const most = limits.allQueuedLength / limits.queuedEventLength;
  const names = Array.from({ length: Math.ceil(most / limits.queuedEvents) }, (_, i) => `queue ${i}` as QueueId);
  for (const name of names) open(turn, name);
  for (const name of names) {
    for (let i = 0; i < limits.queuedEvents; i++) putEvent(turn, turn.world.queues.get(name)!, "", 0);
  }
  assert.is(turn.world.queues.size, names.length - 1);
  assert.ok(turn.world.queuedLoad <= limits.allQueuedLength);
});

test("queues that see a message alike share its text", () => {
  const sim = createSimulator();
  for (let i = 0; i < 50; i++) registered(sim, "bob");
  sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "shared", content: "y".repeat(5000) });
  const texts = [...sim.state.queues.values()].map((queue) => queue.newest!.text);
  assert.is(texts.length, 50);
  assert.is(new Set(texts).size, 1);
  // Each answers for its part of one text.
  assert.ok(sim.state.queuedLoad < texts[0]!.length + 50 * (limits.queuedEventLength + 1));
});

test("what is read or given up no longer counts", () => {
  const sim = createSimulator();
  const queue = registered(sim, "bob");
  for (let i = 0; i < 3; i++) sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "read", content: "z" });
  const before = sim.state.queuedLoad;
  polled(sim, "bob", { ...queue, last_event_id: 1 });
  assert.ok(sim.state.queuedLoad < before && sim.state.queuedLoad > 0);
  sim.as("bob").send("DELETE /events", { queue_id: queue.queue_id });
  assert.is(sim.state.queuedLoad, 0);
});

test("there are so many queues and no more: the idle one that would end first makes room", () => {
  const turn = turnOf();
  const ids = Array.from({ length: limits.queues }, (_, i) => `queue ${i}` as QueueId);
  for (const id of ids) open(turn, id);
  const held = turn.world.queues.get(ids[0]!)!.with({ held: true });
  putQueue(turn.world, held);
  open(turn, "one more");
  assert.equal([turn.world.queues.size, turn.world.queues.has(ids[0]!), turn.world.queues.has(ids[1]!)], [limits.queues, true, false]);
});

test("the queue that needs the clock first is known, of those due at one instant the oldest", () => {
  const turn = turnOf();
  const [first, second] = [open(turn, "z"), open(turn, "a")];
  assert.is(nextDue(turn.world)?.id, first.id);
  putQueue(turn.world, first.with({ lastSeen: first.lastSeen + 1 }));
  assert.is(nextDue(turn.world)?.id, second.id);
  closeQueue(turn, second);
  assert.is(nextDue(turn.world)?.id, first.id);
  closeQueue(turn, first);
  assert.is(nextDue(turn.world), undefined);
});

test.run();
