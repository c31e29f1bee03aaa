import { dateOf } from "./calendar.ts";

const dayMillis = 86_400_000;

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

/** An instant as ISO 8601 in UTC with milliseconds, such as `2026-01-01T12:00:00.000Z`. */
export function instantText(now: number): string {
  const days = Math.floor(now / dayMillis);
  const [year, month, day] = dateOf(days);
  const rest = now - days * dayMillis;
  const [hour, minute, second] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60];
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}.${pad(rest % 1000, 3)}Z`;
}
