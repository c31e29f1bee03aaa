import { isObject } from "../client/json.ts";
import { isSymbolic, type Symbolic } from "../draw/symbols.ts";
import type { Scenario } from "../play/scenario.ts";
import { type Edit, edited, type ShrinkSearch } from "./search.ts";

/** The edits that leave out some of the fields of one step, of the last step first. */
const omissions = ({ steps: all }: Scenario, choose: (names: readonly string[]) => readonly (readonly string[])[]): Edit[] =>
  [...all.entries()].reverse().flatMap(([at, { fields }]) => choose(Object.keys(fields)).map((names) => ({ at, names })));

const eachAlone = (names: readonly string[]): string[][] => names.map((name) => [name]);
/** Some fields require each other. */
const eachTwo = (names: readonly string[]): string[][] => names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other]));

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

/** Makes as many edits as go together: all of them, else those of each half. Returns whether any was made. */
async function edit(search: ShrinkSearch, edits: readonly Edit[]): Promise<boolean> {
  if (edits.length === 0 || search.spent) return false;
  if (await search.try(edited(search.best, edits))) return true;
  if (edits.length === 1) return false;
  const middle = Math.ceil(edits.length / 2);
  const [left, right] = [await edit(search, edits.slice(0, middle)), await edit(search, edits.slice(middle))];
  return left || right;
}

/** Leaves out fields. Returns whether any went. */
export async function dropFields(search: ShrinkSearch): Promise<boolean> {
  let dropped = await edit(search, search.plausible(omissions(search.best, eachAlone)));
  const alone = new Set(search.plausible(omissions(search.best, eachAlone)).map(({ at, names }) => `${at} ${names[0]}`));
  // Where one field may go alone and stays, it is what the difference is about.
  const paired = search
    .plausible(omissions(search.best, eachTwo))
    .filter(({ at, names }) => !names.some((name) => alone.has(`${at} ${name}`)));
  for (const one of paired) if (await edit(search, [one])) dropped = true;
  return dropped;
}

/** The most values of one field that are tried on the model. */
const mostValues = 40;

/** The first simpler value of each field after which the model answers the last step as it did. */
function simplifications(search: ShrinkSearch): Edit[] {
  return search.best.steps.flatMap(({ fields }, at) =>
    Object.entries(fields).flatMap(([name, given]) => {
      let tried = 0;
      for (const value of simplerValues(given)) {
        if (++tried > mostValues) break;
        const one: Edit = { at, names: [name], value };
        if (search.isPlausible(edited(search.best, [one]))) return [one];
      }
      return [];
    }),
  );
}

/** Makes values simpler, each as far as its first simpler value still shows the difference. */
export async function simplify(search: ShrinkSearch): Promise<void> {
  const stuck = new Set<string>();
  const keyOf = ({ at, names, value }: Edit): string => JSON.stringify([at, names, value]);
  for (let edits = simplifications(search); edits.length > 0 && !search.spent; ) {
    if (!(await edit(search, edits))) return;
    for (const one of edits) stuck.add(keyOf(one));
    edits = simplifications(search).filter((one) => !stuck.has(keyOf(one)));
  }
}
