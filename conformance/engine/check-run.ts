import type { Target } from "../client/target.ts";
import type { Power, PowerTable } from "../power/index.ts";
import { causesOf } from "../report/causes.ts";
import { Choices } from "../report/choices.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise, type Verdict } from "../report/report.ts";
import { beginByPower } from "./budgeted.ts";
import { properties as catalogued, declaredProperty } from "./catalogue.ts";
import { withSharedCauses } from "./causes/shared.ts";
import { idOf } from "./causes/signature.ts";
import type { CheckOptions } from "./check-options.ts";
import { chosen } from "./choosing.ts";
import { type Generated, generated } from "./generated.ts";
import { Monitoring, monitored } from "./monitoring.ts";
import type { Oracle } from "./oracle.ts";
import { defaultTries, runProperty } from "./properties.ts";
import { type Covered, oracleOrReason } from "./scenarios.ts";
import { Share } from "./share.ts";

/** The addresses of the properties in which there is something to try on a target. */
const addressesFor = ({ level }: Target): string[] =>
  [...catalogued].filter(([, { until = Number.POSITIVE_INFINITY }]) => level < until).map(([address]) => address);

/** Whether a property has something to try that is not drawn. */
function hasExamples(address: string): boolean {
  const { given, examples } = declaredProperty(address);
  return given === undefined || examples.length > 0;
}

interface Found {
  /** By address: what came of the properties that were run. */
  readonly results: ReadonlyMap<string, PropertyResult>;
  readonly sights: readonly PropertyResult[];
  readonly scenarios: readonly ScenarioResult[];
  readonly choices: Choices;
  readonly cover: Covered | undefined;
  readonly power: Power | undefined;
}

function reported(
  { target, seed, shard, only, skip, accepts = [] }: CheckOptions,
  found: Found,
  addresses: readonly string[],
  expected: number,
): Report {
  const { kind, url, level, brand } = target;
  const { results, sights, choices, cover, power } = found;
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
    ...(power && { power }),
    choices: choices.by(({ choice }) => choice),
    chosenIn: choices.by(({ address }) => address),
    accepted: accepts,
    ...(target.notes && target.notes.length > 0 && { notes: [...target.notes] }),
    notRun: addresses.filter((address) => !results.has(address)),
    summary: summarise(expected, [...properties, ...scenarios]),
  };
}

/** Returns what makes the oracle for a target when it is first asked for, or says why there is none. */
function oracleOnce(target: Target): () => Promise<Oracle | string> {
  let oracle: Promise<Oracle | string> | undefined;
  return () => (oracle ??= oracleOrReason(target));
}

/** One run of the suite on a target: what came of it so far, and whether it goes on. */
export class CheckRun {
  readonly #options: CheckOptions;
  readonly #monitoring: Monitoring;
  readonly #target: Target;
  readonly #addresses: readonly string[];
  readonly #results = new Map<string, PropertyResult>();
  readonly #scenarios: ScenarioResult[] = [];
  readonly #choices: Choices;
  readonly #drawings: Generated;
  readonly #expected: number;
  readonly #causes = new Set<string>();
  readonly #oracle: () => Promise<Oracle | string>;
  readonly #concurrency: number;
  #failed = false;

  constructor(options: CheckOptions) {
    const { only = [], skip = [] } = options;
    this.#options = options;
    // Every shard watches: a monitor sees what its own run says.
    this.#monitoring = new Monitoring(options.target, chosen(monitored.keys(), { only, skip }));
    this.#target = this.#monitoring.target;
    this.#addresses = chosen(addressesFor(this.#target), options);
    this.#choices = new Choices(options.rulings);
    this.#drawings = generated(options);
    this.#expected = this.#addresses.length + this.#monitoring.count + this.#drawings.count;
    this.#oracle = oracleOnce(this.#target);
    this.#concurrency = this.#target.steering ? 1 : (options.concurrency ?? (this.#target.kind === "live" ? 8 : 1));
  }

  readonly #goesOn = (): boolean => {
    const { hasTime = () => true, bail = false, causes = Number.POSITIVE_INFINITY } = this.#options;
    return hasTime() && !(bail && this.#failed) && this.#causes.size < causes;
  };

  #told(result: PropertyResult | ScenarioResult): void {
    this.#failed ||= result.verdict === "differs";
    if (result.verdict === "differs") for (const cause of result.causes ?? []) this.#causes.add(idOf(cause));
    this.#options.onResult?.(result, this.#results.size + this.#scenarios.length, this.#expected);
  }

  readonly #tell = (result: ScenarioResult): void => {
    this.#scenarios.push(result);
    this.#told(result);
  };

  async #property(address: string, tries: number): Promise<PropertyResult> {
    const { seed, strict = false, shrink = true, accepts = [], hasTime = () => true } = this.#options;
    const oracle = () => this.#oracle().then((found) => (typeof found === "string" ? undefined : found));
    const drawing = { seed, strict, accepts, oracle, choices: this.#choices, shrink, hasTime, tries };
    const result = await runProperty(address, declaredProperty(address), this.#target, drawing);
    this.#results.set(address, result);
    this.#told(result);
    return result;
  }

  /** What scenarios have in common. */
  get #drawing() {
    const common = { goesOn: this.#goesOn, choices: this.#choices, concurrency: this.#concurrency, causes: this.#causes };
    // A server that is steered is as it was at first where a series begins; any other is mirrored anew, since properties may have changed it.
    return { ...common, ...(this.#target.steering && { oracle: this.#oracle }) };
  }

  /** Begins with what notices the most for its time: the covering set, and properties on their examples. */
  async #begin(table: PowerTable): Promise<readonly [Covered, Power]> {
    const { addresses: scenes, covered, play } = await this.#drawings.open(this.#target, this.#drawing);
    const isScene = new Set(scenes);
    const scene = async (address: string): Promise<Verdict> => {
      const result = await play(address);
      this.#tell(result);
      return result.verdict;
    };
    const power = await beginByPower({
      table,
      addresses: [...this.#addresses.filter(hasExamples), ...scenes],
      concurrency: this.#concurrency,
      goesOn: this.#goesOn,
      play: async (address) => (isScene.has(address) ? scene(address) : (await this.#property(address, 0)).verdict),
    });
    return [covered, power];
  }

  /** Whether a property that was run on its examples may yet differ on drawn values. */
  #mayDraw(address: string): boolean {
    return this.#results.get(address)?.verdict !== "differs" && declaredProperty(address).given !== undefined;
  }

  async #properties(): Promise<void> {
    const { target, tries = defaultTries(target), timeLeft } = this.#options;
    const isNew = (address: string): boolean => !this.#results.has(address);
    const again = this.#addresses.filter((address) => !isNew(address) && this.#mayDraw(address));
    const waiting = [...this.#addresses.filter(isNew), ...again];
    const share = new Share(tries, timeLeft);
    const worker = async (): Promise<void> => {
      for (let address = waiting.shift(); address !== undefined && this.#goesOn(); address = waiting.shift()) {
        const start = performance.now();
        const { runs = 1 } = await this.#property(address, share.triesFor(waiting.length + 1));
        share.spent(runs, performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, worker));
  }

  async report(): Promise<Report> {
    const { power: table } = this.#options;
    const [cover, power] = table
      ? await this.#begin(table)
      : [await this.#drawings.cover(this.#target, this.#drawing, this.#tell), undefined];
    await this.#properties();
    await this.#drawings.run(this.#target, this.#drawing, this.#tell);
    const sights = this.#monitoring.results;
    for (const sight of sights) this.#told(sight);
    const found = { results: this.#results, sights, scenarios: this.#scenarios, choices: this.#choices, cover, power };
    return reported(this.#options, found, this.#addresses, this.#expected);
  }
}
