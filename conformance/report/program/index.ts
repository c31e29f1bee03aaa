import { goProgram } from "./go.ts";
import { fetchProgram } from "./javascript.ts";
import type { Program } from "./program.ts";
import { pythonProgram } from "./python.ts";
import { shellProgram } from "./shell.ts";
import { uvuProgram } from "./uvu.ts";

export { NoProgram } from "./calls.ts";
export { type ProgramOptions, programOf } from "./of-run.ts";
export type { Program } from "./program.ts";

/** A program as sentences: what is done, and what differs. */
const sentences = ({ calls, reason }: Program): string =>
  [
    ...calls.map(({ told }, i) => `${i + 1}. ${told}`),
    "",
    ...(reason.length > 0 ? ["The last answer differs:"] : ["The last answer is as it has to be."]),
    ...reason.map((line) => `   ${line}`),
    "",
  ].join("\n");

/** Languages that a counterexample can be written in, by the word for each. */
export const languages = {
  curl: shellProgram,
  fetch: fetchProgram,
  python: pythonProgram,
  go: goProgram,
  uvu: uvuProgram,
  sentence: sentences,
} as const satisfies Readonly<Record<string, (program: Program) => string>>;

export type Language = keyof typeof languages;
