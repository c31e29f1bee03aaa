import { type RulingName, rulings, type SimulatorOptions, sha256Hex } from "../../../sim/index.ts";
import { answersOf, opened, replayed, type Transcript, type TranscriptScenario } from "../../certificate/transcript.ts";
import type { Log } from "./recorder.ts";

/** Longer ones are of tests that repeat or draw. */
const mostRequests = 60;
/** UTF-16 units of a request or an answer. */
const mostUnits = 200_000;

/** Whether a log has texts as long as tests of bounds and of growth send. */
const isLong = ({ requests, answers }: Log): boolean =>
  answers.some(({ length }) => length > mostUnits) || requests.some((request) => keyOf(request).length > mostUnits);

const keyOf = (value: unknown): string => JSON.stringify(value);

/** Returns the logs whose requests are the beginning of another's. */
function beginnings(logs: readonly Log[]): ReadonlySet<Log> {
  const found = new Set<Log>();
  const seen = new Set<string>();
  for (const log of logs.toSorted((a, b) => b.requests.length - a.requests.length)) {
    const prefixes: string[] = [];
    for (const request of log.requests) prefixes.push(sha256Hex(`${prefixes.at(-1) ?? ""}${keyOf(request)}`));
    if (seen.has(prefixes.at(-1) ?? "")) found.add(log);
    for (const prefix of prefixes) seen.add(prefix);
  }
  return found;
}

/** Whether a scenario comes to its answers again, so that the requests alone say all. */
const isReproduced = (options: SimulatorOptions, log: Log): boolean => {
  // As the file has them: a number that JSON does not have is none there.
  const scenario = { name: "", requests: JSON.parse(keyOf(log.requests)) as Log["requests"], answers: [] };
  try {
    const [again] = replayed({ run: "", options, opening: { requests: [], answers: [] }, scenarios: [scenario] }).scenarios;
    return keyOf(again?.answers) === keyOf(log.answers);
  } catch {
    return false;
  }
};

/** Returns what tests asked simulators of each kind, as scenarios. @param fileOf says which test a log is of */
export function storiesOf(logs: readonly Log[], nameOf: ReadonlyMap<Log, string>): Transcript[] {
  const kinds = new Map<string, Log[]>();
  for (const log of logs) {
    if (log.isBroken || log.requests.length === 0 || log.requests.length > mostRequests || isLong(log)) continue;
    const kind = keyOf(log.options);
    kinds.set(kind, [...(kinds.get(kind) ?? []), log]);
  }
  let count = 0;
  return [...kinds.values()].flatMap((all) => {
    const [{ options } = { options: {} }] = all;
    const repeated = beginnings(all);
    const kept = all.filter((log) => !repeated.has(log) && isReproduced(options, log));
    const scenarios = kept.map(
      (log, i): TranscriptScenario => ({ name: `${nameOf.get(log) ?? ""}/${i}`, requests: log.requests, answers: [] }),
    );
    return scenarios.length === 0
      ? []
      : [{ run: `stories ${++count}: ${keyOf(options).slice(0, 100)}`, options, opening: { requests: [], answers: [] }, scenarios }];
  });
}

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

/** Advice on a choice that nothing guards. */
export const howToGuard = "where a test of the simulator shows the choice, npm run goldens -- --draw stories asks what that asks";

/** Looks for a guard of a choice. @param likely the run and scenario to try first */
export function guardOf(
  [name, choice]: [RulingName, string],
  runs: readonly Transcript[],
  likely?: ChoiceWitness,
): ChoiceWitness | undefined {
  const known = runs
    .filter(({ run }) => run === likely?.run)
    .map((run) => ({ ...run, scenarios: run.scenarios.filter((one) => one.name === likely?.scenario) }));
  for (const run of [...known, ...runs]) {
    const scenario = isDefault(run, name) ? differingScenario(run, withChoice(run.options, name, choice)) : undefined;
    if (scenario !== undefined) return { choice: `${name}=${choice}`, run: run.run, scenario };
  }
  return undefined;
}

/** Returns the entries of the levels table whose two servers, that of the level before and its own, give the same answers. @param runs two for each entry */
export function unguardedChanges(runs: readonly Transcript[], changes: readonly string[]): string[] {
  const byName = new Map(runs.map((run) => [run.run, run]));
  const answersIn = (run: Transcript | undefined): string => JSON.stringify(run?.scenarios.map(({ answers }) => answers));
  return changes.filter((change) => answersIn(byName.get(`${change}: before`)) === answersIn(byName.get(`${change}: from`)));
}
