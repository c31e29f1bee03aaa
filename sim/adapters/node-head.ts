import type { IncomingMessage } from "node:http";
import type { Headers } from "../protocol/wire.ts";

/** Reads a header of a request by its name in lower case; of one that came several times the first. */
export const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === "object" ? value[0] : value;
  };

/** Whether a browser asks with it what it may ask. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;

const flat = new WeakMap<Headers, readonly string[]>();

/** The names and values of headers in turn, as node:http writes them fastest. */
export function flatHeaders(headers: Headers): readonly string[] {
  let list = flat.get(headers);
  if (!list) flat.set(headers, (list = Object.entries(headers).flat()));
  return list;
}
