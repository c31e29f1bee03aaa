import type { CitedText, ComparedSection, ComparedSentence } from "../../conformance/catalogue/sentences-compared.ts";
import type { MappedClause } from "../../conformance/check/list.ts";
import { causesOf } from "../../conformance/results/causes.ts";
import { allVerdicts, type PropertyResult, type Report, type Verdict } from "../../conformance/results/report.ts";
import { clauseDetails, clauseHead } from "./clause-map.ts";
import { verdictsByClause } from "./html-map.ts";
import { contents, element, escaped, folded, heading as headingHtml, page } from "./html-page.ts";
import { cut } from "./text-failures.ts";

/** The page of a text. */
export interface TextPage {
  readonly sections: readonly ComparedSection[];
  readonly clauses: readonly MappedClause[];
  readonly beside: CitedText["beside"];
  /** The report of a check, where its findings are to stand there too. */
  readonly report: Report | undefined;
}

/** The findings of a report about clauses. */
interface Found {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly properties: readonly PropertyResult[];
}

const foundIn = ({ properties, scenarios, causes }: Report): Found => ({
  verdicts: verdictsByClause({ properties, causes: causes ?? causesOf([...properties, ...scenarios]) }),
  properties,
});

/** A sentence with its inline code as such. Code of several lines stays as it is. */
const sentenceHtml = (text: string): string =>
  text.includes("\n")
    ? element("pre", escaped(text))
    : escaped(text).replace(/(`+)(.+?)\1/g, (_, __, code: string) => element("code", code));

/** Returns the results of a clause that say more than that a property agrees. */
function findings({ id }: MappedClause, { properties }: Found): string {
  const told = properties.filter(({ clauses, verdict }) => clauses.includes(id) && verdict !== "agrees");
  const items = told.map(({ address, verdict, reason = "" }) => {
    const why = reason === "" ? "" : `<br>${element("span", escaped(cut(reason.split("\n")[0] ?? "")), "soft")}`;
    return element("li", `${element("b", verdict, verdict)} ${element("code", escaped(address))}${why}`);
  });
  return items.join("");
}

function clauseHtml(clause: MappedClause, found: Found | undefined): string {
  const verdict = found?.verdicts.get(clause.id);
  const came = found ? `${element("b", verdict ?? "not run", verdict ?? "not-run")} ` : "";
  const details = `${found ? findings(clause, found) : ""}${clauseDetails(clause)}`;
  return folded(`${came}${clauseHead(clause)}`, element("ul", details), "");
}

const standings = {
  same: "",
  new: "new: no clause was written from it",
  different: "not as it was: read its clauses again",
  moved: "moved here from another place",
  gone: "gone",
} as const satisfies Record<ComparedSentence["standing"], string>;

type ClausesOf = (ids: readonly string[]) => string;

function row({ standing, position, text, clauses, reason }: ComparedSentence, clausesOf: ClausesOf): string {
  const number = element("span", String(position), "soft");
  const mark = standing === "same" ? "" : `${element("b", standings[standing], standing === "gone" ? "differs" : "silent")}<br>`;
  const sentence = text === undefined ? "" : sentenceHtml(text);
  const states = standing === "same" || standing === "moved" ? "states" : "stated";
  const why = reason === undefined ? "" : element("p", `${states} nothing that a server can break: ${escaped(reason)}`, "soft");
  return element("div", `${element("div", `${number} ${mark}${sentence}`)}${element("div", `${why}${clausesOf(clauses)}`)}`, "sides");
}

const besidesTitle = "Clauses that no sentence states by itself";

/** The text with its clauses beside each sentence: what proves each, what breaks it, and what a report found. */
export function textPage({ sections, clauses, beside, report }: TextPage): string {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  const found = report && foundIn(report);
  const clausesOf: ClausesOf = (ids) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .map((clause) => clauseHtml(clause, found))
      .join("");
  const sentences = sections.flatMap((section) => section.sentences);
  const cited = new Set(sentences.flatMap((sentence) => sentence.clauses));
  const changed = sentences.filter(({ standing }) => standing !== "same").length;
  const verdicts = [...(found?.verdicts.values() ?? [])];
  const counts = [
    `${sentences.filter(({ text }) => text !== undefined).length} sentences in ${sections.length} sections`,
    `${sentences.filter((sentence) => sentence.clauses.length > 0).length} state something that a server can break`,
    `${cited.size} clauses`,
    ...(changed === 0 ? [] : [`${changed} sentences are not as they were`]),
    ...allVerdicts
      .map((verdict) => [verdict, verdicts.filter((one) => one === verdict).length] as const)
      .filter(([, count]) => count > 0)
      .map(([verdict, count]) => `${verdict}: ${count}`),
  ];
  const title = "The specification, sentence by sentence";
  const target = report?.target.kind === "embedded" ? "the embedded simulator" : report?.target.url;
  const of = report ? element("p", `With what a check of ${escaped(`${target}, level ${report.target.level}`)}, found.`) : "";
  const besides = Object.entries(beside).map(([reason, ids]) => `${element("p", escaped(`${reason}:`))}${clausesOf(ids)}`);
  return page(
    title,
    [
      element("h1", title),
      element("ul", counts.map((text) => element("li", escaped(text))).join(""), "counts"),
      of,
      contents([...sections.map(({ heading }) => heading), besidesTitle]),
      ...sections.map(({ heading, sentences: own }) => `${headingHtml(heading)}${own.map((one) => row(one, clausesOf)).join("\n")}`),
      headingHtml(besidesTitle),
      ...besides,
    ].join("\n"),
  );
}
