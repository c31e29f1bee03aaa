import { clauseOf } from "../catalogue/catalogue.ts";
import type { Seen } from "../client/seen.ts";
import type { Target } from "../client/target.ts";
import type { PropertyResult, ScenarioResult } from "../results/report.ts";
import { checkTarget } from "../targets/target-values.ts";
import { check } from "./check.ts";
import type { CheckOptions } from "./check-options.ts";
import { addressesFor, chosen } from "./choosing.ts";
import { anySeed, checkChosen, checkSuiteOptions } from "./given-options.ts";

/** The part of the suite that becomes tests, and how they draw. */
export type SuiteOptions = Partial<Pick<CheckOptions, "seed" | "only" | "skip" | "tries" | "runs" | "steps" | "accepts" | "strict">>;

/** A part of the suite as a test of any runner. */
export interface SuiteTest {
  /** The address of a property, or of a kind of scenarios. */
  readonly title: string;
  /**
   * Tries it on the target. Gives the verdict, and the reason where nothing could be tried: the test may be skipped then.
   * @throws Error: the target differs, and how; its message has the clause, the reason, the last exchange, and the seed
   */
  readonly run: () => Promise<Pick<PropertyResult, "verdict" | "reason">>;
}

/** So long an answer is told in the message of an error, in characters. */
const mostTold = 300;

const told = ({ as, method, path, fields, status, body }: Seen): string =>
  `${as ?? "nobody"} ${method} ${path} ${JSON.stringify(fields)} -> ${status} ${JSON.stringify(body)}`.slice(0, mostTold);

function unmet(result: PropertyResult | ScenarioResult, seed: number): Error {
  const { address, reason = "it differs", clauses: ids } = result;
  const clause = clauseOf(ids[0] ?? "");
  const last = "seen" in result ? result.seen?.at(-1) : undefined;
  const lines = [
    `${address}: ${reason}`,
    ...(clause ? [`${clause.id} (${clause.section}): ${clause.statement}`] : []),
    ...(last ? [told(last)] : []),
    `seed ${seed}`,
  ];
  return Object.assign(new Error(lines.join("\n")), { name: "AssertionError" });
}

const scenarios = ["cover", "scenario"] as const;

/**
 * Returns the suite as tests: `for (const { title, run } of suite(target)) test(title, run)`. One for each property, one for the covering set
 * and one for the drawn scenarios. They may run in any order, one at a time.
 * @throws TypeError: the target is none, an option is wrong, or they leave no test
 */
export function suite(target: Target, options: SuiteOptions = {}): readonly SuiteTest[] {
  checkTarget({ target });
  checkSuiteOptions(options);
  const { seed = anySeed(), only = [], skip = [], ...others } = options;
  const test = (title: string, own: readonly string[]): SuiteTest => ({
    title,
    async run() {
      const report = await check({ ...others, target, seed, only: own, skip: [...skip, "monitor/*"] });
      const results = [...report.properties, ...report.scenarios];
      const differing = results.find(({ verdict }) => verdict === "differs");
      if (differing) throw unmet(differing, seed);
      const [first] = results;
      const tried = results.find(({ verdict }) => verdict === "agrees" || verdict === "silent") ?? first;
      return tried ? { verdict: tried.verdict, ...(tried.reason !== undefined && { reason: tried.reason }) } : { verdict: "untestable" };
    },
  });
  const wanted = chosen(addressesFor(target), { only, skip });
  const kinds = scenarios.filter((kind) => chosen([`${kind}/0`], { only, skip }).length > 0);
  checkChosen(wanted.length + kinds.length, only, skip);
  return [...wanted.map((address) => test(address, [address])), ...kinds.map((kind) => test(`${kind}/*`, [`${kind}/*`]))];
}
