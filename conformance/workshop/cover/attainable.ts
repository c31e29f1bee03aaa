import { unmet } from "../../cover/allowed.ts";
import type { Oracle } from "../../model/oracle.ts";
import type { Scenario, Step } from "../../play/scenario.ts";
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

/** A letter after a beginning, with the goals that it has to reach there. */
interface Tried {
  readonly state: Growing;
  readonly letter: Step;
  readonly required: readonly string[];
}

/** Returns each letter as it is tried after a beginning on a model. */
function triedOn(oracle: Oracle, letters: readonly Step[]): readonly Tried[] {
  const state = begun(oracle);
  return letters.map((letter) => ({ state, letter, required: state.tried(letter).required }));
}

/** The letters that send events, one for each set of forms. */
function telling(all: readonly Tried[]): readonly Step[] {
  const byForms = new Map<string, Step>();
  for (const { letter, required } of all) {
    const forms = required.filter(isForm).join();
    if (forms !== "" && !byForms.has(`${letter.op} ${forms}`)) byForms.set(`${letter.op} ${forms}`, letter);
  }
  return [...byForms.values()];
}

/** Returns what single letters reach, of what the set is complete by: at the newest level, and the forms of events on other servers. */
export function attainable({ small, crowded, others }: Stages, letters: readonly Step[]): Attainable {
  const goals = new Map<string, () => Scenario>();
  const isCommon = (step: Step): boolean => unmet(step, small.ground) === undefined;
  const common = letters.filter(isCommon);
  const look = (all: readonly Tried[], goalOf: (goal: string) => string | undefined): void => {
    for (const { state, letter, required } of all) {
      for (const goal of required.flatMap((one) => goalOf(one) ?? [])) {
        if (!goals.has(goal)) goals.set(goal, () => after(state, letter));
      }
    }
  };
  const counted = (goal: string): string | undefined => (isCounted(goal) ? goal : undefined);
  const onSmall = triedOn(small, common);
  look(onSmall, counted);
  const rare = letters.filter((step) => !isCommon(step));
  look(triedOn(crowded, rare), counted);
  const few = telling(onSmall);
  for (const { name, oracle } of others) look(triedOn(oracle, few), (goal) => (isForm(goal) ? formAt(goal, name) : undefined));
  return goals;
}
