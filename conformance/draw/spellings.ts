import fc from "fast-check";

/** Spellings of booleans: those that every server must read (Conventions 3), and texts that it must refuse. */
export const booleanSpellings = {
  valid: fc.constantFrom(true, false).map((means) => ({ text: String(means), means })),
  wrong: fc
    .constantFrom("maybe", "truefalse", "2", "-1", "tru", "[]", "{}", "[true]", "0.5", "NaN")
    .map((text: string) => ({ text, means: undefined })),
};

/** A text that every server must refuse where an integer is asked for. */
export const noInteger: fc.Arbitrary<string> = fc.constantFrom(
  ...["seven", "7.5", "7 8", "7,8", "[7]", "[]", "{}", "true", "false", "NaN", "Infinity", "-", "7-"],
);

/** A text that every server must refuse where a list of integers is asked for: the beginning of JSON, or another text. */
export const noIntegers: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.nat(99), { maxLength: 4 }).map((list) => JSON.stringify(list).slice(0, -1)),
  fc.constantFrom(
    ...["9,10", "[9 10]", "[9,]", "[,9]", '["a"]', "[9.5]", "[[9]]", "[null]", "[true]", "[false]", "[NaN]", "NaN", "[{}]", "{}"],
    ...['{"0": 9}', "(9, 10)", "true", "nine"],
  ),
);

const blank = fc.constantFrom("", " ", "\n", "\t", "  ", "\r\n");

/** Returns each character of a text as JSON may escape it. */
const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("")}"`;

/** The spelling of a value as JSON. */
export interface JsonStyle {
  /** White space between parts, one after the other, from the start again when they are used up. */
  readonly spaces: readonly string[];
  /** Whether each character of a text is escaped. */
  readonly escapes: boolean;
  /** Whether the keys of an object stand in the reverse order. */
  readonly reversed: boolean;
}

/** A style for values that are known only later, of which `inStyle` makes text. The plainest is the compact one. */
export const jsonStyle: fc.Arbitrary<JsonStyle> = fc.record({
  spaces: fc.array(blank, { maxLength: 6 }),
  escapes: fc.boolean(),
  reversed: fc.boolean(),
});

/** Returns JSON text of a value with white space between its parts, escaped letters and its keys in another order, as a style says. */
export function inStyle(value: unknown, style: JsonStyle): string {
  let next = 0;
  const gap = (): string => style.spaces[next++ % style.spaces.length] ?? "";
  const list = (parts: readonly string[]): string => parts.map((part) => `${gap()}${part}${gap()}`).join(",") || gap();
  const spelled = (inner: unknown): string => {
    if (typeof inner === "string") return style.escapes ? escaped(inner) : JSON.stringify(inner);
    if (Array.isArray(inner)) return `[${list(inner.map(spelled))}]`;
    if (typeof inner !== "object" || inner === null) return JSON.stringify(inner);
    const entries = Object.entries(inner).filter(([, each]) => each !== undefined);
    if (style.reversed) entries.reverse();
    return `{${list(entries.map(([name, each]) => `${spelled(name)}${gap()}:${gap()}${spelled(each)}`))}}`;
  };
  return `${gap()}${spelled(value)}${gap()}`;
}
