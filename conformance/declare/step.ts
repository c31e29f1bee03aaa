import type fc from "fast-check";
import type { Fields } from "../draw/combinators.ts";
import type { Ground } from "../draw/ground.ts";
import type { Made } from "../draw/symbols.ts";

/** Says a value of a step in words, its symbols as what they stand for. */
export type Say = (value: unknown) => string;

/** How to draw, spell and tell one kind of request. */
export interface Op {
  /** Method and path; fields whose names stand in braces go into the path. */
  readonly route: string;
  /** Clauses that it is about, by how their ids begin. */
  readonly about: readonly string[];
  /** How often it is drawn; undefined where the ground has nothing for it. */
  weight(ground: Ground): number | undefined;
  /** Those who mostly do it; everybody now and then. */
  by?(ground: Ground): readonly string[];
  draw(ground: Ground): fc.Arbitrary<Fields>;
  /** The sentence after the actor's name. */
  tell(fields: Fields, say: Say): string;
  /** What a success makes, and where its answer names it. */
  readonly makes?: { readonly kind: Made; readonly field: string };
  /** Not a request but something that only a control API does. */
  readonly action?: true;
}

/** Fields in brackets after a sentence, without those that the sentence has. */
export function rest(given: Fields, told: readonly string[], say: Say): string {
  const others = Object.keys(given).filter((name) => !told.includes(name));
  return others.length === 0 ? "" : ` (${others.map((name) => `${name}: ${say(given[name])}`).join(", ")})`;
}
