import type { MappedClause, MappedRuling, MappedSection } from "../../conformance/check/list.ts";
import { rulings } from "../../sim/index.ts";
import { kindWords } from "./explain.ts";
import { anchor, contents, element, escaped, heading, page } from "./html-page.ts";

/** Returns how a clause stands, in one word: a class of the page's style too. */
function standing({ untestable, silent, properties }: MappedClause): "untestable" | "silent" | "agrees" | "differs" {
  if (untestable !== undefined) return "untestable";
  if (silent !== undefined) return "silent";
  return properties.length > 0 ? "agrees" : "differs";
}

const words = { agrees: "proved", silent: "open", untestable: "untestable", differs: "not proved" } as const;

const list = (what: string, items: readonly string[]): string =>
  items.length === 0 ? "" : element("li", `${what}: ${items.join(", ")}`, "soft");

const code = (text: string): string => element("code", escaped(text));

/** Returns a clause's open points, proofs and mutants as items of a list. */
export function clauseDetails({ silent, untestable, properties, mutants }: MappedClause): string {
  return [
    silent === undefined ? "" : element("li", `${kindWords(rulings[silent].kind)}: ruling ${code(silent)}`, "silent"),
    untestable === undefined ? "" : element("li", escaped(untestable), "untestable"),
    list("proved by", properties.map(code)),
    list(
      "broken by the mutants",
      mutants.map(({ name, says }) => `${code(name)} (${escaped(says)})`),
    ),
  ].join("");
}

/** A clause with how it stands. */
export function clauseHead(clause: MappedClause): string {
  const { id, statement, since } = clause;
  const kind = standing(clause);
  const level = since > 0 ? ` ${element("span", `since level ${since}`, "soft")}` : "";
  return `${element("b", words[kind], kind)} ${code(id)}${level}<br>${escaped(statement)}`;
}

const clauseItem = (clause: MappedClause): string =>
  `<li id="${anchor("clause", clause.id)}">${clauseHead(clause)}${element("ul", clauseDetails(clause))}</li>`;

function rulingItem({ name, kind, question, choices, reason }: MappedRuling): string {
  const choiceList = choices.map((choice, i) => `${escaped(choice)}${i === 0 ? " (default)" : ""}`).join(", ");
  const what = kind === "silent" ? "left open" : "running servers do otherwise";
  return element("li", `${element("b", what, "silent")} ${code(name)}<br>${escaped(question)} ${choiceList}.<br>${escaped(reason)}`);
}

function sectionPart({ section, clauses, rulings }: MappedSection): string {
  const open =
    rulings.length === 0
      ? ""
      : `${element("p", "What the text leaves open, or running servers decide otherwise")}${element("ul", rulings.map(rulingItem).join(""))}`;
  return `${heading(section)}${element("ul", clauses.map(clauseItem).join(""))}${open}`;
}

/** The clauses as a page: what is proved of each, and what the text leaves open. */
export function clauseMapPage(sections: readonly MappedSection[]): string {
  const clauses = sections.flatMap((section) => section.clauses);
  const count = (kind: ReturnType<typeof standing>): number => clauses.filter((clause) => standing(clause) === kind).length;
  const all = [
    `${clauses.length} clauses in ${sections.filter((section) => section.clauses.length > 0).length} sections`,
    ...(["agrees", "silent", "untestable", "differs"] as const).map((kind) => `${count(kind)} ${words[kind]}`),
    `${new Set(clauses.flatMap(({ properties }) => properties)).size} properties`,
    `${new Set(clauses.flatMap(({ mutants }) => mutants.map(({ name }) => name))).size} mutants`,
    `${sections.flatMap((section) => section.rulings).length} rulings`,
  ];
  const counts = element("ul", all.map((text) => element("li", text)).join(""), "counts");
  const parts = sections.map(sectionPart).join("\n");
  return page(
    "The map of clauses",
    `${element("h1", "The map of clauses")}${counts}${contents(sections.map(({ section }) => section))}${parts}`,
  );
}
