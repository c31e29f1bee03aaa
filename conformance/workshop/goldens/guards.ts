import { type RulingName, rulings, type SimulatorOptions } from "../../../sim/index.ts";
import { answersOf, opened } from "../../certificate/replay.ts";
import type { Transcript, TranscriptScenario } from "../../certificate/transcript.ts";

/** Returns the options of a run with one ruling decided in some way. */
export function withChoice(options: SimulatorOptions, name: RulingName, choice: string): SimulatorOptions {
  const own: Readonly<Record<string, string>> = typeof options.rulings === "object" ? options.rulings : {};
  return { ...options, rulings: { ...own, [name]: choice } as NonNullable<SimulatorOptions["rulings"]> };
}

/** A scenario of a run that shows which choice a server makes. */
export interface ChoiceWitness {
  readonly choice: string;
  readonly run: string;
  readonly scenario: string;
}

/** Returns the first scenario of a run that other options answer otherwise than its transcript says. */
function differingScenario(transcript: Transcript, options: SimulatorOptions): string | undefined {
  const { simulator } = opened(transcript, options);
  const differs = ({ requests, answers }: TranscriptScenario): boolean =>
    answersOf(simulator.fork(), requests).some((text, i) => text !== answers[i]);
  return transcript.scenarios.find(differs)?.name;
}

/** Returns every ruling with each choice that is not its default, as `name=choice`. */
export const otherChoices = (): [name: RulingName, choice: string][] =>
  (Object.keys(rulings) as RulingName[]).flatMap((name) =>
    rulings[name].choices.slice(1).map((choice): [RulingName, string] => [name, choice]),
  );

const isDefault = ({ options: { rulings: own, vary } }: Transcript, name: RulingName): boolean =>
  own !== "observed" && own?.[name] === undefined && vary === undefined;

/** Looks for a guard of a choice. @param likely the run and scenario to try first */
export function guardOf(
  [name, choice]: [RulingName, string],
  runs: readonly Transcript[],
  likely?: ChoiceWitness,
): ChoiceWitness | undefined {
  const known = runs.filter(({ run }) => run === likely?.run).map((run) => only(run, likely?.scenario));
  for (const run of [...known, ...runs]) {
    const scenario = isDefault(run, name) ? differingScenario(run, withChoice(run.options, name, choice)) : undefined;
    if (scenario !== undefined) return { choice: `${name}=${choice}`, run: run.run, scenario };
  }
  return undefined;
}

const only = (run: Transcript, name: string | undefined): Transcript => ({
  ...run,
  scenarios: run.scenarios.filter((scenario) => scenario.name === name),
});

/** Returns the entries of the levels table whose two servers, that of the level before and its own, give the same answers. @param runs two for each entry */
export function unguardedChanges(runs: readonly Transcript[], changes: readonly string[]): string[] {
  const byName = new Map(runs.map((run) => [run.run, run]));
  const answersIn = (run: Transcript | undefined): string => JSON.stringify(run?.scenarios.map(({ answers }) => answers));
  return changes.filter((change) => answersIn(byName.get(`${change}: before`)) === answersIn(byName.get(`${change}: from`)));
}
