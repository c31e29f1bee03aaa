import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator, type WireRequest } from "../../sim/index.ts";
import { properties } from "../catalogue/catalogue.ts";
import { type CheckOptions, check } from "../check/check.ts";
import { allMutants, spread } from "../mutants/index.ts";
import type { Mutant } from "../mutants/kit/mutant.ts";
import { MutantProxy } from "../mutants/proxy.ts";
import { byDay, nightly, someOf } from "../night.test.kit.ts";
import type { PropertyResult, Report, ScenarioResult } from "../results/report.ts";
import type { Patience } from "./http.ts";
import { byChance, type DecideLoss, every, lossyProxy } from "./lossy-proxy.test.kit.ts";
import { openTarget } from "./probe.ts";

interface Run extends Partial<CheckOptions> {
  readonly losing: DecideLoss;
  readonly mutant?: Mutant;
  readonly patience?: Partial<Patience>;
}

/** A simulator, its answers and doings those of a mutant where there is one. */
function serverOf(mutant: Mutant | undefined) {
  const sim = createSimulator({ realm: mutant ? (mutant.realm ?? "small") : byDay("small", "crowded"), seed: 3 });
  if (mutant) {
    const { act, advance, fork, cast, channels, server } = sim;
    const exchange = sim.exchange.bind(sim);
    const served = { act: act.bind(sim), advance: advance.bind(sim), fork: fork.bind(sim), cast, channels, server, exchange };
    const front = new MutantProxy(served, mutant, { fired: false });
    Object.assign(sim, { exchange: (wire: WireRequest) => front.exchange(wire) });
  }
  return sim;
}

/** Runs the suite against a simulator behind a proxy that loses answers. */
async function checked({ losing, mutant, patience, ...options }: Run): Promise<{ report: Report; lost: readonly string[] }> {
  const sim = serverOf(mutant);
  const server = await listen(sim);
  const proxy = await lossyProxy(server.url, losing);
  sim.serveAt(proxy.url);
  const target = await openTarget({ url: proxy.url, patience: { poll: 60, ...patience } });
  try {
    const report = await check({ target, seed: 1, tries: 1, runs: 0, shrink: false, ...options });
    return { report, lost: proxy.lost };
  } finally {
    await target.close();
    await proxy.close();
    await server.close();
  }
}

const differing = ({ properties: all, scenarios }: Report): (PropertyResult | ScenarioResult)[] =>
  [...all, ...scenarios].filter(({ verdict }) => verdict === "differs");
const alarms = (report: Report): string[] => differing(report).map(({ address, reason }) => `${address}: ${reason}`);

/** By day one part of the suite in 32. */
const load = byDay({ runs: 32, shard: { index: 1, count: 32 } }, { runs: 25 });

test("a right server that loses every twentieth answer, before or after it did what was asked, raises no alarm", async () => {
  const { report, lost } = await checked({ losing: every(20, "cut before", "cut after"), ...load });
  assert.equal(alarms(report), []);
  assert.ok(lost.length > byDay(7, 300), `${lost.length} lost`);
  assert.ok(report.summary.agrees > byDay(18, 600), `${report.summary.agrees} agree`);
  const scenarios = report.scenarios.filter(({ address }) => address.startsWith("scenario/"));
  assert.equal(
    scenarios.map(({ verdict }) => verdict),
    Array.from({ length: byDay(1, 25) }, () => "agrees"),
  );
});

nightly("nor does one that loses answers by chance and in every way, and does what was asked late", async () => {
  const losing = byChance(15, 7, "cut before", "cut after", "held before", "held after", "late");
  const only = ["scenario/*", "monitor/*", "messages-id.delete*", "typing.post*", "events*"];
  const { report, lost } = await checked({ losing, runs: byDay(4, 12), only, patience: { request: 120 } });
  assert.equal(alarms(report), []);
  assert.ok(lost.length > byDay(20, 50));
  assert.ok(report.summary.agrees > 60);
});

const twentieth = every(20, "cut after", "cut before");

test("wrong servers that lose every twentieth answer are noticed by properties", async () => {
  const names = await spread(byDay(4, 24));
  const unnoticed: string[] = [];
  for (const mutant of (await allMutants()).filter(({ name }) => names.includes(name))) {
    const only = [...properties].filter(([, { clauses }]) => clauses.some((id) => mutant.breaks.includes(id))).map(([address]) => address);
    const { report } = await checked({ losing: twentieth, mutant, only, tries: 3, bail: true });
    if (differing(report).length === 0) unnoticed.push(mutant.name);
  }
  assert.equal(unnoticed, []);
});

const wrongs = [
  "channel_folders.create.post-not-done",
  "deleted-still-there",
  "user_groups.create.post-not-done",
  "user_topics.post-not-done",
  "message-event-missing",
];

for (const name of someOf(wrongs, 5)) {
  test(`a wrong server that loses every twentieth answer is noticed by a scenario: ${name}`, async () => {
    const mutant = (await allMutants()).find((one) => one.name === name)!;
    const { report } = await checked({ losing: twentieth, mutant, only: ["scenario/*"], runs: 60, bail: true });
    assert.is(differing(report).length, 1);
  });
}

test("a server that hangs on one kind of request is wrong, and its other answers are judged", async () => {
  const losing: DecideLoss = (_, { method, url }) => (method === "POST" && url!.endsWith("/typing") ? "held after" : undefined);
  const { report } = await checked({ losing, only: ["typing.post/op", "messages-id.get*"], patience: { request: 60 } });
  assert.equal(alarms(report), ["typing.post/op: POST /typing got no answer within 0.06 s, 3 times, while others were answered"]);
  assert.ok(report.summary.agrees > 3);
});

test.run();
