import { type Ruling, rulings } from "../../sim/index.ts";
import { clauses, mutantsByFolder, properties } from "../catalogue/catalogue.ts";
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

/** A clause with what is proved of it, and what is open. */
export interface MappedClause extends ListedClause {
  /** The broken simulators that break it. */
  readonly mutants: readonly { readonly name: string; readonly says: string }[];
}

/** A point that the text leaves open, or that running servers decide otherwise. */
export type MappedRuling = Ruling & { readonly name: string };

/** A section of the specification. */
export interface MappedSection {
  readonly section: string;
  readonly clauses: readonly MappedClause[];
  readonly rulings: readonly MappedRuling[];
}

/** The clauses section by section, with their proofs, the mutants that break them, and the rulings about the section. */
export async function clauseMap(): Promise<readonly MappedSection[]> {
  const mutants = [...(await mutantsByFolder()).values()].flat();
  const breaking = (id: string) => mutants.filter(({ breaks }) => breaks.includes(id)).map(({ name, says }) => ({ name, says }));
  const all = list().map((clause): MappedClause => ({ ...clause, mutants: breaking(clause.id) }));
  const open = Object.entries(rulings).map(([name, ruling]): MappedRuling => ({ name, ...ruling }));
  return [...new Set([...all, ...open].map(({ section }) => section))].map((name) => ({
    section: name,
    clauses: all.filter(({ section }) => section === name),
    rulings: open.filter(({ section }) => section === name),
  }));
}
