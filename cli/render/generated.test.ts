import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { causesOf } from "../../conformance/report/causes.ts";
import type { Report } from "../../conformance/report/report.ts";
import { plain } from "./colours.ts";
import { github } from "./github.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { aReport, differing, markup, viewed } from "./reports.test.kit.ts";
import { sampleClauses } from "./sample.test.kit.ts";
import { text } from "./text.ts";

const paint = (word: string): string => `\u001b[1m${word}\u001b[0m`;
const painted = { on: true, bold: paint, dim: paint, red: paint, green: paint, yellow: paint, cyan: paint };

const always = (holds: (report: Report) => void): void =>
  fc.assert(
    fc.property(aReport, (report) => holds(report)),
    { seed: 1, numRuns: 60 },
  );

/** What is neither a line end nor a tab, and moves a cursor, rings, or reorders the line that it stands in. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

test("text tells any report, and nothing in it drives a terminal", () => {
  always((report) => {
    const told = text(viewed(report), plain);
    assert.not.match(told, control);
    assert.is(text(viewed(report), painted).replaceAll(/\u001b\[\d+m/g, ""), told);
  });
});

test("JSON reads back as the report", () => {
  always((report) => assert.equal(JSON.parse(json(report)), JSON.parse(JSON.stringify(report))));
});

const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", isArray: (name) => /^test(suite|case)$/.test(name) });

test("JUnit is well-formed, with a case for each cause and each result", () => {
  always((report) => {
    const view = viewed(report);
    const told = junit(view);
    assert.is(XMLValidator.validate(told), true);
    assert.not.match(told, unwritable);
    const { testsuite = [], ...all } = (parser.parse(told) as { testsuites: Record<string, unknown> & { testsuite?: object[] } })
      .testsuites;
    const cases = testsuite.flatMap((suite) => (suite as { testcase?: Record<string, unknown>[] }).testcase ?? []);
    assert.is(cases.length, Number(all["@tests"]));
    const stale = report.baseline?.stale.length ?? 0;
    assert.is(cases.length, report.causes.length + report.properties.length + report.scenarios.length + report.notRun.length + stale);
    for (const one of cases) assert.type(one["@name"], "string");
  });
});

/** Every tag of a page, its script and its style left out. */
const tagsIn = (page: string): string[] => page.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, "").match(/<[^>]*>?/g) ?? [];
const tag =
  /^<(!doctype html|\/?(html|head|body|title|style|script|h[1-4]|p|b|ul|li|br|pre|code|span|mark|div|details|summary|blockquote|article|section|form|label|select|option|noscript|output|header|main|i|table|tr|th|td|svg|g|text)|(html|meta|p|span|div|ul|li|details|select|option|form|label|output|article|section|blockquote|code|pre|i|table|th|svg|g|text|line|path)( [a-zA-Z0-9-]+(="([^"<>&]|&(amp|lt|gt|quot);)*")?)+\/?|meta [^<>]*)>$/;

test("HTML escapes whatever servers say", () => {
  always((report) => {
    const page = html(viewed(report), sampleClauses);
    assert.not(page.includes(markup.slice(0, 7)), "markup came through");
    for (const each of tagsIn(page)) assert.match(each, tag);
    assert.not.match(page, control);
  });
});

test("GitHub gets one line for each cause, each difference without one, what is unsteady, each stale entry and note, and the whole", () => {
  always((report) => {
    const lines = github(viewed(report)).trimEnd().split("\n");
    const results = [...report.properties, ...report.scenarios];
    const differing = results.filter(({ verdict }) => verdict === "differs");
    const unsteady = results.filter(({ verdict }) => verdict === "unsteady").length;
    const alone = differing.filter(({ address }) => !report.causes.some(({ shows }) => shows.includes(address))).length;
    assert.is(
      lines.length,
      report.causes.length + alone + unsteady + (report.baseline?.stale.length ?? 0) + (report.notes?.length ?? 0) + 1,
    );
    for (const line of lines) assert.match(line, /^::(error|warning|notice) title=[^:,\r\n]*::[^\r\n]*$/);
    assert.not.match(lines.join(""), control);
  });
});

test("1,000 results that differ are told in each format", () => {
  const view = viewed(differing(1_000));
  const page = html(view, sampleClauses);
  assert.is(text(view, plain).match(/^\d+\) /gm)!.length, 1_000);
  assert.is(JSON.parse(json(view.report)).summary.differs, 1_000);
  assert.is(junit(view).match(/<failure /g)!.length, 1_000);
  assert.is(github(view).match(/^::error title=messages/gm)!.length, 1_000);
  assert.is(page.match(/<h3>/g)?.length ?? page.match(/class="failure/g)?.length, 1_000);
});

test("1,000 causes are told in each format, each once", () => {
  const report = differing(1_000);
  const caused = <T extends object>(result: T, path: string): T => ({
    ...result,
    causes: [{ at: "A", path, expected: "string", actual: "null" }],
  });
  const properties = report.properties.map((result, i) => caused(result, `p${i}`));
  const scenarios = report.scenarios.map((result, i) => caused(result, `s${i}`));
  const view = viewed({ ...report, properties, scenarios, causes: causesOf([...properties, ...scenarios]) });
  assert.is(view.causes.length, 1_000);
  assert.is(text(view, plain).match(/^\d+\) c-/gm)!.length, 1_000);
  assert.is(junit(view).match(/<failure /g)!.length, 1_000);
  assert.is(github(view).match(/^::error title=c-/gm)!.length, 1_000);
  assert.is(html(view, sampleClauses).match(/class="cause"/g)!.length, 1_000);
});

test.run();
