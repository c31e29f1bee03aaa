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
function firstMonday(year: number): number {
  const fourth = daysFrom(year, 1, 4);
  // 1970-01-01 was a Thursday.
  return fourth - ((((fourth + 3) % 7) + 7) % 7);
}

const lastMillis = 8.64e15;

/** Returns an instant as ISO 8601 in UTC with milliseconds, such as `2026-01-01T12:00:00.000Z`. */
export function instantText(now: number): string {
  if (!(Math.abs(now) <= lastMillis)) throw new RangeError(`now: got ${String(now)}, expected milliseconds since 1970`);
  return new Date(now).toISOString();
}

/** Returns an instant as headers have it, such as `Thu, 01 Jan 2026 12:00:00 GMT`. */
export const headerText = (now: number): string => new Date(now).toUTCString();

/** The forms of a date: calendar, ordinal and week dates, extended and basic. A month or a week alone is its first day. */
const dateForms = [
  /^(?<year>\d{4})(?:-(?<month>\d{2})(?:-(?<day>\d{2}))?)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})-?(?<ordinal>\d{3})$/,
  /^(?<year>\d{4})-W(?<week>\d{2})(?:-(?<weekday>[1-7]))?$/i,
  /^(?<year>\d{4})W(?<week>\d{2})(?<weekday>[1-7])?$/i,
];

/** The forms of a time of day, extended and basic: hours, minutes and seconds, the last of them with a fraction. */
const timeForms = [
  /^(?<hour>\d{2})(?::(?<minute>\d{2})(?::(?<second>\d{2}))?)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+-].*)?$/i,
  /^(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+-].*)?$/i,
];

type Parts = Readonly<Record<string, string | undefined>>;

function partsOf(text: string, forms: readonly RegExp[]): Parts | undefined {
  for (const form of forms) {
    const match = form.exec(text);
    if (match) return match.groups;
  }
  return undefined;
}

/** Days since 1970-01-01 of a date that exists. */
function daysOf({ year: y, month: m = "1", day: d = "1", ordinal, week, weekday = "1" }: Parts): number | undefined {
  const year = Number(y);
  if (ordinal !== undefined) {
    const days = daysFrom(year, 1, 1) + Number(ordinal) - 1;
    return dateOf(days)[0] === year ? days : undefined;
  }
  if (week !== undefined) {
    const monday = firstMonday(year) + (Number(week) - 1) * 7;
    return week !== "00" && monday < firstMonday(year + 1) ? monday + Number(weekday) - 1 : undefined;
  }
  const days = daysFrom(year, Number(m), Number(d));
  const [, month, day] = dateOf(days);
  return month === Number(m) && day === Number(d) ? days : undefined;
}

/** Milliseconds that a zone is ahead of UTC. */
function zoneMillis(zone = "Z"): number | undefined {
  if (zone.toUpperCase() === "Z") return 0;
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59 || sign === undefined) return undefined;
  return (sign === "-" ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes));
}

/** Milliseconds since midnight UTC of a time of day that exists, rounded up; 24:00 is the end of the day, and 60 a leap second. */
function timeOf({ hour = "0", minute, second, fraction = "", zone }: Parts): number | undefined {
  const [h, m, s] = [hour, minute ?? "0", second ?? "0"].map(Number) as [number, number, number];
  const unit = second !== undefined ? 1000n : minute !== undefined ? 60_000n : 3_600_000n;
  const scale = 10n ** BigInt(fraction.length);
  const rest = Number((BigInt(fraction || 0) * unit + scale - 1n) / scale);
  const whole = (h * 60 + m) * 60 + s;
  const ahead = zoneMillis(zone);
  const exists = m <= 59 && (s <= 59 || (s === 60 && m === 59)) && (h <= 23 || (h === 24 && m === 0 && s === 0 && rest === 0));
  return exists && ahead !== undefined ? whole * 1000 + rest - ahead : undefined;
}

/**
 * Reads an ISO 8601 date or datetime, without a time 00:00, without a zone UTC, as milliseconds since 1970: the first that are not
 * before it. A space may stand in place of the T. Undefined for anything else, also for 30 February.
 */
export function readInstant(text: string): number | undefined {
  const [, date = "", time] = /^([^T ]+)(?:[T ](.+))?$/i.exec(text) ?? [];
  const dateParts = partsOf(date, dateForms);
  const timeParts = time === undefined ? {} : partsOf(time, timeForms);
  const isWhole =
    time === undefined || dateParts?.day !== undefined || dateParts?.ordinal !== undefined || dateParts?.weekday !== undefined;
  if (!dateParts || !timeParts || !isWhole) return undefined;
  const [days, millis] = [daysOf(dateParts), timeOf(timeParts)];
  return days === undefined || millis === undefined ? undefined : days * 86_400_000 + millis;
}

/** An instant as a caller gives it: ISO 8601, a Date, or milliseconds since 1970. */
export type Instant = string | number | Date;

/** Returns the milliseconds since 1970 of an Instant; undefined for anything else. */
export function millisOf(value: unknown): number | undefined {
  if (typeof value === "string") return readInstant(value);
  const millis = value instanceof Date ? value.getTime() : value;
  return typeof millis === "number" ? millis : undefined;
}
