import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import { openTarget } from "./probe.ts";
import { Kept, LiveRun, Undoing } from "./run.ts";

const registration = (fields: Outgoing["fields"]): Outgoing => ({ as: "alice", method: "POST", path: "/register", fields });
const deletion = (queue_id: string): Outgoing => ({ as: "alice", method: "DELETE", path: "/events", fields: { queue_id } });

/** A server that registers the queues "1", "2" and so on, and the ids of those that were deleted on it. */
function server(told: Reply["body"] = {}) {
  const deleted: unknown[] = [];
  let queues = 0;
  const send = async ({ path, method, fields }: Outgoing): Promise<Reply> => {
    if (method === "DELETE") deleted.push(fields.queue_id);
    const body = path === "/register" ? { result: "success", queue_id: String(++queues), ...told } : { result: "success" };
    return { status: 200, headers: {}, body };
  };
  return { whole: { send } as Partial<Target> as Target, deleted };
}

const runOn = (whole: Target, undoing?: Undoing): LiveRun => new LiveRun(whole, "run", { undoing, kept: new Kept() });

test("a run deletes the queues that it leaves, and no queue twice", async () => {
  const { whole, deleted } = server();
  const run = runOn(whole);
  for (let i = 0; i < 3; i++) await run.send(registration({ event_types: [] }));
  await run.send(deletion("2"));
  assert.equal(deleted, ["2"]);
  await run.close();
  assert.equal(deleted, ["2", "1", "3"]);
});

test("a queue that hears nothing is left where the registration tells that it ends by itself within ten minutes", async () => {
  for (const [seconds, left] of [
    [600, ["2"]],
    [601, ["1", "2"]],
    ["600", ["1", "2"]],
  ] as const) {
    const { whole, deleted } = server({ idle_queue_timeout_secs: seconds });
    const run = runOn(whole);
    await run.send(registration({ event_types: [] }));
    await run.send(registration({ event_types: ["message"] }));
    await run.close();
    assert.equal(deleted, left, String(seconds));
  }
});

test("a hundred queues are left to end when the server is put back as it was, and others are deleted", async () => {
  const { whole, deleted } = server();
  const undoing = new Undoing({ keep: async () => {}, rewind: async () => {}, logins: new Map() });
  const leave = async (queues: number): Promise<void> => {
    const run = runOn(whole, undoing);
    for (let i = 0; i < queues; i++) await run.send(registration({}));
    await run.close();
  };
  await leave(99);
  await leave(2);
  assert.equal(deleted, ["100", "101"]);
  await leave(1);
  await leave(1);
  assert.equal(deleted, ["100", "101", "103"]);
  await undoing.before();
  await leave(100);
  assert.equal(deleted, ["100", "101", "103"]);
});

/** A registration whose answer another run may have. */
const standing: Outgoing = { ...registration({ fetch_event_types: ["realm"] }), mayBeKept: true };

/** Returns the queue ids in the answers of runs to a request, which tell of which answer they are. */
async function queuesOf(runs: readonly LiveRun[], request: Outgoing): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const run of runs) found.push((await run.send(request))?.body.queue_id);
  return found;
}

test("runs share an answer that may be kept, by account and fields, and no other", async () => {
  const { whole } = server();
  const kept = new Kept();
  const runs = ["one", "other"].map((name) => new LiveRun(whole, name, { kept }));
  assert.equal(await queuesOf(runs, standing), ["1", "1"]);
  assert.equal(await queuesOf(runs, { ...standing, as: "bob" }), ["2", "2"]);
  assert.equal(await queuesOf(runs, { ...standing, fields: {} }), ["3", "3"]);
  assert.equal(await queuesOf(runs, registration({ fetch_event_types: ["realm"] })), ["4", "5"]);
  assert.is(runs[0]!.kept(standing)?.body.queue_id, "1");
});

test("a refusal is not kept, and what is kept is asked for anew where it is to be forgotten", async () => {
  const refusing = server({ result: "error" });
  const alone = (whole: Target) => new LiveRun(whole, "one", { kept: new Kept() });
  const refused = alone(refusing.whole);
  assert.equal(await queuesOf([refused, refused], standing), ["1", "2"]);
  const run = alone(server().whole);
  assert.equal(await queuesOf([run, run], standing), ["1", "1"]);
  run.forget();
  assert.equal(await queuesOf([run, run], standing), ["2", "2"]);
});

test("what one run makes for all is made once, whatever the fields, by a run that steers too, and anew when the server is as it was before", async () => {
  const { whole } = server();
  const steered = { ...whole, steering: { act: async () => ({}), advance: async () => {} } } as Target;
  const kept = new Kept();
  const undoing = new Undoing({ keep: async () => {}, rewind: async () => {}, logins: new Map() });
  const runs = ["one", "other", "third"].map((name) => new LiveRun(steered, name, { kept, undoing })) as [LiveRun, LiveRun, LiveRun];
  const made = (name: string): Outgoing => ({ ...registration({ name }), mayBeKept: "made" });
  assert.equal(await queuesOf([runs[0]], standing), ["1"]);
  assert.equal(await queuesOf([runs[0]], made("a")), ["2"]);
  assert.equal(await queuesOf([runs[1]], made("b")), ["2"]);
  await runs[1].steering?.act({ action: "set_realm" });
  assert.equal(await queuesOf([runs[1]], made("c")), ["2"]);
  await runs[2].steering?.alone?.();
  assert.equal(await queuesOf([runs[2]], made("d")), ["3"]);
  assert.equal(await queuesOf([runs[2]], standing), ["4"]);
});

test("a run reckons the time from what another was told, and asks where the clock was moved", async () => {
  const { whole } = server();
  const steered = { ...whole, steering: { act: async () => ({}), advance: async () => {} } } as Target;
  let asked = 0;
  const ask = async (): Promise<number> => 1_000_000 * ++asked;
  const runOn = (target: Target, kept: Kept) => (name: string) => new LiveRun(target, name, { kept });
  const [one, other] = ["one", "other"].map(runOn(whole, new Kept())) as [LiveRun, LiveRun];
  assert.is(await one.instant(ask), 1_000_000);
  const later = await other.instant(ask);
  assert.ok(later >= 1_000_000 && later < 1_060_000 && Number.isInteger(later), String(later));
  assert.is(asked, 1);
  const [moving, after] = ["moving", "after"].map(runOn(steered, new Kept())) as [LiveRun, LiveRun];
  assert.is(await moving.instant(ask), 2_000_000);
  await moving.steering?.advance(5_000);
  assert.is(await after.instant(ask), 3_000_000);
});

test("a run that steers reads anew, and what it reads is no other run's", async () => {
  const { whole } = server();
  const steered = { ...whole, steering: { act: async () => ({}), advance: async () => {} } } as Target;
  const kept = new Kept();
  const [one, other] = ["one", "other"].map((name) => new LiveRun(steered, name, { kept })) as [LiveRun, LiveRun];
  assert.equal(await queuesOf([one, other], standing), ["1", "1"]);
  await one.steering?.act({ action: "set_realm" });
  assert.equal(await queuesOf([one, other, one], standing), ["2", "1", "3"]);
});

test("what other runs would notice of what a run steers is taken back before the next one, and its own things in the end", async () => {
  const { whole } = server();
  const rewound: boolean[] = [];
  const undoing = new Undoing({ keep: async () => {}, rewind: async (isLast = false) => void rewound.push(isLast), logins: new Map() });
  const steered = { ...whole, steering: { act: async () => ({}), advance: async () => {} } } as Target;
  const next = () => runOn(steered, undoing);
  await next().steering?.act({ action: "react", message_id: 1 });
  await next().send(standing);
  assert.equal(rewound, []);
  await next().steering?.act({ action: "set_realm", property: "name" });
  await next().send(standing);
  assert.equal(rewound, [false]);
  await next().steering?.advance(1000);
  await next().send(standing);
  await undoing.end();
  assert.equal(rewound, [false, false, true]);
});

test("a target counts its requests by what they are for", async () => {
  const front = await listen(createSimulator({ now: Date.now() }), { clock: "real" });
  const target = await openTarget({ url: front.url });
  const { probe, ...others } = target.requests;
  assert.ok(probe > 0);
  assert.equal(others, { properties: 0, scenarios: 0, staging: 0, cleanUp: 0 });
  const run = target.isolated("properties");
  for (let i = 0; i < 2; i++) await run.send({ as: "alice", method: "GET", path: "/users/me", fields: {} });
  await run.isolated().send(registration({}));
  await target.isolated().send(registration({}));
  await target
    .isolated()
    .send({ ...registration({}), as: "stranger" })
    .catch(() => {});
  await run.steering?.act({ action: "set_realm", property: "name", value: "Elsewhere" });
  const before = target.requests;
  assert.equal({ ...before, cleanUp: 0 }, { properties: 3, scenarios: 1, staging: 1, probe, cleanUp: 0 });
  await target.end();
  assert.equal({ ...target.requests, cleanUp: before.cleanUp }, before);
  assert.ok(target.requests.cleanUp > before.cleanUp);
  await target.close();
  await front.close();
});

test("a check of a simulator leaves none of its queues there", async () => {
  const simulator = createSimulator({ now: Date.now() });
  const front = await listen(simulator, { clock: "real" });
  const target = await openTarget({ url: front.url });
  const run = target.isolated();
  const queue_id = (await run.send(registration({})))?.body.queue_id;
  await run.close();
  await target.end?.();
  assert.is(
    simulator.as("alice").send("GET /events" as string, { queue_id: String(queue_id), last_event_id: -1, dont_block: true }).body.code,
    "BAD_EVENT_QUEUE_ID",
  );
  await target.close();
  await front.close();
});

test.run();
