import { dateOf, daysFrom, instantText } from "../../core/clock.ts";
import { put } from "../stash.ts";
import type { Construct, Scan } from "./construct.ts";

const minutesPerDay = 1440;

/** Seconds since 1970 as ISO 8601; undefined outside the years 1 to 9999. */
export function isoAt(seconds: number, micros: string): string | undefined {
  const [year] = dateOf(Math.floor(seconds / 86_400));
  return year >= 1 && year <= 9999 ? `${instantText(seconds * 1000).slice(0, 19)}${micros && `.${micros}`}Z` : undefined;
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,6})\d*)?)?\s*(?<half>[ap]m)?`;
const zone = String.raw`(?<zone>z|[a-z]{3,5}|(?:utc|gmt)?[+-]\d{2}(?::?\d{2})?)`;
const clock = String.raw`(?:(?:t|,?\s+)${time}(?:\s*${zone})?)?`;
const monthName = String.raw`(?<name>${months.join("|")})[a-z]*\.?`;
const weekday = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?`;

const shapes = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?${clock}`,
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?:t?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?${zone}?)?`,
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+${monthName}[\s,-]+(?<year>\d{4})${clock}`,
  String.raw`${weekday}${monthName}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${clock}`,
].map((shape) => new RegExp(`^\\s*${shape}\\s*$`, "i"));

// Hours from UTC of the abbreviations in common use.
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, wet: 0, bst: 1, west: 1, cet: 1, cest: 2, eet: 2, sast: 2, eest: 3, msk: 3 },
  ...{ pkt: 5, ist: 5.5, wib: 7, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, aest: 10, aedt: 11 },
  ...{ nzst: 12, nzdt: 13, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10 },
};

/** Returns what a person typed as a time, in UTC and ISO 8601; undefined if it cannot be read or names no date. */
export function isoTime(typed: string): string | undefined {
  for (const shape of shapes) {
    const parts = shape.exec(typed)?.groups;
    const iso = parts && isoOf(parts);
    if (iso !== undefined) return iso;
  }
  return fromSeconds(typed);
}

function fromSeconds(typed: string): string | undefined {
  const [, sign = "", whole, fraction = ""] = /^\s*([+-]?)(\d{1,12})(?:\.(\d{0,6})\d*)?\s*$/.exec(typed) ?? [];
  if (whole === undefined) return undefined;
  const micros = Number(fraction.padEnd(6, "0"));
  // A fraction before 1970 counts down from the next second.
  const seconds = sign === "-" ? -Number(whole) - (micros > 0 ? 1 : 0) : Number(whole);
  const fractionMicros = sign === "-" && micros > 0 ? 1_000_000 - micros : micros;
  return isoAt(seconds, fractionMicros === 0 ? "" : String(fractionMicros).padStart(6, "0"));
}

/** The time that the parts of a shape spell; undefined where there is no such day or time of day. */
function isoOf(parts: Record<string, string | undefined>): string | undefined {
  const [year, day] = [Number(parts.year), Number(parts.day ?? 1)];
  const [minute, second] = [Number(parts.minute ?? 0), Number(parts.second ?? 0)];
  const month = parts.name === undefined ? Number(parts.month) : months.indexOf(parts.name.toLowerCase()) + 1;
  const hour = hourOf(Number(parts.hour ?? 0), parts.half?.toLowerCase());
  const offsetMinutes = offsetOf(parts.zone?.toLowerCase());
  if (hour === undefined || offsetMinutes === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  const days = daysFrom(year, month, day);
  const [, itsMonth, itsDay] = dateOf(days);
  if (year < 1 || year > 9999 || itsMonth !== month || itsDay !== day) return undefined;
  const micros = (parts.fraction ?? "").padEnd(6, "0");
  return isoAt((days * minutesPerDay + hour * 60 + minute - offsetMinutes) * 60 + second, Number(micros) === 0 ? "" : micros);
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const [, sign, hours, minutes = "0"] = /^[a-z]*([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return Object.hasOwn(zones, zone) ? (zones[zone] as number) * 60 : undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return offset < minutesPerDay ? (sign === "-" ? -offset : offset) : undefined;
}

const opening = "<time:";

/** `<time:…>` up to the next `>`; a time that cannot be read stays as typed, with nothing looked for inside. */
export const times: Construct = (text, scan) => {
  let out = "";
  let done = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, done)) {
    const end = text.indexOf(">", at);
    if (end === -1) break;
    const typed = text.slice(at + opening.length, end);
    const datetime = isoTime(typed);
    out += text.slice(done, at);
    out += datetime === undefined ? unreadable(scan, typed) : scan.keep("time", { datetime }, typed);
    done = end + 1;
  }
  return out + text.slice(done);
};

function unreadable(scan: Scan, typed: string): string {
  if (scan.scope.has("plainTimeErrors")) return put(scan.stash, `${opening}${typed}>`);
  return scan.keep("span", { class: "timestamp-error" }, `Invalid time format: ${typed}`);
}
