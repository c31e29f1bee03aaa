/** Goals that a step reaches. */
export interface Goals {
  /** Goals that the covering set has to reach. */
  readonly required: readonly string[];
  /** Goals that it reaches as far as there is room: those that tell servers apart more often, and those that do so seldom. */
  readonly telling: readonly string[];
  readonly further: readonly string[];
  /** Operations that were not done to their object before, with the object's kind: what comes after them makes new pairs. */
  readonly opens: readonly string[];
}

export const noGoals: Goals = { required: [], telling: [], further: [], opens: [] };

export const joined = (all: readonly Goals[]): Goals => ({
  required: all.flatMap(({ required }) => required),
  telling: all.flatMap(({ telling }) => telling),
  further: all.flatMap(({ further }) => further),
  opens: all.flatMap(({ opens }) => opens),
});

/** The weights of goals in the search. */
export const weights = { required: 12, telling: 3, further: 1 } as const;

const outcomes = { accepted: " is accepted", vain: " finds nothing", refused: " is refused" } as const;

/** The goal that a value of a field stands in a request that succeeds, in one that finds nothing, or in one that is refused. */
export const valueGoal = (mode: string, name: string, value: string, outcome: keyof typeof outcomes): string =>
  `${mode} ${name}=${value}${outcomes[outcome]}`;

/** Whether it is worth reaching a goal: with which other values a value fails says nothing where it is accepted with some. */
export function matters(goal: string, reached: { has(goal: string): boolean }): boolean {
  const ending = [outcomes.vain, outcomes.refused].find((end) => goal.endsWith(end));
  return ending === undefined || !reached.has(goal.slice(0, -ending.length) + outcomes.accepted);
}

/** Returns every goal with what it weighs. */
export function* weighed(goals: Goals): Iterable<readonly [goal: string, weight: number]> {
  for (const kind of ["required", "telling", "further"] as const) for (const goal of goals[kind]) yield [goal, weights[kind]];
}
