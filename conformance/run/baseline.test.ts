import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import { type PropertyResult, type Report, summarise, type Verdict } from "../results/report.ts";
import { BaselineError, type CoveredIds, type Deviation, isListed, judged, readDeviations, surprises } from "./baseline.ts";

const catalogue: CoveredIds = {
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
  const target = { kind: "live", url: "http://127.0.0.1:1", level: newestLevel, brand: "service" } as const;
  const summary = summarise(properties.length, properties);
  return {
    format: "touchstone-report",
    version: 1,
    target,
    seed: 1,
    shard: null,
    partial: false,
    causes: [],
    properties,
    scenarios: [],
    choices: {},
    chosenIn: {},
    accepted: [],
    notRun: [],
    summary,
  };
}

const today = "2026-06-01";

test("a listed property that differs is known, one that is not listed is a surprise", () => {
  const report = reported({ "typing/start": "differs", "typing/stop": "differs", "typing/event": "agrees" });
  const found = judged(report, [{ property: "typing/start", reason: "ticket 7" }], today, catalogue);
  assert.equal(found.baseline, { known: [{ address: "typing/start", entry: "typing/start", reason: "ticket 7" }], stale: [] });
  const ending = judged(report, [{ property: "typing/start", reason: "ticket 7", expires: "2999-12-31" }], today, catalogue);
  assert.is(ending.baseline?.known[0]?.expires, "2999-12-31");
  assert.equal(
    surprises(found).map(({ address }) => address),
    ["typing/stop"],
  );
  assert.is(surprises(report).length, 2);
});

test("a property that did not show its cause when that was listed is named, since another mistake may look alike", () => {
  const plain = reported({ "typing/start": "differs", "typing/stop": "differs" });
  const cause = { id: "c-1", signature: "s", clauses: [], shows: ["typing/start", "typing/stop", "scenario/3"], waiting: [] };
  const report: Report = { ...plain, causes: [cause], scenarios: [{ address: "scenario/3", verdict: "differs", clauses: [] }] };
  const beyond = (...shows: string[]): readonly string[] | undefined =>
    judged(report, [{ cause: "c-1", shows, reason: "ticket 7" }], today, catalogue).baseline!.beyond;
  assert.equal(beyond("typing/start"), ["typing/stop"]);
  assert.is(beyond("typing/start", "typing/stop"), undefined);
  assert.is(judged(report, [{ cause: "c-1", reason: "ticket 7" }], today, catalogue).baseline!.beyond, undefined);
  const newBy = (seed: number): string[] =>
    surprises(judged(report, [{ cause: "c-1", shows: ["typing/start"], seed, reason: "ticket 7" }], today, catalogue)).map(
      ({ address }) => address,
    );
  assert.equal(newBy(report.seed), ["typing/stop"]);
  assert.equal(newBy(report.seed + 1), []);
  const listedBy = (...shows: string[]) =>
    judged(report, [{ cause: "c-1", shows, seed: report.seed, reason: "ticket 7" }], today, catalogue).baseline!.causes;
  assert.equal([listedBy("typing/start"), listedBy("typing/start", "typing/stop")], [undefined, ["c-1"]]);
});

test("a cause that is listed is known beside one that is not, in the same result", () => {
  const cause = (id: string) => ({ id, signature: id, clauses: [], shows: ["typing/start"], waiting: [] });
  const report: Report = { ...reported({ "typing/start": "differs" }), causes: [cause("c-1"), cause("c-2")] };
  const found = judged(report, [{ cause: "c-1", reason: "ticket 7" }], today, catalogue);
  assert.equal(found.baseline, { known: [], stale: [], causes: ["c-1"] });
  assert.is(surprises(found).length, 1);
  assert.throws(() => readDeviations([{ clause: "typing/op", shows: ["typing/start"], reason: "r" }], "b.json"), /b\.json\[0\]\.shows/);
});

test("a listed clause covers every property that cites it", () => {
  const report = reported({ "typing/start": "differs", "typing/stop": "differs" });
  const found = judged(report, [{ clause: "typing/op", reason: "old server", expires: "2026-06-01" }], today, catalogue);
  assert.is(found.baseline!.known.length, 2);
  assert.equal(surprises(found), []);
  assert.equal(found.baseline!.stale, []);
});

/** A report of one scenario that shows some causes. */
function withCauses(causes: Readonly<Record<string, readonly string[]>>, more: Partial<Report> = {}): Report {
  const scenarios = [{ address: "scenario/3", verdict: "differs", clauses: [] } as const];
  const all = Object.entries(causes).map(([id, clauses]) => ({ id, clauses, signature: id, shows: ["scenario/3"], waiting: [] }));
  return { ...reported({ "typing/start": "agrees" }), scenarios, causes: all, ...more };
}

test("a scenario is known where each of its causes is listed, by its id or by a clause that it names", () => {
  const listed = [
    { cause: "c-1", reason: "ticket 1" },
    { clause: "typing/op", reason: "ticket 2" },
  ];
  const both = withCauses({ "c-1": [], "c-2": ["typing/op"] });
  assert.equal(judged(both, listed, today, catalogue).baseline!.known, [{ address: "scenario/3", entry: "c-1", reason: "ticket 1" }]);
  const another = withCauses({ "c-1": [], "c-3": ["typing/to"] });
  assert.equal(judged(another, listed, today, catalogue).baseline!.known, []);
});

test("an entry for a cause is stale when a whole run does not see it, and not when a part of one does not", () => {
  const listed = [{ cause: "c-1", reason: "ticket 1" }];
  const staleOf = (report: Report): readonly unknown[] => judged(report, listed, today, catalogue).baseline!.stale;
  assert.equal(staleOf(withCauses({ "c-1": [] })), []);
  assert.equal(staleOf(withCauses({ "c-2": [] })), [{ entry: "c-1", why: "nothing differs so any more", reason: "ticket 1" }]);
  assert.equal(staleOf(withCauses({ "c-2": [] }, { partial: true })), []);
  assert.equal(staleOf(withCauses({ "c-2": [] }, { shard: "1/2" })), []);
});

test("an entry covers a cause that took in the difference which it names", () => {
  const report = withCauses({ "c-1": [] });
  const merged = { ...report, causes: report.causes.map((cause) => ({ ...cause, alike: ["c-2"] })) };
  const found = judged(merged, [{ cause: "c-2", reason: "ticket 1" }], today, catalogue);
  assert.equal([surprises(found), found.baseline!.stale], [[], []]);
});

test("a run with a budget tries too little to say that an entry is stale", () => {
  const power = { noticed: 8, of: 10 } as unknown as NonNullable<Report["power"]>;
  const report = { ...reported({ "typing/start": "agrees", "typing/stop": "agrees", "typing/event": "agrees" }), power };
  const entries = [
    { clause: "typing/op", reason: "r" },
    { property: "typing/event", reason: "r" },
    { cause: "c-1", reason: "r" },
    { property: "typing/nope", reason: "r" },
  ];
  const { stale, unjudged } = judged(report, entries, today, catalogue).baseline!;
  assert.equal(stale, [{ entry: "typing/nope", why: "there is no such property", reason: "r" }]);
  assert.equal(unjudged, ["typing/op", "typing/event", "c-1"]);
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
    { entry: "typing/op", why: "nothing differs any more", reason: "r" },
    { entry: "typing/event", why: "it expired on 2026-05-31", reason: "r" },
    { entry: "typing/nope", why: "there is no such clause", reason: "r" },
    { entry: "typing/nope", why: "there is no such property", reason: "r" },
  ]);
});

test("what was not run, or could not be tested, says nothing of an entry", () => {
  const report = reported({ "typing/start": "agrees", "typing/event": "untestable" });
  const entries = [
    { clause: "typing/op", reason: "its other property was left out" },
    { property: "typing/stop", reason: "left out" },
    { clause: "typing/told", reason: "untestable here" },
  ];
  const { stale, unjudged } = judged(report, entries, today, catalogue).baseline!;
  assert.equal(stale, []);
  assert.equal(unjudged, ["typing/told"]);
});

test("an entry for a cause is not judged where what showed it could not be tested", () => {
  const withShows = [{ cause: "c-1", shows: ["typing/start", "typing/event"], reason: "ticket 1" }];
  const all = (event: Verdict): Report => reported({ "typing/start": "agrees", "typing/stop": "agrees", "typing/event": event });
  const found = (report: Report, entries: readonly Deviation[]) => {
    const { stale, unjudged } = judged(report, entries, today, catalogue).baseline!;
    return [stale.length, unjudged];
  };
  assert.equal(found(all("untestable"), withShows), [0, ["c-1"]]);
  assert.equal(found(all("agrees"), withShows), [1, undefined]);
  // Scenarios alone showed it.
  const scenario = (verdict: Verdict) => withCauses({}, { scenarios: [{ address: "scenario/3", verdict, clauses: [] }] });
  assert.equal(found(scenario("untestable"), [{ cause: "c-1", reason: "ticket 1" }]), [0, ["c-1"]]);
  assert.equal(found(scenario("agrees"), [{ cause: "c-1", reason: "ticket 1" }]), [1, undefined]);
});

test("while a run goes on a result is listed by its address, its clause, all of its differences, or as one that showed a cause", () => {
  const signature: Signature = { at: "POST /typing", path: "op", expected: "string", actual: "nothing" };
  const other: Signature = { ...signature, path: "to", clause: "typing/to" };
  const result = (...causes: Signature[]): PropertyResult => {
    return { address: "typing/stop", verdict: "differs", clauses: ["typing/op"], causes };
  };
  const entry = { cause: idOf(signature), reason: "r" };
  assert.is(isListed(result(signature), [{ property: "typing/stop", reason: "r" }]), true);
  assert.is(isListed(result(signature), [{ clause: "typing/op", reason: "r" }]), true);
  assert.is(isListed(result(signature), [entry]), true);
  assert.is(isListed(result(signature, other), [entry]), false);
  assert.is(isListed(result(signature, other), [entry, { clause: "typing/to", reason: "r" }]), true);
  assert.is(isListed(result(other), [{ ...entry, shows: ["typing/stop"] }]), true);
  assert.is(isListed(result(other), [{ ...entry, shows: ["typing/start"] }]), false);
  assert.is(isListed(result(), [entry]), false);
});

test("what nothing has the id of is stale in a part of a run, too", () => {
  const entries = ["clause", "property", "cause"].map((key) => ({ [key]: "typing/nope", reason: "r" }) as never);
  const part = { ...reported({ "typing/start": "agrees" }), partial: true };
  assert.equal(
    judged(part, entries, today, catalogue).baseline!.stale.map(({ why }) => why),
    ["there is no such clause", "there is no such property", "no cause has such an id"],
  );
});

test("a cause is not gone where scenarios were left out, or a part of the run failed", () => {
  const whole = reported({ "typing/start": "agrees" });
  const staleOf = (report: Report): number => judged(report, [{ cause: "c-1", reason: "r" }], today, catalogue).baseline!.stale.length;
  assert.is(staleOf(whole), 1);
  assert.is(staleOf({ ...whole, summary: { ...whole.summary, expected: 5 } }), 0);
  assert.is(staleOf({ ...whole, failures: [{ part: "scenarios", reason: "x is undefined" }] }), 0);
});

test("a clause at which a scenario differs is not stale", () => {
  const report: Report = {
    ...reported({ "typing/event": "agrees" }),
    scenarios: [{ address: "scenario/3", verdict: "differs", clauses: ["typing/told"] }],
    causes: [{ id: "c-1", signature: "s", clauses: ["typing/told"], shows: ["scenario/3"], waiting: [] }],
  };
  const found = judged(report, [{ clause: "typing/told", reason: "r" }], today, catalogue);
  assert.equal(found.baseline, { known: [{ address: "scenario/3", entry: "typing/told", reason: "r" }], stale: [], causes: ["c-1"] });
});

const mistakes: [content: unknown, complaint: RegExp][] = [
  [{}, /^b: got {}, expected a list of /],
  [["typing/op"], /^b\[0\]: got "typing\/op", expected an object/],
  [[{ reason: "r" }], /^b\[0\]: got {"reason":"r"}, expected one of cause, clause and property/],
  [[{ clause: "a", property: "b", reason: "r" }], /^b\[0\]: got .*, expected one of cause, clause and property/],
  [[{ clause: 7, reason: "r" }], /^b\[0\]\.clause: got 7, expected text/],
  [[{ clause: "a", reason: "r" }, { clause: "a" }], /^b\[1\]\.reason: missing, expected /],
  [
    [
      { property: "a", reason: "r" },
      { clause: "a", reason: "r" },
      { property: "a", reason: "s" },
    ],
    /^b\[2\]: property a has an entry already, the one at \[0\]$/,
  ],
  [[{ clause: "a", reason: "r", expires: "soon" }], /^b\[0\]\.expires: got "soon", expected a date/],
  [
    [{ clause: "a", reason: "r", until: "2026-01-01" }],
    /^b\[0\]\.until: no such key; known here are cause, clause, property, shows, seed, reason and expires$/,
  ],
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
