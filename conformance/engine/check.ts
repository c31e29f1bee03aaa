import type { Report } from "../report/report.ts";
import { checkTarget } from "../targets/hand-written.ts";
import type { CheckOptions } from "./check-options.ts";
import { CheckRun } from "./check-run.ts";

export type { CheckOptions } from "./check-options.ts";
export { chosen } from "./choosing.ts";

/** Runs the conformance suite against a target. @throws TypeError: the target is none */
export async function check(options: CheckOptions): Promise<Report> {
  checkTarget(options);
  return new CheckRun(options).report();
}
