import { type RulingChoices, type RulingName, rulings } from "../../sim/index.ts";
import { declaredProperty } from "../catalogue/catalogue.ts";
import { Innocent } from "../causes/mended.ts";
import { idOf } from "../causes/signature.ts";
import { withEach } from "../client/lists.ts";
import { evidence } from "../client/seen.ts";
import type { Ailment, Target } from "../client/target.ts";
import { runConcurrent } from "../concurrent/run.ts";
import { coveringSet } from "../cover/set.ts";
import { Untestable } from "../expect.ts";
import type { Oracle } from "../model/oracle.ts";
import type { Power, PowerTable } from "../power/index.ts";
import { causesOf } from "../results/causes.ts";
import { ChoicesSeen } from "../results/choices.ts";
import { type PropertyResult, type Report, type ScenarioResult, summarise, type Verdict } from "../results/report.ts";
import { withSharedCauses } from "../results/shared.ts";
import { isListed } from "../run/baseline.ts";
import { Guard, unfinished } from "../run/guard.ts";
import { everyRequest, Monitoring, monitored } from "../run/monitoring.ts";
import { whyUntestable } from "../run/needs.ts";
import { defaultTries, runProperty } from "../run/properties.ts";
import { isStrict } from "../run/property-run.ts";
import { type Covered, type OpenCovering, openCovering, oracleOrReason, runCovering, runScenarios } from "../run/scenarios.ts";
import { Budget, beginByPower, Share } from "./budget.ts";
import type { CheckOptions } from "./check-options.ts";
import { chosen, planned, scenarioCounts } from "./choosing.ts";

/** The choices that a target is held to: those that the user names, and the defaults of the silent points that count. */
function held({ strict = false, rulings: named = {} }: CheckOptions): Partial<RulingChoices> {
  const counting = (Object.keys(rulings) as RulingName[]).filter((name) => rulings[name].kind === "silent" && isStrict({ strict }, name));
  return { ...(Object.fromEntries(counting.map((name) => [name, rulings[name].choices[0]])) as Partial<RulingChoices>), ...named };
}

/** Returns what makes something when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The one result of a server of which every answer is wrong alike. */
const ailingResult = ({ answer, request, reply }: Ailment): PropertyResult & { readonly reason: string } => ({
  address: everyRequest,
  clauses: ["conventions/error-envelope"],
  verdict: "differs",
  reason: `every request is answered with ${answer}: nothing else was tried; is the server up, and is its base URL right?`,
  seen: [evidence({ request, reply }, new Set())],
  causes: [{ at: "Every request", path: "answer", expected: "a success or a refusal in the envelope", actual: answer }],
});

/** One run of the suite on a target: what came of it so far, and whether it goes on. */
export class CheckRun {
  readonly #options: CheckOptions;
  readonly #monitoring: Monitoring;
  readonly #target: Target;
  readonly #addresses: readonly string[];
  readonly #results = new Map<string, PropertyResult>();
  readonly #scenarios: ScenarioResult[] = [];
  readonly #choices: ChoicesSeen;
  /** Addresses of the scenarios: of the covering set, of those that several actors send at the same time, and of those of one step after the other. */
  readonly #covered: ReadonlySet<string>;
  readonly #together: ReadonlySet<string>;
  readonly #single: ReadonlySet<string>;
  readonly #expected: number;
  readonly #causes = new Set<string>();
  /** Those of them that no deviation lists. */
  readonly #unknown = new Set<string>();
  readonly #innocent = new Innocent();
  readonly #oracle: () => Promise<Oracle | string>;
  readonly #concurrency: number;
  readonly #guard = new Guard();
  readonly #budget: Budget;
  readonly #leftOut = new Set<string>();
  #ailing: PropertyResult | undefined;
  #cover: Covered | undefined;
  #power: Power | undefined;
  #failed = false;

  constructor(options: CheckOptions) {
    const { only = [], skip = [] } = options;
    this.#options = { ...options, ...scenarioCounts(options) };
    this.#budget = new Budget(options);
    // Every shard watches: a monitor sees what its own run says.
    this.#monitoring = new Monitoring(options.target, chosen(monitored.keys(), { only, skip }));
    this.#target = this.#monitoring.target;
    const { properties, covered, together, single } = planned({ ...options, target: this.#target });
    this.#addresses = properties;
    this.#choices = new ChoicesSeen(options.rulings);
    this.#covered = covered;
    this.#together = together;
    this.#single = single;
    const scenarios = covered.size + together.size + single.size;
    this.#expected = this.#addresses.length + this.#monitoring.count + scenarios;
    this.#oracle = once(this.#newOracle);
    this.#concurrency = this.#target.steering ? 1 : (options.concurrency ?? (this.#target.kind === "live" ? 8 : 1));
  }

  /** Makes a model beside the target as it is now, or says why there is none. */
  readonly #newOracle = async (): Promise<Oracle | string> => {
    const oracle = await oracleOrReason(this.#target);
    if (typeof oracle !== "string") for (const line of oracle.leftOut) this.#leftOut.add(line);
    return oracle;
  };

  readonly #goesOn = (): boolean => {
    const { hasTime = () => true, bail = false, causes = Number.POSITIVE_INFINITY } = this.#options;
    return hasTime() && this.#budget.left > 0 && !this.#guard.isGone && !(bail && this.#failed) && this.#unknown.size < causes;
  };

  #told(result: PropertyResult | ScenarioResult): void {
    if (result.verdict === "differs") {
      const isUnknown = !isListed(result, this.#options.known ?? []);
      this.#failed ||= isUnknown;
      for (const id of (result.causes ?? []).map(idOf)) {
        this.#causes.add(id);
        if (isUnknown) this.#unknown.add(id);
      }
    }
    this.#options.onResult?.(result, this.#results.size + this.#scenarios.length, this.#expected);
  }

  readonly #tell = (result: ScenarioResult): void => {
    if (!result.address.startsWith("cover/")) this.#budget.begins(result.address, 0);
    this.#scenarios.push(result);
    this.#told(result);
  };

  async #property(address: string, tries: number): Promise<PropertyResult> {
    const { seed, strict = false, shrink = true, accepts = [], hasTime = () => true } = this.#options;
    const oracle = () => this.#oracle().then((found) => (typeof found === "string" ? undefined : found));
    const drawing = { seed, strict, accepts, oracle, innocent: this.#innocent, choices: this.#choices, shrink, hasTime, tries };
    const property = declaredProperty(address);
    const result = await runProperty(address, property, this.#target, drawing).catch(
      (thrown: unknown): PropertyResult => ({ address, clauses: property.clauses, ...unfinished(thrown) }),
    );
    this.#results.set(address, result);
    this.#told(result);
    await this.#options.rests?.();
    return result;
  }

  /** Options of some scenarios. @param wanted their addresses */
  #playing(wanted: ReadonlySet<string>) {
    const { shrink = true, show = false, shard = { index: 1, count: 1 }, html = "structural", accepts = [], rests } = this.#options;
    return {
      ...{ shrink, show, shard, html, accepts, rests, strict: false, rulings: held(this.#options) },
      goesOn: this.#goesOn,
      choices: this.#choices,
      concurrency: this.#concurrency,
      causes: this.#causes,
      // A server that is steered is as it was at first where a series begins; any other is mirrored anew, since properties may have changed it.
      oracle: this.#target.steering ? this.#oracle : this.#newOracle,
      wants: (address: string): boolean => wanted.has(address),
    };
  }

  /** Begins with what notices the most for its time: the covering set, and properties on their examples. */
  async #begin(table: PowerTable): Promise<void> {
    const { target, work } = this.#options;
    const opened = await this.#guard.run("the covering set", () => openCovering(this.#target, coveringSet, this.#playing(this.#covered)));
    const { addresses: scenes, covered, play } = opened ?? { addresses: [], covered: undefined, play: undefined };
    this.#cover = covered;
    const isScene = new Set(scenes);
    const scene = async (play: OpenCovering["play"], address: string): Promise<Verdict> => {
      const result = await play(address);
      this.#tell(result);
      return result.verdict;
    };
    this.#power = await beginByPower({
      table,
      addresses: [...this.#addresses, ...scenes],
      isTestable: (address) => whyUntestable(address, this.#target) === undefined,
      concurrency: this.#concurrency,
      goesOn: this.#goesOn,
      // A budget of a server is one of time: work says nothing of it.
      spentSince: (start) => (work !== undefined && target.kind === "live" ? undefined : this.#budget.spentSince(start)),
      play: async (address) => {
        this.#budget.begins(address, 0);
        return play && isScene.has(address) ? scene(play, address) : (await this.#property(address, 0)).verdict;
      },
    });
  }

  /** Whether a property that was run on its examples may yet differ on drawn values. */
  #mayDraw(address: string): boolean {
    return this.#results.get(address)?.verdict !== "differs" && declaredProperty(address).given !== undefined;
  }

  async #properties(): Promise<void> {
    const { target, tries } = this.#options;
    const isNew = (address: string): boolean => !this.#results.has(address);
    const again = this.#addresses.filter((address) => !isNew(address) && this.#mayDraw(address));
    const waiting = [...this.#addresses.filter(isNew), ...again];
    const share = new Share(Number.isFinite(this.#budget.left) ? () => this.#budget.left : undefined);
    const run = async (address: string): Promise<void> => {
      const drawn = share.triesFor(waiting.length + 1, tries ?? defaultTries(target, declaredProperty(address)));
      const cost = this.#budget.begins(address, drawn);
      const { runs = 1 } = await this.#property(address, drawn);
      share.spent(runs, cost());
    };
    await withEach(waiting, this.#concurrency, run, this.#goesOn);
  }

  readonly #soFar = (): Report => {
    const { target, seed, shard, only, skip, accepts = [] } = this.#options;
    const { kind, url, level, brand } = target;
    const sights = this.#ailing ? [this.#ailing] : this.#monitoring.results;
    const ran = [...this.#addresses.flatMap((address) => this.#results.get(address) ?? []), ...sights];
    const guard = new Guard();
    const properties = guard.try("the causes", () => withSharedCauses(ran, this.#scenarios)) ?? ran;
    const scenarios = guard.try("the causes", () => withSharedCauses(this.#scenarios, ran)) ?? this.#scenarios;
    const all = [...properties, ...scenarios];
    const causes = guard.try("the causes", () => causesOf(all)) ?? [];
    const notes = [...(target.notes ?? []), ...this.#leftOut];
    // Results of which the suite's own code failed, and what is noted beside them.
    const crashed = all.flatMap(({ address, reason = "", isCrash }) => (isCrash ? [{ part: address, reason }] : []));
    const failures = [...this.#guard.failures, ...guard.failures, ...crashed];
    return {
      format: "touchstone-report",
      version: 1,
      target: { kind, url, level, brand },
      seed,
      shard: shard === undefined || shard.count === 1 ? null : `${shard.index}/${shard.count}`,
      partial: (only?.length ?? 0) + (skip?.length ?? 0) > 0,
      causes,
      properties,
      scenarios,
      ...(this.#cover && { cover: this.#cover }),
      ...(target.requests && { requests: target.requests }),
      ...(this.#power && { power: this.#power }),
      choices: this.#choices.by(({ choice }) => choice),
      chosenIn: this.#choices.by(({ address }) => address),
      accepted: accepts,
      ...(notes.length > 0 && { notes }),
      ...(failures.length > 0 && { failures }),
      notRun: this.#addresses.filter((address) => !this.#results.has(address)),
      summary: summarise(this.#expected, all),
    };
  };

  /** Runs all that was chosen. Whatever goes wrong in one part, the others are run, unless the target is gone. */
  async report(): Promise<Report> {
    const { power: table, onStart, seed, runs = 0, concurrent = 0, steps = 30, drawnOn } = this.#options;
    onStart?.(this.#soFar, (problem) => this.#guard.note("something that nobody waited for", problem));
    const [guard, target] = [this.#guard, this.#target];
    const { ailment } = this.#options.target;
    if (ailment) {
      this.#ailing = ailingResult(ailment);
      // A gateway answers so, too, where the server is down.
      if (ailment.reply.status >= 500) guard.note("the suite", new Untestable(this.#ailing.reason));
      this.#told(this.#ailing);
      return this.#soFar();
    }
    const cover = () => runCovering(target, coveringSet, this.#playing(this.#covered), this.#tell);
    if (table) await guard.run("the properties that notice most, which come first", () => this.#begin(table));
    else this.#cover = await guard.run("the covering set", cover);
    await guard.run("the properties", () => this.#properties());
    // These few come first: where the time does not last, it is the many others that are cut.
    await guard.run("the concurrent scenarios", () =>
      runConcurrent(target, { ...this.#playing(this.#together), seed, runs: concurrent }, this.#tell),
    );
    await guard.run("the drawn scenarios", () =>
      runScenarios(target, { ...this.#playing(this.#single), seed, runs, steps, ...(drawnOn && { drawnOn }) }, this.#tell),
    );
    for (const sight of this.#monitoring.results) this.#told(sight);
    return this.#soFar();
  }
}
