import type { Clause } from "../../conformance/declare/clause.ts";
import type { Report, Verdict } from "../../conformance/report/report.ts";
import { attribute, element, escaped } from "./html-page.ts";

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

/** The specification as a map: a cell for each clause, coloured by what came of it, section by section. */
export function specificationMap(report: Report, clauses: readonly Clause[]): string {
  const verdicts = verdictsByClause(report);
  const sections = [...new Set(clauses.map(({ section }) => section))].map((name) => {
    const own = clauses.filter(({ section }) => section === name);
    const cells = own.map(({ id, statement }) => {
      const verdict = verdicts.get(id);
      return `<i class="${verdict ?? "not-run"}" title="${attribute(`${id}: ${verdict ?? "not run"}. ${statement}`)}"></i>`;
    });
    const counts = order.map((verdict) => [verdict, own.filter(({ id }) => verdicts.get(id) === verdict).length] as const);
    const counted = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdict}`);
    const label = attribute(`${name}: ${own.length} clauses; ${counted.join(", ") || "none run"}`);
    return `${element("span", escaped(name), "soft")}<div class="map" role="img" aria-label="${label}">${cells.join("")}</div>`;
  });
  const key =
    '<i class="agrees"></i> agrees <i class="differs"></i> differs <i class="silent"></i> silent <i class="unsteady"></i> unsteady <i class="untestable"></i> untestable <i></i> not run';
  return `${element("h2", "The specification, clause by clause")}<p class="map key">${key}</p>${sections.join("\n")}`;
}
