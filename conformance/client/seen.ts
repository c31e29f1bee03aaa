import type { Body } from "../expect.ts";
import type { Outgoing, Reply } from "./target.ts";

/** One exchange of a run, as evidence: without credentials. */
export interface Seen {
  readonly as: string | null;
  readonly method: string;
  readonly path: string;
  readonly fields: Body;
  readonly status: number;
  readonly body: Body;
}

/** A request and its answer as they were. */
export interface Said {
  readonly request: Outgoing;
  readonly reply: Reply;
}

const secret = /^(api_key|password)$/i;

/** Returns a value with `(hidden)` in place of keys and passwords, without fields that are left out. */
export const hidden = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== "object" || value === null) return value;
  const there = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(there.map(([name, inner]) => [name, secret.test(name) ? "(hidden)" : hidden(inner)]));
};

/** So much of an answer that is no JSON is shown. */
const mostText = 200;

/** The body of an answer; the beginning of its text where that is no JSON object. */
const shownBody = ({ body, text }: Reply): Body =>
  Object.keys(body).length === 0 && text !== undefined && text !== "" && text.trim() !== "{}"
    ? { "(no JSON object)": text.slice(0, mostText) }
    : (hidden(body) as Body);

export function evidence({ request: { as, method, path, fields, query }, reply }: Said): Seen {
  return { as, method, path, fields: hidden({ ...query, ...fields }) as Body, status: reply.status, body: shownBody(reply) };
}
