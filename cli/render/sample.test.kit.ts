import type { Seen } from "../../conformance/client/seen.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise } from "../../conformance/results/report.ts";
import { newestLevel } from "../../sim/index.ts";
import { type View, viewOf } from "./view.ts";

/** A small report with one of everything, for the tests of the renderers. */

const clause = (id: string, section: string, statement: string): Clause => {
  return { id, section, statement, since: 0, silent: undefined, untestable: undefined };
};

export const sampleClauses: readonly Clause[] = [
  clause("typing.post/op-values", "Endpoints > POST /typing", "op is start or stop & nothing else."),
  clause("typing.post/direct", "Endpoints > POST /typing", "Direct typing goes to each recipient."),
  clause("messages.get/anchor", "Endpoints > GET /messages", "The anchor is <in> the window."),
];

const seen = (as: string | null, fields: Seen["fields"], status: number, body: Seen["body"]): Seen => {
  return { as, method: "POST", path: "/typing", fields, status, body };
};

const properties: readonly PropertyResult[] = [
  {
    address: "typing.post/opValues",
    clauses: ["typing.post/op-values"],
    verdict: "differs",
    reason: "the request answers 200 {}, not a refusal",
    given: { op: "pause" },
    path: "3:1",
    causes: [{ at: "POST /typing", path: "result", expected: "error", actual: "success" }],
    seen: [
      seen("alice", { op: "start", to: [11] }, 200, { result: "success", msg: "" }),
      seen(null, { op: "it's \u0007 <b>" }, 200, { result: "success", msg: "]]> & more" }),
    ],
  },
  {
    address: "typing.post/direct",
    clauses: ["typing.post/direct"],
    verdict: "differs",
    reason: "no event came",
    causes: [{ at: "POST /typing", path: "", expected: "", actual: "", clause: "typing.post/direct" }],
    given: {},
    seen: [],
  },
  { address: "messages.get/anchor", clauses: ["messages.get/anchor"], verdict: "agrees" },
  { address: "messages.get/limits", clauses: ["messages.get/anchor"], verdict: "silent" },
  { address: "messages.get/admin", clauses: ["messages.get/anchor"], verdict: "untestable", reason: "the cast has no dana" },
];

const before = seen("alice", { type: "channel", content: "hi" }, 200, { result: "success", msg: "", id: 4 });

const scenarios: readonly ScenarioResult[] = [
  { address: "scenario/0", verdict: "agrees", clauses: [], exchanges: 30, exchangesAgree: 30 },
  {
    address: "scenario/1",
    verdict: "differs",
    clauses: ["messages.get/anchor"],
    reason: "found_anchor: expected true, got false",
    replays: 9,
    causes: [{ at: "GET /messages", path: "found_anchor", expected: "boolean", actual: "boolean" }],
    exchanges: 12,
    exchangesAgree: 11,
    scenario: { format: "touchstone-scenario", version: 1, steps: [] },
    pairs: [
      { told: 'alice sends "hi" to #general > lunch', expected: before, actual: before },
      {
        told: "alice asks for the messages around it",
        expected: seen("alice", {}, 200, { result: "success", found_anchor: true, messages: [{ id: 4, content: "<p>hi</p>" }] }),
        actual: seen("alice", {}, 200, { result: "success", found_anchor: false, messages: [] }),
      },
    ],
  },
];

export const sampleReport: Report = {
  format: "touchstone-report",
  version: 1,
  target: { kind: "live", url: "https://chat.example.org", level: newestLevel, brand: "service" },
  seed: 42,
  shard: null,
  partial: false,
  causes: causesOf([...properties, ...scenarios]),
  properties,
  scenarios,
  choices: { foundEnds: "observed" },
  chosenIn: { foundEnds: "scenario/1" },
  accepted: ["localEcho"],
  notRun: ["messages.get/late"],
  baseline: {
    known: [{ address: "typing.post/direct", entry: "typing.post/direct", reason: "ticket 7", expires: "2999-12-31" }],
    stale: [{ entry: "typing.post/gone", why: "there is no such property" }],
  },
  summary: summarise(8, [...properties, ...scenarios]),
};

export const sampleView: View = viewOf(sampleReport, {
  clauses: sampleClauses,
  args: ["https://chat.example.org", "--target", "my target.json"],
  saved: new Map([["scenario/1", "found/scenario-1.json"]]),
});
