import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../../sim/index.ts";
import { altered, bodies } from "../check/altered.test.kit.ts";
import { check } from "../check/check.ts";
import type { Reply } from "../client/target.ts";
import { byDay } from "../night.test.kit.ts";
import { ChoicesSeen } from "../results/choices.ts";
import type { ScenarioResult } from "../results/report.ts";
import { EmbeddedTarget, embedded } from "../targets/embedded.ts";
import { type ConcurrentOptions, runConcurrent } from "./run.ts";

const options: ConcurrentOptions = {
  ...{ seed: 1, runs: 20, shrink: true, strict: false, shard: { index: 1, count: 1 } },
  goesOn: () => true,
};

async function results(target: Parameters<typeof runConcurrent>[0], more: Partial<ConcurrentOptions> = {}): Promise<ScenarioResult[]> {
  const all: ScenarioResult[] = [];
  await runConcurrent(target, { ...options, ...more }, (result) => all.push(result));
  return all;
}

test("the simulator in this process agrees with itself, whatever the seed", async () => {
  for (const seed of byDay([1], [1, 2, 3])) {
    const all = await results(embedded({ realm: "crowded" }), { seed });
    assert.equal(
      all.map(({ address, verdict }) => [address, verdict]),
      all.map((_, i) => [`concurrent/${i}`, "agrees"]),
    );
  }
});

test("a server of a level that does not tell the id of a group that was made agrees", async () => {
  for (const level of byDay([166], [166, 310])) {
    const target = new EmbeddedTarget(createSimulator({ level, vary: 5 }), embedded({ level }).model);
    const all = await results(target, { seed: 4, runs: 12, show: true });
    assert.equal(
      all.filter(({ verdict }) => verdict === "differs").map(({ address }) => address),
      [],
    );
    assert.ok(all.some(({ shown }) => shown?.some((sentence) => /creates the group .* 200$/.test(sentence))));
  }
});

test("shards together are the whole, and --show tells each step", async () => {
  const runs = byDay(8, 20);
  const whole = await results(embedded(), { runs, show: true });
  const parts = await Promise.all([1, 2].map((index) => results(embedded(), { runs, show: true, shard: { index, count: 2 } })));
  assert.equal(
    parts
      .flat()
      .sort((a, b) => whole.findIndex(({ address }) => address === a.address) - whole.findIndex(({ address }) => address === b.address)),
    whole,
  );
  assert.ok(whole.every(({ shown }) => shown!.some((sentence) => / {2}-> {2}200$/.test(sentence))));
});

test("choices on silent points explain an order, several in one run, and count where the run is strict", async () => {
  const rulings = { groupNotices: "none", folderNames: "none", folderCapitals: "changeable" } as const;
  const choosing = () => new EmbeddedTarget(createSimulator({ rulings }), embedded().model);
  const choices = new ChoicesSeen();
  const all = await results(choosing(), { choices });
  assert.equal(
    all.filter(({ verdict }) => verdict === "differs"),
    [],
  );
  assert.ok(all.some(({ verdict, reason }) => verdict === "silent" && reason === "the target chooses groupNotices=none"));
  assert.is(choices.by(({ choice }) => choice).folderNames, "none");
  assert.ok((await results(choosing(), { strict: true, shrink: false })).some(({ verdict }) => verdict === "differs"));
});

test("a point that is decided in two ways differs", async () => {
  const choices = new ChoicesSeen();
  choices.note("groupNotices", { choice: "sent", address: "a property" });
  const target = new EmbeddedTarget(createSimulator({ rulings: { groupNotices: "none" } }), embedded().model);
  const found = (await results(target, { choices })).find(({ verdict }) => verdict === "differs")!;
  assert.match(found.reason!, /^groupNotices is decided in two ways: sent in a property, and none in concurrent\/\d+$/);
});

test("where the beginning differs already, that is the scenario", async () => {
  const wrong = altered(
    embedded(),
    bodies((body) => (typeof body.id === "number" ? { ...body, id: String(body.id) } : body)),
  );
  const found = (await results(wrong, { runs: 3 })).find(({ verdict }) => verdict === "differs")!;
  assert.match(found.reason!, /^before anything is sent at the same time: id: expected \d+, got "\d+"$/);
  assert.is(found.scenario!.steps.at(-1)!.op, "messages.post");
  assert.is(found.concurrent, undefined);
});

test("what differs of one actor's steps alone is a scenario like any other, and the cause that others show", async () => {
  const renamed = (body: Reply["body"]) => (body.automatic_new_visibility_policy === undefined ? body : { ...body, id: -1 });
  const all = await results(altered(embedded({ realm: "crowded" }), bodies(renamed)), { runs: 40 });
  const found = all.find(({ verdict, reason }) => verdict === "differs" && !reason!.startsWith("before"))!;
  assert.match(found.reason!, /^id: expected \d+, got -1$/);
  assert.is(found.concurrent, undefined);
  assert.is(found.causes![0]!.at, "POST /messages");
});

test("a target that registers nobody is untestable, with its reason", async () => {
  const silent = {
    ...altered(
      embedded(),
      bodies(() => ({ result: "error", msg: "no", code: "BAD_REQUEST" })),
    ),
    kind: "live" as const,
  };
  const all = await results(silent, { runs: 2 });
  assert.equal(
    all.map(({ verdict, reason }) => [verdict, reason]),
    [1, 2].map(() => ["untestable", "the target registers no event queue for any of the cast"]),
  );
});

test("a check runs none embedded, unless it is told how many, and finds them by their addresses", async () => {
  const of = async (more: object) =>
    (await check({ target: embedded(), seed: 1, runs: 2, only: ["scenario/*", "concurrent/*"], ...more })).scenarios;
  const addresses = (all: readonly ScenarioResult[]) => all.map(({ address }) => address);
  assert.equal(addresses(await of({})), ["scenario/0", "scenario/1"]);
  assert.equal(addresses(await of({ concurrent: 2 })), ["concurrent/0", "concurrent/1", "scenario/0", "scenario/1"]);
  assert.equal(addresses(await of({ concurrent: 4, only: ["concurrent/3"] })), ["concurrent/3"]);
  const report = await check({ target: embedded(), seed: 1, runs: 2, concurrent: 3, only: ["concurrent/*"] });
  assert.equal([report.summary.expected, report.summary.agrees], [3, 3]);
});

test.run();
