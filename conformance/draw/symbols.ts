import type { Limit } from "../text/limits.ts";

/** Kinds of things that steps can make and later steps refer to. */
export type Made = "message" | "group" | "folder" | "queue" | "device";

/** Kinds that a proportion of those made can mean: one of them, or of a queue its last event read, or the event before all of its own. */
export type Counted = Made | "event" | "start";

/** Returns the kind that is counted in a proportion. */
export const madeOf = (ref: Counted): Made => (ref === "event" || ref === "start" ? "queue" : ref);

/**
 * A value that is known only when the step is sent:
 * - the message, group, folder, queue or device at a proportion of those made so far, or the last event read of such a queue or the one before its first,
 * - something of a cast member, a channel, a system group or a profile field, by name,
 * - a name that is new on the server,
 * - a text as long as a limit of the server, of a part that repeats after a beginning, or one joined from parts.
 */
export type Symbolic =
  | { readonly ref: Counted; readonly at: number }
  | { readonly ref: Named | "fresh"; readonly of: string }
  | {
      readonly ref: "long";
      readonly of: Limit;
      /** The number of code points by which it is longer than the limit; below 0 where it is shorter. */
      readonly plus: number;
      /** The beginning, default nothing. */
      readonly head?: unknown;
      /** The text that repeats, default `x`. */
      readonly filler?: string;
    }
  | { readonly ref: "text"; readonly of: readonly unknown[] };

export type Named =
  | "user"
  | "email"
  | "login"
  | "full name"
  | "password"
  | "device"
  | "channel"
  | "channel name"
  | "system group"
  | "profile field"
  | "display name";

export const isSymbolic = (value: unknown): value is Symbolic =>
  typeof value === "object" && value !== null && typeof (value as { ref?: unknown }).ref === "string";

export const isProportional = (value: unknown): value is { readonly ref: Counted; readonly at: number } =>
  isSymbolic(value) && "at" in value;

/** Returns the index, from 0, of the thing made so far that a reference means; undefined where there is none. */
export const indexAt = (at: number, count: number): number | undefined =>
  count === 0 ? undefined : Math.min(Math.floor(at * count), count - 1);

/** The reference that means one of so many. */
export const atOf = (index: number, count: number): number => Math.round(((index + 0.5) / count) * 1e4) / 1e4;

/** A value with every symbol in it replaced. Parts without symbols are shared, not copied. */
export function replaced(value: unknown, by: (symbol: Symbolic) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, by));
  if (isSymbolic(value)) return by(value);
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = replaced((value as Record<string, unknown>)[name], by);
  return copy;
}

/** Every symbol in a value. */
export function symbolsIn(value: unknown): Symbolic[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(symbolsIn);
  if (isSymbolic(value)) {
    if (value.ref === "text") return [value, ...value.of.flatMap(symbolsIn)];
    return value.ref === "long" ? [value, ...symbolsIn(value.head)] : [value];
  }
  return Object.values(value).flatMap(symbolsIn);
}

/** The actor who is not logged in. */
export const nobody = "nobody";
