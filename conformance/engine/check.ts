import type { Report } from "../report/report.ts";
import type { CheckOptions } from "./check-options.ts";
import { CheckRun } from "./check-run.ts";

export type { CheckOptions } from "./check-options.ts";
export { chosen } from "./choosing.ts";

/** Runs the conformance suite against a target. */
export const check = (options: CheckOptions): Promise<Report> => new CheckRun(options).report();
