import { type JudgeOptions, type JudgeReport, judge, judgeReport, type Simulator, type Watch } from "../sim/index.ts";
import { prepareFile } from "./files.ts";
import { writeSafe } from "./gate.ts";
import { exitCodes, type Io } from "./io.ts";
import { findingLine, judgeSummary } from "./render/judge.ts";

/** A judge whose findings go to `err` as they show. */
export interface Judging {
  readonly watch: Watch;
  /** Sums up, writes the report where one is asked for, and gives the exit code. */
  readonly end: () => number;
}

/** `untested` if there was no exchange, `differs` if a client made an error. */
function exitCodeOf({ exchanges, errors }: JudgeReport): number {
  if (exchanges === 0) return exitCodes.untested;
  return errors > 0 ? exitCodes.differs : exitCodes.ok;
}

/**
 * Watches the clients of a simulator that is served. `wanted` is the file for the report, or true without one.
 * @throws UsageError: the file cannot be written
 */
export function judgingOf(simulator: Simulator, wanted: string | true, options: JudgeOptions, io: Io): Judging {
  if (wanted !== true) prepareFile(wanted, `--judge ${wanted}`);
  const watch = judge(simulator, (finding) => io.err(`${findingLine(finding)}\n`), options);
  const end = (): number => {
    watch.close();
    const report = judgeReport(watch);
    io.err(judgeSummary(report));
    const { level, brand, realm, seed } = simulator.server;
    if (wanted !== true)
      writeSafe(wanted, `${JSON.stringify({ level, brand, realm, seed, ended: simulator.instant, ...report }, null, 2)}\n`);
    return exitCodeOf(report);
  };
  return { watch, end };
}
