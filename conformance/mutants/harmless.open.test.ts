import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { byDay, nightly, someOf } from "../night.test.kit.ts";
import type { Report } from "../results/report.ts";
import { EmbeddedTarget, type Served } from "../targets/embedded.ts";
import { foreign } from "./foreign.test.kit.ts";
import { lateServer, openServers } from "./harmless.open.test.kit.ts";
import type { Mutant } from "./kit/mutant.ts";
import { MutantProxy } from "./proxy.ts";

const seed = 20;

const served = (servers: readonly Mutant[], options = {}): Served =>
  servers.reduce<Served>((inner, server) => new MutantProxy(inner, server, { fired: false }), createSimulator({ seed, ...options }));

const alarms = ({ properties, scenarios }: Report): string[] =>
  [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs").map(({ address, reason }) => `${address}: ${reason}`);

for (const server of someOf([...openServers, lateServer], 4)) {
  test(`no scenario accuses a correct server: ${server.name}`, async () => {
    const report = await check({ target: foreign(new EmbeddedTarget(served([server]))), seed, runs: byDay(12, 40), only: ["scenario/*"] });
    assert.equal(alarms(report), []);
    assert.ok(report.summary.agrees > byDay(5, 20));
  });
}

test("no property accuses a server that decides every open point otherwise", async () => {
  const report = await check({
    target: new EmbeddedTarget(served(openServers)),
    seed,
    tries: byDay(1, 3),
    skip: ["scenario/*", "cover/*"],
    // One of them lists nobody whom it saw long ago, as running servers do, and the text says otherwise.
    accepts: ["oldPresences"],
    ...byDay({ shard: { index: 1, count: 8 } }, {}),
  });
  assert.equal(alarms(report), []);
  assert.ok(report.summary.agrees > byDay(60, 500));
});

nightly("no scenario accuses a server that decides every open point otherwise and varies in all else", async () => {
  const target = foreign(new EmbeddedTarget(served([...openServers, lateServer], { vary: 1 })));
  const report = await check({ target, seed: 3, runs: byDay(8, 60), only: ["scenario/*", "cover/*"] });
  assert.equal(alarms(report), []);
});

test.run();
