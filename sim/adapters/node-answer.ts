import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Headers } from "../protocol/wire.ts";
import { type Encoded, inOnePiece } from "./node-body.ts";
import { headLines, headOf } from "./node-head.ts";
import { cutShort } from "./translate.ts";

/** An answer as it goes on the wire. */
interface Outgoing {
  readonly status: number;
  readonly headers: Headers;
  /** Names and values of further headers in turn. */
  readonly further: readonly string[];
  readonly body: Encoded;
  /** Whether the connection ends with it. */
  readonly isLast: boolean;
  /** Cut the connection after so many bytes of the body that the head promises. */
  readonly cutBytes: number | undefined;
}

/** Sends an answer: at once where it can be, as node:http does otherwise. */
export function sendAnswer(response: ServerResponse, answer: Outgoing): void {
  const { status, headers, further, body, isLast, cutBytes } = answer;
  const head = headOf(headers);
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n`;
  const piece = mayBeSentAtOnce(response, answer)
    ? inOnePiece(`${first}${head.text}${headLines(further)}Connection: keep-alive\r\n\r\n`, body)
    : undefined;
  if (piece !== undefined) {
    sendAtOnce(response, piece, body.encoding);
    return;
  }
  response.sendDate = false;
  response.writeHead(status, [...head.flat, ...further, ...(isLast ? ["Connection", "close"] : [])]);
  if (cutBytes !== undefined) cut(response, body, cutBytes);
  else if (body.length === 0) response.end();
  else response.end(body.chunk, body.encoding);
}

/** Whether it is the turn of an answer with a body, on a connection that goes on after it. */
function mayBeSentAtOnce({ socket, shouldKeepAlive }: ServerResponse, { body, isLast, cutBytes }: Outgoing): boolean {
  return socket?.writable === true && shouldKeepAlive && !isLast && cutBytes === undefined && body.length > 0;
}

/**
 * Ends a response with its head and its body in one piece: node:http sends the same, after a look at every header and with a callback
 * for the end, which is a sixth of all that it spends on a small request. Bytes are not done with before they are written.
 */
function sendAtOnce(response: ServerResponse, piece: string | Uint8Array, encoding: "latin1" | "utf8"): void {
  response.finished = true;
  if (typeof piece === "string") {
    response.socket?.write(piece, encoding);
    response.emit("finish");
  } else response.socket?.write(piece, () => response.emit("finish"));
}

/** Ends the connection before the body comes to its end. */
function cut(response: ServerResponse, { chunk, length }: Encoded, cutBytes: number): void {
  const { socket } = response;
  response.flushHeaders();
  if (length > 0) response.write(cutShort(Buffer.from(chunk as string), cutBytes));
  socket?.destroySoon();
}
