import type { Finding } from "../../monitors/tally.ts";
import { causesOf } from "../../report/causes.ts";
import type { PropertyResult, ScenarioResult } from "../../report/report.ts";
import { routed } from "../recordings/route.ts";
import { idOf, type Signature } from "./signature.ts";

/** What a finding is where nothing else in the run shows it: the clause stands for the difference. */
function signatureOf({ seen: { method, path }, clauses: [clause = ""] }: Finding): Signature {
  return { at: routed(method, path).route, path: "", expected: "", actual: "", clause };
}

/**
 * Returns the causes of what a monitor found, each once: of each finding the cause in other results that breaks a clause of it, the
 * likeliest first; one of its own where there is none.
 */
export function causesOfSight(findings: readonly Finding[], others: readonly (PropertyResult | ScenarioResult)[]): Signature[] {
  const known = causesOf(others);
  const signatures = new Map(others.flatMap(({ causes = [] }) => causes.map((signature) => [idOf(signature), signature] as const)));
  const found = new Map<string, Signature>();
  for (const finding of findings) {
    const shared = known.find(({ clauses }) => clauses.some((id) => finding.clauses.includes(id)));
    const signature = (shared && signatures.get(shared.id)) ?? signatureOf(finding);
    found.set(idOf(signature), signature);
  }
  return [...found.values()];
}
