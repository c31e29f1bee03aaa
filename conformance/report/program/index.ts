import { isHeldToObserved, type Target } from "../../client/target.ts";
import { reasonOf } from "../../results/sentences.ts";
import type { Counterexample, DescribedAct } from "../../run/counterexample.ts";
import type { FoundDifference } from "../../run/failing-check.ts";
import { Calls, NoProgram } from "./calls.ts";
import { ProgramChecks } from "./checks.ts";
import { goProgram } from "./go.ts";
import { fetchProgram } from "./javascript.ts";
import { type Check, type Program, type ProgramCall, variablesOf } from "./program.ts";
import { pythonProgram } from "./python.ts";
import { shellProgram } from "./shell.ts";
import { uvuProgram } from "./uvu.ts";

export { NoProgram } from "./calls.ts";

/** Returns a program without the values that nothing in it needs. */
function tidy(program: Program): Program {
  const used = variablesOf(program);
  const saves = (call: ProgramCall) => call.saves.filter(({ variable }) => used.has(variable));
  return { ...program, calls: program.calls.map((call) => ({ ...call, saves: saves(call) })) };
}

const elsewhere =
  "no single answer differs from the model's on this target, where it may need what others left behind: name the server that shows it";
const between = "no single answer of this target shows the difference, which a program would check; without --as all are printed";

interface ProgramOptions {
  readonly title: string;
  /** The server that the program asks unless told otherwise. */
  readonly url: string;
  /** A run of the same on another server, whose differences are what has to be otherwise. */
  readonly shown?: Counterexample;
  /** Requests that put back what the run changes. */
  readonly undoes?: readonly DescribedAct[];
  /** Changes that nothing puts back, in words. */
  readonly left?: readonly string[];
}

/** Whether somebody acts whose address another act has changed: a program has the credentials of its beginning. */
const changesCredentials = (acts: Counterexample["acts"]): boolean =>
  acts.some(
    (act, i) =>
      act.kind === "action" &&
      act.action.property === "email_address_visibility" &&
      acts.slice(i + 1).some((later) => later.kind === "request" && later.request.as === act.action.as),
  );

/** Whether a name that the run made up is sent in other capitals, too: a program has no words for that. */
function sendsOtherCapitals({ mark, acts }: Counterexample): boolean {
  const sent = JSON.stringify(acts.map((act) => (act.kind === "request" ? act.request.fields : {})));
  return [mark.toUpperCase(), mark.toLowerCase()].some((one) => one !== mark && sent.includes(one));
}

/** The differences that a program checks. A target that is held to the text alone may refuse with whatever code. */
function checkedIn(target: Target, { differences }: Counterexample): readonly FoundDifference[] {
  if (isHeldToObserved(target)) return differences;
  const isOtherResult = differences.some(({ path }) => path === "result");
  return differences.flatMap((one): FoundDifference[] => {
    if (one.path !== "code") return [one];
    if (isOtherResult) return [];
    return [typeof one.actual === "string" ? one : { ...one, types: ["string"] }];
  });
}

/** Returns what has to hold at the places that differ, but for those of which no program can tell. @throws NoProgram: none is left */
function checksOf(looks: ProgramChecks, differences: readonly FoundDifference[]): Check[] {
  const problems: NoProgram[] = [];
  const checks = differences.flatMap((difference): Check[] => {
    try {
      return [looks.of(difference)];
    } catch (thrown) {
      if (!(thrown instanceof NoProgram)) throw thrown;
      problems.push(thrown);
      return [];
    }
  });
  const [problem] = problems;
  if (checks.length === 0 && problem) throw problem;
  return checks;
}

const reasonFor = ({ differences }: Counterexample): string[] => (differences.length === 0 ? [] : reasonOf(differences).split("\n"));

/**
 * Returns a run as what a program does, whose checks fail while the last answer differs.
 * @throws NoProgram: nothing was sent, or no single answer shows what differs
 */
export function programOf(
  target: Target,
  run: Counterexample,
  { title, url, shown = run, undoes = [], left = [] }: ProgramOptions,
): Program {
  const acts = run.acts.slice(0, shown.acts.length);
  const last = acts.at(-1);
  if (last?.kind !== "request" || !last.reply) throw new NoProgram("what differs is no answer to a request");
  if (changesCredentials(acts)) throw new NoProgram("an account whose address changes acts afterwards, with other credentials");
  if (sendsOtherCapitals(run)) throw new NoProgram("what is new with each run is sent in other capitals, too");
  const calls = new Calls(target, run);
  const made = acts.map((act) => calls.of(act));
  const undone = undoes.map((act) => calls.of(act));
  const looks = new ProgramChecks(run, calls, last.reply);
  const own = shown === run ? checksOf(looks, checkedIn(target, run)) : looks.like(checkedIn(target, shown));
  const checks = own.length > 0 ? own : looks.ofAgreement(!isHeldToObserved(target));
  if (checks.length === 0) throw new NoProgram(shown.differsBetween || shown.differences.length > 0 ? between : elsewhere);
  return tidy({
    title,
    url,
    level: target.level,
    brand: target.brand,
    calls: made,
    checks,
    undoes: undone,
    left,
    reason: reasonFor(shown),
  });
}

/** Returns what a call does as a sentence, with its fields where that names only its method and path. */
function sentenceOf({ told, method, fields }: ProgramCall): string {
  const words = fields.map(([name, value]) => `${name}=${value.map((part) => (typeof part === "string" ? part : part.variable)).join("")}`);
  return words.length > 0 && told.includes(`: ${method} /`) ? `${told} ${words.join(" ")}` : told;
}

/** A program as sentences: what is done, and what differs. */
const sentences = ({ calls, undoes, reason }: Program): string =>
  [
    ...[...calls, ...undoes].map((call, i) => `${i + 1}. ${sentenceOf(call)}`),
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
