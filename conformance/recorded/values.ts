import { parsedJson } from "../../sim/reader/index.ts";
import { RecordingError } from "./exchange.ts";

export type Json = Readonly<Record<string, unknown>>;

/** Returns a value as a complaint shows it: never its text, which may be a secret. */
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

/** Parses the JSON of a place, such as a line. @throws RecordingError: it is none */
export function parsed(content: string, place: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new RecordingError(place, "not valid JSON");
  }
}

/** Parses a file that is one JSON text. @throws RecordingError, which names the line on which it stops being JSON, if that is known */
export function parsedFile(content: string): unknown {
  try {
    return parsedJson(content);
  } catch (problem) {
    throw new RecordingError("the file", (problem as SyntaxError).message);
  }
}
