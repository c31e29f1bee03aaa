import type { ChosenRulings, Oracle } from "../model/oracle.ts";

/** Returns an oracle that decides some silent points as it is told, and explains no difference by another choice on them. */
export function settledOn(oracle: Oracle, held: ChosenRulings): Oracle {
  const isHeld = (choices: ChosenRulings): boolean => Object.keys(choices).some((name) => Object.hasOwn(held, name));
  return {
    ...oracle,
    fresh: (choices) => oracle.fresh({ ...choices, ...held }),
    others: (choices) => oracle.others({ ...choices, ...held }).filter((other) => !isHeld(other)),
  };
}
