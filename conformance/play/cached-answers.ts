import type { Oracle } from "../model/oracle.ts";
import type { Scenario } from "./scenario.ts";
import type { Expected, RunSettings } from "./sides.ts";

/** The model's answers to the steps of scenarios while they were drawn. */
const answersOf = new WeakMap<Scenario, { readonly oracle: Oracle; readonly answers: readonly Expected[] }>();

interface Drafted {
  readonly answers: readonly Expected[];
  /** Whether the model would answer the same again. */
  readonly isExact: boolean;
}

/** Keeps what the model answered while a scenario was drawn, where it holds what the target holds and would answer the same again. */
export function cacheAnswers(scenario: Scenario, oracle: Oracle, { answers, isExact }: Drafted): void {
  if (oracle.known && isExact) answersOf.set(scenario, { oracle, answers });
}

/** Returns what the model answers in settings to the steps of a scenario; nothing where it has to be asked. */
export function cachedAnswers(scenario: Scenario, { oracle, suffix, choices }: RunSettings): readonly Expected[] {
  const drafted = answersOf.get(scenario);
  const isSame = drafted?.oracle === oracle && suffix === "" && Object.keys(choices).length === 0;
  return isSame ? drafted.answers : [];
}
