import type { ComparedAnswer } from "../compare/matched-ids.ts";
import { type Difference, isBrief } from "../compare/values.ts";
import { beyond, fieldAt, follows, identity, othersIn } from "./signature.ts";

/** The kind of a difference: only one side has the field, both have another value of it, or a list of messages has another order or one of them twice. */
type Change = "missing" | "extra" | "other" | "order" | "double";

/** A difference as clauses speak of it. */
export interface CitedDifference {
  /** The object and the path of the field in it, without indices, such as `Message.subject` or `events[typing].op`. */
  readonly at: string;
  readonly change: Change;
  /** The expected value and the one that came, as JSON on both sides of a slash. */
  readonly value: string;
}

const idsIn = (value: unknown): readonly unknown[] | undefined => (isBrief(value) ? value.ids : Array.isArray(value) ? value : undefined);

const json = (value: unknown): string => JSON.stringify(value) ?? "undefined";
const isPlain = (items: readonly unknown[]): boolean => items.every((item) => typeof item !== "object");

/** Returns how two lists of texts or ids differ, and what stands in one of them alone. */
function listed(expected: readonly unknown[], actual: readonly unknown[]): Pick<CitedDifference, "change" | "value"> {
  const [missing, extra] = [beyond(expected, actual), beyond(actual, expected)];
  const value = `${json(missing)} / ${json(extra)}`;
  if (missing.length === 0 && extra.length === 0) return { change: "order", value: `${json(expected)} / ${json(actual)}` };
  if (missing.length === 0) return { change: extra.every((item) => expected.includes(item)) ? "double" : "extra", value };
  return { change: extra.length === 0 ? "missing" : "other", value };
}

function differing({ expected, actual }: Difference): Pick<CitedDifference, "change" | "value"> {
  const [ours, theirs] = [idsIn(expected), idsIn(actual)];
  if (ours && theirs && isPlain(ours) && isPlain(theirs)) return listed(ours, theirs);
  const change = actual === undefined ? "missing" : expected === undefined ? "extra" : "other";
  return { change, value: `${json(expected)} / ${json(actual)}` };
}

/** The types of events that one side alone has, each as a place of its own. */
function eventPlaces(ours: readonly unknown[], theirs: readonly unknown[]): CitedDifference[] {
  const of = (types: readonly unknown[], change: Change): CitedDifference[] =>
    [...new Set(types)].map((type) => ({ at: `events[${String(type)}]`, change, value: json(type) }));
  return [...of(beyond(ours, theirs), "missing"), ...of(beyond(theirs, ours), "extra")];
}

type Listed = readonly Readonly<Record<string, unknown>>[];

/** Whether two answers list the same messages, each in an order of its own. */
function isReordered({ body: { messages: ours } }: ComparedAnswer, { body: { messages: theirs } }: ComparedAnswer): boolean {
  if (!Array.isArray(ours) || !Array.isArray(theirs)) return false;
  const identities = (list: Listed): string =>
    json(list.map((message) => json(identity.slice(0, 2).map((field) => message[field]))).toSorted());
  return identities(ours) === identities(theirs);
}

/** One place for all messages that are others than expected. */
function otherMessages(
  found: ReadonlyMap<string, readonly Difference[]>,
  expected: ComparedAnswer,
  actual: ComparedAnswer,
): CitedDifference[] {
  const [first] = found.keys();
  if (first === undefined) return [];
  if (!first.startsWith("messages")) return [{ at: "message", change: "other", value: "" }];
  return [{ at: "messages", change: isReordered(expected, actual) ? "order" : "other", value: "" }];
}

/** Returns what clauses say of the differences in one answer: in their order, code and status of a refusal in place of a success left out. */
export function placesOf(differences: readonly Difference[], expected: ComparedAnswer, actual: ComparedAnswer): CitedDifference[] {
  const found = othersIn(differences);
  const isOther = (path: string): boolean => found.has(path.slice(0, path.indexOf(".")));
  const rest = differences.filter(({ path }) => !isOther(path));
  return [
    ...otherMessages(found, expected, actual),
    ...rest.flatMap((difference): CitedDifference[] => {
      const { path } = difference;
      if (follows(path, differences)) return [];
      const [ours, theirs] = [idsIn(difference.expected), idsIn(difference.actual)];
      if (path === "events" && ours && theirs) return eventPlaces(ours, theirs);
      const field = fieldAt(path, expected.body.events);
      return [{ at: field.object === undefined ? field.path : `${field.object}.${field.path}`, ...differing(difference) }];
    }),
  ];
}
