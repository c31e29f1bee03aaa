import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { limits } from "../core/limits.ts";
import { Refusal } from "../core/refusal.ts";
import { failure, jsonHeaders } from "../protocol/envelope.ts";
import { Answer, type Headers, type WireResponse } from "../protocol/wire.ts";
import { Held } from "../server/client.ts";
import type { Simulator } from "../server/simulator.ts";
import { formOf, outside, type RequestHead, withForm } from "./arrival.ts";
import type { Control } from "./control.ts";
import {
  type Body,
  BodyBuffers,
  type Encoded,
  encoded,
  hasBody,
  headerOf,
  headLines,
  headOf,
  inOnePiece,
  isBodiless,
  isPreflight,
  readBody,
} from "./node-body.ts";
import { enterPipeline, noteAnswer } from "./node-pipeline.ts";
import { bodyLimit, bodyTooLarge, corsHeaders, cutShort, type Form, isApi, noForm, pathTooLong } from "./translate.ts";
import { spaced } from "./urlencoded.ts";
import type { WallClock } from "./wall-clock.ts";

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

/** Lets large bodies in one after the other, so that what is read of them at once stays within a bound. */
export class Intake {
  readonly #most: number;
  #inside = 0;
  readonly #waiting = new Map<() => void, number>();

  /** @param most bytes that may be read at once; a body alone may have all of them */
  constructor(most: number) {
    this.#most = most;
  }

  /** Calls `begin` as soon as there is room for so many bytes, at most the bound. Returns a function that gives the room back. */
  enter(bytes: number, begin: () => void): () => void {
    this.#waiting.set(begin, bytes);
    this.#admit();
    return () => {
      if (!this.#waiting.delete(begin)) this.#inside -= bytes;
      this.#admit();
    };
  }

  #admit(): void {
    for (const [begin, bytes] of this.#waiting) {
      if (this.#inside + bytes > this.#most) return;
      this.#waiting.delete(begin);
      this.#inside += bytes;
      begin();
    }
  }
}

/**
 * Sends answers so that a client is woken once for many. A send wakes a client that sleeps, which takes longer than the send itself:
 * the first answer of a turn of the event loop goes out at once, those to other requests that were there already follow at its end.
 */
export class Outbox {
  #waiting: (() => void)[] | undefined;

  /** Calls `send`, now or at the end of the turn. */
  add(send: () => void): void {
    if (this.#waiting) {
      this.#waiting.push(send);
      return;
    }
    this.#waiting = [];
    setImmediate(() => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const each of waiting) each();
    });
    send();
  }
}

/** A request on its way through, with what node:http gave. */
interface Visit extends RequestHead {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The parts of a request; of an absolute address as its target what follows the host. */
function visitOf(request: IncomingMessage, response: ServerResponse): Visit {
  const { url = "/", method = "GET" } = request;
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return { request, response, method, path, query: mark < 0 ? "" : target.slice(mark + 1), header: headerOf(request) };
}

/** An answer but for its body. */
type Headed = Pick<WireResponse, "status" | "headers" | "delivery">;

interface FrontParts {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly control: Control | undefined;
  readonly log: ((line: string) => void) | undefined;
}

const cors = Object.entries(corsHeaders).flat();

/** Returns the headers for pages of any origin that an answer has none of itself. */
function corsBeside(headers: Headers): string[] {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return Object.entries(corsHeaders)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .flat();
}
const preflight = new Answer(204, "", {});
const internalError = new Answer(500, '{"result":"error","msg":"Internal server error"}\n', jsonHeaders);

/** Whether something is longer than a text can be: an answer that cannot be put together. */
const isTooLong = (thrown: unknown): boolean => thrown instanceof RangeError && thrown.message === "Invalid string length";
const tooLong = failure(new Refusal("The answer would be longer than it can be", { status: 507 }));

/** Bugs stay loud, but end one request only. */
function loudly(thrown: unknown): WireResponse {
  if (isTooLong(thrown)) return tooLong;
  console.error(thrown);
  return internalError;
}

/** One simulator behind node:http: bytes to requests, answers to bytes. Nothing here waits except for what is on the wire. */
export class Front {
  readonly #parts: FrontParts;
  /** Parts that all behind one port share. */
  readonly #port: { readonly large: Intake; readonly buffers: BodyBuffers; readonly outbox: Outbox };
  /** Set when the server goes down: connections end with their answer. */
  closing = false;

  /** @param beside another behind the same port */
  constructor(parts: FrontParts, beside?: Front) {
    this.#parts = parts;
    this.#port = beside ? beside.#port : { large: new Intake(limits.multipartBytes), buffers: new BodyBuffers(), outbox: new Outbox() };
  }

  /** Answers a request that is for nobody. */
  refuse(request: IncomingMessage, response: ServerResponse, answer: WireResponse): void {
    enterPipeline(request, () => this.#reply(visitOf(request, response), answer));
  }

  /** Takes a request, which begins when its connection has room for an answer. */
  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    enterPipeline(request, () => this.#begin(visitOf(request, response)));
  };

  /** Finds out what is asked for; a body that matters is read before it is answered. */
  #begin(visit: Visit): void {
    const { path } = visit;
    if (path.length > limits.pathLength) this.#reply(visit, pathTooLong);
    else if (isApi(path)) this.#api(visit);
    else if (this.#parts.control && /^\/_control(\/|$)/.test(path)) this.#steer(visit, this.#parts.control);
    else this.#file(visit);
  }

  #file(visit: Visit): void {
    const { simulator, clock, control } = this.#parts;
    clock.catchUp();
    const answer = outside(simulator, visit, control !== undefined);
    this.#write(visit, answer, encoded(answer.text), false);
  }

  #api(visit: Visit): void {
    const { request, method } = visit;
    if (method === "GET" || method === "HEAD" || !hasBody(request)) {
      if (isPreflight(request)) this.#reply(visit, preflight);
      else this.#answer(visit, noForm);
    } else {
      const limit = bodyLimit(method, request.headers["content-type"]);
      const read = (): void => readBody(request, limit, (body) => this.#withBody(visit, body, limit));
      const size = Math.min(Number(request.headers["content-length"] ?? limit), limit);
      if (size <= limits.bodyBytes) read();
      else visit.response.on("close", this.#port.large.enter(size, read));
    }
  }

  #withBody(visit: Visit, body: Body, limit: number): void {
    if ("tooLarge" in body) {
      this.#reply(visit, bodyTooLarge(limit), body.tooLarge === "cut");
      return;
    }
    const form = formOf(visit, body.bytes, (bytes) => spaced(bytes).toString("utf8"));
    if (form instanceof Promise) {
      form.then(
        (known) => this.#answer(visit, known),
        (thrown) => this.#reply(visit, loudly(thrown)),
      );
    } else this.#answer(visit, form);
  }

  #answer(visit: Visit, form: Form | WireResponse): void {
    const { simulator, clock } = this.#parts;
    let answer: WireResponse | Held;
    try {
      clock.catchUp();
      answer = withForm(simulator, visit, form);
    } catch (thrown) {
      answer = loudly(thrown);
    }
    if (answer instanceof Held) this.#hold(visit, answer);
    else this.#reply(visit, answer);
    // What is to happen may be due before what the timer waits for.
    if (visit.request.method !== "GET") clock.arm();
  }

  #hold(visit: Visit, held: Held): void {
    const { clock, control } = this.#parts;
    held.onReply((reply) => this.#reply(visit, reply));
    visit.response.on("close", () => {
      held.cancel();
      control?.changes.tell();
    });
    clock.arm();
    control?.changes.tell();
  }

  #steer(visit: Visit, control: Control): void {
    const { method, path, query } = visit;
    readBody(visit.request, limits.bodyBytes, (body) => {
      if ("tooLarge" in body) {
        this.#reply(visit, bodyTooLarge(limits.bodyBytes), body.tooLarge === "cut");
        return;
      }
      const { host, origin } = visit.request.headers;
      const asked = { method, path, query, body: body.bytes.toString("utf8"), host, origin };
      control.answer(asked).then(
        (answer) => this.#reply(visit, answer),
        (thrown) => this.#reply(visit, loudly(thrown)),
      );
    });
  }

  #reply(visit: Visit, answer: WireResponse, cut = false): void {
    const send = (): void => {
      let [sent, body] = [answer, encoded("")];
      try {
        body = this.#port.buffers.encode(answer, visit.response);
      } catch (thrown) {
        sent = loudly(thrown);
        body = encoded(sent.text);
      }
      this.#write(visit, sent, body, cut);
    };
    if (answer.delivery?.drop) {
      this.#log(visit, `dropped (fault ${answer.delivery.fault})`);
      visit.request.socket.destroy();
    } else if (typeof answer.raw === "string") this.#port.outbox.add(send);
    else send();
  }

  #write(visit: Visit, { status, headers, delivery }: Headed, body: Encoded, cut: boolean): void {
    const { request, response, path } = visit;
    const further = status === 204 ? [] : ["Content-Length", String(body.length)];
    if (request.headers.origin !== undefined && isApi(path)) further.push(...(delivery ? corsBeside(headers) : cors));
    this.#log(visit, delivery ? `${status} (fault ${delivery.fault})` : status);
    const sent = isBodiless(request.method, status) ? encoded("") : body;
    noteAnswer(request, response, sent.length);
    sendAnswer(response, { status, headers, further, body: sent, isLast: cut || this.closing, cutBytes: delivery?.cutBytes });
  }

  #log({ request, path }: Visit, outcome: string | number): void {
    this.#parts.log?.(`${request.method} ${path} ${outcome}`);
  }
}
