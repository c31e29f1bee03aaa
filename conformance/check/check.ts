import type { Report } from "../results/report.ts";
import type { CheckOptions } from "./check-options.ts";
import { CheckRun } from "./check-run.ts";
import { anySeed, checkOptions } from "./given-options.ts";

export type { CheckOptions } from "./check-options.ts";
export { chosen } from "./choosing.ts";

/** Options of a run; without a seed it draws one, which the report has. */
type Wanted = Omit<CheckOptions, "seed"> & Partial<Pick<CheckOptions, "seed">>;

/** Runs the conformance suite against a target. @throws TypeError: the target is none, or an option is wrong */
export async function check(options: Wanted): Promise<Report> {
  checkOptions(options);
  const { seed = anySeed() } = options;
  return new CheckRun({ ...options, seed }).report();
}
