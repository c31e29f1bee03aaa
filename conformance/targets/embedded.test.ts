import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { EmbeddedTarget, type Served } from "./embedded.ts";

/** Returns a simulator that counts what it and its forks are asked. */
function counting(): { readonly served: Served; readonly count: () => number } {
  let count = 0;
  const standIn = (own: Served): Served =>
    new Proxy(own, {
      get(whole, name) {
        if (name === "fork") return () => standIn(whole.fork());
        if (name === "exchange") count++;
        const value: unknown = Reflect.get(whole, name, whole);
        return typeof value === "function" ? value.bind(whole) : value;
      },
    });
  return { served: standIn(createSimulator()), count: () => count };
}

const fields = { event_types: [], fetch_event_types: ["realm"] };
const registration = { as: "alice", method: "POST", path: "/register", fields };
const limitIn = async (target: Target): Promise<unknown> =>
  (await target.send({ ...registration, mayBeKept: true }))?.body.realm_message_content_delete_limit_seconds;

test("runs share the answers that may be kept, each as it was before any run", async () => {
  const { served, count } = counting();
  const target = new EmbeddedTarget(served);
  const [first, second] = [target.isolated(), target.isolated()];
  assert.is(await limitIn(first), 600);
  assert.is(await limitIn(second), 600);
  assert.is(count(), 1);
  await second.send(registration);
  assert.is(count(), 2);
  target.forget();
  assert.is(await limitIn(second), 600);
  assert.is(count(), 3);
});

test("a run that has steered the simulator is told what it changed, and no other run is", async () => {
  const target = new EmbeddedTarget(createSimulator());
  const [steered, other] = [target.isolated(), target.isolated()];
  assert.is(await limitIn(steered), 600);
  await steered.steering?.act({ action: "set_realm", property: "message_content_delete_limit_seconds", value: 90 });
  assert.is(await limitIn(steered), 90);
  assert.is(await limitIn(steered.isolated("properties")), 90);
  assert.is(await limitIn(other), 600);
});

test("a registration whose answer may be kept leaves no queue: the next one of the run is the first, whoever asked before", async () => {
  const target = new EmbeddedTarget(createSimulator());
  const queueAfter = async (asks: number): Promise<unknown> => {
    const run = target.isolated();
    for (let i = 0; i < asks; i++) await limitIn(run);
    return (await run.send(registration))?.body.queue_id;
  };
  const queue = await queueAfter(0);
  assert.type(queue, "string");
  assert.is(await queueAfter(1), queue);
  assert.is(await queueAfter(2), queue);
});

test.run();
