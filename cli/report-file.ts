import { ReportFileError, readReport } from "../conformance/report/read-report.ts";
import type { Report } from "../conformance/results/report.ts";
import { readAs } from "./file-kind.ts";
import { readJson } from "./files.ts";

/** Returns the report in a file. `option` is how the user named it. @throws UsageError: the file cannot be read, or is no report */
export const reportIn = (file: string, option: string): Report =>
  readAs({ file, taker: "touchstone merge", kind: ReportFileError }, () => readReport(readJson(file, option), option));

/** Returns what names the target in a command that replays a result of reports: the target file that their commands name, else the URL. */
export function replayedTargetArgs({ target: { kind, url } }: Report, reports: readonly Report[]): string[] {
  if (kind !== "live") return [];
  const replays = reports.flatMap(({ causes = [] }) => causes.flatMap(({ replay }) => replay ?? []));
  const [, quoted, plain = quoted] = replays.map((replay) => /--target (?:'([^']+)'|([^'\s]+))/.exec(replay)).find((found) => found) ?? [];
  return plain === undefined ? [url] : ["--target", plain];
}
