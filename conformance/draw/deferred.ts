import fc from "fast-check";
import type { Drawn, RequestFields } from "./combinators.ts";
import type { SymbolicState } from "./symbolic-state.ts";

/** Returns one of several things, each as likely as the others; undefined where there is none. */
export type Pick = <T>(all: readonly T[]) => T | undefined;

/**
 * A value that depends on what the steps before have made. It stands in fields only while a scenario is drawn: when the step's turn
 * comes, it is replaced by what it gives. Where that is undefined, there is nothing such, and another step is drawn.
 */
export class Deferred {
  readonly of: (state: SymbolicState, one: Pick) => unknown;

  constructor(of: Deferred["of"]) {
    this.of = of;
  }
}

/** An arbitrary of a value that depends on what the steps before have made. */
export const deferred = (of: Deferred["of"]): Drawn => fc.constant(new Deferred(of));

/** An arbitrary of one of several values that may depend on what the steps before have made: the first for which there is something. */
export const orElse = (...choices: readonly Drawn[]): Drawn =>
  fc.tuple(...choices).map(
    (drawn) =>
      new Deferred((state, one) => {
        for (const value of drawn) {
          const given = resolved(value, state, one);
          if (given !== undefined) return given;
        }
        return undefined;
      }),
  );

/** Returns a value with every later one in it replaced by what it gives; undefined where one of them gives nothing. */
export function resolved(value: unknown, state: SymbolicState, one: Pick): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Deferred) return resolved(value.of(state, one), state, one);
  if (Array.isArray(value)) {
    const items = value.map((item) => resolved(item, state, one));
    return items.includes(undefined) ? undefined : items;
  }
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const given = resolved((value as RequestFields)[name], state, one);
    if (given === undefined) return undefined;
    copy[name] = given;
  }
  return copy;
}
