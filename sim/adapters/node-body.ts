import { type IncomingMessage, type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import { limits } from "../core/limits.ts";
import { eachText } from "../protocol/json.ts";
import type { Headers, WireResponse } from "../protocol/wire.ts";

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

/** The bytes that are read past the limit, so that the client hears the refusal, before the connection is cut. */
const patience = 15 * limits.bodyBytes;

/** The outcome of reading a request's body. */
export type Body = { readonly bytes: Buffer } | { readonly tooLarge: "read" | "cut" };

const empty: Body = { bytes: Buffer.alloc(0) };

/** Whether a request says that a body follows its head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Reads a body up to a limit and hands it over once. A client that goes away before its end gets nothing. */
export function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + patience) {
      request.removeAllListeners("data").removeAllListeners("end");
      done({ tooLarge: "cut" });
    } else chunks.length = 0;
  });
  request.on("end", () => {
    if (size > limit) done({ tooLarge: "read" });
    else done(chunks.length === 0 ? empty : { bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size) });
  });
}

/** Whether an answer goes without its body: that to HEAD does, and those of two statuses. */
export const isBodiless = (method: string | undefined, status: number): boolean => method === "HEAD" || status === 204 || status === 304;

/** A body as it goes on the wire. */
export interface Encoded {
  readonly chunk: string | Uint8Array;
  readonly encoding: "latin1" | "utf8";
  /** Bytes on the wire. */
  readonly length: number;
  /** The chunk with free bytes before it, in which its head may be written. */
  readonly room?: Buffer;
}

/** Encodes a body that is one text; text of nothing but ASCII is written faster as Latin-1. */
export function encoded(text: string | Uint8Array): Encoded {
  const length = Buffer.byteLength(text);
  return { chunk: text, encoding: length === text.length ? "latin1" : "utf8", length };
}

/** Free bytes before a body in a buffer: more than the head of any answer that no fault met. */
const headRoom = 1024;

/** Puts a head, of Latin-1, and its body into one piece; undefined where there is no room for it. */
export function inOnePiece(head: string, { chunk, room }: Encoded): string | Uint8Array | undefined {
  if (typeof chunk === "string") return head + chunk;
  if (!room || head.length > headRoom) return undefined;
  const start = headRoom - head.length;
  room.write(head, start, "latin1");
  return room.subarray(start);
}

const comma = 0x2c;
const mostBuffers = 4;
const bufferBytes = 1024 * 1024;
/** The most bytes that a UTF-16 unit takes in UTF-8. */
const bytesPerUnit = 3;

/** Encodes bodies in parts: into buffers that are used again, since to put large texts together first takes twice as long. */
export class BodyBuffers {
  readonly #free: Buffer[] = [];
  #made = 0;

  /** Encodes a body. The bytes are good until the response is over. */
  encode(answer: WireResponse, response: ServerResponse): Encoded {
    const { raw, length } = answer;
    if (typeof raw === "string") return encoded(raw);
    const buffer = headRoom + length * bytesPerUnit > bufferBytes ? undefined : this.#take();
    if (!buffer) return encoded(answer.text);
    let end = headRoom;
    eachText(raw, (text) => {
      if (text === ",") buffer[end++] = comma;
      else end += buffer.write(text, end, "utf8");
    });
    response.on("close", () => this.#free.push(buffer));
    return { chunk: buffer.subarray(headRoom, end), encoding: "utf8", length: end - headRoom, room: buffer.subarray(0, end) };
  }

  #take(): Buffer | undefined {
    if (this.#free.length === 0 && this.#made++ < mostBuffers) return Buffer.allocUnsafe(bufferBytes);
    return this.#free.pop();
  }
}
