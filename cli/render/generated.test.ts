import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../conformance/night.test.kit.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import type { PropertyResult, Report, ScenarioResult } from "../../conformance/results/report.ts";
import { agent } from "./agent.ts";
import { plain } from "./colours.ts";
import { details } from "./details.ts";
import { github } from "./github.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { aReport, differing, markup, viewed } from "./reports.test.kit.ts";
import { sampleClauses } from "./sample.test.kit.ts";
import { text } from "./text.ts";
import { ours, visibleOutput } from "./visible.ts";

const paint = (word: string): string => `${ours("\u001b[1m")}${word}${ours("\u001b[0m")}`;
const painted = { on: true, bold: paint, dim: paint, red: paint, green: paint, yellow: paint, cyan: paint };

const always = (holds: (report: Report) => void): void =>
  fc.assert(
    fc.property(aReport, (report) => holds(report)),
    { seed: 1, numRuns: byDay(25, 60) },
  );

/** Characters that move a cursor, ring, or reorder their line, other than line ends and tabs. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

for (const [name, render] of Object.entries({ text, details }))
  test(`${name} tells any report, and nothing in it drives a terminal`, () => {
    always((report) => {
      const told = render(viewed(report), plain);
      assert.not.match(told, control);
      assert.is(visibleOutput(render(viewed(report), painted)).replaceAll(/\u001b\[\d+m/g, ""), told);
    });
  });

const isShort = (told: string, more = 0): void => {
  const lines = told.trimEnd().split("\n");
  assert.ok(lines.length <= 40 + more, `${lines.length} lines`);
  for (const line of lines) assert.ok([...line].length <= 160, line);
};

test("text has at most 40 lines of at most 160 characters, whatever the report, and more only for stale entries", () => {
  always((report) => isShort(text(viewed(report), plain), Math.max(0, (report.baseline?.stale.length ?? 0) - 2)));
});

test("the report for programs that mend servers is one line of JSON of at most 2,048 bytes, whatever the report", () => {
  always((report) => {
    const view = viewed(report);
    const told = agent(view);
    assert.ok(Buffer.byteLength(told) <= 2_048, `${Buffer.byteLength(told)} bytes`);
    assert.is(told.split("\n").length, 2);
    assert.is(JSON.parse(told).outcome, view.closing);
  });
});

/** A result without its exchanges. */
const bare = (result: PropertyResult | ScenarioResult): object => {
  const { seen: _, pairs: __, places: ___, ...rest } = result as PropertyResult & ScenarioResult;
  return rest;
};

test("JSON reads back as the report, but for exchanges and commands", () => {
  always((report) => {
    const told = JSON.parse(json(viewed(report))) as Report;
    const stripped = ({ properties, scenarios, causes, ...rest }: Report) => {
      const own = causes.map(({ replay: _, ...cause }) => cause);
      return { ...rest, causes: own, properties: properties.map(bare), scenarios: scenarios.map(bare) };
    };
    assert.equal(stripped(told), JSON.parse(JSON.stringify(stripped(report))));
  });
});

const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", isArray: (name) => /^test(suite|case)$/.test(name) });

test("JUnit is well-formed, with a case for each cause and each result", () => {
  always((report) => {
    const view = viewed(report);
    const told = junit(view);
    assert.is(XMLValidator.validate(told), true);
    assert.not.match(told, unwritable);
    assert.not.match(told, control);
    const { testsuite = [], ...all } = (parser.parse(told) as { testsuites: Record<string, unknown> & { testsuite?: object[] } })
      .testsuites;
    const cases = testsuite.flatMap((suite) => (suite as { testcase?: Record<string, unknown>[] }).testcase ?? []);
    assert.is(cases.length, Number(all["@tests"]));
    const stale = report.baseline?.stale.length ?? 0;
    const results = report.properties.length + report.scenarios.length + report.notRun.length;
    const verdicts = view.isSuccess || view.surprises.length + stale > 0 ? 0 : 1;
    assert.is(cases.length, report.causes.length + results + stale + (report.notRun.length > 0 ? 1 : 0) + verdicts);
    assert.ok(view.isSuccess || Number(all["@failures"]) + Number(all["@errors"]) > 0);
    for (const one of cases) assert.type(one["@name"], "string");
  });
});

/** Every tag of a page, its script and its style left out. */
const tagsIn = (page: string): string[] => page.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, "").match(/<[^>]*>?/g) ?? [];
const tag =
  /^<(!doctype html|\/?(html|head|body|title|style|script|h[1-4]|p|a|nav|button|b|ul|li|br|pre|code|span|mark|div|details|summary|blockquote|article|section|form|label|select|option|noscript|output|header|main|i|table|tr|th|td|svg|g|text)|(html|meta|a|h2|nav|button|input|p|span|div|ul|li|details|select|option|form|label|output|article|section|blockquote|code|pre|i|table|th|svg|g|text|line|path)( (?!on)[a-zA-Z0-9-]+(="([^"<>&]|&(amp|lt|gt|quot);)*")?)+\/?|meta [^<>]*)>$/;

test("HTML escapes whatever servers say", () => {
  always((report) => {
    const page = html(viewed(report), sampleClauses);
    assert.not(page.includes(markup.slice(0, 7)), "markup came through");
    for (const each of tagsIn(page)) assert.match(each, tag);
    assert.not.match(page, control);
  });
});

test("GitHub gets one line for each of nine causes and differences without one, for what is unsteady, stale, noted, not run, and the whole", () => {
  always((report) => {
    const lines = github(viewed(report)).trimEnd().split("\n");
    const results = [...report.properties, ...report.scenarios];
    const differing = results.filter(({ verdict }) => verdict === "differs");
    const unsteady = results.filter(({ verdict }) => verdict === "unsteady").length;
    const alone = differing.filter(({ address }) => !report.causes.some(({ shows }) => shows.includes(address))).length;
    const differences = Math.min(report.causes.length + alone, 10);
    const missed = report.notRun.length > 0 ? 1 : 0;
    assert.is(lines.length, differences + unsteady + (report.baseline?.stale.length ?? 0) + (report.notes?.length ?? 0) + missed + 1);
    for (const line of lines) assert.match(line, /^::(error|warning|notice) title=[^:,\r\n]*::[^\r\n]*$/);
    assert.not.match(lines.join(""), control);
  });
});

const many = byDay(300, 1_000);

test(`${many} results that differ are told in each format`, () => {
  const view = viewed(differing(many));
  const page = html(view, sampleClauses);
  assert.is(details(view, plain).match(/^\d+\) /gm)!.length, many);
  isShort(text(view, plain));
  assert.match(text(view, plain), new RegExp(`^${many / 10 - 1}\\d more causes: --report html=report\\.html shows all$`, "m"));
  assert.is(JSON.parse(json(view)).summary.differs, many);
  assert.is(junit(view).match(/<failure /g)!.length, many);
  assert.is(github(view).match(/^::error title=messages/gm)!.length, 9);
  assert.match(github(view), `::${many - 9} more causes: --report html=report.html shows all\n`);
  assert.is(page.match(/<h3>/g)?.length ?? page.match(/class="failure/g)?.length, many);
});

test(`${many} causes are told in each format, each once`, () => {
  const report = differing(many);
  const caused = <T extends object>(result: T, path: string): T => ({
    ...result,
    causes: [{ at: "A", path, expected: "string", actual: "null" }],
  });
  const properties = report.properties.map((result, i) => caused(result, `p${i}`));
  const scenarios = report.scenarios.map((result, i) => caused(result, `s${i}`));
  const view = viewed({ ...report, properties, scenarios, causes: causesOf([...properties, ...scenarios]) });
  assert.is(view.causes.length, many);
  assert.is(details(view, plain).match(/^\d+\) c-/gm)!.length, many);
  isShort(text(view, plain));
  assert.is(JSON.parse(agent(view)).causesLeft, many - 1);
  assert.ok(Buffer.byteLength(json(view)) < 4_000 * many);
  assert.is(junit(view).match(/<failure /g)!.length, many);
  assert.is(github(view).match(/^::error title=c-/gm)!.length, 9);
  assert.is(html(view, sampleClauses).match(/class="cause"/g)!.length, many);
});

test.run();
