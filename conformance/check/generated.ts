import { type RulingChoices, type RulingName, rulings } from "../../sim/index.ts";
import type { Target } from "../client/target.ts";
import { addressOf as concurrentAddress, runConcurrent } from "../concurrent/run.ts";
import { coveringSet } from "../cover/set.ts";
import type { ScenarioResult } from "../results/report.ts";
import { isStrict } from "../run/property-run.ts";
import {
  type Covered,
  coverAddress,
  drawnAddress,
  type OpenCovering,
  openCovering,
  type PlayOptions,
  runCovering,
  runScenarios,
} from "../run/scenarios.ts";
import type { CheckOptions } from "./check-options.ts";
import { chosen } from "./choosing.ts";

/** Those of so many scenarios that a check runs, by their addresses. */
function drawn(runs: number, addressOf: (index: number) => string, { only = [], skip = [], shard }: CheckOptions): ReadonlySet<string> {
  const all = Array.from({ length: runs }, (_, i) => addressOf(i));
  return new Set(chosen(all, { ...(shard && { shard }) }).filter((address) => chosen([address], { only, skip }).length > 0));
}

/** Options that the generated scenarios of a check have in common. */
type Drawing = Pick<PlayOptions, "goesOn" | "rests" | "choices" | "concurrency" | "causes" | "oracle">;

/** The choices that a target is held to: those that the user names, and the defaults of the silent points that count. */
function held({ strict = false, rulings: named = {} }: CheckOptions): Partial<RulingChoices> {
  const counting = (Object.keys(rulings) as RulingName[]).filter((name) => rulings[name].kind === "silent" && isStrict({ strict }, name));
  return { ...(Object.fromEntries(counting.map((name) => [name, rulings[name].choices[0]])) as Partial<RulingChoices>), ...named };
}

export interface Generated {
  readonly count: number;
  /** Plays the covering set. Returns how much of it the target allows; undefined where no scenario of it is chosen. */
  cover(target: Target, drawing: Drawing, tell: (result: ScenarioResult) => void): Promise<Covered | undefined>;
  /** Prepares the covering set, to play its scenarios one by one. */
  open(target: Target, drawing: Drawing): Promise<OpenCovering>;
  /** Plays what several actors send at the same time. */
  together(target: Target, drawing: Drawing, tell: (result: ScenarioResult) => void): Promise<void>;
  /** Plays what one sends after the other. */
  run(target: Target, drawing: Drawing, tell: (result: ScenarioResult) => void): Promise<void>;
}

/** The scenarios of a check: the covering set, those that several actors send at the same time, and those of one step after the other. */
export function generated(options: CheckOptions): Generated {
  const { seed, runs = 100, steps = 30, shrink = true, show = false, shard = { index: 1, count: 1 } } = options;
  const { html = "structural", accepts = [], concurrent = options.target.kind === "live" ? 5 : 0 } = options;
  const together = drawn(concurrent, concurrentAddress, options);
  const single = drawn(runs, drawnAddress, options);
  const covered = drawn(coveringSet.length, coverAddress, options);
  const always = { shrink, strict: false, shard, show, html, accepts, rulings: held(options) };
  return {
    count: together.size + single.size + covered.size,
    cover: (target, drawing, tell) => runCovering(target, coveringSet, { ...drawing, ...always, wants: (one) => covered.has(one) }, tell),
    open: (target, drawing) => openCovering(target, coveringSet, { ...drawing, ...always, wants: (one) => covered.has(one) }),
    together: (target, drawing, tell) =>
      runConcurrent(target, { ...drawing, ...always, seed, runs: concurrent, wants: (address) => together.has(address) }, tell),
    async run(target, drawing, tell) {
      const { drawnOn } = options;
      const common = { ...drawing, ...always, seed, ...(drawnOn && { drawnOn }) };
      await runScenarios(target, { ...common, runs, steps, wants: (address) => single.has(address) }, tell);
    },
  };
}
