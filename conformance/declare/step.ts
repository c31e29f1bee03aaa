import type { Drawn, RequestFields } from "../draw/combinators.ts";
import type { Made, SymbolicState } from "../draw/symbols.ts";
import type { TargetFacts } from "../draw/target-facts.ts";

/** Says a value of a step in words, its symbols as what they stand for: texts in quotes, or all in quotes, or none. */
export type Say = (value: unknown, how?: "as text" | "as name") => string;

/**
 * Fields of requests of one kind, with later values in them. A field `as` names who does it; where there is none, it is somebody who is
 * let in. An arbitrary gives fields or a later value that gives them.
 */
export interface Requests {
  /** Requests that are meant to succeed. */
  readonly accepted: Drawn;
  /** Requests that are meant to be refused, for other reasons than that nobody who is let in makes them; absent where there are none. */
  readonly refused?: Drawn;
}

/** A kind of request: how it is drawn, spelled and told. */
export interface Op {
  /** Method and path; fields whose names stand in braces go into the path. */
  readonly route: string;
  /** The weight with which it is drawn; undefined where the ground has nothing for it. */
  weight(facts: TargetFacts): number | undefined;
  draw(facts: TargetFacts): Requests;
  /** The sentence after the actor's name. */
  tell(fields: RequestFields, say: Say): string;
  /** The kind of thing that a success makes, and the field of its answer with the id; the list of a registration that has it by its name where older servers do not answer it. */
  readonly makes?: { readonly kind: Made; readonly field: string; readonly shownIn?: string };
  /** Notes what a success has changed, beside what it made, for later steps to be about. */
  readonly note?: (state: SymbolicState, as: string, fields: RequestFields) => void;
  /** Of a request that looks for something: the field of the answer that holds what was found, a list or an object. */
  readonly finds?: string;
  /** Not a request but something that only a control API does. */
  readonly action?: true;
}

/** An Op of an endpoint: its route is that of the endpoint's table, where it does not say another. */
export type StepBeside = Omit<Op, "route"> & Partial<Pick<Op, "route">>;

/** Fields in brackets after a sentence, without those that the sentence has. */
export function rest(given: RequestFields, inSentence: readonly string[], say: Say): string {
  const others = Object.keys(given).filter((name) => !inSentence.includes(name));
  return others.length === 0 ? "" : ` (${others.map((name) => `${name}: ${say(given[name])}`).join(", ")})`;
}
