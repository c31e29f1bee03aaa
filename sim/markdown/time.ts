import { exists, isoAt, type Moment, minutesPerDay, toIso } from "./calendar.ts";

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
    const moment = parts && momentOf(parts);
    if (moment && exists(moment)) return toIso(moment);
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

function momentOf(parts: Record<string, string | undefined>): Moment | undefined {
  const hour = hourOf(Number(parts.hour ?? 0), parts.half?.toLowerCase());
  const offsetMinutes = offsetOf(parts.zone?.toLowerCase());
  if (hour === undefined || offsetMinutes === undefined) return undefined;
  const name = parts.name?.toLowerCase();
  const micros = (parts.fraction ?? "").padEnd(6, "0");
  return {
    year: Number(parts.year),
    month: name === undefined ? Number(parts.month) : months.indexOf(name) + 1,
    day: Number(parts.day ?? 1),
    hour,
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    micros: Number(micros) === 0 ? "" : micros,
    offsetMinutes,
  };
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
