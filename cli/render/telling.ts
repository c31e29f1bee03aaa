import { isObject } from "../../conformance/client/json.ts";
import { capabilities } from "../../conformance/client/registration.ts";
import type { Seen } from "../../conformance/client/seen.ts";
import { type Body, isEqual } from "../../conformance/expect.ts";

/** Lists of so many entries are shown whole. */
const fewEntries = 3;

/** Adds the texts and numbers within a value, texts in small letters: a server may spell them otherwise. */
function collect(value: unknown, into: Set<unknown>): void {
  if (typeof value === "string") into.add(value.toLowerCase());
  else if (typeof value === "number") into.add(value);
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) collect(inner, into);
}

/** Returns the texts and numbers that requests sent, also in their paths, and the ids that their answers gave. */
function sentIn(before: readonly Seen[]): ReadonlySet<unknown> {
  const sent = new Set<unknown>();
  for (const { path, fields = {}, body = {} } of before) {
    collect(fields, sent);
    for (const [id] of path.matchAll(/\d+/g)) sent.add(Number(id));
    for (const [name, value] of Object.entries(body)) if (/(^|_)id$/.test(name)) collect(value, sent);
  }
  return sent;
}

/** Returns how much of an entry was sent before: texts say more than numbers, which many entries share. */
const weight = (entry: Body, sent: ReadonlySet<unknown>): number =>
  Object.values(entry).reduce<number>((sum, value) => {
    const isText = typeof value === "string";
    return sum + (sent.has(isText ? value.toLowerCase() : value) ? (isText ? 3 : 1) : 0);
  }, 0);

/** Returns the entries of a list that are about what was sent before, where some are and others are not; else the list. */
function about(list: readonly unknown[], sent: ReadonlySet<unknown>): readonly unknown[] {
  if (list.length <= fewEntries || !list.every(isObject)) return list;
  const weights = list.map((entry) => weight(entry, sent));
  const most = Math.max(...weights);
  const kept = list.filter((_, i) => weights[i] === most);
  return most === 0 || kept.length === list.length ? list : [...kept, `… ${list.length - kept.length} more …`];
}

/**
 * An exchange without what says nothing of what it is shown for. Of a registration that is what the run did not look at: what every client of the
 * suite declares, the other fields of the answer, and entries of its lists that are not about what was sent before.
 */
export function telling(seen: Seen, before: readonly Seen[]): Seen {
  const { read, ...rest } = seen;
  if (read === undefined) return seen;
  const { fields = {}, body = {} } = rest;
  const sent = sentIn(before);
  const shown = read.filter((name) => Object.hasOwn(body, name));
  const left = Object.keys(body).length - shown.length;
  const told = shown.map((name): [string, unknown] => [name, Array.isArray(body[name]) ? about(body[name], sent) : body[name]]);
  const isPlain = ([name, value]: [string, unknown]): boolean =>
    (name === "client_capabilities" && isEqual(value, capabilities)) || (name === "event_types" && isEqual(value, []));
  return {
    ...rest,
    fields: Object.fromEntries(Object.entries(fields).filter((field) => !isPlain(field))),
    body: { ...Object.fromEntries(told), ...(left > 0 && { "…": `${left} more` }) },
  };
}

/** Exchanges, each as `telling` returns it. */
export const allTelling = (exchanges: readonly Seen[]): readonly Seen[] => exchanges.map((each, i) => telling(each, exchanges.slice(0, i)));
