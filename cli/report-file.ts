import { ReportFileError, readReport } from "../conformance/report/read-report.ts";
import type { Report } from "../conformance/results/report.ts";
import { withKind } from "./file-kind.ts";
import { readJson } from "./files.ts";
import { UsageError } from "./io.ts";

/** Returns the report in a file. `option` is how the user named it. @throws UsageError: the file cannot be read, or is no report */
export function reportIn(file: string, option: string): Report {
  try {
    return readReport(readJson(file, option), option);
  } catch (problem) {
    const isWrong = problem instanceof ReportFileError || problem instanceof UsageError;
    throw isWrong ? new UsageError(withKind(problem.message, file, "touchstone merge")) : problem;
  }
}

/** Returns what names the target in a command that replays a result of reports: the target file that their commands name, else the URL. */
export function replayedTargetArgs({ target: { kind, url } }: Report, reports: readonly Report[]): string[] {
  if (kind !== "live") return [];
  const replays = reports.flatMap(({ causes = [] }) => causes.flatMap(({ replay }) => replay ?? []));
  const [, quoted, plain = quoted] = replays.map((replay) => /--target (?:'([^']+)'|([^'\s]+))/.exec(replay)).find((found) => found) ?? [];
  return plain === undefined ? [url] : ["--target", plain];
}
