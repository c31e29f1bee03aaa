import { test } from "uvu";
import * as assert from "uvu/assert";
import { BaselineError, type Catalogue, judged, readDeviations, surprises } from "./baseline.ts";
import type { Verdict } from "./report.ts";
import { type PropertyResult, type Report, summarise } from "./report.ts";

const catalogue: Catalogue = {
  clauses: new Set(["typing/op", "typing/to", "typing/told"]),
  properties: new Map([
    ["typing/start", { clauses: ["typing/op"] }],
    ["typing/stop", { clauses: ["typing/op", "typing/to"] }],
    ["typing/event", { clauses: ["typing/told"] }],
  ]),
};

/** A report in which each property came out as told. */
function reported(verdicts: Readonly<Record<string, Verdict>>): Report {
  const properties = Object.entries(verdicts).map(
    ([address, verdict]): PropertyResult => ({ address, verdict, clauses: catalogue.properties.get(address)!.clauses }),
  );
  const target = { kind: "live", url: "http://127.0.0.1:1", level: 496, brand: "service" } as const;
  const summary = summarise(properties.length, properties);
  return {
    format: "touchstone-report",
    version: 1,
    target,
    seed: 1,
    shard: null,
    properties,
    scenarios: [],
    choices: {},
    chosenIn: {},
    notRun: [],
    summary,
  };
}

const today = "2026-06-01";

test("a listed property that differs is known, one that is not listed is a surprise", () => {
  const report = reported({ "typing/start": "differs", "typing/stop": "differs", "typing/event": "agrees" });
  const found = judged(report, [{ property: "typing/start", reason: "ticket 7" }], today, catalogue);
  assert.equal(found.baseline, { known: [{ address: "typing/start", entry: "typing/start", reason: "ticket 7" }], stale: [] });
  assert.equal(
    surprises(found).map(({ address }) => address),
    ["typing/stop"],
  );
  assert.is(surprises(report).length, 2);
});

test("a listed clause covers every property that cites it", () => {
  const report = reported({ "typing/start": "differs", "typing/stop": "differs" });
  const found = judged(report, [{ clause: "typing/op", reason: "old server", expires: "2026-06-01" }], today, catalogue);
  assert.is(found.baseline!.known.length, 2);
  assert.equal(surprises(found), []);
  assert.equal(found.baseline!.stale, []);
});

test("an entry is stale when nothing differs any more, when it expired, and when nothing has its id", () => {
  const report = reported({ "typing/start": "agrees", "typing/stop": "silent", "typing/event": "differs" });
  const entries = [
    { clause: "typing/op", reason: "r" },
    { property: "typing/event", reason: "r", expires: "2026-05-31" },
    { clause: "typing/nope", reason: "r" },
    { property: "typing/nope", reason: "r" },
  ];
  assert.equal(judged(report, entries, today, catalogue).baseline!.stale, [
    { entry: "typing/op", why: "nothing differs any more" },
    { entry: "typing/event", why: "it expired on 2026-05-31" },
    { entry: "typing/nope", why: "there is no such clause" },
    { entry: "typing/nope", why: "there is no such property" },
  ]);
});

test("what was not run, or could not be tested, says nothing of an entry", () => {
  const report = reported({ "typing/start": "agrees", "typing/event": "untestable" });
  const entries = [
    { clause: "typing/op", reason: "its other property was left out" },
    { property: "typing/stop", reason: "left out" },
    { clause: "typing/told", reason: "untestable here" },
  ];
  assert.equal(judged(report, entries, today, catalogue).baseline!.stale, []);
});

test("a clause at which a scenario differs is not stale", () => {
  const report: Report = {
    ...reported({ "typing/event": "agrees" }),
    scenarios: [{ address: "scenario/3", verdict: "differs", clauses: ["typing/told"] }],
  };
  const found = judged(report, [{ clause: "typing/told", reason: "r" }], today, catalogue);
  assert.equal(found.baseline, { known: [{ address: "scenario/3", entry: "typing/told", reason: "r" }], stale: [] });
});

const mistakes: [content: unknown, complaint: RegExp][] = [
  [{}, /^b: an array/],
  [["typing/op"], /^b\[0\]: an object/],
  [[{ reason: "r" }], /^b\[0\]: either clause or property/],
  [[{ clause: "a", property: "b", reason: "r" }], /^b\[0\]: either clause or property/],
  [[{ clause: 7, reason: "r" }], /^b\[0\]: clause and property are strings/],
  [[{ clause: "a", reason: "r" }, { clause: "a" }], /^b\[1\]: a reason/],
  [[{ clause: "a", reason: "r", expires: "soon" }], /^b\[0\]: expires is a date/],
  [[{ clause: "a", reason: "r", until: "2026-01-01" }], /^b\[0\]: until is unknown; accepted are/],
];

for (const [content, complaint] of mistakes) {
  test(`a list of deviations such as ${JSON.stringify(content)} names its fault`, () => {
    assert.throws(
      () => readDeviations(content, "b"),
      (problem: Error) => problem instanceof BaselineError && complaint.test(problem.message),
    );
  });
}

test.run();
