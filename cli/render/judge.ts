import { groupedBy } from "../../conformance/client/lists.ts";
import type { Finding, JudgeReport, JudgeRule } from "../../sim/index.ts";
import type { Colours } from "./colours.ts";
import { columns, counted } from "./visible.ts";

/** One finding as one line. */
export function findingLine({ rule, severity, section, clause, as, exchange, message, world }: Finding): string {
  const place = world === undefined ? "" : `${world}, `;
  return `judge: ${severity}: ${place}${as ?? "nobody"}, exchange ${exchange}: ${message} [${rule}; ${clause ?? section}]`;
}

/** Returns how often each rule was broken, and what that comes to. */
export function judgeSummary({ exchanges, errors, warnings, findings }: JudgeReport): string {
  if (exchanges === 0) return "judge: no request was seen, so nothing was judged\n";
  const rules = [...groupedBy(findings, ({ rule }) => rule)].map(([rule, own]) => {
    return [`  ${own[0]?.severity ?? ""}`, rule, `${own.reduce((sum, { times }) => sum + times, 0)} ×`];
  });
  const sum = `judge: ${counted(exchanges, "request")}, ${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  return [sum, ...columns(rules), ""].join("\n");
}

/** All rules of the judge under the headings of their sections. */
export function ruleList(rules: readonly JudgeRule[], { bold, dim, red, yellow }: Colours): string {
  const ruleLines = ({ name, severity, clause, wants }: JudgeRule): string[] => [
    `  ${bold(name)} ${severity === "error" ? red(severity) : yellow(severity)}${clause === undefined ? "" : dim(` (${clause})`)}`,
    `      ${wants}`,
  ];
  const lines = [...groupedBy(rules, ({ section }) => section)].flatMap(([section, own]) => [bold(section), ...own.flatMap(ruleLines), ""]);
  return [...lines, `${rules.length} rules`, ""].join("\n");
}
