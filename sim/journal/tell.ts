import { codePoints, cut } from "../core/limits.ts";
import type { Criterion, Seen } from "./criteria.ts";
import { samePath } from "./same-route.ts";

/** Words for what was asked of the journal, and for what came near it. */

const mostShown = 60;

function valueText(value: unknown): string {
  if (typeof value === "function") return "(a test)";
  const text = typeof value === "string" || value instanceof RegExp ? String(value) : JSON.stringify(value);
  return codePoints(text) > mostShown ? `${cut(text, mostShown)}…` : text;
}

const of = (criteria: readonly Criterion[], name: Criterion["name"]): Criterion | undefined => criteria.find((one) => one.name === name);

const fieldsOf = (criteria: readonly Criterion[], partOf: (criterion: Criterion) => unknown): string[] =>
  criteria
    .filter(({ name }) => name === "field")
    .map((criterion) => {
      const value = partOf(criterion);
      if (value === undefined) return `${criterion.field} unsent`;
      return `${criterion.field}${value instanceof RegExp || typeof value === "function" ? "~" : "="}${valueText(value)}`;
    });

/** Returns the words for what a pattern asks, such as `POST /typing by alice with op=stop`. */
export function wanted(criteria: readonly Criterion[]): string {
  const [route, as, status, at] = (["route", "as", "status", "at"] as const).map((name) => of(criteria, name));
  const fields = fieldsOf(criteria, ({ expected }) => expected).join(", ");
  return [
    route?.expected ?? "request",
    ...(as ? [`by ${as.expected ?? "nobody"}`] : []),
    ...(fields === "" ? [] : [`with ${fields}`]),
    ...(status ? [`answered ${status.expected}`] : []),
    ...(at ? [at.expected] : []),
  ].join(" ");
}

/** An exchange in the parts that are asked about, such as `POST /typing op=start (by alice, #12)`. */
function exchangeText(criteria: readonly Criterion[], seen: Seen): string {
  const fields = fieldsOf(criteria, ({ actual }) => actual(seen)).join(" ");
  const status = of(criteria, "status") ? ` answered ${seen.status}` : "";
  const at = of(criteria, "at");
  return `${seen.route}${fields && ` ${fields}`}${status} (by ${seen.as ?? "nobody"}${at ? `, at ${at.actual(seen)}` : ""}, #${seen.number})`;
}

/** Exchanges by their numbers, such as `#3, #9`. */
export const numbers = (seen: readonly Seen[]): string => {
  const first = seen.slice(0, 10).map(({ number }) => `#${number}`);
  return [...first, ...(seen.length > first.length ? [`${seen.length - first.length} more`] : [])].join(", ");
};

const mostNear = 3;

/** The exchanges that miss the least, the newest of equals first: of the same path, where one is asked. */
export function nearest(criteria: readonly Criterion[], seen: readonly Seen[]): Seen[] {
  const path = String(of(criteria, "route")?.expected ?? "").split(" ")[1];
  const near = path === undefined ? seen : seen.filter(({ route }) => samePath(path, route.split(" ")[1] ?? ""));
  const score = (one: Seen): number => criteria.reduce((sum, { name, holds }) => sum + (holds(one) ? (name === "route" ? 100 : 1) : 0), 0);
  return near
    .map((one) => ({ one, score: score(one) }))
    .sort((a, b) => b.score - a.score || b.one.number - a.one.number)
    .slice(0, mostNear)
    .map(({ one }) => one);
}

/** Returns the words for the exchanges that came nearest, or for the routes that were asked at all. */
export function closest(criteria: readonly Criterion[], seen: readonly Seen[]): string {
  if (seen.length === 0) return "nothing was asked";
  const near = nearest(criteria, seen);
  if (near.length > 0) return `closest: ${near.map((one) => exchangeText(criteria, one)).join(", ")}`;
  const counts = new Map<string, number>();
  for (const { route } of seen) counts.set(route, (counts.get(route) ?? 0) + 1);
  const often = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return `asked were ${often.map(([route, count]) => `${route} (${count})`).join(", ")}${counts.size > often.length ? ", …" : ""}`;
}

const plain = (value: unknown): unknown => (value instanceof RegExp || typeof value === "function" ? valueText(value) : value);

/** Returns the criteria as a value that test runners and JSON can show, and an exchange in the same shape. */
export function shape(criteria: readonly Criterion[], partOf: (criterion: Criterion) => unknown): Record<string, unknown> {
  const fields = criteria.filter(({ name }) => name === "field").map((one) => [one.field, plain(partOf(one))] as const);
  const others = criteria.filter(({ name }) => name !== "field").map((one) => [one.name, partOf(one)] as const);
  return { ...Object.fromEntries(others), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
}
