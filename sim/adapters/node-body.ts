import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../core/limits.ts";
import { eachText } from "../protocol/json.ts";
import type { WireResponse } from "../protocol/wire.ts";

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

/** The bytes that are read past the limit, so that the client hears the refusal, before the connection is cut. */
const patience = 15 * limits.bodyBytes;

/** Whether a request says that a body follows its head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Takes what was read of a body: all of it, or that it was larger than the limit, and whether the connection has to be cut for that. */
interface BodyReader {
  readonly whole: (bytes: Buffer<ArrayBuffer>) => void;
  readonly tooLarge: (isCut: boolean) => void;
}

/** Reads a body up to a limit and hands it over once. A client that goes away before its end gets nothing. */
export function readBody(request: IncomingMessage, limit: number, { whole, tooLarge }: BodyReader): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + patience) {
      request.removeAllListeners("data").removeAllListeners("end");
      tooLarge(true);
    } else chunks.length = 0;
  });
  request.on("end", () => {
    if (size > limit) tooLarge(false);
    else whole(Buffer.concat(chunks, size));
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
}

/** Encodes a body that is one text; text of nothing but ASCII is written faster as Latin-1. */
export function encoded(text: string | Uint8Array): Encoded {
  const length = Buffer.byteLength(text);
  return { chunk: text, encoding: length === text.length ? "latin1" : "utf8", length };
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
    const buffer = length * bytesPerUnit > bufferBytes ? undefined : this.#take();
    if (!buffer) return encoded(answer.text);
    let end = 0;
    eachText(raw, (text) => {
      if (text === ",") buffer[end++] = comma;
      else end += buffer.write(text, end, "utf8");
    });
    response.on("close", () => this.#free.push(buffer));
    return { chunk: buffer.subarray(0, end), encoding: "utf8", length: end };
  }

  #take(): Buffer | undefined {
    if (this.#free.length === 0 && this.#made++ < mostBuffers) return Buffer.allocUnsafe(bufferBytes);
    return this.#free.pop();
  }
}
