import type { IncomingMessage, ServerResponse } from "node:http";
import { limits } from "../core/limits.ts";
import { cutShort } from "./translate.ts";

/** What is read past the limit, so that the client hears the refusal, before the connection is cut. */
const patience = 15 * limits.bodyBytes;

/** What became of the body of a request. */
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

/** A body; where it is text of nothing but ASCII, it need not be encoded. */
interface Writable {
  readonly text: string | Uint8Array;
  readonly isAscii: boolean;
}

/** Ends an answer with its body; with a number of bytes, cuts the connection after so many of those that its head promises. */
export function writeBody(response: ServerResponse, { text, isAscii }: Writable, cutBytes: number | undefined): void {
  if (cutBytes === undefined) {
    if (text === "") response.end();
    else if (isAscii) response.end(text, "latin1");
    else response.end(text);
    return;
  }
  const { socket } = response;
  response.flushHeaders();
  if (text !== "") response.write(cutShort(Buffer.from(text as string), cutBytes));
  socket?.destroySoon();
}
