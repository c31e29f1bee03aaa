import type { Clause } from "../../conformance/declare/clause.ts";
import { curl } from "../../conformance/report/curl.ts";
import type { Summary, Verdict } from "../../conformance/report/report.ts";
import { rulings } from "../../sim/index.ts";
import { comparedHtml } from "./compared.ts";
import { exchangesHtml, pairsHtml, valueHtml } from "./html-evidence.ts";
import { lanesHtml } from "./html-lanes.ts";
import { specificationMap } from "./html-map.ts";
import { element, escaped, folded, page } from "./html-page.ts";
import { cut } from "./text-failures.ts";
import { type CauseView, type Failure, hasGiven, isScenario, type Result, type Section, seenOf, type View } from "./view.ts";

type Shown = Verdict | "not-run";

/** The verdicts by which results are filtered, in words. */
const verdictWords: Readonly<Record<Shown, string>> = {
  agrees: "agrees",
  differs: "differs",
  silent: "silent",
  unsteady: "unsteady",
  untestable: "untestable",
  "not-run": "not run",
};

const summaryWords: Readonly<Record<keyof Summary, string>> = {
  expected: "expected",
  run: "run",
  agrees: "agree",
  differs: "differ",
  silent: "silent",
  unsteady: "unsteady",
  untestable: "untestable",
  tries: "runs of properties",
  exchanges: "exchanges of scenarios compared",
  exchangesAgree: "of them agree",
};

/** The attributes by which a part is filtered: its section, and how many results of each verdict it has. */
function counted(kind: string, section: number, counts: Readonly<Partial<Record<Shown | "all", number>>>): string {
  const occurring = Object.entries(counts).filter(([, count]) => count > 0);
  return [`class="${kind}" data-section="${section}"`, ...occurring.map(([verdict, count]) => `data-${verdict}="${count}"`)].join(" ");
}

/** So many of the newest requests are told as lines to paste. */
const mostCurls = 6;

function evidence({ result, known }: Failure, url: string): string[] {
  if (known !== undefined) return [element("p", `In the baseline: ${escaped(known)}`)];
  const seen = seenOf(result);
  const curls = element(
    "pre",
    escaped(
      seen
        .slice(-mostCurls)
        .map((each) => cut(curl(each, url), 4_000))
        .join("\n"),
    ),
  );
  return [
    lanesHtml(seen, (result.reason ?? "").split("\n")[0] ?? ""),
    isScenario(result) ? pairsHtml(result.pairs ?? [], result.places) : exchangesHtml(seen),
    seen.length > 0 ? `<details><summary>as curl</summary>${curls}</details>` : "",
  ];
}

const replayHtml = ([command = "", ...notes]: Failure["replay"]): string =>
  element(
    "p",
    [`replay with ${element("code", escaped(command))}`, ...notes.map((note) => element("span", escaped(note), "soft"))].join("<br>"),
  );

function failureHtml(failure: Failure, section: number, url: string, isOpen: boolean): string {
  const { result, clauses, moreClauses, known, replay } = failure;
  const [word, kind] = known === undefined ? ["differs", "differs"] : ["differs, as known", "known"];
  const [first = "", ...others] = (result.reason ?? "").split("\n");
  const title = `${element("h3", escaped(result.address))} ${element("span", word, kind)}<br>${element("span", escaped(cut(first)), "soft")}`;
  const content = [
    ...clauses.map(({ id, section: name, statement }) =>
      element("blockquote", `${escaped(statement)}<br>${element("span", `${escaped(id)}, ${escaped(name)}`, "soft")}`),
    ),
    moreClauses === 0 ? "" : element("p", `and ${moreClauses} more clauses of the same request`, "soft"),
    element("pre", escaped([first, ...others].join("\n"))),
    hasGiven(result) ? element("p", "the plainest values that show it") + valueHtml(result.given) : "",
    ...evidence(failure, url),
    replayHtml(replay),
  ];
  return folded(title, content.join("\n"), `${counted("failure", section, { differs: 1, all: 1 })}${isOpen ? " open" : ""}`);
}

const badge = (verdict: Shown): string => element("span", verdictWords[verdict], verdict);

/** Why nothing is known of what a result tried. */
const whyUnknown = ({ verdict, reason = "", again = "" }: Result): string =>
  verdict === "untestable" ? reason : verdict === "unsteady" ? `${reason}; and when it was tried again: ${again}` : "";

const row = (result: Result, byId: ReadonlyMap<string, Clause>): string => {
  const { address, verdict, clauses: ids } = result;
  const statements = ids.map((id) => `<br>${escaped(byId.get(id)?.statement ?? id)} ${element("span", escaped(id), "soft")}`);
  const unknown = whyUnknown(result);
  const why = unknown === "" ? "" : `<br>${element("span", escaped(unknown), "soft")}`;
  return element("li", `${badge(verdict)} ${element("code", escaped(address))}${statements.join("")}${why}`, verdict);
};

function sectionHtml({ name, results, notRun, summary }: Section, place: number, byId: ReadonlyMap<string, Clause>): string {
  const { expected, agrees, differs, silent, unsteady = 0, untestable } = summary;
  const countsHtml = [
    `${expected} expected`,
    `${agrees} agree`,
    ...(differs > 0 ? [element("span", `${differs} differ`, "differs")] : []),
    ...(silent > 0 ? [`${silent} silent`] : []),
    ...(unsteady > 0 ? [`${unsteady} unsteady`] : []),
    ...(untestable > 0 ? [`${untestable} untestable`] : []),
  ].join(", ");
  const rows = [
    ...results.map((result) => row(result, byId)),
    ...notRun.map((address) => element("li", `${badge("not-run")} ${element("code", escaped(address))}`, "not-run")),
  ];
  const counts = { all: rows.length, agrees, differs, silent, unsteady, untestable, "not-run": notRun.length };
  return folded(
    `<b>${escaped(name)}</b> ${element("span", countsHtml, "soft")}`,
    element("ul", rows.join("\n"), "rows"),
    counted("section", place, counts),
  );
}

/** The filter by section and verdict. It is hidden where the script that it needs does not run. */
function filterHtml(sections: readonly Section[]): string {
  const option = (value: string, words: string): string => `<option value="${value}">${words}</option>`;
  const places = sections.map(({ name }, place) => option(String(place), escaped(name)));
  const verdicts = Object.entries(verdictWords).map(([verdict, words]) => option(verdict, words));
  return [
    "<form hidden>",
    `<label>section <select name="section">${option("", "all")}${places.join("")}</select></label>`,
    `<label>verdict <select name="verdict">${option("", "all")}${verdicts.join("")}</select></label>`,
    '<output name="shown"></output></form>',
  ].join("\n");
}

/** With so few failures all are open from the start. */
const mostOpen = 5;

const mostAddresses = 40;

const listed = (words: string, addresses: readonly string[]): string => {
  if (addresses.length === 0) return "";
  const more = addresses.length > mostAddresses ? ` and ${addresses.length - mostAddresses} more` : "";
  return element("p", `${words} ${addresses.length}: ${escaped(addresses.slice(0, mostAddresses).join(", "))}${more}`, "soft");
};

/** One mistake of the target: its clauses, what shows it, and the address of the plainest result, which stands below. */
function causeHtml({ cause, clauses, example, known }: CauseView): string {
  const [word, kind] = known === undefined ? ["differs", "differs"] : ["differs, as known", "known"];
  const mark = example ? element("span", word, kind) : element("span", "prevents", "untestable");
  const accept = Object.hasOwn(rulings, cause.id) ? `running servers do this too (accept with --accept ${escaped(cause.id)})` : "";
  const [first = ""] = (example?.result.reason ?? "").split("\n");
  const parts = [
    `${element("b", escaped(cause.id))} ${escaped(cause.signature)} ${mark}`,
    ...clauses.map(({ id, statement }) => element("blockquote", `${escaped(statement)} ${element("span", escaped(id), "soft")}`)),
    clauses.length === 0 ? element("p", "no clause is about this field", "soft") : "",
    accept === "" ? "" : element("p", accept),
    listed("results that show it:", cause.shows),
    listed("results that wait for it:", cause.waiting),
    example ? element("p", `the plainest: ${escaped(example.result.address)}: ${escaped(cut(first))}`) : "",
    example ? replayHtml(example.replay) : "",
  ];
  return element("li", parts.join("\n"), "cause");
}

function failuresHtml({ failures, sections, report }: View): string[] {
  const placeOf = new Map(sections.flatMap(({ results }, place) => results.map((result) => [result, place] as const)));
  const isOpen = failures.length <= mostOpen;
  return failures.map((failure) => failureHtml(failure, placeOf.get(failure.result) ?? -1, report.target.url, isOpen));
}

/** A report as one page that needs nothing from elsewhere: failures with their evidence, then every section with its verdicts. */
export function html(view: View, clauses: readonly Clause[]): string {
  const { report, failures, sections, heading, closing } = view;
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const stale = (report.baseline?.stale ?? []).map(({ entry, why }) => element("li", `${escaped(entry)}: ${escaped(why)}`, "stale"));
  const names = Object.keys(summaryWords) as (keyof Summary)[];
  const counts = names.map((name) => element("li", `<b>${report.summary[name] ?? 0}</b> ${summaryWords[name]}`));
  const accepted = report.accepted.map((name) => element("li", escaped(name)));
  const choices = Object.entries(report.choices).map(([name, choice]) => element("li", `${escaped(name)}: ${escaped(choice)}`));
  const part = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [element("h2", title), element("ul", items.join("\n"))];
  return page(
    heading,
    [
      element("h1", escaped(heading)),
      element("p", escaped(closing), `closing ${view.isSuccess ? "agrees" : "differs"}`),
      element("ul", counts.join(""), "counts"),
      ...(report.compared ? comparedHtml(report.compared) : []),
      specificationMap(report, clauses),
      ...part("Causes", view.causes.map(causeHtml)),
      filterHtml(sections),
      ...part("Stale entries of the baseline", stale),
      ...(failures.length === 0 ? [] : [element("h2", "What differs")]),
      ...failuresHtml(view),
      element("h2", "Sections of the specification"),
      ...sections.map((section, place) => sectionHtml(section, place, byId)),
      ...part("Accepted, though the specification states the point", accepted),
      ...part(
        "Of the target",
        (report.notes ?? []).map((note) => element("li", escaped(note))),
      ),
      ...part("What the target chose where the specification is silent", choices),
    ].join("\n"),
  );
}
