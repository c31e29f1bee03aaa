import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Held, type Simulator } from "../index.ts";
import { listener, refusal } from "./hearing.test.kit.ts";

const register = (sim: Simulator, name: string, fields = {}): string =>
  sim.as(name).send("POST /register" as string, fields).body.queue_id as string;

const poll = (sim: Simulator, name: string, queue_id: string) =>
  sim.as(name).send("GET /events", { queue_id, last_event_id: -1, dont_block: true }).body;

test("queues that are ended are unknown, and a poll held on one is answered first", () => {
  const sim = createSimulator();
  const [alice, bob] = [register(sim, "alice"), register(sim, "bob")];
  const held = sim.as("alice").request("GET /events", { queue_id: alice, last_event_id: -1 }) as Held;
  assert.equal(sim.act({ action: "end_queues", as: "alice" }), {});
  assert.equal([held.reply?.status, held.reply?.body.events], [200, []]);
  assert.equal([poll(sim, "alice", alice).code, poll(sim, "alice", alice).queue_id], ["BAD_EVENT_QUEUE_ID", alice]);
  assert.is(poll(sim, "bob", bob).result, "success");
  sim.act({ action: "end_queues" });
  assert.is(poll(sim, "bob", bob).code, "BAD_EVENT_QUEUE_ID");
});

test("an event of any type comes to the queues that take all types, and to those that name it", () => {
  const sim = createSimulator();
  const [named, other] = [listener(sim, "bob", ["weather"]), listener(sim, "bob", ["message"])];
  const all = register(sim, "alice");
  const event = { type: "weather", sky: ["blue", null] };
  sim.act({ action: "send_event", event });
  assert.equal(named(), [event]);
  assert.equal(other(), []);
  assert.equal(poll(sim, "alice", all).events, [{ ...event, id: 0 }]);
  sim.act({ action: "send_event", event, as: "alice" });
  assert.equal(named(), []);
  assert.is((poll(sim, "alice", all).events as unknown[]).length, 2);
});

test("what is no event is refused at its place", () => {
  const sim = createSimulator();
  const send = (event: unknown): string => refusal(sim, { action: "send_event", event });
  assert.is(send("weather"), 'send_event: event: got "weather", expected an object with a type, such as {"type": "weather"}');
  assert.is(send({ sky: 1 }), "send_event: event.type: missing, expected a text");
  assert.is(send({ type: "weather", id: 7 }), "send_event: event.id: got 7, expected none: each queue counts its own");
  assert.match(refusal(sim, { action: "end_queues", as: "nobody" }), /^end_queues: as: got "nobody", expected a cast member: alice/);
});

test.run();
