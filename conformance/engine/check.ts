import { type RulingChoices, type RulingName, rulings } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { causesOf } from "../report/causes.ts";
import { Choices } from "../report/choices.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise } from "../report/report.ts";
import { properties } from "./catalogue.ts";
import { idOf } from "./causes/signature.ts";
import type { HtmlMode } from "./compare/html.ts";
import { addressOf as concurrentAddress, runConcurrent } from "./concurrent/run.ts";
import { Monitoring, monitored } from "./monitoring.ts";
import type { Oracle } from "./oracle.ts";
import { defaultTries, runProperty } from "./properties.ts";
import { isStrict } from "./property-run.ts";
import { oracleOrReason, runScenarios, type ScenarioOptions } from "./scenarios.ts";
import { Share } from "./share.ts";

export interface CheckOptions {
  readonly target: Target;
  readonly seed: number;
  /** Generated scenarios, default 100. */
  readonly runs?: number;
  /** Runs of each property that draws, beside its examples; default 25 on the embedded simulator, 3 on a live server. */
  readonly tries?: number;
  /** Steps of a scenario at most, default 30. */
  readonly steps?: number;
  /** Scenarios that several actors send at the same time; default 5 on a live server, none on the embedded simulator, where nothing waits. */
  readonly concurrent?: number;
  /** Patterns on addresses; `*` stands for any characters. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly shard?: { readonly index: number; readonly count: number };
  /** Ends after so many causes that are not accepted. */
  readonly causes?: number;
  /** Ends at the first difference. */
  readonly bail?: boolean;
  /** Rulings that the target may decide as running servers do, though the specification states the point. */
  readonly accepts?: readonly RulingName[];
  /** Choices on silent points count too: on all, or on those named. */
  readonly strict?: boolean | readonly RulingName[];
  readonly shrink?: boolean;
  /** Choices on silent points that the target is held to; the others are learnt from what it does. */
  readonly rulings?: Partial<RulingChoices>;
  /** How scenarios compare HTML with that of the model, default structural. */
  readonly html?: HtmlMode;
  /** The model that scenarios are drawn on, where they are to be those of another target; default the target's own. */
  readonly drawnOn?: Oracle;
  /** Results of scenarios hold their steps as sentences. */
  readonly show?: boolean;
  /** How many properties are under way at once, default 8 on a live server, else 1. Steering concerns a whole server: with a control API it is always 1. */
  readonly concurrency?: number;
  /** How many milliseconds of a budget are left: fewer values are drawn where it would not last. */
  readonly timeLeft?: () => number;
  /** Whether there is time left; asked before each property and scenario, and between the runs of a property. */
  readonly hasTime?: () => boolean;
  readonly onResult?: (result: PropertyResult | ScenarioResult, done: number, expected: number) => void;
}

/** The addresses of the properties in which there is something to try on a target. */
const addressesFor = ({ level }: Target): string[] =>
  [...properties].filter(([, { until = Number.POSITIVE_INFINITY }]) => level < until).map(([address]) => address);

const pattern = (text: string): RegExp => new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

/** The addresses that a check runs, in order. */
export function chosen(
  addresses: Iterable<string>,
  { only = [], skip = [], shard = { index: 1, count: 1 } }: Partial<CheckOptions>,
): string[] {
  const [wanted, unwanted] = [only.map(pattern), skip.map(pattern)];
  const matches = (patterns: readonly RegExp[], address: string) => patterns.some((one) => one.test(address));
  return [...addresses]
    .filter((address) => (wanted.length === 0 || matches(wanted, address)) && !matches(unwanted, address))
    .filter((_, i) => i % shard.count === shard.index - 1);
}

/** Those of so many generated scenarios that a check runs, by their addresses. */
function drawn(runs: number, addressOf: (index: number) => string, { only = [], skip = [], shard }: CheckOptions): ReadonlySet<string> {
  const all = Array.from({ length: runs }, (_, i) => addressOf(i));
  return new Set(chosen(all, { ...(shard && { shard }) }).filter((address) => chosen([address], { only, skip }).length > 0));
}

/** What the generated scenarios of a check have in common. */
type Drawing = Pick<ScenarioOptions, "goesOn" | "choices" | "concurrency" | "causes">;

/** The choices that a target is held to: those that the user names, and the defaults of the silent points that count. */
function held({ strict = false, rulings: named = {} }: CheckOptions): Partial<RulingChoices> {
  const counting = (Object.keys(rulings) as RulingName[]).filter((name) => rulings[name].kind === "silent" && isStrict({ strict }, name));
  return { ...(Object.fromEntries(counting.map((name) => [name, rulings[name].choices[0]])) as Partial<RulingChoices>), ...named };
}

interface Generated {
  readonly count: number;
  run(target: Target, drawing: Drawing, tell: (result: ScenarioResult) => void): Promise<void>;
}

/** The generated scenarios of a check: those that several actors send at the same time, and those of one step after the other. */
function generated(options: CheckOptions): Generated {
  const { seed, runs = 100, steps = 30, shrink = true, show = false, shard = { index: 1, count: 1 } } = options;
  const { html = "structural", accepts = [], concurrent = options.target.kind === "live" ? 5 : 0 } = options;
  const together = drawn(concurrent, concurrentAddress, options);
  const single = drawn(runs, (i) => `scenario/${i}`, options);
  return {
    count: together.size + single.size,
    async run(target, drawing, tell) {
      const common = { ...drawing, seed, shrink, strict: false, shard, show, html, accepts, rulings: held(options) };
      // These few come first: where the time does not last, it is the many others that are cut.
      await runConcurrent(target, { ...common, runs: concurrent, wants: (address) => together.has(address) }, tell);
      const { drawnOn } = options;
      await runScenarios(target, { ...common, ...(drawnOn && { drawnOn }), runs, steps, wants: (address) => single.has(address) }, tell);
    },
  };
}

interface Found {
  readonly results: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly choices: Choices;
}

function reported(
  { target, seed, shard, only, skip, accepts = [] }: CheckOptions,
  found: Found,
  notRun: readonly string[],
  expected: number,
): Report {
  const { kind, url, level, brand } = target;
  const { results, scenarios, choices } = found;
  return {
    format: "touchstone-report",
    version: 1,
    target: { kind, url, level, brand },
    seed,
    shard: shard === undefined || shard.count === 1 ? null : `${shard.index}/${shard.count}`,
    partial: (only?.length ?? 0) + (skip?.length ?? 0) > 0,
    causes: causesOf([...results, ...scenarios]),
    properties: results,
    scenarios,
    choices: choices.by(({ choice }) => choice),
    chosenIn: choices.by(({ address }) => address),
    accepted: accepts,
    ...(target.notes && target.notes.length > 0 && { notes: [...target.notes] }),
    notRun,
    summary: summarise(expected, [...results, ...scenarios]),
  };
}

/** Returns what makes the oracle for a target when it is first asked for; undefined where there is none. */
function oracleOnce(target: Target): () => Promise<Oracle | undefined> {
  let oracle: Promise<Oracle | undefined> | undefined;
  return () => (oracle ??= oracleOrReason(target).then((found) => (typeof found === "string" ? undefined : found)));
}

/** Runs the conformance suite against a target. */
export async function check(options: CheckOptions): Promise<Report> {
  const { seed, strict = false, shrink = true, bail = false, only = [], skip = [], accepts = [] } = options;
  const { tries = defaultTries(options.target), timeLeft, hasTime = () => true, onResult } = options;
  // Every shard watches: a monitor sees what its own run says.
  const monitoring = new Monitoring(options.target, chosen(monitored.keys(), { only, skip }));
  const { target } = monitoring;
  const addresses = chosen(addressesFor(target), options);
  const results = new Map<string, PropertyResult>();
  const scenarios: ScenarioResult[] = [];
  const choices = new Choices(options.rulings);
  const drawings = generated(options);
  const expected = addresses.length + monitoring.count + drawings.count;
  let failed = false;
  const causes = new Set<string>();
  const goesOn = () => hasTime() && !(bail && failed) && causes.size < (options.causes ?? Number.POSITIVE_INFINITY);
  const told = (result: PropertyResult | ScenarioResult) => {
    failed ||= result.verdict === "differs";
    if (result.verdict === "differs") for (const cause of result.causes ?? []) causes.add(idOf(cause));
    onResult?.(result, results.size + scenarios.length, expected);
  };
  const oracle = oracleOnce(target);
  const waiting = [...addresses];
  const share = new Share(tries, timeLeft);
  const worker = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined && goesOn(); address = waiting.shift()) {
      const start = performance.now();
      const drawing = { seed, strict, accepts, oracle, choices, shrink, hasTime, tries: share.triesFor(waiting.length + 1) };
      const result = await runProperty(address, properties.get(address)!, target, drawing);
      share.spent(result.runs ?? 1, performance.now() - start);
      results.set(address, result);
      told(result);
    }
  };
  const concurrency = target.steering ? 1 : (options.concurrency ?? (target.kind === "live" ? 8 : 1));
  await Promise.all(Array.from({ length: concurrency }, worker));
  const tell = (result: ScenarioResult): void => {
    scenarios.push(result);
    told(result);
  };
  await drawings.run(target, { goesOn, choices, concurrency, causes }, tell);
  const sights = monitoring.results;
  for (const sight of sights) told(sight);
  const found = { results: [...addresses.flatMap((address) => results.get(address) ?? []), ...sights], scenarios, choices };
  const notRun = addresses.filter((address) => !results.has(address));
  return reported(options, found, notRun, expected);
}
