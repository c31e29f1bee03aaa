import type { Report } from "../../conformance/report/report.ts";

/** A report as it is, for programs. */
export const json = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`;
