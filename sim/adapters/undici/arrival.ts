import { stringify } from "node:querystring";
import type { Dispatcher } from "undici";
import type { Arrival } from "../arrival.ts";
import { readBody } from "./body.ts";

type Value = string | readonly string[] | null | undefined;

/** Names and values, in whichever of undici's ways they are given: a list of both in turn, pairs, or an object. */
function* pairsOf(headers: Dispatcher.DispatchOptions["headers"]): Iterable<readonly [string, Value]> {
  if (!headers) return;
  if (Array.isArray(headers)) {
    for (const [at, name] of headers.entries()) if (at % 2 === 0) yield [name, headers[at + 1]];
  } else yield* Symbol.iterator in headers ? headers : Object.entries(headers);
}

/** Headers by name in lower case; of one that comes twice the first, as a server keeps it. */
function headersOf(headers: Dispatcher.DispatchOptions["headers"]): Map<string, string> {
  const known = new Map<string, string>();
  for (const [name, value] of pairsOf(headers)) {
    const text = Array.isArray(value) ? value[0] : value;
    const key = name.toLowerCase();
    if (text !== undefined && text !== null && !known.has(key)) known.set(key, String(text));
  }
  return known;
}

/** A request as undici dispatches it, its body read to the end. */
export async function arrivalOf(options: Dispatcher.DispatchOptions): Promise<Arrival> {
  const { bytes, type } = await readBody(options.body);
  const headers = headersOf(options.headers);
  if (type && !headers.has("content-type")) headers.set("content-type", type);
  const [path = "", ...query] = options.path.replace(/^https?:\/\/[^/?]*/i, "").split("?");
  const more = options.query ? stringify(options.query) : "";
  return {
    method: options.method,
    path,
    query: [query.join("?"), more].filter(Boolean).join("&"),
    header: (name) => headers.get(name),
    body: bytes,
  };
}
