import { allowedOn, unmet } from "../../cover/allowed.ts";
import type { Oracle } from "../../model/oracle.ts";
import { playedOnModel, type Turn } from "../../play/play.ts";
import type { Scenario } from "../../play/scenario.ts";
import { formOf } from "./events.ts";
import { weighed, weights } from "./goals.ts";
import { goalsAlong } from "./growing.ts";
import type { Recorder } from "./recorder.ts";
import type { Stages } from "./stages.ts";
import type { Reach } from "./tally.ts";

const none: ReadonlySet<number> = new Set();

/** Whether a scenario needs people or channels that only the crowded realm has. */
export const isRare = (scenario: Scenario, { small }: Stages): boolean =>
  scenario.steps.some((step) => unmet(step, small.ground) !== undefined);

/** The model on which the goals of a scenario are looked at. */
export const stageOf = (scenario: Scenario, stages: Stages): Oracle => (isRare(scenario, stages) ? stages.crowded : stages.small);

/** Returns what each step of a scenario reaches at the newest level, with what it weighs. */
export const goalsOf = (scenario: Scenario, stages: Stages): ReadonlyMap<string, number>[] =>
  goalsAlong(stageOf(scenario, stages), scenario).map((goals) => new Map(weighed(goals)));

/** Plays on a model as much of a scenario as it allows. */
function playedOn(oracle: Oracle, scenario: Scenario): readonly Turn[] {
  const scene = { oracle, suffix: "", choices: {} };
  return playedOnModel(allowedOn({ ...scenario, historical: none }, scene).scenario, scene);
}

/** The goal that an event of a form is read at another server. */
export const formAt = (form: string, server: string): string => `${form} on a server ${server}`;

/** The forms of events that a scenario reads at another server. */
const formsIn = (turns: readonly Turn[], server: string): string[] =>
  turns.flatMap(({ step, expected: { body } }) =>
    step.op === "events.get" && Array.isArray(body.events) ? body.events.map((event) => formAt(formOf(event), server)) : [],
  );

/** Whether a goal is reached at another server alone. */
export const isElsewhere = (goal: string): boolean => / on a server [\w ]+$/.test(goal);

/** Returns the forms that the events of a scenario have on other servers. */
export const formsElsewhere = (scenario: Scenario, { others }: Pick<Stages, "others">): string[] =>
  others.flatMap(({ name, oracle }) => formsIn(playedOn(oracle, scenario), name));

/** Plays a scenario on all stages. Returns the forms that events have on other servers. */
export function formsBy(scenario: Scenario, stages: Stages): string[] {
  for (const oracle of [stages.small, stages.crowded]) playedOn(oracle, scenario);
  return formsElsewhere(scenario, stages);
}

/** Returns the code that a scenario runs on all stages, and the forms that events have on other servers. */
export function ranBy(scenario: Scenario, stages: Stages, recorder: Recorder): Reach {
  recorder.take();
  const forms = formsBy(scenario, stages);
  return { goals: new Map(forms.map((form) => [form, weights.required])), ran: recorder.take() };
}

/** Returns what a scenario reaches. */
export function reachOf(scenario: Scenario, stages: Stages, recorder: Recorder): Reach {
  const { goals: forms, ran } = ranBy(scenario, stages, recorder);
  return { goals: new Map([...forms, ...goalsOf(scenario, stages).flatMap((goals) => [...goals])]), ran };
}
