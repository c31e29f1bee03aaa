import { readInstant } from "../core/iso-8601.ts";
import { wrong } from "./fault.ts";
import type { Shape } from "./shapes.ts";

const unitMillis = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const span = /^(?:\d+[dhms])+$/;

/** Milliseconds of a span such as `90m` or `1d12h`. */
function spanMillis(value: string): number | undefined {
  if (!span.test(value)) return undefined;
  let millis = 0;
  for (const [, count, unit] of value.matchAll(/(\d+)([dhms])/g)) millis += Number(count) * unitMillis[unit as keyof typeof unitMillis];
  return Number.isSafeInteger(millis) ? millis : undefined;
}

/** A span of time, in milliseconds. */
export const duration: Shape<number> = (value, at) =>
  (typeof value === "string" ? spanMillis(value) : undefined) ?? wrong(at, value, 'a time span such as "15s", "90m" or "1d12h"');

/** An instant not after the start, in milliseconds since 1970: ISO 8601, or how long before the start. */
export const instant: Shape<number> = (value, at) => {
  const expected = 'an instant not after the start: ISO 8601, or a time before the start such as "-15s", "-90m" or "-1d12h"';
  if (typeof value !== "string") return wrong(at, value, expected);
  const before = value.startsWith("-") ? spanMillis(value.slice(1)) : undefined;
  const millis = before === undefined ? readInstant(value) : at.start - before;
  return millis !== undefined && Number.isSafeInteger(millis) && millis <= at.start ? millis : wrong(at, value, expected);
};
