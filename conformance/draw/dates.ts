import fc from "fast-check";

/** The form of an instant in ISO 8601. */
export interface DateForm {
  readonly kind: "zulu" | "date" | "no zone" | "offset" | "minutes";
  /** Digits after the seconds. */
  readonly fraction: 0 | 1 | 3 | 6;
  /** Minutes ahead of UTC, for the kind with an offset. */
  readonly offset: number;
}

/** A date or datetime and the instant that it means, in milliseconds since 1970. */
export interface WrittenDate {
  readonly text: string;
  readonly instant: number;
}

const dayMillis = 86_400_000;

const zones = [0, 60, -60, 330, -210, -480, 845, 14 * 60, -12 * 60];

/** A form of a date: in UTC, the day alone, without a zone, with an offset, without seconds; with or without fractions. */
export const aDateForm: fc.Arbitrary<DateForm> = fc.record({
  kind: fc.constantFrom("zulu", "date", "no zone", "offset", "minutes"),
  fraction: fc.constantFrom(0, 1, 3, 6),
  offset: fc.constantFrom(...zones),
});

const pad = (value: number): string => String(value).padStart(2, "0");

const zoneText = (offset: number): string =>
  `${offset < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;

/** Returns the first instant at or before another that a form can say. */
function sayable({ kind, fraction }: DateForm, instant: number): number {
  const step = kind === "date" ? dayMillis : kind === "minutes" ? 60_000 : { 0: 1000, 1: 100, 3: 1, 6: 1 }[fraction];
  return Math.floor(instant / step) * step;
}

/** Returns an instant, in milliseconds since 1970, as a form writes it, and what that means: with less detail it is an earlier instant. */
export function writtenDate(form: DateForm, instant: number): WrittenDate {
  const meant = sayable(form, instant);
  const { kind, fraction, offset } = form;
  const iso = new Date(meant + (kind === "offset" ? offset * 60_000 : 0)).toISOString();
  if (kind === "date") return { text: iso.slice(0, 10), instant: meant };
  if (kind === "minutes") return { text: `${iso.slice(0, 16)}Z`, instant: meant };
  const digits = fraction === 0 ? "" : `.${iso.slice(20, 23).padEnd(6, "0").slice(0, fraction)}`;
  const zone = { zulu: "Z", "no zone": "", offset: zoneText(offset) }[kind];
  return { text: `${iso.slice(0, 19)}${digits}${zone}`, instant: meant };
}

/** Returns the ISO week date of a day: its year, its week and its day from 1 on Monday to 7. */
function weekOf(day: number): readonly [year: number, week: number, weekday: number] {
  const weekday = ((Math.floor(day / dayMillis) + 3) % 7) + 1;
  const thursday = new Date(day + (4 - weekday) * dayMillis);
  const year = thursday.getUTCFullYear();
  return [year, Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMillis)) + 1, weekday];
}

/** Returns an instant, in milliseconds since 1970, in the forms of ISO 8601 that are less in use. */
function inRareForms(instant: number) {
  const day = Math.floor(instant / dayMillis) * dayMillis;
  const second = Math.floor(instant / 1000) * 1000;
  const hour = Math.floor(instant / 3_600_000) * 3_600_000;
  const [iso, time] = [new Date(second).toISOString().slice(0, 19), new Date(second).toISOString().slice(10, 19)];
  const [year, week, weekday] = weekOf(day);
  const nth = String((day - Date.UTC(Number(iso.slice(0, 4)), 0, 1)) / dayMillis + 1).padStart(3, "0");
  const [weekDate, ordinalDate] = [`${year}-W${pad(week)}-${weekday}`, `${iso.slice(0, 5)}${nth}`];
  const basic = (text: string): string => text.replaceAll(/[-:]/g, "");
  const basicAhead = (minutes: number): string => basic(new Date(second + minutes * 60_000).toISOString().slice(0, 19));
  return {
    basic: { text: `${basic(iso)}Z`, instant: second },
    "basic date": { text: basic(iso.slice(0, 10)), instant: day },
    "week date": { text: weekDate, instant: day },
    "basic week date": { text: basic(weekDate), instant: day },
    "ordinal date": { text: ordinalDate, instant: day },
    "basic ordinal date": { text: basic(ordinalDate), instant: day },
    "week date and time": { text: `${weekDate}${time}Z`, instant: second },
    "ordinal date and time": { text: `${ordinalDate}${time}`, instant: second },
    hours: { text: `${iso.slice(0, 13)}Z`, instant: hour },
    "basic with offset of hours": { text: `${basicAhead(120)}+02`, instant: second },
    "basic with offset": { text: `${basicAhead(90)}+0130`, instant: second },
    comma: { text: `${iso},000Z`, instant: second },
  };
}

/** The forms of ISO 8601 that are less in use. */
export const rareForms = Object.keys(inRareForms(0)) as (keyof ReturnType<typeof inRareForms>)[];

/** Returns an instant, in milliseconds since 1970, in a rare form, and what that means: with less detail it is an earlier instant. */
export const inRareForm = (form: (typeof rareForms)[number], instant: number): WrittenDate => inRareForms(instant)[form];

const anInstant: fc.Arbitrary<number> = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

/** A date or datetime and what it means. The plainest is 1970-01-01T00:00:00Z. */
export const aDate: fc.Arbitrary<WrittenDate> = fc.tuple(aDateForm, anInstant).map(([form, instant]) => writtenDate(form, instant));

/** A text that is no ISO 8601 date or datetime. */
export const notADate: fc.Arbitrary<string> = fc.constantFrom(
  "yesterday",
  "",
  "2026-02-30",
  "2026-13-01",
  "2026-01-01T25:00:00Z",
  "2026-01-01T12:61:00Z",
  "01/02/2026",
  "12:00",
  "2026-1-1",
  "null",
);
