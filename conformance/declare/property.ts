import fc from "fast-check";
import { inTurn, type Session } from "../client/session.ts";
import type { AsExample } from "../draw/combinators.ts";
import type { Expect } from "../expect.ts";

/** A promise of the specification as something to try on a server. It relates answers to each other or to the clause; it knows no model. */
export interface Property {
  /** Ids of the clauses that it proves. */
  readonly clauses: readonly string[];
  /** The feature level from which there is nothing to try; absent where there always is. */
  readonly until?: number;
  /** Values that are drawn for each run; absent where nothing is. */
  readonly given?: fc.Arbitrary<object>;
  /** Values that are tried before any are drawn. */
  readonly examples: readonly object[];
  /** Why nothing is drawn. */
  readonly once?: string;
  readonly holds: (session: Session, given: never) => Promise<void>;
}

type Given<G> = { readonly [K in keyof G]: fc.Arbitrary<G[K]> };

interface Declared<G> {
  /** The clauses that it proves: those of its folder by the words after the slash of their ids, others by their ids. */
  readonly clause: string | readonly string[];
  readonly until?: number;
  /** The name of what runs on a shared server must not change or watch at the same time, such as `profile`: they go one after the other. */
  readonly serial?: string;
  /** An arbitrary for each value of a run. */
  readonly given?: Given<G>;
  /** Values that the text names: each bound and one beyond it. Always tried first. */
  readonly examples?: readonly AsExample<NoInfer<G>>[];
  /** Why the clause leaves nothing to draw, in a few words. */
  readonly once?: string;
  /**
   * Resolves where the clause holds; throws Differs where it does not, Untestable where it cannot be tried.
   * @param expect the session's checks
   */
  readonly holds: (session: Session, given: G, expect: Expect) => Promise<void>;
}

const isClause = (given: unknown): given is string | readonly string[] =>
  typeof given === "string" || (Array.isArray(given) && given.every((each) => typeof each === "string"));

function refuse(member: string, given: unknown, accepted: string): never {
  throw new TypeError(`property: ${member}: ${given === undefined ? "missing" : `got ${String(given)}`}, expected ${accepted}`);
}

/**
 * Declares a property: one that draws (`given`), or one that says why it does not (`once`).
 * @throws TypeError: a member is wrong; the message names it and what is accepted
 */
export function property<G extends object = Record<never, never>>(declared: Declared<G>): Property {
  const { clause, until, serial, given, examples = [], once, holds }: Partial<Declared<G>> = declared ?? {};
  if (!isClause(clause)) refuse("clause", clause, "the id of a clause, or a list of ids");
  if (typeof holds !== "function") refuse("holds", holds, "an async function that takes the session and what was drawn");
  if (given !== undefined && typeof given !== "object") refuse("given", given, "an object of arbitraries by name");
  if (!Array.isArray(examples)) refuse("examples", examples, "a list of values");
  const run = (session: Session, values: G): Promise<void> => holds(session, values, session.expect);
  return {
    clauses: typeof clause === "string" ? [clause] : clause,
    examples,
    holds: (serial === undefined ? run : inTurn(serial, run)) as Property["holds"],
    ...(given !== undefined && { given: fc.record(given as Given<Record<string, unknown>>, { noNullPrototype: true }) }),
    ...(until !== undefined && { until }),
    ...(once !== undefined && { once }),
  };
}
