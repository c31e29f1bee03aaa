import { groupedBy } from "../../conformance/client/lists.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import type { Report, Verdict } from "../../conformance/results/report.ts";
import type { Places } from "./html-causes.ts";
import { anchor, attribute, element, escaped } from "./html-page.ts";
import { signs } from "./html-style.ts";

/** The verdicts from the one that hides all others to the one that any other hides. */
const order: readonly Verdict[] = ["differs", "agrees", "silent", "unsteady", "untestable"];

/** Returns what came of each clause: the gravest verdict of the properties that prove it, and `differs` where a cause names it. */
export function verdictsByClause({ properties, causes }: Pick<Report, "properties" | "causes">): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>();
  const note = (id: string, verdict: Verdict): void => {
    const known = found.get(id);
    if (known === undefined || order.indexOf(verdict) < order.indexOf(known)) found.set(id, verdict);
  };
  for (const { clauses, verdict } of properties) for (const id of clauses) note(id, verdict);
  for (const { clauses } of causes) for (const id of clauses) note(id, "differs");
  return found;
}

/** Returns where each clause leads: to the first cause that breaks it, or else to the gravest result about it. */
function leads({ properties, causes }: Report, verdicts: ReadonlyMap<string, Verdict>, places: Places): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (id: string, to: string): void => void (found.has(id) || found.set(id, to));
  for (const { id, clauses } of causes) for (const clause of clauses) note(clause, anchor("cause", id));
  for (const { address, clauses, verdict } of properties)
    for (const clause of clauses) if (verdicts.get(clause) === verdict) note(clause, places.get(address) ?? anchor("result", address));
  return found;
}

/** A cell of a map with its sign. Those that agree are left out of the order of the tabulator key: their results stand below, section by section. */
function cell({ id, statement }: Clause, verdict: Verdict | undefined, to: string | undefined): string {
  const told = attribute(`${id}: ${verdict ?? "not run"}. ${statement}`);
  const kind = verdict ?? "not-run";
  const attributes = `class="${kind}" id="${anchor("clause", id)}" title="${told}"`;
  if (to === undefined) return `<i ${attributes}>${signs[kind]}</i>`;
  return `<a ${attributes} href="#${to}" aria-label="${told}"${verdict === "differs" ? "" : ' tabindex="-1"'}>${signs[kind]}</a>`;
}

/**
 * The specification as a map: a cell for each clause, with a sign and a colour for what came of it, section by section.
 * @param places where the page tells results that differ
 */
export function specificationMap(report: Report, clauses: readonly Clause[], places: Places): string {
  const verdicts = verdictsByClause(report);
  const to = leads(report, verdicts, places);
  const sections = [...groupedBy(clauses, ({ section }) => section)].map(([name, own]) => {
    const cells = own.map((clause) => cell(clause, verdicts.get(clause.id), to.get(clause.id)));
    const counts = order.map((verdict) => [verdict, own.filter(({ id }) => verdicts.get(id) === verdict).length] as const);
    const counted = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
    const label = attribute(`${name}: ${own.length} clauses; ${counted.join(", ") || "none run"}`);
    return `${element("span", escaped(name), "soft")}<div class="map" role="group" aria-label="${label}">${cells.join("")}</div>`;
  });
  const key = ([...order, "not-run"] as const).map((kind) => `<i class="${kind}">${signs[kind]}</i> ${kind.replace("-", " ")}`);
  return `<h2 id="clauses">The specification, clause by clause</h2><ul class="found" aria-label="clauses found"></ul><p class="map key">${key.join(" ")}</p>${sections.join("\n")}`;
}
