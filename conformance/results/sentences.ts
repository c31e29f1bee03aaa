import { hidden, type Seen } from "../client/seen.ts";
import type { Outgoing } from "../client/target.ts";
import type { Difference } from "../compare/values.ts";
import { tell } from "../play/tell.ts";
import type { Turn } from "../play/turn.ts";
import type { DifferingPlace, Paired } from "./report.ts";

const exchangeOf = (
  { as, method, path, fields }: Outgoing,
  { status, body }: { readonly status: number; readonly body: Seen["body"] },
): Seen => ({
  as,
  method,
  path,
  fields: hidden(fields) as Seen["fields"],
  status,
  body: hidden(body) as Seen["body"],
});

/** The exchanges of a run side by side. */
export const pairsOf = (turns: readonly Turn[]): Paired[] =>
  turns.map(({ step, asked, sent, expected, actual, counts, lost }) => ({
    told: `${tell(step, counts)}${lost && !lost.noAnswer.failure ? " (no answer came)" : ""}`,
    expected: exchangeOf(asked, expected),
    actual: exchangeOf(sent, actual),
  }));

/** The steps of a run as sentences, each with the answer of the target. */
export const sentencesOf = (turns: readonly Turn[]): string[] =>
  turns.map(({ step, actual: { status, body }, counts, lost }) => {
    const code = typeof body.code === "string" ? ` ${body.code}` : "";
    return `${tell(step, counts)}  ->  ${lost && !lost.noAnswer.failure ? "no answer" : status}${code}`;
  });

const valueText = (value: unknown): string => {
  const text = value === undefined ? "nothing" : JSON.stringify(hidden(value));
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};

const mostPlaces = 12;

/** The first few differences, of each field one before any is told of another item of its list. */
function firstFew(differences: readonly Difference[]): readonly Difference[] {
  const fields = new Map(differences.toReversed().map((difference) => [difference.path.replaceAll(/\[\d+\]/g, "[]"), difference]));
  const first = new Set(fields.values());
  return differences.toSorted((a, b) => Number(first.has(b)) - Number(first.has(a))).slice(0, mostPlaces);
}

/** The first few places at which answers differ, without keys and passwords. */
export const placesIn = (differences: readonly Difference[]): DifferingPlace[] =>
  firstFew(differences).map(({ path, expected, actual }) => ({
    path,
    ...(expected !== undefined && { expected: hidden(expected) }),
    ...(actual !== undefined && { actual: hidden(actual) }),
  }));

/** Differences in words, one line for each place. */
export const reasonOf = (differences: readonly Difference[]): string =>
  firstFew(differences)
    .map(({ path, expected, actual }) => `${path}: expected ${valueText(expected)}, got ${valueText(actual)}`)
    .join("\n");
