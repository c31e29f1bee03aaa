import type { Text } from "./program.ts";

/** Encloses the name of a variable in a text: characters of private use, which JSON leaves as they are. */
const [opens, closes] = ["\ue000", "\ue001"];

/** Returns what stands for a variable in a value. */
export const marked = (variable: string): string => `${opens}${variable}${closes}`;

/** Variables whose values are numbers: in JSON they stand without quotation marks. */
const isNumeric = (variable: string): boolean => /^(message|group|folder|device|channel)\d+$|^queue\d+(Start|Read)$/.test(variable);

const pattern = new RegExp(`("?)${opens}(\\w+)${closes}("?)`, "g");

/** A text whose neighbouring parts without a variable are one. */
export function merged(text: Text): Text {
  const all: Text[number][] = [];
  for (const part of text) {
    const last = all.at(-1);
    if (typeof part === "string" && typeof last === "string") all[all.length - 1] = last + part;
    else if (part !== "") all.push(part);
  }
  return all;
}

/** A text with marks in it as its parts. */
function parts(text: string, isJson: boolean): Text {
  const all: (string | { variable: string })[] = [];
  let from = 0;
  for (const { 0: whole, 1: before = "", 2: variable = "", 3: after = "", index } of text.matchAll(pattern)) {
    const bare = isJson && before !== "" && after !== "" && isNumeric(variable);
    all.push(text.slice(from, index) + (bare ? "" : before), { variable }, bare ? "" : after);
    from = index + whole.length;
  }
  return merged([...all, text.slice(from)]);
}

/** A value as a form or query spells it: text as it is, everything else as JSON. */
export const formText = (value: unknown): Text =>
  typeof value === "string" ? parts(value.toWellFormed(), false) : parts((JSON.stringify(value) ?? "").toWellFormed(), true);

/** A value as JSON. */
export const jsonText = (value: unknown): Text => parts((JSON.stringify(value) ?? "null").toWellFormed(), true);

/** A value with a text replaced in all of its texts. */
export function replacedIn(value: unknown, text: string, by: string): unknown {
  if (typeof value === "string") return value.replaceAll(text, by);
  if (Array.isArray(value)) return value.map((item) => replacedIn(item, text, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replacedIn(inner, text, by)]));
}
