import { drawnFrom } from "../core/rng.ts";
import type { ServerSettings } from "../core/server.ts";
import { chanceOf } from "../core/variations.ts";

/** The style of JSON. */
interface Style {
  /** Line end and indent of each level; empty where all stands in one line. */
  readonly newline: string;
  readonly indent: string;
  readonly comma: string;
  readonly colon: string;
  readonly before: string;
  readonly after: string;
  readonly ordered: (names: string[]) => string[];
  readonly escaped: (json: string) => string;
}

type Spaces = Pick<Style, "newline" | "indent" | "comma" | "colon" | "before" | "after">;

const dense: Spaces = { newline: "", indent: "", comma: ",", colon: ":", before: "", after: "\n" };
const spacings: readonly Spaces[] = [
  { ...dense, comma: ", ", colon: ": ", after: "" },
  { ...dense, newline: "\n", indent: "  ", colon: ": " },
  { ...dense, newline: "\r\n", indent: "\t", colon: " : ", before: "\r\n", after: "\r\n\t " },
];

/** The items in an order of chance. */
function shuffled<T>(items: readonly T[], next: (below: number) => number): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(next(rest.length), 1));
}

const codeUnit = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escaped = (json: string): string => json.replace(/[^\x20-\x7e]/g, codeUnit).replaceAll("/", "\\/");

function styleOf(server: ServerSettings, mark: number): Style {
  const order = chanceOf(server, "key-order", "", mark);
  const spaces = chanceOf(server, "white-space", "", mark);
  return {
    ...(spaces ? drawnFrom(spacings, spaces) : dense),
    ordered: order ? (names) => shuffled(names, order) : (names) => names,
    escaped: chanceOf(server, "escapes") ? escaped : (json) => json,
  };
}

function written(value: unknown, style: Style, depth = 0): string {
  if (typeof value === "string") return style.escaped(JSON.stringify(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const object = value as Readonly<Record<string, unknown>>;
  const parts = isList
    ? value.map((item) => written(item, style, depth + 1))
    : style
        .ordered(Object.keys(object))
        .map((name) => `${style.escaped(JSON.stringify(name))}${style.colon}${written(object[name], style, depth + 1)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  const line = (level: number): string => style.newline && style.newline + style.indent.repeat(level);
  return `${open}${line(depth + 1)}${parts.join(style.comma + line(depth + 1))}${line(depth)}${close}`;
}

/** A body as JSON in the server's variations. */
export function variedText(server: ServerSettings, body: unknown, mark: number): string {
  const style = styleOf(server, mark);
  return `${style.before}${written(body, style)}${style.after}`;
}
