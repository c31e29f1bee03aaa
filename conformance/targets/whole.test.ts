import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { byDay } from "../night.test.kit.ts";
import type { Report } from "../results/report.ts";
import { openTarget } from "./probe.ts";

// What most users do: the whole suite over HTTP, on a server that is right.

const alarms = ({ properties, scenarios }: Report): string[] =>
  [...properties, ...scenarios].filter(({ verdict }) => verdict === "differs").map(({ address, reason }) => `${address}: ${reason}`);

/** By day a sixteenth of the suite. */
const share = byDay({ runs: 16, shard: { index: 1, count: 16 } }, { runs: 30 });

test("a simulator that is served with its control API conforms", async () => {
  const server = await listen(createSimulator());
  const target = await openTarget({ url: server.url });
  const report = await check({ target, seed: 4, tries: 0, shrink: false, ...share });
  await target.close();
  await server.close();
  assert.equal(alarms(report), []);
  assert.ok(report.summary.agrees > byDay(45, 740), `${report.summary.agrees} agree`);
});

test("a world of a server is checked as a server is, by its address or by what its making answered", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const made = await (await fetch(`${server.url}/_control/worlds`, { method: "POST", body: '{"level": 372}' })).json();
  const folder = mkdtempSync(join(tmpdir(), "world-"));
  const file = join(folder, "target.json");
  writeFileSync(file, JSON.stringify(made));
  for (const options of [{ url: made.url }, { file }]) {
    const target = await openTarget(options);
    assert.equal([target.level, target.url], [372, made.url]);
    const report = await check({
      target,
      seed: 4,
      tries: 0,
      runs: 0,
      only: ["typing.post/*", "typing.post.text/*", "server_settings.get/*"],
    });
    await target.close();
    assert.equal(alarms(report), []);
    assert.ok(report.summary.agrees > 10, `${report.summary.agrees} agree`);
  }
  await server.close();
  rmSync(folder, { recursive: true });
  assert.is(sim.transcript.length, 0, "requests of the server itself");
});

test("a server of level 372 that is staged over its own endpoints conforms, and is left as it was", async () => {
  const sim = createSimulator({ level: 372 });
  const server = await listen(sim, { control: false, clock: "real" });
  const names = ["owen", "dana", "alice", "bob", "cara", "gus", "robo"];
  const cast = Object.fromEntries(
    Object.entries(sim.cast).flatMap(([name, { email, api_key, password }]) =>
      names.includes(name) ? [[name, { email, api_key, password }]] : [],
    ),
  );
  const channels = Object.fromEntries(["general", "team", "quiet", "secret", "town-square"].map((name) => [name, name]));
  const folder = mkdtempSync(join(tmpdir(), "touchstone-"));
  const file = join(folder, "target.json");
  writeFileSync(file, JSON.stringify({ url: server.url, cast, channels }));
  const target = await openTarget({ file });
  const report = await check({ target, seed: 5, tries: 0, shrink: false, ...share });
  await target.close();
  await server.close();
  rmSync(folder, { recursive: true });
  assert.equal(alarms(report), []);
  assert.ok(report.summary.agrees > byDay(37, 600), `${report.summary.agrees} agree`);
  assert.equal(target.notes, []);
});

test.run();
