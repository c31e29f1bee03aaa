import type { SituationResult } from "../staged-client.ts";
import type { Colours } from "./colours.ts";
import { findingLine } from "./judge.ts";
import { counts, junitXml, type Node, writable } from "./junit-xml.ts";

/** The outcome of running a client, as data. */
export interface ClientReport {
  readonly command: readonly string[];
  readonly level: number;
  readonly brand: string;
  readonly realm: string;
  readonly seed: number;
  readonly passed: number;
  readonly failed: number;
  readonly untried: number;
  readonly situations: readonly SituationResult[];
}

/** So many lines of what a command wrote are shown. */
const mostLines = 12;

const lastLines = (output: string): string[] => output.trimEnd().split("\n").slice(-mostLines);

/** The report for people: a line for each situation, and below it what went wrong. */
export function clientText({ situations, passed, failed, untried }: ClientReport, { red, green, yellow, dim }: Colours): string {
  const paint = { passed: green, failed: red, untried: yellow };
  const width = Math.max(...situations.map(({ name }) => name.length));
  const told = new Set<string>();
  const lines = situations.flatMap(({ name, does, verdict, reasons, findings, output = "" }) => {
    const warnings = findings.filter(({ severity, rule }) => severity === "warning" && !told.has(rule));
    for (const { rule } of warnings) told.add(rule);
    const wrote = verdict === "failed" && output.trim() !== "" ? lastLines(output).map((line) => dim(`    | ${line}`)) : [];
    return [
      `${name.padEnd(width)}  ${paint[verdict](verdict.padEnd(7))}  ${dim(does)}`,
      ...reasons.map((reason) => `    ${reason}`),
      ...warnings.map((finding) => `    ${findingLine(finding)}`),
      ...wrote,
    ];
  });
  return [...lines, "", `${situations.length} situations: ${passed} passed, ${failed} failed, ${untried} untried`, ""].join("\n");
}

export const clientJson = (report: ClientReport): string =>
  `${JSON.stringify({ format: "touchstone-client", version: 1, ...report }, null, 2)}\n`;

/** A case for each situation; those that did not come about are skipped. */
export function clientJunit({ situations, command }: ClientReport): string {
  const cases = situations.map(({ name, verdict, reasons, output = "" }): Node => {
    const place = { "@classname": "client", "@name": name, "@time": "0" };
    const [first = ""] = reasons;
    if (verdict === "untried") return { ...place, skipped: { "@message": writable(first) } };
    if (verdict === "passed") return place;
    return { ...place, failure: { "@message": writable(first), "@type": name, "#text": writable([...reasons, output].join("\n")) } };
  });
  const name = writable(command.join(" "));
  return junitXml(`touchstone client ${name}`, [{ "@name": name, ...counts(cases), testcase: cases }]);
}
