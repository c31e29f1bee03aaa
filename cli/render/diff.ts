import { diffString } from "json-diff";
import { isEqual } from "../../conformance/expect.ts";
import { ours } from "./visible.ts";

/** json-diff takes time that grows with the square of its input: beyond this many characters places are listed instead. */
const largestInput = 8_000;
const mostPlaces = 20;

const valueText = (value: unknown): string => {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

/** Returns whether a JSON value is a list or an object. */
export const isParent = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Returns the path of a part, such as `messages[0].subject`, of the value at a path. */
export function pathWithin(value: object, path: string, name: string): string {
  if (Array.isArray(value)) return `${path}[${name}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** The places at which two JSON values differ, each with both values. */
export function places(expected: unknown, actual: unknown, path = ""): string[] {
  if (isEqual(expected, actual)) return [];
  if (!isParent(expected) || !isParent(actual) || Array.isArray(expected) !== Array.isArray(actual))
    return [`${path || "(all)"}: expected ${valueText(expected)}, got ${valueText(actual)}`];
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) => places(expected[name], actual[name], pathWithin(expected, path, name)));
}

const [red, green, end] = [ours("\u001b[31m"), ours("\u001b[32m"), ours("\u001b[39m")];

/** A line of a difference in its colour. Whether there are colours at all is for the caller to say, not for the environment. */
function painted(line: string): string {
  const colour = { "-": red, "+": green }[line[0] ?? ""];
  return colour ? `${colour}${line}${end}` : line;
}

/** Returns how two JSON values differ: `-` stands before what was expected, `+` before what came. Empty where they are equal. */
export function structuralDiff(expected: unknown, actual: unknown, color = false): string {
  if (isEqual(expected, actual)) return "";
  const size = (value: unknown): number => (JSON.stringify(value) ?? "").length;
  if (size(expected) + size(actual) <= largestInput) {
    const lines = diffString(expected, actual, { color: false }).trimEnd().split("\n");
    return lines.map((line) => (color ? painted(line) : line)).join("\n");
  }
  const all = places(expected, actual);
  const more = all.length > mostPlaces ? [`and ${all.length - mostPlaces} more places`] : [];
  return [...all.slice(0, mostPlaces), ...more].join("\n");
}
