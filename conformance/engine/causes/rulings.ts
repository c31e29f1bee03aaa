import { type RulingName, rulings } from "../../../sim/index.ts";
import { clauses } from "../catalogue.ts";
import type { Signature } from "./signature.ts";

/** Returns the points that the specification states, that a target decides otherwise, and that are not accepted. */
export function statedOtherwise(chosen: Readonly<Record<string, string>>, accepts: readonly RulingName[] = []): RulingName[] {
  return (Object.keys(chosen) as RulingName[]).filter((name) => {
    const { kind, choices } = rulings[name];
    return kind === "contradicted" && chosen[name] !== choices[0] && !accepts.includes(name);
  });
}

/** The cause of every difference that a ruling explains. */
export const rulingSignature = (name: RulingName): Signature => ({
  at: rulings[name].section,
  path: "",
  expected: rulings[name].choices[0],
  actual: "observed",
  ruling: name,
});

export const reasonOfRulings = (names: readonly RulingName[]): string =>
  names.map((name) => `the target does not do what the specification states: ${rulings[name].question} (${name})`).join("\n");

/** Returns the clauses that a ruling is about. */
export const clausesOfRuling = (name: RulingName): string[] => clauses.filter(({ silent }) => silent === name).map(({ id }) => id);
