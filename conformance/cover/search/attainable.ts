import type { Oracle } from "../../engine/oracle.ts";
import type { Scenario, Step } from "../../engine/scenario.ts";
import { unmet } from "../allowed.ts";
import { rich } from "./beginnings.ts";
import { Growing } from "./growing.ts";
import { formAt } from "./reach.ts";
import type { Stages } from "./stages.ts";

/** Goals that one step can reach after a beginning with a little of everything, each with a scenario that does. */
export type Attainable = ReadonlyMap<string, () => Scenario>;

/** Whether a goal is one that the set is complete by: what comes of an operation for a role, or the form of an event. */
export const isCounted = (goal: string): boolean => goal.startsWith("event ") || / by \w+: [\w ]+$/.test(goal);

const isForm = (goal: string): boolean => goal.startsWith("event ") && goal.includes("{");

/** A state in which there is a little of everything. */
export function begun(oracle: Oracle): Growing {
  const growing = Growing.on(oracle);
  for (const step of rich) growing.grow(step);
  return growing;
}

/** The beginning, one step and the polls for its events. */
function after(state: Growing, letter: Step): Scenario {
  const grown = state.fork();
  grown.grow(letter);
  for (const poll of grown.polls) grown.grow(poll);
  return grown.scenario;
}

/** The letters that send events, one for each set of forms. */
function telling(state: Growing, letters: readonly Step[]): readonly Step[] {
  const byForms = new Map<string, Step>();
  for (const letter of letters) {
    const forms = state.tried(letter).required.filter(isForm).join();
    if (forms !== "" && !byForms.has(`${letter.op} ${forms}`)) byForms.set(`${letter.op} ${forms}`, letter);
  }
  return [...byForms.values()];
}

/** Returns what single letters reach, of what the set is complete by: at the newest level, and the forms of events on other servers. */
export function attainable({ small, crowded, others }: Stages, letters: readonly Step[]): Attainable {
  const goals = new Map<string, () => Scenario>();
  const isCommon = (step: Step): boolean => unmet(step, small.ground) === undefined;
  const common = letters.filter(isCommon);
  const look = (oracle: Oracle, some: readonly Step[], goalOf: (goal: string) => string | undefined): void => {
    const state = begun(oracle);
    for (const letter of some) {
      for (const goal of state.tried(letter).required.flatMap((one) => goalOf(one) ?? [])) {
        if (!goals.has(goal)) goals.set(goal, () => after(state, letter));
      }
    }
  };
  const counted = (goal: string): string | undefined => (isCounted(goal) ? goal : undefined);
  look(small, common, counted);
  look(
    crowded,
    letters.filter((step) => !isCommon(step)),
    counted,
  );
  const few = telling(begun(small), common);
  for (const { name, oracle } of others) look(oracle, few, (goal) => (isForm(goal) ? formAt(goal, name) : undefined));
  return goals;
}
