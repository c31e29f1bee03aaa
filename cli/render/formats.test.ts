import { XMLParser, XMLValidator } from "fast-xml-parser";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { refusedKeyNote } from "../../conformance/results/refused-keys.ts";
import { type PropertyResult, type Report, summarise } from "../../conformance/results/report.ts";
import { github } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { sampleReport, sampleView } from "./sample.test.kit.ts";
import { viewOf } from "./view.ts";

test("JSON is the report as it is, where its exchanges are short, with the command that shows each cause", () => {
  const { causes, ...rest } = JSON.parse(json(sampleView)) as Report;
  assert.equal({ ...rest, causes: causes.map(({ replay: _, ...cause }) => cause) }, sampleReport);
});

const xml = junit(sampleView);

interface Case {
  readonly "@name": string;
  readonly "@classname": string;
  readonly failure?: { readonly "@message": string; readonly "@type": string; readonly "#text": string };
  readonly skipped?: { readonly "@message": string };
}
interface Suite {
  readonly "@name": string;
  readonly "@tests": string;
  readonly "@failures": string;
  readonly "@skipped": string;
  readonly testcase: Case[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  isArray: (name) => name === "testsuite" || name === "testcase",
});
const { testsuites } = parser.parse(xml) as { testsuites: { readonly testsuite: Suite[] } & Omit<Suite, "testcase"> };

test("JUnit is valid XML without characters that XML cannot write", () => {
  assert.is(XMLValidator.validate(xml), true);
  assert.ok(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'));
  assert.not.match(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
});

test("JUnit has a suite for each section and counts its cases", () => {
  assert.equal(
    testsuites.testsuite.map((suite) => [suite["@name"], suite["@tests"], suite["@failures"], suite["@skipped"]]),
    [
      ["Causes", "3", "2", "1"],
      ["Endpoints > POST /typing", "2", "0", "2"],
      ["Endpoints > GET /messages", "4", "0", "2"],
      ["Generated scenarios", "2", "0", "1"],
      ["Baseline", "1", "1", "0"],
      ["Run", "1", "0", "1"],
    ],
  );
  assert.equal([testsuites["@tests"], testsuites["@failures"], testsuites["@skipped"]], ["13", "3", "7"]);
});

test("JUnit tells a difference with its clause and evidence, and why something was skipped", () => {
  const cases = new Map(testsuites.testsuite.flatMap(({ testcase }) => testcase).map((one) => [one["@name"], one]));
  const { failure } = [...cases].find(([name]) => name.endsWith("POST /typing result: expected error, got success"))![1];
  assert.is(failure!["@message"], "the request answers 200 {}, not a refusal");
  assert.match(failure!["#text"], "POST /typing result: expected error, got success");
  assert.is(failure!["@type"], "typing.post/op-values");
  assert.match(failure!["#text"], "op is start or stop & nothing else.");
  assert.match(failure!["#text"], "\\u0007 <b>");
  assert.match(failure!["#text"], "]]> & more");
  assert.match(failure!["#text"], "npx touchstone check https://chat.example.org");
  assert.match(
    cases.get("typing.post/opValues")!.skipped!["@message"],
    /^it shows c-[0-9a-f]{8}: the request answers 200 \{\}, not a refusal$/,
  );
  assert.is(
    cases.get("typing.post/direct")!.skipped!["@message"],
    "known deviation: ticket 7 (entry typing.post/direct, until 2999-12-31)",
  );
  assert.is(cases.get("messages.get/admin")!.skipped!["@message"], "the cast has no dana");
  assert.is(cases.get("messages.get/late")!.skipped!["@message"], "it was not run");
  assert.is(cases.get("not run")!.skipped!["@message"], "1 property (messages.get/late)");
  assert.is(cases.get("messages.get/anchor")!.failure, undefined);
  assert.is(cases.get("messages.get/anchor")!["@classname"], "Endpoints > GET /messages");
});

test("GitHub gets an error for each cause, a warning for a known one, one line each", () => {
  const lines = github(sampleView).trimEnd().split("\n");
  assert.equal(lines.map((line) => line.split("::")[1]!.replace(/c-[0-9a-f]{8}/, "c")).sort(), [
    "error title=c messages.get/anchor",
    "error title=c typing.post/op-values",
    "error title=stale baseline",
    "error title=touchstone",
    "notice title=not run",
    "warning title=c typing.post/direct",
  ]);
  assert.match(
    lines.join("\n"),
    "::the request answers 200 {}, not a refusal%0APOST /typing result: expected error, got success" +
      "%0AEndpoints > POST /typing: op is start or stop & nothing else.%0Aresults that show it: 1, that wait for it: 0%0Anpx touchstone",
  );
});

test("GitHub, which shows ten errors of a step, gets the line for the whole, then nine causes, what is known last, and one line for the others", () => {
  const [one] = sampleView.causes;
  const causes = Array.from({ length: 12 }, (_, i) => ({
    ...one!,
    cause: { ...one!.cause, id: `c-${i}` },
    known: i === 0 ? "ticket" : undefined,
  }));
  const lines = github({ ...sampleView, causes, causeless: [] }).split("\n");
  assert.equal(
    lines.flatMap((line) => /^::error title=(c-\d+|touchstone)/.exec(line)?.[1] ?? []),
    ["touchstone", ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `c-${i}`)],
  );
  assert.ok(lines.includes("::warning title=more causes::2 more causes, 1 cause as known: --report html=report.html shows all"));
});

test("GitHub gets a warning for an account whose key is refused, before all causes", () => {
  const key = refusedKeyNote("bob", "bob@example.com: 401 UNAUTHORIZED");
  const [, line] = github({ ...sampleView, report: { ...sampleReport, notes: ["another", key] } }).split("\n");
  assert.is(line, "::warning title=target::bob is left out, since its credentials are refused: bob@example.com: 401 UNAUTHORIZED");
});

test("GitHub and JUnit say what was not run, and what was not run to the end", () => {
  const notRun = Array.from({ length: 8 }, (_, i) => `typing.post/p${i}`);
  const failures = [{ part: "the model", reason: "x is\nundefined" }];
  const view = { ...sampleView, report: { ...sampleReport, notRun, failures }, scenariosNotRun: 3 };
  const first = notRun.slice(0, 6).join(", ");
  const missed = `8 properties (${first} and 2 more) and 3 scenarios`;
  assert.match(github(view), `::notice title=not run::${missed}\n`);
  assert.match(github(view), "::error title=the model was not run to the end::x is%0Aundefined\n");
  assert.match(junit(view), `<testcase classname="Run" name="not run" time="0">\n      <skipped message="${missed}"/>`);
  assert.match(
    junit(view),
    '<testcase classname="Run" name="the model" time="0">\n      <skipped message="it was not run to the end: x is',
  );
});

test("JUnit has an error with the last line where a part was not run to its end and nothing differs", () => {
  const { baseline: _, ...plain } = sampleReport;
  const properties = plain.properties.filter(({ verdict }) => verdict === "agrees");
  const failures = [{ part: "the properties", reason: "the server is unreachable" }];
  const report = { ...plain, properties, scenarios: [], causes: [], failures, summary: summarise(properties.length, properties) };
  const view = viewOf(report, { clauses: [], args: [], saved: new Map() });
  assert.match(view.closing, /^This is no success, since 1 part was not run to the end: /);
  const told = junit(view);
  assert.match(told, /<testsuites [^>]* failures="0" [^>]*errors="1"/);
  assert.match(told, `<testcase classname="Run" name="verdict" time="0">\n      <error message="${view.closing}" type="no success"/>`);
});

test("GitHub gets a warning with the endpoints that are not there", () => {
  const [one] = sampleReport.properties;
  const waiting = (reason: string): PropertyResult => ({ ...one!, verdict: "untestable", reason });
  const reasons = ["waits for GET /messages", "waits for POST /typing", "waits for GET /messages", "waits for POST /register"];
  const told = (properties: readonly PropertyResult[]) => github({ ...sampleView, report: { ...sampleReport, properties } });
  const words = "2 endpoints are not there, so that what needs them was not tried: GET /messages, POST /typing";
  assert.match(told(reasons.map(waiting)), `::warning title=endpoints that are not there::${words}\n`);
  assert.not.match(told([waiting("the cast has no dana")]), "not there");
});

test("GitHub's marks are escaped in titles and messages", () => {
  const result = { address: "x:y,z", clauses: [], verdict: "differs" as const, reason: "100%\r\nof it: all, now" };
  const causeless = [{ result, clauses: [], moreClauses: 0, known: undefined, replay: ["r"] }];
  const view = { ...sampleView, causes: [], causeless, surprises: [] };
  const [, line] = github(view).split("\n");
  assert.is(line, "::error title=x%3Ay%2Cz differs::100%25%0D%0Aof it: all, now%0Ar");
});

test.run();
