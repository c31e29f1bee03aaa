import { cut } from "../sim/core/limits.ts";
import { counted } from "./render/visible.ts";

const mostLines = 24;
/** The longest line that is shown whole, in characters. */
const longestLine = 400;

const crashStarts = [
  // An error of JavaScript, Java, PHP or Python, such as `TypeError [ERR_INVALID_URL]: Invalid URL`, also behind the mark of a logger.
  /^(?!Caused by:)(?:\S+ +){0,4}?[\w.$]*(?:Error|Exception|Rejection)(?: \[\w+\])?(?::|$)/,
  /^Exception in thread /,
  /^Traceback \(most recent call last\)/,
  /^panic: /,
  /^thread '.*' panicked at /,
];
const failedTest = /^not ok /;

/** Index of the line in which the last crash begins, or else the first failed test; undefined where there is neither. */
function firstThatMatters(lines: readonly string[]): number | undefined {
  const crash = lines.findLastIndex((line) => crashStarts.some((start) => start.test(line)));
  if (crash === -1) {
    const failed = lines.findIndex((line) => failedTest.test(line));
    return failed === -1 ? undefined : failed;
  }
  // Python names the error last, below the indented frames.
  const head = lines.findLastIndex((line, i) => i < crash && !/^\s/.test(line));
  return /^Traceback /.test(lines[head] ?? "") ? head : crash;
}

/** The lines of a client's output that say most of why it failed, and a last one that says what is left out. */
export function excerpt(output: string): string[] {
  const text = output.trimEnd();
  if (text === "") return [];
  const lines = text.split("\n");
  const from = firstThatMatters(lines) ?? Math.max(0, lines.length - mostLines);
  const shown = lines.slice(from, from + mostLines);
  const after = lines.length - from - shown.length;
  const sides = [
    ...(from > 0 ? [`${counted(from, "line")} before these`] : []),
    ...(after > 0 ? [from > 0 ? `${after} after them` : `${counted(after, "line")} after these`] : []),
  ];
  const isCut = shown.some((line) => line.length > longestLine);
  const left = [...sides, ...(isCut ? ["the ends of long lines"] : [])].join(" and ");
  const verb = from + after === 1 && !isCut ? "is" : "are";
  return [
    ...shown.map((line) => (line.length > longestLine ? `${cut(line, longestLine)}…` : line)),
    ...(left === "" ? [] : [`(${left} ${verb} left out: --report json=<file> has the whole output)`]),
  ];
}
