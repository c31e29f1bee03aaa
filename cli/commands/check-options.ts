import { type Command, Option } from "commander";
import type { RulingName } from "../../sim/index.ts";
import type { Requirement, Rulings } from "../options.ts";
import * as options from "../options.ts";
import { reportWords, requireWords, type Wanted, wanted } from "../reports.ts";
import { type Shard, shard } from "../shard.ts";
import type { TargetOptions } from "../target.ts";
import type { SelectionOptions } from "./check-selection.ts";

/** The options of `check`, as the command line gives them. */
export interface CheckOptions extends TargetOptions, AmountOptions, SelectionOptions {
  readonly budget?: number;
  readonly smoke?: boolean;
  readonly skip?: readonly string[];
  readonly strict?: true | readonly RulingName[];
  readonly accept?: readonly RulingName[];
  readonly causes?: number;
  readonly report?: readonly Wanted[];
  readonly baseline?: string;
  readonly shard?: Shard;
  readonly require?: Requirement;
  readonly bail: boolean;
  readonly shrink: boolean;
  readonly show: boolean;
  readonly save?: string;
  readonly concurrency?: number;
  /** Threads, each with a part of the run. */
  readonly threads?: number;
  readonly rulings?: Rulings;
  /** A file of recorded traffic, in place of a target. */
  readonly from?: string;
  readonly account?: string;
  /** With a command, which starts the server. */
  readonly watch?: string | true;
}

/** The amounts to try, as numbers; undefined ones go by the target. */
interface Amount {
  readonly runs: number;
  readonly steps: number;
  readonly tries?: number | undefined;
  /** Without a number: true. */
  readonly racing?: number | true | undefined;
}

const defaults = { runs: 100, steps: 30 } as const;

const efforts = {
  quick: { runs: 10, steps: 20, tries: 1, racing: 0 },
  usual: defaults,
  thorough: { runs: 1000, steps: 40, tries: 100, racing: 25 },
} as const satisfies Record<string, Amount>;

/** The options that say how much is tried: a word for all numbers, and the numbers that the user gives otherwise. */
export interface AmountOptions extends Partial<Amount> {
  readonly effort: keyof typeof efforts;
}

/** Returns how much is tried. */
export const amountOf = ({ effort, runs, steps, tries, racing }: AmountOptions): Amount => ({
  ...efforts[effort],
  ...options.defined({ runs, steps, tries, racing }),
});

/** The number of races of `--racing` without a number. */
const manyRacing = 25;

/** Returns how many scenarios several actors send at the same time; undefined where that goes by the target. */
export const racingOf = (racing: Amount["racing"]): number | undefined => (racing === true ? manyRacing : racing);

/** Returns the options with which as much is drawn as in a run, where that is not the default: `drawing` is about scenarios alone. */
export const amountArgs = ({ runs, steps, tries }: Amount) => ({
  tries: tries === undefined ? [] : ["--tries", String(tries)],
  drawing: [...(runs === defaults.runs ? [] : ["--runs", String(runs)]), ...(steps === defaults.steps ? [] : ["--steps", String(steps)])],
});

/** The options that say what of the suite is run. */
export const defineSelection = (command: Command): Command =>
  command
    .optionsGroup("What is run:")
    .option(
      "--only <pattern>",
      "run what has this address or proves this clause; * is any text (repeatable). With --failed also the id of a cause",
      options.repeated,
    )
    .option("--skip <pattern>", "leave out what has this address (repeatable)", options.repeated)
    .option(
      "--endpoint <'METHOD path'>",
      "run what is about an endpoint, with its conventions and refusals; beside --only or --failed, what both choose (repeatable)",
      options.repeated,
    )
    .option("--failed <report>", "run again what differed in a JSON report, with its seed")
    .option("--watch [command or URL]", "run again whenever the server starts anew: the one that the command starts, or the one at the URL")
    .option("--shard <i/n>", "one part of n (default: as the CI system says)", shard)
    .option(
      "--from <file>",
      "judge recorded traffic instead of a server (takes --like, too): the journal of touchstone record, or a HAR file",
    )
    .option("--account <address>", "with --from: the account that sent the requests of a HAR file without credentials");

/** The options that say how much is tried, and for how long. */
export const defineAmount = (command: Command): Command =>
  command
    .optionsGroup("Effort:")
    .option("--seed <number>", "seed of what is drawn (default: a random one, printed)", options.seed)
    .addOption(
      new Option("--effort <word>", "how much is drawn, thorough in some ten times the time; each of the next four options overrides it")
        .choices(Object.keys(efforts))
        .default("usual"),
    )
    .option("--runs <number>", `generated scenarios (default: ${defaults.runs})`, options.count)
    .option("--tries <number>", "runs of each property that draws (default: 2 on the embedded simulator, 1 on a server)", options.count)
    .option("--steps <number>", `steps of a scenario at most (default: ${defaults.steps})`, options.positive)
    .option(
      "--racing [number]",
      "scenarios that several actors send at the same time (default: 5 on a server, none embedded; without a number 25)",
      options.count,
    )
    .option(
      "--budget <duration>",
      "begin no test later than this after the first one, such as 20s (embedded: after this much work). What notices most for its time comes first",
      options.duration,
    )
    .addOption(
      new Option(
        "--smoke",
        "the work of 3 seconds; nothing begins after 15 s, so what is slow tries less (looking at a server and undoing not counted)",
      )
        .default(false)
        .conflicts("budget"),
    )
    .option("--concurrency <number>", "how many properties or scenarios are under way at once (default: 8 on a server)", options.positive)
    .option(
      "--threads <number>",
      "parallel parts of a run on the embedded simulator (default: as many as there are cores, 4 at most; 1 where a part of the suite is chosen)",
      options.positive,
    )
    .option("--causes <number>", "end after so many causes of differences", options.positive)
    .option("--bail", "end at the first difference", false)
    .option("--no-shrink", "leave scenarios as long as they were drawn");

/** The options that say what counts, and what is told of it. */
export const defineJudging = (command: Command): Command =>
  command
    .optionsGroup("Verdict:")
    .option(
      "--strict [ruling]",
      "hold choices on silent points against the server: all, or those named (repeatable; touchstone list --rulings names them)",
      options.strict,
    )
    .option(
      "--accept <ruling or observed>",
      "accept a point that the specification states and running servers decide otherwise; observed: all (repeatable)",
      options.accepted,
    )
    .option("--rulings <name=choice>", "hold the target to a choice on a silent point instead of learning it (repeatable)", options.choice)
    .option("--baseline <file>", "known deviations; they still run, and stale ones fail")
    .option("--require <share or level=n>", requireWords, options.requirement)
    .optionsGroup("Output:")
    .option("--report <format or format=file>", reportWords, wanted)
    .option("--show", "print the steps of each scenario as sentences, also of those that agree", false)
    .option("--save <folder>", "write counterexamples to files that can be replayed");
