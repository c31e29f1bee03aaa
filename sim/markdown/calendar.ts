import { dateOf, daysFrom, instantText } from "../core/clock.ts";

/** A date and time of day, with its distance from UTC. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Six digits, or empty. */
  readonly micros: string;
  readonly offsetMinutes: number;
}

export const minutesPerDay = 1440;

/** Whether the day exists, and the time of day too. */
export function exists({ year, month, day, hour, minute, second }: Moment): boolean {
  const [, itsMonth, itsDay] = dateOf(daysFrom(year, month, day));
  const isDate = year >= 1 && year <= 9999 && itsMonth === month && itsDay === day;
  return isDate && hour <= 23 && minute <= 59 && second <= 59;
}

/** The moment in UTC as ISO 8601; undefined outside the years 1 to 9999. */
export function toIso(moment: Moment): string | undefined {
  const days = daysFrom(moment.year, moment.month, moment.day);
  const minutes = days * minutesPerDay + moment.hour * 60 + moment.minute - moment.offsetMinutes;
  return isoAt(minutes * 60 + moment.second, moment.micros);
}

/** Seconds since 1970 as ISO 8601; undefined outside the years 1 to 9999. */
export function isoAt(seconds: number, micros: string): string | undefined {
  const [year] = dateOf(Math.floor(seconds / 86_400));
  return year >= 1 && year <= 9999 ? `${instantText(seconds * 1000).slice(0, 19)}${micros && `.${micros}`}Z` : undefined;
}
