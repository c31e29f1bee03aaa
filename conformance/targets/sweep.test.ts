import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import type { CheckOptions } from "../check/check-options.ts";
import { isNight } from "../night.test.kit.ts";
import { powerTable } from "../power/table.ts";
import type { Report } from "../results/report.ts";
import { frontOf } from "./front.test.kit.ts";
import { openTarget } from "./probe.ts";

// Correct servers, asked in many ways, whatever the seed: nobody is accused. By day one of the ways, all seeds at night.

/** A part of the whole suite, each time another one. */
const part = (seed: number) => ({ shard: { index: (seed % 12) + 1, count: 12 }, runs: 24, concurrent: 4 });

/** A budget that ends a run somewhere in the middle. */
function briefly(): Partial<CheckOptions> {
  const end = performance.now() + 3000;
  return { power: powerTable, timeLeft: () => end - performance.now(), hasTime: () => performance.now() < end };
}

interface Way {
  readonly control: boolean;
  readonly millis?: number;
  readonly like?: "zulip";
  readonly options: (seed: number) => Partial<CheckOptions>;
}

const ways: Readonly<Record<string, Way>> = {
  "with a control API": { control: true, options: part },
  "with a control API, for a few seconds": { control: true, options: briefly },
  "over its own endpoints": { control: false, options: part },
  "over its own endpoints, one request after the other": {
    control: false,
    like: "zulip",
    options: (seed) => ({ ...part(seed), concurrency: 1 }),
  },
  "over its own endpoints, for a few seconds": { control: false, like: "zulip", options: briefly },
  "over its own endpoints, slowly": { control: false, like: "zulip", millis: 15, options: part },
};

const names = ["owen", "dana", "alice", "bob", "cara", "gus", "robo"];

async function asked({ control, millis, like, options }: Way, seed: number): Promise<Report> {
  const sim = createSimulator({ seed });
  const server = await listen(sim, { control, clock: "real" });
  const before = millis === undefined ? undefined : await frontOf(server.url, { millis });
  const cast = names.map((name) => {
    const { email, api_key, password } = sim.cast[name]!;
    return [name, { email, api_key, password }] as const;
  });
  const channels = { general: "general", team: "team", quiet: "quiet", secret: "secret" };
  const folder = mkdtempSync(join(tmpdir(), "sweep-"));
  const file = join(folder, "target.json");
  const url = before?.url ?? server.url;
  writeFileSync(file, JSON.stringify({ url, cast: Object.fromEntries(cast), channels, ...(like && { like }) }));
  const target = await openTarget(control ? { url } : { file });
  const report = await check({ target, seed, shrink: false, ...options(seed) });
  await target.close();
  await before?.close();
  await server.close();
  rmSync(folder, { recursive: true });
  return report;
}

const alarms = ({ properties, scenarios, failures = [] }: Report, seed: number): string[] => [
  ...[...properties, ...scenarios]
    .filter(({ verdict }) => verdict === "differs")
    .map(({ address, reason }) => `seed ${seed}: ${address}: ${reason}`),
  ...failures.map(({ part: name, reason }) => `seed ${seed}: ${name}: ${reason}`),
];

/** Of 200 seeds each way gets its share; one by day. */
const all = Object.keys(ways);
const seedsOf = (place: number): number[] =>
  isNight ? Array.from({ length: 200 }, (_, i) => i + 1).filter((seed) => seed % all.length === place) : [place + 1];

for (const [place, way] of all.entries()) {
  if (!isNight && place !== 2) continue;
  test(`a correct server is not accused ${way}`, async () => {
    const found: string[] = [];
    for (const seed of seedsOf(place)) found.push(...alarms(await asked(ways[way]!, seed), seed));
    assert.equal(found, []);
  });
}

test.run();
