/**
 * The calendar: proleptic Gregorian, in UTC. Every Date is made of a given instant, so no clock and no time zone of a machine plays a part.
 * This is the only file of the simulator in which the linter allows Date.
 */

const dayMillis = 86_400_000;

/** Returns the days since 1970-01-01 of a date. A month or a day that does not exist carries over into the next. */
export function daysFrom(year: number, month: number, day: number): number {
  // Date.UTC would take the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMillis;
}

/** Returns the year, month and day of a count of days since 1970-01-01. */
export function dateOf(days: number): [year: number, month: number, day: number] {
  const date = new Date(days * dayMillis);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** Returns the days since 1970-01-01 of the Monday with which the first ISO week of a year begins: the week with 4 January. */
export function firstMonday(year: number): number {
  const fourth = daysFrom(year, 1, 4);
  // 1970-01-01 was a Thursday.
  return fourth - ((((fourth + 3) % 7) + 7) % 7);
}

/** The last instant that a date can be. */
const lastMillis = 8.64e15;

/** Returns an instant as ISO 8601 in UTC with milliseconds, such as `2026-01-01T12:00:00.000Z`. */
export function instantText(now: number): string {
  if (!(Math.abs(now) <= lastMillis)) throw new RangeError(`now: got ${String(now)}, expected milliseconds since 1970`);
  return new Date(now).toISOString();
}
