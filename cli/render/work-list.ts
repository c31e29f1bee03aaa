import { codesIn, idOf, type Signature } from "../../conformance/causes/signature.ts";
import { parsed } from "../../conformance/client/json.ts";
import type { Cause, DifferingPlace } from "../../conformance/results/report.ts";
import { type ComparedValues, comparedIn } from "../../conformance/run/failing-check.ts";
import { rulings } from "../../sim/index.ts";
import { sentence, toldWithin } from "./sentence.ts";
import type { CauseView, View } from "./view.ts";
import { counted } from "./visible.ts";

/** One thing to mend: a cause, or a result that differs without one. */
export interface Task extends Omit<CauseView, "cause"> {
  /** Id of the cause, or address of the result. */
  readonly name: string;
  /** A sentence on what is wrong. */
  readonly wrong: string;
  readonly cause: Cause | undefined;
}

/** Returns the cause to read first: that for which the most results wait, since they say nothing until it is mended. None where nothing waits. */
export const readFirst = (causes: readonly Cause[]): Cause | undefined =>
  causes.filter(({ waiting }) => waiting.length > 0).toSorted((a, b) => b.waiting.length - a.waiting.length)[0];

export const waitingText = (count: number): string => `${counted(count, "result waits", "results wait")} for it`;

/** The option that accepts what running servers do, too. */
export const acceptOf = (cause: Cause | undefined): string | undefined =>
  cause && Object.hasOwn(rulings, cause.id) ? `--accept ${cause.id}` : undefined;

/** Returns the difference by which the example of a task shows its cause; undefined where the run named none. */
export const signatureIn = ({ example, cause }: Pick<Task, "example" | "cause">): Signature | undefined =>
  cause && example?.result.causes?.find((each) => [cause.id, ...(cause.alike ?? [])].includes(idOf(each)));

/** Returns a place in which an answer differs, with the values that a check compares where it tells them, else with their kinds. */
export function comparedPlace({ path, expected, actual, code }: Signature, reason: string): DifferingPlace {
  const codes = code === undefined ? undefined : codesIn(reason);
  if (codes) return { path, expected: codes.wanted, actual: code };
  const isWhole = ({ came, types }: ComparedValues): boolean => types === undefined && (came === "nothing" || parsed(came) !== undefined);
  const compared = expected === actual ? [...comparedIn(reason)].find(isWhole) : undefined;
  return compared ? { path, expected: compared.wanted, actual: parsed(compared.came) } : { path, expected, actual };
}

/** So long a sentence fits two lines of a report. */
const mostOfWrong = 280;

const wrongIn = (reason: string): string => toldWithin(sentence(reason), mostOfWrong);

/** Returns the tasks in the order in which to do them: those that no baseline lists, or those that one does. */
export function tasksOf({ causes, causeless }: Pick<View, "causes" | "causeless">, areKnown = false): Task[] {
  const isWanted = ({ known }: { readonly known: string | undefined }): boolean => (known !== undefined) === areKnown;
  const wanted = causes.filter(isWanted);
  const first = readFirst(wanted.map(({ cause }) => cause));
  const inOrder = [...wanted.filter(({ cause }) => cause === first), ...wanted.filter(({ cause }) => cause !== first)];
  return [
    ...inOrder.map((each): Task => {
      const { cause, example } = each;
      return { ...each, name: cause.id, wrong: wrongIn(example?.result.reason ?? cause.signature) };
    }),
    ...causeless.filter(isWanted).map((example): Task => {
      const { result, clauses, known, replay } = example;
      return { name: result.address, wrong: wrongIn(result.reason ?? "it differs"), clauses, cause: undefined, example, known, replay };
    }),
  ];
}

/** Returns where all is told: a file that the same run writes, or the option for one. */
export const wholeIn = ({ written }: Pick<View, "written">, format: "html" | "details"): string =>
  written.get(format) ??
  written.get(format === "html" ? "details" : "html") ??
  (format === "html" ? "--report html=report.html" : "--report details");

/** Returns the line for what is not shown; none where all is. @param whole where all is told */
export function moreText({ left, known }: { readonly left: number; readonly known: number }, whole: string): string[] {
  const parts = [...(left > 0 ? [counted(left, "more cause")] : []), ...(known > 0 ? [`${counted(known, "cause")} as known`] : [])];
  return parts.length === 0 ? [] : [`${parts.join(", ")}: ${whole} shows all`];
}
