import { type RulingName, rulings } from "../../sim/index.ts";
import { clauses } from "../catalogue/catalogue.ts";
import type { Signature } from "./signature.ts";

/** Returns the points that the specification states, that a target decides otherwise, and that are not accepted. */
function statedOtherwise(chosen: Readonly<Record<string, string>>, accepts: readonly RulingName[] = []): RulingName[] {
  return (Object.keys(chosen) as RulingName[]).filter((name) => {
    const { kind, choices } = rulings[name];
    return kind === "contradicted" && chosen[name] !== choices[0] && !accepts.includes(name);
  });
}

/** The cause of every difference that a ruling explains. */
const rulingSignature = (name: RulingName): Signature => ({
  at: rulings[name].section,
  path: "",
  expected: rulings[name].choices[0],
  actual: "observed",
  ruling: name,
});

/** The result of a run that agrees but for stated points. */
interface Stated {
  readonly verdict: "differs";
  readonly clauses: readonly string[];
  readonly reason: string;
  readonly causes: readonly Signature[];
}

/** Returns the ids of the clauses that a ruling decides. */
export const clausesOfRuling = (name: RulingName): string[] => clauses.filter(({ silent }) => silent === name).map(({ id }) => id);

/** Returns the first sentence of a ruling's reason: `explain` has the rest. */
const firstSentence = (reason: string): string => /^.*?\.(?= [A-Z]|$)/s.exec(reason)?.[0] ?? reason;

const against = "the target does not do what the specification states";

/**
 * Judges what a target chose; undefined where the specification states none of it otherwise, or where that is accepted.
 * @param words what was seen of each ruling, where that says more than its question
 */
export function judgedByText(
  chosen: Readonly<Record<string, string>>,
  accepts?: readonly RulingName[],
  words: Readonly<Record<string, string | undefined>> = {},
): Stated | undefined {
  const names = statedOtherwise(chosen, accepts);
  if (names.length === 0) return undefined;
  return {
    verdict: "differs",
    clauses: names.flatMap(clausesOfRuling),
    reason: names.map((name) => `${words[name] ?? against}: ${firstSentence(rulings[name].reason)} (${name})`).join("\n"),
    causes: names.map(rulingSignature),
  };
}
