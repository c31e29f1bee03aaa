import { RecordingError } from "./exchange.ts";

export type Json = Readonly<Record<string, unknown>>;

/** How a value is shown in a complaint: never its text, which may be a secret. */
const kind = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
};

/** Throws the error for a value that is not what its place takes. */
export function wrong(place: string, value: unknown, expected: string): never {
  throw new RecordingError(place, `got ${kind(value)}, expected ${expected}`);
}

export function object(value: unknown, place: string): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : wrong(place, value, "an object");
}

export function list(value: unknown, place: string): readonly unknown[] {
  return Array.isArray(value) ? value : wrong(place, value, "a list");
}

export function text(value: unknown, place: string): string {
  return typeof value === "string" ? value : wrong(place, value, "a text");
}

export function whole(value: unknown, place: string): number {
  return Number.isSafeInteger(value) ? (value as number) : wrong(place, value, "a whole number");
}

/** Texts by their names. */
export function texts(value: unknown, place: string): Readonly<Record<string, string>> {
  if (value === undefined) return {};
  return Object.fromEntries(Object.entries(object(value, place)).map(([name, one]) => [name, text(one, `${place}.${name}`)]));
}

/** Parses JSON. @throws RecordingError, which names the line on which the text stops being JSON */
export function parsed(content: string, place: (line: number) => string): unknown {
  try {
    return JSON.parse(content);
  } catch (problem) {
    const position = Number(/position (\d+)/.exec(String(problem))?.[1] ?? content.length);
    throw new RecordingError(place(content.slice(0, position).split("\n").length), "not valid JSON");
  }
}
