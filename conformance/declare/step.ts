import type fc from "fast-check";
import type { Made } from "../draw/symbols.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What scenarios can be drawn from on one target. */
export interface Ground {
  /** Members of the cast, the bots among them, and those who may do more. */
  readonly cast: readonly string[];
  /** Those of them who are let in. */
  readonly active: readonly string[];
  readonly owners: readonly string[];
  readonly administrators: readonly string[];
  /** Members whose password is known. */
  readonly withPassword: readonly string[];
  readonly channels: readonly string[];
  readonly profileFields: readonly string[];
  /** Whether the model knows all that the target holds. Where it does not, steps keep to what is new. */
  readonly known: boolean;
  /** Whether the actions of a control API can be steps. */
  readonly steered: boolean;
}

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
