import { isObject } from "../client/json.ts";
import { isSymbolic, type Symbolic } from "../draw/symbols.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The shortest texts first: one letter, then each half. */
function* simplerText(text: string): Iterable<string> {
  const points = [...text];
  if (points.length <= 1) return;
  yield "a";
  const middle = Math.ceil(points.length / 2);
  yield points.slice(0, middle).join("");
  yield points.slice(middle).join("");
}

/** Nearer to nought, from which counts begin. */
function* simplerNumber(number: number): Iterable<number> {
  if (!Number.isFinite(number) || number === 0) return;
  const candidates = [0, 1, Math.trunc(number / 2), number - Math.sign(number)];
  for (const candidate of new Set(candidates)) if (Math.abs(candidate) < Math.abs(number)) yield candidate;
}

/** Nothing, each item alone, without each item, and with simpler items. */
function* simplerList(list: readonly unknown[]): Iterable<readonly unknown[]> {
  if (list.length === 0) return;
  yield [];
  if (list.length > 1) for (const item of list) yield [item];
  if (list.length > 2) for (const i of list.keys()) yield list.toSpliced(i, 1);
  for (const [i, item] of list.entries()) for (const simpler of simplerValues(item)) yield list.with(i, simpler);
}

function* simplerObject(object: Fields): Iterable<Fields> {
  for (const name of Object.keys(object)) {
    const { [name]: _, ...rest } = object;
    yield rest;
  }
  for (const [name, value] of Object.entries(object)) for (const simpler of simplerValues(value)) yield { ...object, [name]: simpler };
}

/** A text that may be too long, first as one of usual length, then as the plainest one of its length. */
function* simplerLong({ head, filler, ...plain }: Extract<Symbolic, { readonly ref: "long" }>): Iterable<unknown> {
  yield "a";
  if (head !== undefined) yield head;
  if (head !== undefined || filler !== undefined) yield plain;
}

/** Returns values that are simpler than one, the simplest first. A reference to what a step made, and a name, are as simple as it gets. */
export function* simplerValues(value: unknown): Iterable<unknown> {
  if (typeof value === "string") yield* simplerText(value);
  else if (typeof value === "number") yield* simplerNumber(value);
  else if (Array.isArray(value)) yield* simplerList(value);
  else if (isSymbolic(value)) {
    if (value.ref === "text") yield* value.of.length > 1 ? value.of : ["a"];
    if (value.ref === "long") yield* simplerLong(value);
  } else if (isObject(value)) yield* simplerObject(value);
}
