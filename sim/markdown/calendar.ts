import { dateOf, daysFrom } from "../core/calendar.ts";

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

/** Does the day exist, and the time of day too? */
export function exists({ year, month, day, hour, minute, second }: Moment): boolean {
  const inMonth = month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  const date = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= inMonth;
  return date && hour <= 23 && minute <= 59 && second <= 59;
}

/** The moment in UTC as ISO 8601; undefined outside the years 1 to 9999. */
export function toIso(moment: Moment): string | undefined {
  const days = daysFrom(moment.year, moment.month, moment.day);
  const minutes = days * minutesPerDay + moment.hour * 60 + moment.minute - moment.offsetMinutes;
  return isoAt(minutes * 60 + moment.second, moment.micros);
}

/** Seconds since 1970 as ISO 8601; undefined outside the years 1 to 9999. */
export function isoAt(seconds: number, micros: string): string | undefined {
  const days = Math.floor(seconds / 86400);
  const rest = seconds - days * 86400;
  const [year, month, day] = dateOf(days);
  if (year < 1 || year > 9999) return undefined;
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  const time = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map((part) => pad(part)).join(":");
  return `${date}T${time}${micros && `.${micros}`}Z`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, "0");
}
