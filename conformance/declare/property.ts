import fc from "fast-check";
import { inTurn } from "../client/serial.ts";
import type { Session } from "../client/session.ts";

/** A promise of the specification as something to try on a server. It relates answers to each other or to the clause; it knows no model. */
export interface Property {
  /** Ids of the clauses that it proves. */
  readonly clauses: readonly string[];
  /** The feature level from which there is nothing to try; absent where there always is. */
  readonly until?: number;
  /** The samples for one seed, each a run of its own. */
  readonly samples: (seed: number) => readonly unknown[];
  readonly holds: (session: Session, given: never) => Promise<void>;
}

interface Parts<G> {
  readonly clause: string | readonly string[];
  readonly until?: number;
  /** What runs on a shared server must not change or watch at the same time, such as `profile`: they go one after the other. */
  readonly serial?: string;
  /** What is drawn for each run. Without it there is one run. */
  readonly given?: { readonly [K in keyof G]: fc.Arbitrary<G[K]> };
  /** How many runs there are where something is drawn, default 3. */
  readonly runs?: number;
  /** Resolves where the clause holds; throws Differs where it does not, Untestable where it cannot be tried. */
  readonly holds: (session: Session, given: G) => Promise<void>;
}

export function property<G = Record<never, never>>({ clause, until, serial, given, runs = 3, holds }: Parts<G>): Property {
  const samples = (seed: number): readonly unknown[] =>
    given ? fc.sample(fc.record(given as Record<string, fc.Arbitrary<unknown>>), { seed, numRuns: runs }) : [{}];
  const clauses = typeof clause === "string" ? [clause] : clause;
  return {
    clauses,
    samples,
    holds: (serial === undefined ? holds : inTurn(serial, holds)) as Property["holds"],
    ...(until !== undefined && { until }),
  };
}
