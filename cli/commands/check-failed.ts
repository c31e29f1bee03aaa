import { resolve } from "node:path";
import { clauses } from "../../conformance/catalogue/catalogue.ts";
import { type Report, summarise } from "../../conformance/results/report.ts";
import { exitCodes, type Io } from "../io.ts";
import { type Wanted, withText, write } from "../reports.ts";

interface Followed {
  /** The file of the report that is followed. */
  readonly failed: string;
  readonly last: Report;
  readonly report?: readonly Wanted[] | undefined;
}

/**
 * Writes the reports of a run that follows a report in which nothing failed: they say that nothing was run. No server is asked. The report that is
 * followed stays as it is. Returns the exit code.
 */
export async function nothingAgain({ failed, last, report = [] }: Followed, io: Io): Promise<number> {
  const { target, seed } = last;
  const empty: Report = {
    ...{ format: "touchstone-report", version: 1, target, seed, shard: null, partial: true },
    ...{ causes: [], properties: [], scenarios: [], choices: {}, chosenIn: {}, accepted: [], notRun: [], summary: summarise(0, []) },
  };
  const files = withText(report).filter(({ file }) => file === undefined || resolve(file) !== resolve(failed));
  await write(empty, files, { clauses, args: [], saved: new Map(), nothingFailed: failed }, io);
  return exitCodes.untested;
}
