import { idOf, type Signature } from "../../conformance/causes/signature.ts";
import type { Clause } from "../../conformance/declare/clause.ts";
import type { Cause } from "../../conformance/results/causes.ts";
import { rulings } from "../../sim/index.ts";
import { counted, type Failure, type View } from "./view.ts";

/** One thing to mend: a cause, or a result that differs without one. */
export interface Task {
  /** Id of the cause, or address of the result. */
  readonly name: string;
  /** A sentence on what is wrong. */
  readonly wrong: string;
  /** The clause that it breaks first. */
  readonly clause: Clause | undefined;
  readonly cause: Cause | undefined;
  readonly example: Failure | undefined;
  readonly replay: readonly string[];
}

/** Returns the cause to read first: that for which the most results wait, since they say nothing until it is mended. None where nothing waits. */
export const readFirst = (causes: readonly Cause[]): Cause | undefined =>
  causes.filter(({ waiting }) => waiting.length > 0).toSorted((a, b) => b.waiting.length - a.waiting.length)[0];

export const waitingText = (count: number): string => `${counted(count, "result waits", "results wait")} for it`;

/** The option that accepts what running servers do, too. */
export const acceptOf = (cause: Cause | undefined): string | undefined =>
  cause && Object.hasOwn(rulings, cause.id) ? `--accept ${cause.id}` : undefined;

/** Returns the first of the lines of a reason, and how many more there are. */
export function sentence(reason: string): string {
  const [first = "", ...more] = reason.replaceAll(":\n", ": ").split("\n");
  return more.length === 0 ? first : `${first} (and ${counted(more.length, "more line")})`;
}

/** Returns the difference by which the example of a task shows its cause; undefined where the run named none. */
export const signatureIn = ({ example, cause }: Pick<Task, "example" | "cause">): Signature | undefined =>
  cause && example?.result.causes?.find((each) => [cause.id, ...(cause.alike ?? [])].includes(idOf(each)));

/** Returns the tasks in the order in which to do them. Those that a baseline lists are left out. */
export function tasksOf({ causes, causeless }: Pick<View, "causes" | "causeless">): Task[] {
  const unknown = causes.filter(({ known }) => known === undefined);
  const first = readFirst(unknown.map(({ cause }) => cause));
  const inOrder = [...unknown.filter(({ cause }) => cause === first), ...unknown.filter(({ cause }) => cause !== first)];
  return [
    ...inOrder.map(({ cause, clauses, example, replay }): Task => {
      const wrong = sentence(example?.result.reason ?? cause.signature);
      return { name: cause.id, wrong, clause: clauses[0], cause, example, replay };
    }),
    ...causeless
      .filter(({ known }) => known === undefined)
      .map((example): Task => {
        const { result, clauses, replay } = example;
        return {
          name: result.address,
          wrong: sentence(result.reason ?? "it differs"),
          clause: clauses[0],
          cause: undefined,
          example,
          replay,
        };
      }),
  ];
}

/** Returns the line for what is not shown; none where all is. */
export function moreText({ left, known }: { readonly left: number; readonly known: number }): string[] {
  const parts = [...(left > 0 ? [counted(left, "more cause")] : []), ...(known > 0 ? [`${counted(known, "cause")} as known`] : [])];
  return parts.length === 0 ? [] : [`${parts.join(", ")}: --report html=report.html shows all`];
}
