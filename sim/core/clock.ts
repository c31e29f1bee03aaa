/** Calendar arithmetic on milliseconds since 1970, UTC, proleptic Gregorian; no time zone of a machine plays any part. */

const dayMillis = 86_400_000;

/** Days since 1970-01-01 of a date. */
function daysFrom(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

/** Year, month and day of a count of days since 1970-01-01. */
function dateOf(days: number): [year: number, month: number, day: number] {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1];
}

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return zone[0] === "-" ? -minutes : minutes;
}

/** Reads an ISO 8601 date or datetime; without a time 00:00, without a zone UTC. Undefined for anything else, also for 30 February. */
export function readInstant(text: string): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, y, mo, d, h = "0", mi = "0", s = "0", fraction = "", zone] = match;
  const [year, month, day, hour, minute, second] = [y, mo, d, h, mi, s].map(Number) as [number, number, number, number, number, number];
  const days = daysFrom(year, month, day);
  const [, backMonth, backDay] = dateOf(days);
  if (backMonth !== month || backDay !== day || hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return days * dayMillis + ((hour * 60 + minute - zoneMinutes(zone)) * 60 + second) * 1000 + millis;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

/** An instant as ISO 8601 in UTC with milliseconds, such as `2026-01-01T12:00:00.000Z`. */
export function instantText(now: number): string {
  const days = Math.floor(now / dayMillis);
  const [year, month, day] = dateOf(days);
  const rest = now - days * dayMillis;
  const [hour, minute, second] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60];
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}.${pad(rest % 1000, 3)}Z`;
}
