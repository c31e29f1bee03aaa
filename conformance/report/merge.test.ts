import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../check/check.ts";
import { Bench } from "../mutants/bench.ts";
import { allMutants } from "../mutants/index.ts";
import { byDay } from "../night.test.kit.ts";
import { powerTable } from "../power/table.ts";
import type { Report, SharedOptions } from "../results/report.ts";
import { embedded } from "../targets/embedded.ts";
import { MergeError, merge } from "./merge.ts";

const options = { seed: 11, runs: 7, steps: 4, only: ["typing.post/*", "folder*", "scenario/*"] };
const checked = new Map<string, Promise<Report>>();

/** The report of a shard, or of a run without shards, which is checked once. */
function part(...[index, count]: [index: number, count: number] | []): Promise<Report> {
  const name = `${index}/${count}`;
  const report = checked.get(name) ?? check({ ...options, target: embedded(), ...(index && count && { shard: { index, count } }) });
  checked.set(name, report);
  return report;
}

test("the reports of all shards, in any order, are the report of a run without shards", async () => {
  const whole = await part();
  assert.ok(whole.properties.length > 3);
  for (const count of byDay([3], [1, 2, 3, 5])) {
    const parts = await Promise.all(Array.from({ length: count }, (_, i) => part(count - i, count)));
    const { report, missing } = merge(parts);
    assert.equal(missing, []);
    assert.equal(report, whole);
  }
});

test("the requests of all shards are summed, where they are of a live server", async () => {
  const parts = await Promise.all([part(1, 2), part(2, 2)]);
  assert.not.ok("requests" in merge(parts).report);
  const requests = { properties: 1, scenarios: 20, staging: 300, probe: 4000, cleanUp: 50_000 };
  const counted = merge(parts.map((report) => ({ ...report, requests }))).report.requests;
  assert.equal(counted, { properties: 2, scenarios: 40, staging: 600, probe: 8000, cleanUp: 100_000 });
});

test("shards of a run with a budget that differs have the causes, the failures and the power of the whole", async () => {
  const bench = new Bench(1);
  const mutant = (await allMutants()).find(({ name }) => name === "group-name-in-capitals")!;
  const run = {
    seed: 1,
    runs: 0,
    tries: 0,
    shrink: false,
    only: ["user_groups.create.post.text/*", "user-group/systemGroups", "cover/30", ...byDay([], ["cover/32"])],
    power: powerTable,
  };
  const whole = await check({ ...run, target: bench.broken(mutant) });
  assert.ok(whole.causes.length > 0 && (whole.power?.noticed ?? 0) > 0);
  const parts = await Promise.all(
    byDay([2, 1], [2, 1, 3]).map((index, _, { length: count }) => check({ ...run, target: bench.broken(mutant), shard: { index, count } })),
  );
  const { report } = merge(parts);
  assert.equal(report.power, whole.power);
  // A run plays what shows a known cause alone no shorter, so that another example may be the plainest.
  const told = ({ causes }: Report) => causes.map(({ shows, ...cause }) => ({ ...cause, shows: shows.toSorted() }));
  assert.equal(told(report), told(whole));
  const failure = { part: "typing.post/op", reason: "TypeError: x" };
  const [first, ...others] = parts as [Report, ...Report[]];
  assert.equal(merge([{ ...first, failures: [failure] }, ...others.map((one) => ({ ...one, failures: [failure] }))]).report.failures, [
    failure,
  ]);
});

test("where two shards saw the target decide a point in two ways, the later property differs", async () => {
  const one = { ...(await part(1, 2)), choices: {}, chosenIn: {} };
  const two = { ...(await part(2, 2)), choices: { folderNames: "all" }, chosenIn: {} };
  const [first, second] = [one.properties.at(-1)!, two.properties.at(-1)!];
  const { report } = merge([
    { ...one, choices: { folderNames: "active" }, chosenIn: { folderNames: first.address } },
    { ...two, chosenIn: { folderNames: second.address } },
  ]);
  const whole = (await part()).properties.map(({ address }) => address);
  const [early, late] = [first, second].sort((a, b) => whole.indexOf(a.address) - whole.indexOf(b.address)) as [typeof first, typeof first];
  assert.is(report.choices.folderNames, early === first ? "active" : "all");
  assert.is(report.chosenIn.folderNames, early.address);
  assert.is(report.summary.differs, 1);
  const { verdict, reason = "" } = report.properties.find(({ address }) => address === late.address)!;
  assert.is(verdict, "differs");
  assert.match(reason, /^folderNames is decided in two ways: /);
  assert.ok(reason.includes(first.address) && reason.includes(second.address));
});

test("shards that are not there are named", async () => {
  const { report, missing } = merge([await part(2, 3)]);
  assert.equal(missing, ["1/3", "3/3"]);
  assert.is(report.shard, "1 of 3 shards");
});

test("reports that are not of one run are refused", async () => {
  const [first, second] = [await part(1, 2), await part(2, 2)];
  const refused = (reports: readonly Report[], complaint: RegExp): void =>
    assert.throws(
      () => merge(reports),
      (problem: Error) => problem instanceof MergeError && complaint.test(problem.message),
    );
  refused([], /there are no reports/);
  refused([first, first], /shard 1\/2 comes twice/);
  refused([first, { ...second, seed: 12 }], /differ in their seed: 11 and 12/);
  refused([first, { ...second, target: { ...second.target, level: 1 } }], /differ in their target/);
  const servedAt = (report: Report, url: string): Report => ({ ...report, target: { ...report.target, kind: "live", url } });
  const [near, away] = ["http://127.0.0.1:9991", "http://127.0.0.1.example.com:9991"];
  refused([servedAt(first, near), servedAt(second, away)], /differ in their target/);
  refused([servedAt(first, away), servedAt(second, away.replace("9991", "9992"))], /differ in their target/);
  refused([servedAt(first, near), second], /differ in their target/);
  // Each part may have had a server of its own.
  assert.is(merge([servedAt(first, near), servedAt(second, "http://localhost:41003")]).report.target.url, near);
  const asked = (report: Report, options: Partial<SharedOptions>, touchstone = "0.1.0"): Report => ({
    ...report,
    touchstone,
    options: { runs: 7, steps: 4, ...options },
  });
  const typing = asked(first, { only: ["typing.post/*"] });
  refused(
    [typing, asked(second, { only: ["user_topics.post/*"] })],
    /differ in --only: \["typing\.post\/\*"\] and \["user_topics\.post\/\*"\]$/,
  );
  refused([asked(first, {}), asked(second, { compareHtml: "exact" })], /differ in --compare-html: none and "exact"$/);
  refused([asked(first, {}), asked(second, { runs: 10 })], /differ in --runs: 7 and 10$/);
  refused([asked(first, {}), asked(second, {}, "0.2.0")], /differ in the version of touchstone: "0\.1\.0" and "0\.2\.0"$/);
  refused([asked(first, {}), second], /differ in the version of touchstone: "0\.1\.0" and none$/);
  refused([first, { ...second, shard: "2/3" }], /differ in their number of shards: 2 and 3/);
});

test("a baseline entry that is at work in one shard is not stale in the whole", async () => {
  const [first, second] = [await part(1, 2), await part(2, 2)];
  const gone = { entry: "typing/op", why: "nothing differs any more" };
  const expired = { entry: "typing/to", why: "it expired on 2026-01-01" };
  const known = { address: "scenario/1", entry: "typing/op", reason: "r" };
  const { report } = merge([
    { ...first, baseline: { known: [], stale: [gone, expired], unjudged: ["typing/op", "typing/told"] } },
    { ...second, baseline: { known: [known], stale: [expired], beyond: ["typing.post/op"] } },
  ]);
  assert.equal(report.baseline, { known: [known], stale: [expired], unjudged: ["typing/told"], beyond: ["typing.post/op"] });
});

test.run();
