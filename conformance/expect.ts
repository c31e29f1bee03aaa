import { isEqual } from "./client/equal.ts";
import type { Reply } from "./client/target.ts";
import { Differs } from "./client/verdict.ts";

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
};

/** A success in the envelope. Gives its body. */
export function succeeded({ status, body }: Reply, what = "the request"): Readonly<Record<string, unknown>> {
  if (status !== 200 || body.result !== "success" || body.msg !== "")
    throw new Differs(`${what} answers ${status} ${shown(body)}, not a success`);
  return body;
}

/** A refusal in the envelope: with this code, and with these extra fields and no others. Gives its body. */
export function refused(
  { status, body }: Reply,
  code: string,
  extra: Readonly<Record<string, unknown>> = {},
  what = "the request",
): Readonly<Record<string, unknown>> {
  if (body.result !== "error" || status < 400 || status > 499) throw new Differs(`${what} answers ${status} ${shown(body)}, not a refusal`);
  if (typeof body.msg !== "string" || body.msg === "") throw new Differs(`${what} is refused with the msg ${shown(body.msg)}`);
  if (body.code !== code) throw new Differs(`${what} is refused with the code ${shown(body.code)}, not ${code}`);
  for (const [name, value] of Object.entries(extra)) same(body[name], value, `the field ${name} of the refusal`);
  return body;
}

/** Two values that are equal as JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (!isEqual(actual, expected)) throw new Differs(`${what} is ${shown(actual)}, not ${shown(expected)}`);
}

export function holds(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Differs(what);
}

/** A value of one of the JSON types: string, number, integer, boolean, array, object, null. */
export function typed(value: unknown, types: string, what: string): void {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const accepted = types.split(" or ");
  if (accepted.includes(type) || (accepted.includes("integer") && Number.isInteger(value))) return;
  throw new Differs(`${what} is ${shown(value)}, not ${types}`);
}
