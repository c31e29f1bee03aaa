import { randomUUID } from "node:crypto";

/** Controls, separators of lines, marks that reorder a line, and halves of surrogate pairs. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;
const invisibleInLines = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Surrogate}]/gu;

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a text as one line that drives no terminal and reads in the order in which it stands: `\u001b` for an escape character. */
export const visible = (text: string): string => text.replace(invisible, asEscape);

/** The same, with its tabs and line ends as they are. */
export const visibleLines = (text: string): string => text.replace(invisibleInLines, asEscape);

// Commands are bundled apart from the gate: both have to know the same mark.
const shared = globalThis as { [key: symbol]: string | undefined };
const key = Symbol.for("touchstone.mark");

/** Stands around what this tool itself sends to a terminal. Nobody whose texts are shown can know it. */
const mark = (shared[key] ??= `\u{f0000}${randomUUID()}`);

/** Colours, and the start of a line that is written over. */
const sequence = /^(\r?\u001b\[K|(\u001b\[\d+(;\d+)*m)+)$/;

/** Returns a sequence of this tool's own, such as a colour, as the gate lets it through. */
export const ours = (own: string): string => mark + own + mark;

/** Returns a text whose parts are shown by `show`, with the sequences of this tool's own between them as they are. */
export const showAround = (text: string, show: (part: string) => string): string =>
  text
    .split(mark)
    .map((part, i) => (i % 2 === 1 ? ours(part) : show(part)))
    .join("");

/** Returns what goes to a terminal: lines with our colours, of which nothing else drives it. */
export const visibleOutput = (text: string): string =>
  text
    .split(mark)
    .map((part, i) => (i % 2 === 1 && sequence.test(part) ? part : visibleLines(part)))
    .join("");

/** A number of things, such as `2 causes`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The first of some names, and how many are left, such as `a, b and 3 more`. */
export const firstOf = (names: readonly string[], most: number, and = " and"): string =>
  `${names.slice(0, most).join(", ")}${names.length > most ? `${and} ${names.length - most} more` : ""}`;

/** Lines below their heading, and an empty one; nothing where there are none. */
export const block = (heading: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [heading, ...lines, ""]);

/** Rows as lines, their cells under each other; a column of numbers is aligned at its right where `aligns` says so. */
export function columns(rows: readonly (readonly string[])[], aligns = true): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isNumeric = widths.map((_, column) => aligns && rows.length > 1 && rows.slice(1).every((row) => /^\d*$/.test(row[column] ?? "")));
  return rows.map((row) =>
    row
      .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
