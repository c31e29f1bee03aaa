import { isSymbolic, nobody } from "../../draw/symbols.ts";
import type { Turn } from "../../play/play.ts";

/** A refusal that the specification states, or that follows from what it requires of a parameter. */
export interface Refusal {
  /** The kind of step. */
  readonly op: string;
  /** The code that the specification gives it; undefined where it leaves the code open. */
  readonly code: string | undefined;
  /** The request that provokes it. */
  readonly by: string;
  /** Whether a step that was refused provoked it, after others. */
  readonly isMet: (turn: Turn, before: readonly Turn[]) => boolean;
}

export type Fields = Turn["step"]["fields"];

/** @param test whether the fields of a step that was refused with the code are those that provoke it */
export const refusal = (
  op: string,
  code: string | undefined,
  by: string,
  test: (fields: Fields, turn: Turn, before: readonly Turn[]) => boolean,
): Refusal => ({
  op,
  code,
  by,
  isMet: (turn, before) => {
    const { step, expected } = turn;
    const isCoded = code === undefined || expected.body.code === code;
    return step.op === op && expected.status >= 400 && step.as !== nobody && isCoded && test(step.fields, turn, before);
  },
});

/** Whether a value is a symbol of some kinds. */
export const isRef = (value: unknown, ...refs: readonly string[]): boolean => isSymbolic(value) && refs.includes(value.ref);

/** Whether a text is longer than a limit of the server. */
export const isBeyond = (value: unknown): boolean => isSymbolic(value) && value.ref === "long" && value.plus > 0;

export const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** Whether fields are of a channel message or of typing in a channel. */
export const isToChannel = ({ type }: Fields): boolean => type === "channel" || type === "stream";

/** Returns whether fields lack one. */
export const lacks =
  (name: string) =>
  (fields: Fields): boolean =>
    fields[name] === undefined;

/** Whether a success of some kind went before with an equal value in the path or in a field. */
export const wasDone = (op: string, { asked }: Turn, before: readonly Turn[], field?: string): boolean =>
  before.some(
    (other) =>
      other.step.op === op &&
      other.expected.status === 200 &&
      (field === undefined ? other.asked.path === asked.path : other.asked.fields[field] === asked.fields[field]),
  );

/** Whether a list names something. */
export const names = (value: unknown, what: unknown): boolean => Array.isArray(value) && value.includes(what);

/** Whether a value is a list of terms, each with an operator. */
export const isTerms = (value: unknown): boolean =>
  Array.isArray(value) && value.every((term) => typeof (term as { readonly operator?: unknown } | null)?.operator === "string");

/** Of each kind of step: a parameter that it requires is left out. */
export const missing = (op: string, ...parameters: readonly string[]): Refusal =>
  refusal(op, undefined, `${parameters.join(" or ")} is left out`, (fields) => parameters.some((name) => lacks(name)(fields)));
