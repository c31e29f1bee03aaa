import type { Clause } from "../clause.ts";

/** Clauses of something that came with a feature level. */
export const since = (level: number, clauses: readonly Clause[]): Clause[] =>
  clauses.map((clause) => ({ ...clause, since: Math.max(level, clause.since) }));
