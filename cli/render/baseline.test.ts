import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Report } from "../../conformance/results/report.ts";
import { type Deviation, readDeviations } from "../../conformance/run/baseline.ts";
import { baseline } from "./baseline.ts";
import { sampleReport } from "./sample.test.kit.ts";
import { viewOf } from "./view.ts";

/** Returns the entries that are written after a run that was judged by some. */
function written(listed: readonly Deviation[], judgedBy: Report["baseline"], more: Partial<Report> = {}): readonly Deviation[] {
  const { baseline: _, ...rest } = sampleReport;
  const report: Report = { ...rest, ...more, ...(judgedBy && { baseline: judgedBy }) };
  const view = viewOf(report, { clauses: [], args: [], saved: new Map() });
  return readDeviations(JSON.parse(baseline(view, listed)), "written");
}

const address = "typing.post/direct";
const entry = { property: address, reason: "ticket 7" };

test("an entry that has expired stays while something rests on it, and one that nothing rests on goes", () => {
  const expired = { ...entry, expires: "2020-01-31" };
  const gone = { property: "typing.post/gone", reason: "ticket 8" };
  const known = [{ address, entry: address, reason: "ticket 7" }];
  const stale = [address, gone.property].map((one) => ({ entry: one, why: "it is stale" }));
  const found = written([expired, gone], { known, stale });
  assert.equal(
    found.filter(({ property }) => property === address || property === gone.property),
    [expired],
  );
});

test("of a clause and a property of one name both stay where one is stale", () => {
  const both = [
    { clause: "messages-id.delete/gone", reason: "ticket 1" },
    { property: "messages-id.delete/gone", reason: "ticket 2" },
  ];
  const found = written(both, { known: [], stale: [{ entry: "messages-id.delete/gone", why: "nothing differs any more" }] });
  assert.equal(found.slice(0, 2), both);
});

test("what differs without a reason gets one, so that the file can be read", () => {
  const properties = [{ address: "typing.post/op", verdict: "differs" as const, clauses: ["typing.post/op-values"] }];
  assert.equal(written([], undefined, { properties, scenarios: [], causes: [] }), [{ property: "typing.post/op", reason: "it differs" }]);
});

test("marks that reorder a line are escaped in the file, which holds them all the same", () => {
  const reason = "got \u202edenrut";
  const properties = [{ address: "typing.post/op", verdict: "differs" as const, clauses: [], reason }];
  const view = viewOf({ ...sampleReport, properties, scenarios: [], causes: [] }, { clauses: [], args: [], saved: new Map() });
  assert.match(baseline(view), 'got \\u202edenrut"');
  assert.equal(JSON.parse(baseline(view)), [{ property: "typing.post/op", reason }]);
});

test("what is wrong with every request gets no entry: nothing else was tried", () => {
  const properties = [{ address: "monitor/every-request", verdict: "differs" as const, clauses: [], reason: "it fails" }];
  const cause = { id: "c-00000001", signature: "s", clauses: [], shows: ["monitor/every-request"], waiting: [] };
  assert.equal(written([entry], undefined, { properties, scenarios: [], causes: [cause] }), [entry]);
});

test("a cause that an entry of a clause covers gets none of its own", () => {
  const scenario = { address: "scenario/3", verdict: "differs" as const, clauses: [] };
  const cause = { id: "c-00000001", signature: "s", clauses: ["typing/told"], shows: [scenario.address], waiting: [] };
  const other = { ...cause, id: "c-00000002", clauses: [] };
  const listed = [{ clause: "typing/told", reason: "ticket 1" }];
  const found = written(listed, { known: [], stale: [] }, { properties: [], scenarios: [scenario], causes: [cause, other] });
  assert.equal(found, [...listed, { cause: other.id, reason: "s" }]);
});

test("an entry of a cause names the properties that show it, and takes in those that were found to show it later", () => {
  const properties = ["typing.post/op", "typing.post/to"].map((each) => ({ address: each, verdict: "differs" as const, clauses: [] }));
  const scenario = { address: "scenario/3", verdict: "differs" as const, clauses: [] };
  const cause = { id: "c-00000001", signature: "s", clauses: [], shows: ["typing.post/op", "scenario/3"], waiting: [] };
  const first = written([], undefined, { properties: properties.slice(0, 1), scenarios: [scenario], causes: [cause] });
  assert.equal(first, [{ cause: cause.id, shows: ["typing.post/op"], seed: sampleReport.seed, reason: "s" }]);
  const known = ["typing.post/op", "typing.post/to", "scenario/3"].map((each) => ({ address: each, entry: cause.id, reason: "s" }));
  const later = { properties, scenarios: [scenario], causes: [{ ...cause, shows: known.map((each) => each.address) }] };
  assert.equal(written(first, { known, stale: [] }, later), [{ ...first[0]!, shows: ["typing.post/op", "typing.post/to"] }]);
});

test.run();
