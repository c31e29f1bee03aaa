import { clauses, properties } from "../catalogue/catalogue.ts";
import type { Clause } from "../declare/clause.ts";
import { monitored } from "../run/monitoring.ts";

/** A clause with the addresses of the properties and monitors that prove it. */
export interface ListedClause extends Clause {
  readonly properties: readonly string[];
}

/** Every clause in the order of the specification, with its proofs. */
export function list(): ListedClause[] {
  const all = [...properties, ...monitored];
  return clauses.map((clause) => ({
    ...clause,
    properties: all.filter(([, property]) => property.clauses.includes(clause.id)).map(([address]) => address),
  }));
}
