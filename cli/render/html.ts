import type { Seen } from "../../conformance/client/seen.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import { isEqual } from "../../conformance/expect.ts";
import { curl } from "../../conformance/report/curl.ts";
import type { Paired, Verdict } from "../../conformance/report/report.ts";
import { escaped, page } from "./html-page.ts";
import { exchangeLine } from "./text.ts";
import { type Failure, isScenario, type Result, type Section, seenOf, type View } from "./view.ts";

const element = (name: string, content: string, kind?: string): string =>
  `<${name}${kind === undefined ? "" : ` class="${kind}"`}>${content}</${name}>`;
const pre = (lines: readonly string[]): string => element("pre", escaped(lines.join("\n")));

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** A value as indented JSON, marked wherever the other side has something else. */
export function marked(value: unknown, other: unknown, indent = ""): string {
  if (isEqual(value, other)) return escaped(JSON.stringify(value, null, 2) ?? "absent").replaceAll("\n", `\n${indent}`);
  if (!isParent(value) || !isParent(other) || Array.isArray(value) !== Array.isArray(other))
    return element("mark", escaped(JSON.stringify(value, null, 2) ?? "absent").replaceAll("\n", `\n${indent}`));
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const rows = Object.entries(value).map(([name, part]) => {
    const key = isList ? "" : `${escaped(JSON.stringify(name))}: `;
    const told = marked(part, other[name], inner);
    return `${inner}${isList || Object.hasOwn(other, name) ? key : element("mark", key)}${told}`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return rows.length === 0 ? element("mark", `${open}${close}`) : `${open}\n${rows.join(",\n")}\n${indent}${close}`;
}

const answer = ({ status, body }: Seen): unknown => ({ status, body });

function sides({ told, expected, actual }: Paired, i: number): string {
  const side = (title: string, one: Seen, other: Seen): string =>
    element("div", `${element("span", title, "soft")}${element("pre", marked(answer(one), answer(other)))}`);
  const differs = !isEqual(answer(expected), answer(actual));
  return `${element("p", `${i + 1}. ${escaped(told)}`)}${element(
    "div",
    side("expected", expected, actual) + side("came", actual, expected),
    differs ? "sides unequal" : "sides",
  )}`;
}

function failureHtml({ result, clauses, moreClauses, known, replay }: Failure, url: string): string {
  const kind = known === undefined ? "differs" : "known";
  const cited = clauses.map(({ id, section, statement }) =>
    element("blockquote", `${escaped(statement)}<br>${element("span", `${escaped(id)}, ${escaped(section)}`, "soft")}`),
  );
  const seen = seenOf(result);
  const evidence = isScenario(result) ? (result.pairs ?? []).map(sides).join("") : seen.length > 0 ? pre(seen.map(exchangeLine)) : "";
  const flaky = "flaky" in result && result.flaky !== undefined ? element("p", `It did not show again: ${escaped(result.flaky)}`) : "";
  const given = "given" in result && result.given !== undefined ? element("p", `with ${escaped(JSON.stringify(result.given))}`) : "";
  const curls = seen.length > 0 ? `<details><summary>as curl</summary>${pre(seen.map((each) => curl(each, url)))}</details>` : "";
  return element(
    "article",
    [
      element("h3", `${escaped(result.address)} ${element("span", known === undefined ? "differs" : "differs, as known", kind)}`),
      ...cited,
      moreClauses === 0 ? "" : element("p", `and ${moreClauses} more clauses of the same request`, "soft"),
      pre((result.reason ?? "").split("\n")),
      known === undefined ? "" : element("p", `In the baseline: ${escaped(known)}`),
      given,
      flaky,
      evidence,
      curls,
      element("p", `replay with ${element("code", escaped(replay))}`),
    ].join("\n"),
  );
}

const verdictWords: Readonly<Record<Verdict | "not-run", string>> = {
  agrees: "agrees",
  differs: "differs",
  silent: "silent",
  untestable: "untestable",
  "not-run": "not run",
};

const badge = (verdict: Verdict | "not-run"): string => element("span", verdictWords[verdict], verdict);

const row = ({ address, verdict, reason, clauses: ids }: Result, byId: ReadonlyMap<string, Clause>): string => {
  const statements = ids.map((id) => `<br>${escaped(byId.get(id)?.statement ?? id)} ${element("span", escaped(id), "soft")}`);
  const why = verdict === "untestable" ? `<br>${element("span", escaped(reason ?? ""), "soft")}` : "";
  return element("li", `${badge(verdict)} ${element("code", escaped(address))}${statements.join("")}${why}`);
};

function sectionHtml({ name, results, notRun, summary }: Section, byId: ReadonlyMap<string, Clause>): string {
  const { expected, agrees, differs, silent, untestable } = summary;
  const told = [
    `${expected} expected`,
    `${agrees} agree`,
    ...(differs > 0 ? [element("span", `${differs} differ`, "differs")] : []),
    ...(silent > 0 ? [`${silent} silent`] : []),
    ...(untestable > 0 ? [`${untestable} untestable`] : []),
  ].join(", ");
  const rows = [
    ...results.map((result) => row(result, byId)),
    ...notRun.map((address) => element("li", `${badge("not-run")} ${element("code", escaped(address))}`)),
  ];
  return `<details><summary><b>${escaped(name)}</b> ${element("span", told, "soft")}</summary>${element("ul", rows.join("\n"))}</details>`;
}

/** A report as one page that needs nothing from elsewhere: failures with their evidence, then every section with its verdicts. */
export function html(view: View, clauses: readonly Clause[]): string {
  const { report, failures, surprises, sections, heading, closing } = view;
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => element("li", `${escaped(entry)}: ${escaped(why)}`, "stale"));
  const good = surprises.length === 0 && stale.length === 0 && report.summary.run > 0;
  const counts = Object.entries(report.summary).map(([name, count]) => element("li", `<b>${count}</b> ${name}`));
  const choices = Object.entries(report.choices).map(([name, choice]) => element("li", `${escaped(name)}: ${escaped(choice)}`));
  const part = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [element("h2", title), element("ul", items.join("\n"))];
  return page(
    heading,
    [
      element("h1", escaped(heading)),
      element("p", escaped(closing), `closing ${good ? "agrees" : "differs"}`),
      element("ul", counts.join(""), "counts"),
      ...part("Stale entries of the baseline", stale),
      ...(failures.length === 0 ? [] : [element("h2", "What differs")]),
      ...failures.map((failure) => failureHtml(failure, report.target.url)),
      element("h2", "Sections of the specification"),
      ...sections.map((section) => sectionHtml(section, byId)),
      ...part("What the target chose where the specification is silent", choices),
    ].join("\n"),
  );
}
