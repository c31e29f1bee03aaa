import { type IncomingMessage, validateHeaderName, validateHeaderValue } from "node:http";
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

/** Headers as they are written. */
interface Head {
  /** Names and values in turn. */
  readonly flat: readonly string[];
  readonly text: string;
}

/** Returns the lines of headers whose names and values are listed in turn. */
export function headLines(flat: readonly string[]): string {
  let text = "";
  for (let i = 0; i < flat.length; i += 2) text += `${flat[i]}: ${flat[i + 1]}\r\n`;
  return text;
}

const heads = new WeakMap<Headers, Head>();

/** Returns headers as they are written. @throws ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR: a name or value holds what no header can, such as the end of a line */
export function headOf(headers: Headers): Head {
  let head = heads.get(headers);
  if (!head) {
    const entries = Object.entries(headers);
    for (const [name, value] of entries) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    const flat = entries.flat();
    heads.set(headers, (head = { flat, text: headLines(flat) }));
  }
  return head;
}
