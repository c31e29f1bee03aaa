import { test } from "uvu";
import * as assert from "uvu/assert";
import { check } from "../check/check.ts";
import { embedded } from "../targets/embedded.ts";
import { ReportFileError, readReport } from "./read-report.ts";

const whole = await check({
  target: embedded(),
  seed: 3,
  runs: 2,
  steps: 2,
  only: ["typing.post/op", "scenario/*"],
  shard: { index: 1, count: 2 },
});
const [property] = whole.properties;

test("a report is read as it was written, and what a newer touchstone adds stays", () => {
  const written: unknown = JSON.parse(JSON.stringify({ ...whole, weather: "fair" }));
  assert.equal(readReport(written, "a.json"), written);
});

test("what servers send may stand in a report, NUL and half a character too", () => {
  const odd = { ...whole, notes: ["\0", "\ud800", ""] };
  assert.equal(readReport(odd, "a.json"), odd);
});

const wrong: readonly (readonly [what: string, content: unknown, message: string])[] = [
  ["a list", [], "report: got [], expected an object"],
  ["null", null, "report: got null, expected an object"],
  ["another format", {}, 'format: missing, expected "touchstone-report", as check --report json=<file> writes it'],
  ["another version", { ...whole, version: 2 }, "version: got 2, expected 1"],
  ["no target", { ...whole, target: undefined }, "target: missing, expected an object"],
  [
    "a level that is text",
    { ...whole, target: { ...whole.target, level: "9" } },
    'target.level: got "9", expected a whole number, 0 or more',
  ],
  ["a shard of a merged report", { ...whole, shard: "1 of 3 shards" }, 'shard: got "1 of 3 shards", expected a shard such as 1/3, or null'],
  [
    "a verdict that is none",
    { ...whole, properties: [{ ...property, verdict: "maybe" }] },
    'properties[0].verdict: got "maybe", expected "agrees", "differs", "silent", "unsteady" or "untestable"',
  ],
  ["scenarios that are no list", { ...whole, scenarios: {} }, "scenarios: got {}, expected a list of results"],
  [
    "a choice that was seen nowhere",
    { ...whole, choices: { folderNames: "all" }, chosenIn: {} },
    "chosenIn.folderNames: missing, expected the address of a property or scenario",
  ],
  ["patterns that are no list", { ...whole, options: { runs: 1, steps: 1, only: 7 } }, "options.only: got 7, expected a list of texts"],
  ["no summary", { ...whole, summary: null }, "summary: got null, expected an object"],
];

for (const [what, content, message] of wrong) {
  test(`a report with or of ${what} is refused at its place`, () => {
    assert.throws(
      () => readReport(content, "a.json"),
      (thrown: unknown) => thrown instanceof ReportFileError && thrown.message === `a.json: ${message}`,
    );
  });
}

test.run();
