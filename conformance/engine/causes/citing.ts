import type { DeclaredClause } from "../../declare/clause.ts";
import { clauses } from "../catalogue.ts";
import { likelihoodOf, type Occasion } from "./likelihood.ts";

export type { Occasion } from "./likelihood.ts";

/** How many clauses a difference names at most. */
const most = 3;
/** What is less likely than this is not named. */
const least = 0.5;

/** The clause that says that what a level brought is not there before it. */
const ahead = "versioning/ahead";

/** Names of parameters that stand in one of the two lists of ignored ones alone. */
const disputed = ({ places }: Occasion): readonly string[] =>
  places
    .filter(({ at }) => at === "ignored_parameters_unsupported")
    .flatMap(({ value }) => [...value.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? ""));

/** Whether a clause speaks of a parameter of the request whose support is in dispute. */
const speaksOf = ({ about }: DeclaredClause, names: readonly string[], { op }: Occasion): boolean =>
  about.some(({ on, sent }) => on?.includes(op) && typeof sent === "object" && names.some((name) => name in sent));

/** Returns how likely it is that a difference is one that a clause is about, and whether it shows the clause before its level. */
function likelihood(clause: DeclaredClause, occasion: Occasion): number | undefined {
  const isAhead = clause.since > occasion.level;
  const found = clause.about.flatMap((about) => likelihoodOf(about, occasion, isAhead) ?? []);
  const names = disputed(occasion);
  if (names.length > 0 && speaksOf(clause, names, occasion)) found.push(isAhead ? 8 : 6);
  return found.length === 0 ? undefined : Math.max(...found);
}

/** Returns the ids of the clauses that a difference is most likely about, the likeliest first, at most three. */
export function citedBy(occasion: Occasion): string[] {
  const scores = new Map<string, number>();
  for (const clause of clauses) {
    if (clause.untestable !== undefined) continue;
    const score = likelihood(clause, occasion);
    if (score === undefined || score < least) continue;
    const id = clause.since > occasion.level ? ahead : clause.id;
    scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([id]) => id);
}
