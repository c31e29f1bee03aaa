import { spawnSync } from "node:child_process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay, someOf } from "../../night.test.kit.ts";
import { shareOf, triedIn } from "../../report/tried.ts";
import { doctor } from "../../targets/doctor.ts";
import { interpreterOf, judged, mistakesOf, strangers, withStranger } from "./stranger.ts";

const effort = byDay({ seed: 1, tries: 0, runs: 4 }, { seed: 1, tries: 3, runs: 40 });
const isInstalled = new Map(
  [...new Set(strangers.map(interpreterOf))].map((program) => [
    program,
    spawnSync(program, [program === "go" ? "version" : "--version"]).status === 0,
  ]),
);
const here = strangers.filter((name) => isInstalled.get(interpreterOf(name)));
const skipped = strangers.filter((name) => !here.includes(name));
if (skipped.length > 0) console.log(`skipped: ${skipped.map((name) => `${name} (no ${interpreterOf(name)})`).join(", ")}`);

/** By day the small ones, which answer in a second or two. */
const tried = byDay(
  here.filter((name) => ["one", "unknown501", "errors200"].includes(name)),
  here,
);

test("there are servers of one endpoint, of a few, and of all, and all but three have a list of mistakes", () => {
  assert.ok(strangers.length >= 8);
  assert.is(strangers.filter((name) => mistakesOf(name).length < 5).length, 3);
});

const plain = new Map<string, ReturnType<typeof judged>>();

/** Judges a server as it is, once. */
function judgedAsItIs(name: string): ReturnType<typeof judged> {
  const found = plain.get(name) ?? judged(name, [], effort);
  plain.set(name, found);
  return found;
}

for (const name of tried) {
  test(`nothing that the text does not state accuses the server ${name}`, async () => {
    const { report, accusations } = await judgedAsItIs(name);
    assert.equal(accusations, []);
    assert.equal(report.failures ?? [], []);
    assert.ok(report.summary.agrees > 20, `${report.summary.agrees} agree`);
  });
}

test("of a server of one endpoint little is tried, and what is left waits for what is missing", async () => {
  const { report } = await judgedAsItIs("one");
  assert.ok(shareOf(triedIn(report)) < 0.15);
  const waiting = report.properties.filter(({ reason }) => reason?.startsWith("waits for "));
  assert.ok(waiting.length > 400, `${waiting.length} wait`);
});

test("doctor names the endpoints that are missing, and promises about as much as a check can try", async () => {
  const [name, endpoints] = byDay(["one", 1], ["three", 3]) as [string, number];
  const diagnosis = await withStranger(name, [], (target) => doctor(target));
  assert.is(diagnosis.missingRoutes.filter(({ route }) => route !== "POST /register" && route !== "GET /events").length, 21 - endpoints);
  assert.ok(diagnosis.missingRoutes.some(({ route, adds }) => route === "POST /register" && adds > 0));
  assert.ok(diagnosis.untestable.some(({ reason }) => reason === "waits for GET /messages"));
  const { report } = await judgedAsItIs(name);
  const run = report.properties.filter(({ verdict, address }) => verdict !== "untestable" && !address.startsWith("monitor/")).length;
  const { testable } = diagnosis.properties;
  assert.ok(Math.abs(testable - run) < 15, `doctor: ${testable}, check: ${run}`);
});

/** Mistakes, each switched on by itself. */
const switched = byDay(["one"], here).flatMap((name) =>
  someOf(
    mistakesOf(name).flatMap((mistake) => (mistake.name === undefined || mistake.always ? [] : [[name, mistake.name] as const])),
    byDay(6, 1),
  ),
);

test("nine in ten of the mistakes that were planted are named, by a clause that they break", async () => {
  const missed: string[] = [];
  for (const [name, mistake] of switched) {
    const { named } = await judged(name, [mistake], effort);
    if (!named.some((one) => one.name === mistake)) missed.push(`${name}: ${mistake}`);
  }
  assert.ok(missed.length <= switched.length / 10, missed.join(", "));
});

test.run();
