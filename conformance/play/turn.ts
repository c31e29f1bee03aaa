import type { Outgoing, Reply } from "../client/target.ts";
import { compareAnswers } from "../compare/answers.ts";
import type { Difference, Lens } from "../compare/values.ts";
import type { Op } from "../declare/step.ts";
import type { NoAnswer } from "../expect.ts";
import type { Step } from "./scenario.ts";
import type { Expected, SentAt, Sides } from "./sides.ts";

/** The fate of a request without an answer: it was carried out at once, or never, or before a later turn, whose index it is. */
export type LostOutcome = "done" | "never" | number;

/** A request that got no answer. */
export interface LostRequest {
  readonly noAnswer: NoAnswer;
  /** Whether it would have made something that steps refer to. */
  readonly makes: boolean;
  /** The instant on the target when the wait for the answer was over, where the model has a clock of its own and it took long. */
  readonly now: number | undefined;
  readonly fate: LostOutcome;
  /** An answer came, and could not be compared: the target's clock had gone on by more than was waited. */
  readonly isOutOfStep?: boolean;
}

/** A step as it was sent to both sides, and what came of it. */
export interface Turn {
  readonly step: Step;
  readonly asked: Outgoing;
  readonly sent: Outgoing;
  readonly expected: Expected;
  readonly actual: Reply;
  /** The number of each kind that had been made before it. */
  readonly counts: Readonly<Record<string, number>>;
  /** When it was sent, where the target has a clock. */
  readonly sending?: SentAt | undefined;
  /** The milliseconds that the answer took. */
  readonly millis?: number;
  /** The loss, where no answer came. */
  readonly lost?: LostRequest;
  /** Differences after which the run could go on: both sides carried the step out, or neither. */
  readonly differences?: readonly Difference[];
}

/** Returns how many of each kind a side has made. */
export const countsOf = ({ made }: Sides["ours"]): Turn["counts"] =>
  Object.fromEntries(Object.entries(made).map(([kind, list]) => [kind, list.length]));

/** Whether equal texts need no look: all ids so far were equal too, and none is still to be learned. */
const isSameByText = ({ known, twins }: Lens): boolean => known && twins.identical && !twins.awaitsSights;

/** Notes the id of what a step made, which is the same on both sides: nothing else may have it afterwards. */
function bindMade({ makes }: Op, { body }: Expected, { twins }: Lens): void {
  const id = makes && body[makes.field];
  if (makes && (typeof id === "number" || typeof id === "string")) twins.bind(makes.kind, id, id);
}

/** Returns where the answers to a step differ. */
export function compared(op: Op, { op: stem, fields }: Step, expected: Expected, actual: Reply, lens: Lens): readonly Difference[] {
  if (isSameByText(lens) && expected.text !== undefined && expected.text === actual.text && expected.status === actual.status) {
    bindMade(op, expected, lens);
    return [];
  }
  if (op.action) return expected.status === actual.status ? [] : [{ path: "status", expected: expected.status, actual: actual.status }];
  return compareAnswers(stem, fields, expected, actual, lens);
}

/** Whether the target did not tell the id of what a step made, so that no later step can refer to it. */
const isUnnamed = ({ makes }: Op, { differences = [] }: Turn): boolean => differences.some(({ path }) => path === makes?.field);

/** Whether both sides are alike after a step whose answers differ: it only read, or both carried it out, or neither. */
export const goesOn = (op: Op, turn: Turn): boolean =>
  op.route.startsWith("GET ") ||
  (turn.actual.body.result !== undefined && turn.expected.body.result === turn.actual.body.result && !isUnnamed(op, turn));
