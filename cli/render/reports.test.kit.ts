import fc from "fast-check";
import type { Signature } from "../../conformance/causes/signature.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import type { Body } from "../../conformance/expect.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import {
  allVerdicts,
  type Paired,
  type PropertyResult,
  type Report,
  type ScenarioResult,
  summarise,
  type Verdict,
} from "../../conformance/results/report.ts";
import { newestLevel } from "../../sim/index.ts";
import { sampleClauses } from "./sample.test.kit.ts";
import { type View, viewOf } from "./view.ts";

/** Reports such as servers, and files of other hands, can bring about. */

/** Stands in many texts: where it comes through as it is, HTML was not escaped. */
export const markup = `<x-evil a="b" c='d'>&amp;`;

const awkward: readonly string[] = [
  "",
  " ",
  "true",
  markup,
  "\u0000\u0007\u001b[31m\u007f\u0085\u009b",
  "one\r\ntwo\u2028three\n::error title=four::five",
  "]]> --> </script></noscript></style></textarea><!--",
  "שלום \u202eעולם\u202c مرحبا \u2066בעולם",
  "\ud800 alone, \udfff too",
  "\ufffe\uffff👩‍👩‍👧‍👦",
  "100%25 %0A {}, 'quoted' \"twice\" `three` $(four) \\five",
  "__proto__",
];

export const aText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.array(fc.constantFrom(...awkward), { maxLength: 4 }).map((parts) => parts.join(" ")),
);

const deep = (depth: number): unknown => (depth === 0 ? markup : { a: [deep(depth - 1)] });
const huge: readonly Body[] = [
  { content: `${markup} `.repeat(10_000) },
  { messages: Array.from({ length: 5_000 }, (_, id) => ({ id, content: markup })) },
  { deep: deep(200) },
  Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`${markup}${i}`, i])),
];

const aJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    aText,
    fc.constantFrom(null, true, false, 0, -1.5, 1e21),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(aText, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const aBody: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: fc.dictionary(aText, aJson, { maxKeys: 4 }), weight: 20 },
  { arbitrary: fc.constant({}), weight: 2 },
  { arbitrary: fc.constantFrom(...huge), weight: 1 },
);

/** An exchange; one from a file of another version may lack whatever it has. */
const aSeen: fc.Arbitrary<Seen> = fc
  .record(
    {
      as: fc.oneof(aText, fc.constant(null)),
      method: fc.oneof(fc.constantFrom("GET", "POST"), aText),
      path: aText,
      fields: aBody,
      status: fc.constantFrom(0, 200, 400, 599),
      body: aBody,
    },
    { requiredKeys: [] },
  )
  .map((seen) => seen as Seen);

const aVerdict: fc.Arbitrary<Verdict> = fc.constantFrom(...allVerdicts);
const someClauses = fc.subarray([...sampleClauses.map(({ id }) => id), "no.such/clause", markup]);
const anAddress = fc.oneof(fc.constantFrom("typing.post/op", "monitor/ids", "scenario/7"), aText);

const aSignature: fc.Arbitrary<Signature> = fc.record({ at: aText, path: aText, expected: aText, actual: aText });

const aProperty = fc.record(
  {
    address: anAddress,
    clauses: someClauses,
    verdict: aVerdict,
    reason: aText,
    seen: fc.array(aSeen, { maxLength: 9 }),
    given: aJson,
    path: aText,
    runs: fc.nat(),
    causes: fc.array(aSignature, { maxLength: 2 }),
    again: aText,
  },
  { requiredKeys: ["address", "clauses", "verdict"] },
) as fc.Arbitrary<PropertyResult>;

const aPair: fc.Arbitrary<Paired> = fc.record({ told: aText, expected: aSeen, actual: aSeen });

const aScenario = fc.record(
  {
    address: fc.nat().map((index) => `scenario/${index}`),
    clauses: someClauses,
    verdict: aVerdict,
    reason: aText,
    scenario: fc.constant({ format: "touchstone-scenario", version: 1, steps: [] }),
    pairs: fc.array(aPair, { maxLength: 4 }),
    replays: fc.nat(),
    causes: fc.array(aSignature, { maxLength: 3 }),
    exchanges: fc.nat(),
    exchangesAgree: fc.nat(),
    again: aText,
  },
  { requiredKeys: ["address", "clauses", "verdict"] },
) as fc.Arbitrary<ScenarioResult>;

const aBaseline = fc.record(
  {
    known: fc.array(fc.record({ address: anAddress, entry: aText, reason: aText }), { maxLength: 3 }),
    stale: fc.array(fc.record({ entry: aText, why: aText }), { maxLength: 3 }),
    unjudged: fc.array(aText, { maxLength: 3 }),
  },
  { requiredKeys: ["known", "stale"] },
);

interface Parts {
  readonly properties: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly notRun: readonly string[];
  readonly choices: Readonly<Record<string, string>>;
  readonly baseline: Report["baseline"];
  readonly notes?: readonly string[] | undefined;
  readonly url: string;
}

export const reportOf = ({ properties, scenarios, notRun, choices, baseline, notes, url }: Parts): Report => ({
  format: "touchstone-report",
  version: 1,
  target: { kind: "live", url, level: newestLevel, brand: "service" },
  seed: 42,
  shard: null,
  partial: false,
  causes: causesOf([...properties, ...scenarios]),
  properties,
  scenarios,
  choices,
  chosenIn: {},
  accepted: [],
  notRun,
  ...(baseline && { baseline }),
  ...(notes && { notes }),
  summary: summarise(properties.length + scenarios.length + notRun.length, [...properties, ...scenarios]),
});

export const aReport: fc.Arbitrary<Report> = fc
  .record({
    properties: fc.array(aProperty, { maxLength: 6 }),
    scenarios: fc.array(aScenario, { maxLength: 4 }),
    notRun: fc.array(aText, { maxLength: 2 }),
    choices: fc.dictionary(aText, aText, { maxKeys: 3 }),
    baseline: fc.option(aBaseline, { nil: undefined }),
    notes: fc.option(fc.array(aText, { maxLength: 2 }), { nil: undefined }),
    url: aText,
  })
  .map(reportOf);

/** A report arranged for reading, with names and clauses that hold markup too. */
export const viewed = (report: Report): View => {
  const clauses = [...sampleClauses, { ...sampleClauses[0]!, id: markup, section: markup, statement: markup }];
  return viewOf(report, { clauses, args: ["--target", `it's ${markup}`], saved: new Map([["scenario/1", `${markup}.json`]]) });
};

/** A report in which so many results differ. */
export function differing(count: number): Report {
  const exchange = (id: number, content: string): Seen => {
    const messages = [7, 8, 9].map((each) => ({ id: id + each, sender_id: 12, content: `<p>${content} ${each}</p>`, flags: ["read"] }));
    const body = { result: "success", msg: "", messages, found_anchor: content === "expected" };
    return { as: "alice", method: "GET", path: "/messages", fields: { anchor: id, num_before: 3, num_after: 0 }, status: 200, body };
  };
  const clauses = ["messages.get/anchor"];
  const half = Math.floor(count / 2);
  const reason = 'found_anchor: expected true, got false\nmessages[0].content: expected "<p>one</p>", got "<p>two</p>"';
  const properties = Array.from({ length: half }, (_, id): PropertyResult => {
    const seen = Array.from({ length: 8 }, (_, i) => exchange(id + i, "came"));
    return { address: `messages.get/p${id}`, clauses, verdict: "differs", reason, seen, given: { id }, path: "1:2", runs: 3 };
  });
  const scenarios = Array.from({ length: count - half }, (_, id): ScenarioResult => {
    const pairs = Array.from({ length: 6 }, (_, i) => {
      const actual = exchange(id + i, i === 5 ? "came" : "expected");
      return { told: `alice asks for messages around ${i}`, expected: exchange(id + i, "expected"), actual };
    });
    return { address: `scenario/${id}`, clauses, verdict: "differs", reason, pairs, replays: 9 };
  });
  return reportOf({ properties, scenarios, notRun: [], choices: {}, baseline: undefined, url: "https://chat.example.org" });
}
