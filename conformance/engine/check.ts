import type { RulingChoices, RulingName } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { causesOf } from "../report/causes.ts";
import { Choices } from "../report/choices.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise } from "../report/report.ts";
import { properties as catalogued } from "./catalogue.ts";
import { withSharedCauses } from "./causes/shared.ts";
import { idOf } from "./causes/signature.ts";
import { chosen } from "./choosing.ts";
import type { HtmlMode } from "./compare/html.ts";
import { generated } from "./generated.ts";
import { Monitoring, monitored } from "./monitoring.ts";
import type { Oracle } from "./oracle.ts";
import { defaultTries, runProperty } from "./properties.ts";
import { type Covered, oracleOrReason } from "./scenarios.ts";
import { Share } from "./share.ts";

export { chosen } from "./choosing.ts";

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
  [...catalogued].filter(([, { until = Number.POSITIVE_INFINITY }]) => level < until).map(([address]) => address);

interface Found {
  /** By address: what came of the properties that were run. */
  readonly results: ReadonlyMap<string, PropertyResult>;
  readonly sights: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly choices: Choices;
  readonly cover: Covered | undefined;
}

function reported(
  { target, seed, shard, only, skip, accepts = [] }: CheckOptions,
  found: Found,
  addresses: readonly string[],
  expected: number,
): Report {
  const { kind, url, level, brand } = target;
  const { results, sights, choices, cover } = found;
  const ran = [...addresses.flatMap((address) => results.get(address) ?? []), ...sights];
  const properties = withSharedCauses(ran, found.scenarios);
  const scenarios = withSharedCauses(found.scenarios, ran);
  return {
    format: "touchstone-report",
    version: 1,
    target: { kind, url, level, brand },
    seed,
    shard: shard === undefined || shard.count === 1 ? null : `${shard.index}/${shard.count}`,
    partial: (only?.length ?? 0) + (skip?.length ?? 0) > 0,
    causes: causesOf([...properties, ...scenarios]),
    properties,
    scenarios,
    ...(cover && { cover }),
    choices: choices.by(({ choice }) => choice),
    chosenIn: choices.by(({ address }) => address),
    accepted: accepts,
    ...(target.notes && target.notes.length > 0 && { notes: [...target.notes] }),
    notRun: addresses.filter((address) => !results.has(address)),
    summary: summarise(expected, [...properties, ...scenarios]),
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
      const result = await runProperty(address, catalogued.get(address)!, target, drawing);
      share.spent(result.runs ?? 1, performance.now() - start);
      results.set(address, result);
      told(result);
    }
  };
  const tell = (result: ScenarioResult): void => {
    scenarios.push(result);
    told(result);
  };
  const concurrency = target.steering ? 1 : (options.concurrency ?? (target.kind === "live" ? 8 : 1));
  const drawing = { goesOn, choices, concurrency, causes };
  const cover = await drawings.cover(target, drawing, tell);
  await Promise.all(Array.from({ length: concurrency }, worker));
  await drawings.run(target, drawing, tell);
  const sights = monitoring.results;
  for (const sight of sights) told(sight);
  return reported(options, { results, sights, scenarios, choices, cover }, addresses, expected);
}
