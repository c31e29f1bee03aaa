import type { Clause } from "../clause.ts";

/** Every clause, in the order of the specification. */
export const clauses: readonly Clause[] = [];
