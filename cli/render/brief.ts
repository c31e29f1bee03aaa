/** A text of at most so many characters, the middle of a longer one left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join("")}…${characters.slice(characters.length - tail).join("")}`;
}

/** The bound of a value: characters of a text, entries of a list. An object may have four times as many fields. */
export interface Bound {
  readonly text: number;
  readonly entries: number;
}

/** The first and the last of some entries, and how many are left out between them. */
function ends<T>(
  entries: readonly T[],
  most: number,
): { readonly first: readonly T[]; readonly left: number; readonly last: readonly T[] } {
  if (entries.length <= most) return { first: entries, left: 0, last: [] };
  const tail = Math.floor(most / 2);
  return { first: entries.slice(0, most - tail), left: entries.length - most, last: entries.slice(entries.length - tail) };
}

/** Returns a JSON value whose long texts, lists and objects have lost their middle. What is left out is said in its place. */
export function brief(value: unknown, bound: Bound): unknown {
  if (typeof value === "string") return shortened(value, bound.text);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    // One number is shorter than what would stand in its place.
    const isSpared = value.length === bound.entries + 1 && value.every((each) => typeof each === "number");
    const { first, left, last } = isSpared ? ends(value, value.length) : ends(value, bound.entries);
    const inner = (each: unknown): unknown => brief(each, bound);
    return [...first.map(inner), ...(left > 0 ? [`… ${left} more …`] : []), ...last.map(inner)];
  }
  const { first, left, last } = ends(Object.entries(value), 4 * bound.entries);
  const inner = ([name, each]: [string, unknown]): [string, unknown] => [name, brief(each, bound)];
  return Object.fromEntries([...first.map(inner), ...(left > 0 ? [["…", `${left} more`]] : []), ...last.map(inner)]);
}

/** The bounds of a value as JSON; the first with which it is short enough is taken. */
export const jsonBounds: readonly Bound[] = [
  { text: 160, entries: 20 },
  { text: 80, entries: 6 },
  { text: 40, entries: 2 },
];

/** A value as JSON of at most so many characters: it loses the middle of its lists first, then that of the whole. */
export function briefJson(value: unknown, most: number): string {
  const texts = jsonBounds.map((bound) => JSON.stringify(brief(value, bound)) ?? "nothing");
  return texts.find((text) => text.length <= most) ?? shortened(texts.at(-1) ?? "", most);
}
