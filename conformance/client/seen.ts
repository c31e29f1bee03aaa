import type { Body } from "../expect.ts";
import { beginning } from "./json.ts";
import type { Outgoing, PreparingExchange, Reply, Upload } from "./target.ts";

/**
 * What was sent in place of somebody's own credentials: a header that holds none, or an address with no key, with a wrong one, or with one that an
 * answer before gave.
 */
export type Shown = { readonly header: string } | { readonly email: string; readonly key: "none" | "wrong" | "fetched" };

/** One exchange of a run, as evidence: without secrets. */
export interface Seen {
  readonly as: string | null;
  /** The role of the account that prepares the run by it, or the control API; absent where the run itself asks. */
  readonly prepares?: PreparingExchange["by"];
  /** Whether its only recipient is who sends it. */
  readonly toItself?: true;
  /** The milliseconds that the run waited before it. */
  readonly after?: number;
  /** The name of the file that it uploads. */
  readonly file?: string;
  /** Absent where they are those of `as`, or none where that is nobody. */
  readonly credentials?: Shown;
  readonly method: string;
  readonly path: string;
  readonly fields: Body;
  /** The names of the fields that stand in the query of a request that has others in its body. */
  readonly query?: readonly string[];
  readonly status: number;
  readonly body: Body;
  /** Of a registration, the fields of its answer that the run looked at. */
  readonly read?: readonly string[];
}

/** A request and its answer as they were. */
export interface Said {
  readonly request: Outgoing;
  readonly reply: Reply;
  readonly by?: PreparingExchange["by"];
  readonly file?: Upload;
  /** The milliseconds that the run waited before it. */
  readonly after?: number;
}

/** The keys that answers gave. */
export const keysIn = (said: readonly Said[]): ReadonlySet<unknown> => new Set(said.flatMap(({ reply }) => reply.body.api_key ?? []));

const secret = /^(api_key|password)$/i;

/** The text in place of a key or a password. */
export const concealed = "(hidden)";

/** Returns a value with `(hidden)` in place of keys and passwords, without fields that are left out. */
export const hidden = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(hidden);
  if (typeof value !== "object" || value === null) return value;
  const there = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(
    there.map(([name, inner]) => [name, secret.test(name) && typeof inner === "string" ? concealed : hidden(inner)]),
  );
};

/** So much of an answer that is no JSON is shown. */
const mostText = 200;

/** Longer answers are shown by the beginning of their texts. */
const mostShown = 8 * 2 ** 20;

/** The body of an answer; the beginning of its text where that is no JSON object, or very long. */
function shownBody({ body, text = "" }: Reply): Body {
  if (text.length > mostShown) return { [`(the first of ${text.length} characters)`]: beginning(text, mostText) };
  const isNone = Object.keys(body).length === 0 && text !== "" && text.trim() !== "{}";
  return isNone ? { "(no JSON object)": beginning(text, mostText) } : (hidden(body) as Body);
}

/** Returns what may be shown of credentials. @param fetched keys that answers gave */
function shownCredentials(credentials: Outgoing["credentials"], fetched: ReadonlySet<unknown>): Shown | undefined {
  if (credentials === undefined) return undefined;
  if ("header" in credentials) return { header: credentials.header };
  if (credentials.kind !== "basic") return undefined;
  const { email, api_key } = credentials;
  return { email, key: api_key === "" ? "none" : fetched.has(api_key) ? "fetched" : "wrong" };
}

/** @param fetched keys that answers gave before @param read fields of the answer that the run looked at */
export function evidence({ request, reply, by, file, after }: Said, fetched: ReadonlySet<unknown>, read?: ReadonlySet<string>): Seen {
  const { as, method, path, fields, query, credentials } = request;
  const shown = shownCredentials(credentials, fetched);
  return {
    as,
    ...(by && { prepares: by }),
    ...(after !== undefined && { after }),
    ...(file !== undefined && { file: file.name }),
    ...(shown && { credentials: shown }),
    method,
    path,
    fields: hidden({ ...query, ...fields }) as Body,
    ...(query && method !== "GET" && { query: Object.keys(query) }),
    status: reply.status,
    body: shownBody(reply),
    ...(read && { read: [...read] }),
  };
}
