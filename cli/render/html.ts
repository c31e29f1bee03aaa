import { idOf } from "../../conformance/causes/signature.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import { remedyOf } from "../../conformance/report/remedies.ts";
import type { Summary } from "../../conformance/results/report.ts";
import { comparedHtml } from "./details.ts";
import { causesHtml, clauseHtml, clauseLink, evidenceHtml, evidencePlaces, type Places } from "./html-causes.ts";
import { specificationMap } from "./html-map.ts";
import { anchor, element, escaped, folded, link, page } from "./html-page.ts";
import { signs } from "./html-style.ts";
import { cut } from "./text-failures.ts";
import { type Failure, type Result, type Section, staleLine, type View } from "./view.ts";
import { tasksOf } from "./work-list.ts";

type Shown = keyof typeof signs;

/** The verdicts by which results are filtered, and what did not run, in words. */
const wordsOf = (verdict: string): string => verdict.replace("-", " ");

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

/** A result that differs and is the example of no cause, folded. */
function failureHtml(failure: Failure, section: number, url: string): string {
  const { result, clauses, moreClauses, known } = failure;
  const [word, kind] = known === undefined ? ["✗ differs", "differs"] : ["✗ differs, as known", "known"];
  const [first = ""] = (result.reason ?? "").split("\n");
  const title = `${element("span", word, kind)} ${element("b", escaped(result.address))}<br>${element("span", escaped(cut(first)), "soft")}`;
  const content = [
    ...clauses.map(clauseHtml),
    moreClauses === 0 ? "" : element("p", `and ${moreClauses} more clauses of the same request`, "soft"),
    known === undefined ? "" : element("p", `In the baseline: ${escaped(known)}`),
    evidenceHtml(failure, url),
  ];
  const attributes = `${counted("failure", section, { differs: 1, all: 1 })} id="${anchor("evidence", result.address)}"`;
  return folded(title, content.join("\n"), attributes);
}

const badge = (verdict: Shown): string => element("span", `${signs[verdict]} ${wordsOf(verdict)}`, verdict);

/** Reason why nothing is known of what a result tried, and what would help. */
function whyUnknown({ verdict, reason = "", again = "" }: Result, isRecorded: boolean): string {
  if (verdict === "untestable") return `${reason}; what would help: ${remedyOf(reason, isRecorded)}`;
  return verdict === "unsteady" ? `${reason}; and when it was tried again: ${again}` : "";
}

interface Context {
  readonly byId: ReadonlyMap<string, Clause>;
  /** The places at which results that differ are told with their evidence. */
  readonly places: Places;
  /** The ids of the causes that the page tells. */
  readonly causes: ReadonlySet<string>;
  /** Whether a file of recorded traffic was judged. */
  readonly isRecorded: boolean;
}

/** A result in its section: its verdict, its clauses, and where its evidence and its causes are told. */
function row(result: Result, { byId, places, causes, isRecorded }: Context): string {
  const { address, verdict, clauses: ids } = result;
  const statements = ids.map((id) => `<br>${escaped(byId.get(id)?.statement ?? id)} ${clauseLink(id)}`);
  const unknown = whyUnknown(result, isRecorded);
  const why = unknown === "" ? "" : `<br>${element("span", escaped(unknown), "soft")}`;
  const own = [...new Set((result.causes ?? []).map(idOf))].filter((id) => causes.has(id));
  const evidence = verdict === "differs" ? places.get(address) : undefined;
  const links = [
    ...(evidence === undefined ? [] : [link(evidence, "evidence")]),
    ...own.map((id) => link(anchor("cause", id), escaped(id))),
  ];
  const title = `${badge(verdict)} ${element("code", escaped(address))} ${links.join(" ")}`;
  return `<li class="${verdict}" id="${anchor("result", address)}">${title}${statements.join("")}${why}</li>`;
}

function sectionHtml({ name, results, notRun, summary }: Section, place: number, context: Context): string {
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
    ...results.map((result) => row(result, context)),
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
  const verdicts = Object.keys(signs).map((verdict) => option(verdict, wordsOf(verdict)));
  return [
    '<form class="filter" hidden>',
    `<label>section <select name="section">${option("", "all")}${places.join("")}</select></label>`,
    `<label>verdict <select name="verdict">${option("", "all")}${verdicts.join("")}</select></label>`,
    '<output name="shown"></output></form>',
  ].join("\n");
}

/** The search over causes, clauses and results. It is hidden where the script that it needs does not run. */
const searchHtml = [
  '<form class="find" role="search" hidden>',
  '<label>search <input type="search" name="words" autocomplete="off" placeholder="causes, clauses, results"></label>',
  '<output name="found"></output></form>',
].join("\n");

/** The results that differ and are the example of no cause. */
function othersHtml(others: readonly Failure[], { sections, report }: View): string[] {
  if (others.length === 0) return [];
  const placeOf = new Map(sections.flatMap(({ results }, place) => results.map((result) => [result, place] as const)));
  const parts = others.map((failure) => failureHtml(failure, placeOf.get(failure.result) ?? -1, report.target.url));
  return ['<h2 id="others">Other results that differ</h2>', ...parts];
}

/** A report as one page that needs nothing from elsewhere: what to mend with its evidence, the map of clauses, every section with its verdicts. */
export function html(view: View, clauses: readonly Clause[]): string {
  const { report, failures, sections, heading, closing } = view;
  // Worst first; those that a baseline lists last.
  const tasks = [...tasksOf(view), ...tasksOf(view, true)];
  const examples = new Set(tasks.map(({ example }) => example?.result));
  const others = failures.filter(({ result }) => !examples.has(result));
  const places = evidencePlaces(tasks, others);
  const context = {
    byId: new Map(clauses.map((clause) => [clause.id, clause])),
    places,
    causes: new Set(report.causes.map(({ id }) => id)),
    isRecorded: report.recorded !== undefined,
  };
  const stale = (report.baseline?.stale ?? []).map(staleLine);
  const names = Object.keys(summaryWords) as (keyof Summary)[];
  const counts = names.map((name) => element("li", `<b>${report.summary[name] ?? 0}</b> ${summaryWords[name]}`));
  const choices = Object.entries(report.choices).map(([name, choice]) => `${name}: ${choice}`);
  const part = (title: string, lines: readonly string[], kind?: string): string[] =>
    lines.length === 0 ? [] : [element("h2", title), element("ul", lines.map((line) => element("li", escaped(line), kind)).join("\n"))];
  return page(
    heading,
    [
      element("h1", escaped(heading)),
      element(
        "p",
        `${view.isSuccess ? signs.agrees : signs.differs} ${escaped(closing)}`,
        `closing ${view.isSuccess ? "agrees" : "differs"}`,
      ),
      searchHtml,
      causesHtml(tasks, places, report.target.url),
      ...part("Stale entries of the baseline", stale, "stale"),
      ...(report.compared ? comparedHtml(report.compared) : []),
      specificationMap(report, clauses, places),
      element("h2", "What was tried"),
      element("ul", counts.join(""), "counts"),
      filterHtml(sections),
      ...othersHtml(others, view),
      '<h2 id="sections">Sections of the specification</h2>',
      ...sections.map((section, place) => sectionHtml(section, place, context)),
      ...part("Accepted, though the specification states the point", report.accepted),
      ...part("Of the target", report.notes ?? []),
      ...part("What the target chose where the specification is silent", choices),
    ].join("\n"),
  );
}
