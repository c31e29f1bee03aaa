import { coveringSet } from "../../cover/set.ts";
import { letters } from "./alphabet/index.ts";
import { attainable } from "./attainable.ts";
import { pairGoal, pairIn, pairsAmong } from "./pairs.ts";
import { formsElsewhere, goalsOf } from "./reach.ts";
import type { Stages } from "./stages.ts";

/** Returns which goals the stored set leaves out, of what one of so many single requests comes to, and how many it reaches. */
export function goalsLeft(stages: Stages, oneOf: number): { readonly missing: string[]; readonly counted: number; readonly pairs: number } {
  const reached = new Set<string>();
  for (const scenario of coveringSet) {
    for (const form of formsElsewhere(scenario, stages)) reached.add(form);
    for (const goals of goalsOf(scenario, stages)) for (const goal of goals.keys()) reached.add(goal);
  }
  const pairs = pairsAmong([...reached].flatMap((goal) => pairIn(goal) ?? []));
  // What a new endpoint comes to is asked for once the set has it.
  const known = new Set(coveringSet.flatMap(({ steps }) => steps.map(({ op }) => op)));
  const tried = letters([]).filter(({ op }, i) => known.has(op) && i % oneOf === 0);
  const missing = [...attainable(stages, tried).keys(), ...pairs.map(pairGoal)].filter((goal) => !reached.has(goal));
  return { missing, counted: reached.size, pairs: pairs.length };
}
