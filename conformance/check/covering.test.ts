import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../../sim/index.ts";
import { coveringSet } from "../cover/set.ts";
import { byDay, nightly } from "../night.test.kit.ts";
import { merge } from "../report/merge.ts";
import type { Report } from "../results/report.ts";
import { embedded } from "../targets/embedded.ts";
import { openTarget } from "../targets/probe.ts";
import { altered, bodies } from "./altered.test.kit.ts";
import { type CheckOptions, check } from "./check.ts";

const steps = coveringSet.reduce((sum, scenario) => sum + scenario.steps.length, 0);

const covering = (options: Partial<CheckOptions> = {}): Promise<Report> =>
  check({ target: embedded({ realm: "crowded" }), seed: 1, runs: 0, only: ["cover/*"], ...options });

const alarms = ({ scenarios }: Report): unknown[] =>
  scenarios.filter(({ verdict }) => verdict === "differs").map(({ address, reason }) => `${address}: ${reason}`);

// Of level 170 its shards say so, below.
for (const level of byDay([], [1, 170, 219, 300, 372, newestLevel])) {
  test(`the covering set agrees on a simulator of level ${level}`, async () => {
    const report = await covering({ target: embedded({ realm: "crowded", level }) });
    assert.equal(alarms(report), []);
    assert.is(report.cover!.steps, steps);
    assert.ok(report.cover!.allowed > steps - 20, `${report.cover!.allowed} of ${steps}`);
  });
}

test("the covering set agrees on simulators that vary", async () => {
  const part = byDay({ shard: { index: 1, count: 8 } }, {});
  for (const vary of byDay([5], [3, 5, 8]))
    assert.equal(alarms(await covering({ target: embedded({ realm: "crowded", vary }), ...part })), [], `seed ${vary}`);
});

/** Checks a served simulator twice with the covering set: the second time on what the first has left. */
async function twice(control: boolean, level = newestLevel, more: Partial<CheckOptions> = {}): Promise<Report[]> {
  const sim = createSimulator({ realm: byDay("small", "crowded"), level });
  const server = await listen(sim, { control });
  const cast = Object.fromEntries(
    Object.entries(sim.cast).map(([name, { email, api_key, password }]) => [name, { email, api_key, ...(password && { password }) }]),
  );
  const channels = Object.fromEntries(Object.entries(sim.channels).map(([name, { stream_id }]) => [name, stream_id]));
  const file = join(mkdtempSync(join(tmpdir(), "covering-")), "target.json");
  writeFileSync(file, JSON.stringify({ url: server.url, control, cast, channels }));
  const reports: Report[] = [];
  for (let i = 0; i < byDay(1, 2); i++) {
    const target = await openTarget({ file });
    reports.push(await covering({ target, concurrent: 0, ...more }).finally(() => target.close()));
  }
  await server.close();
  return reports;
}

// With a control API conformance/targets/whole.test.ts plays it by day.
for (const control of byDay([false], [true, false])) {
  test(`over HTTP ${control ? "with" : "without"} a control API it agrees as often as it is played`, async () => {
    for (const report of await twice(control, newestLevel, byDay({ shard: { index: 1, count: 6 } }, {}))) {
      assert.equal(alarms(report), []);
      const { allowed, steps } = report.cover!;
      assert.ok(allowed > 0.6 * steps && allowed < 0.9 * steps, `${allowed} of ${steps}`);
    }
  });
}

nightly("over HTTP a server of an older level is asked for all but what came later", async () => {
  const [report] = await twice(false, 300);
  assert.equal(alarms(report!), []);
  const waiting = report!.scenarios.filter(({ reason = "" }) => reason.startsWith("waits for"));
  assert.equal(waiting, []);
  assert.ok(report!.cover!.allowed > 0.55 * steps, `${report!.cover!.allowed} of ${steps}`);
});

test("where accounts are missing, the steps that take them are left out, and scenarios without any other are untestable", async () => {
  const { cast, ...whole } = {
    ...altered(
      embedded(),
      bodies((body) => body),
    ),
  };
  const target = { ...whole, cast: { alice: cast.alice! } };
  const report = await covering({ target });
  assert.equal(alarms(report), []);
  assert.ok(report.cover!.allowed < steps / 2);
  const reasons = report.scenarios.filter(({ verdict }) => verdict === "untestable").map(({ reason }) => reason);
  assert.ok(reasons.length > 0);
  assert.match(String(reasons[0]), "every step needs what the target does not allow: an account that is missing");
});

test("it is played before all else, in parts where there are shards, and left out where patterns say so", async () => {
  const order: string[] = [];
  const onResult: CheckOptions["onResult"] = ({ address }) => order.push(address);
  await check({ target: embedded(), seed: 1, runs: 1, only: ["cover/1", "typing.post/op", "scenario/0"], onResult });
  assert.equal(order, ["cover/1", "typing.post/op", "scenario/0"]);
  const target = embedded({ realm: "crowded", level: 170 });
  const shards = await Promise.all([1, 2].map((index) => covering({ target, shard: { index, count: 2 } })));
  const { report } = merge(shards);
  assert.equal(alarms(report), []);
  assert.is(report.cover!.steps, steps);
  assert.ok(report.cover!.allowed > steps - 20, `${report.cover!.allowed} of ${steps}`);
  assert.equal(
    report.scenarios.map(({ address }) => address),
    coveringSet.map((_, i) => `cover/${i}`),
  );
  assert.is((await check({ target: embedded(), seed: 1, runs: 0, only: ["typing.post/op"] })).cover, undefined);
});

test("a server that is wrong differs in it", async () => {
  const wrong = altered(
    embedded({ realm: "crowded" }),
    bodies((body) => (body.id === undefined ? body : { ...body, id: Number(body.id) + 1 })),
  );
  // Each difference costs a search for the choices that would explain it.
  const shard = byDay({ shard: { index: 1, count: 40 } }, {});
  assert.ok(alarms(await covering({ target: wrong, shrink: false, ...shard })).length >= byDay(1, 6));
});

test.run();
