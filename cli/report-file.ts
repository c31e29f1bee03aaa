import { ReportFileError, readReport } from "../conformance/report/read-report.ts";
import type { Report } from "../conformance/results/report.ts";
import { readJson } from "./files.ts";
import { UsageError } from "./io.ts";

/** Returns the report in a file. `option` is how the user named it. @throws UsageError: the file cannot be read, or is no report */
export function reportIn(file: string, option: string): Report {
  try {
    return readReport(readJson(file, option), option);
  } catch (problem) {
    if (problem instanceof ReportFileError) throw new UsageError(problem.message);
    throw problem;
  }
}
