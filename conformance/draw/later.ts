import fc from "fast-check";
import type { Drawn, Fields } from "./combinators.ts";
import type { Course } from "./course.ts";

/** Returns one of several things, each as likely as the others; undefined where there is none. */
export type Pick = <T>(all: readonly T[]) => T | undefined;

/**
 * A value that depends on what the steps before have made. It stands in fields only while a scenario is drawn: when the step's turn
 * comes, it is replaced by what it gives. Where that is undefined, there is nothing such, and another step is drawn.
 */
export class Later {
  readonly of: (course: Course, one: Pick) => unknown;

  constructor(of: Later["of"]) {
    this.of = of;
  }
}

/** An arbitrary of a value that depends on what the steps before have made. */
export const later = (of: Later["of"]): Drawn => fc.constant(new Later(of));

/** An arbitrary of one of several values that may depend on what the steps before have made: the first for which there is something. */
export const orElse = (...choices: readonly Drawn[]): Drawn =>
  fc.tuple(...choices).map(
    (drawn) =>
      new Later((course, one) => {
        for (const value of drawn) {
          const given = settled(value, course, one);
          if (given !== undefined) return given;
        }
        return undefined;
      }),
  );

/** Returns a value with every later one in it replaced by what it gives; undefined where one of them gives nothing. */
export function settled(value: unknown, course: Course, one: Pick): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Later) return settled(value.of(course, one), course, one);
  if (Array.isArray(value)) {
    const items = value.map((item) => settled(item, course, one));
    return items.includes(undefined) ? undefined : items;
  }
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    const given = settled((value as Fields)[name], course, one);
    if (given === undefined) return undefined;
    copy[name] = given;
  }
  return copy;
}
