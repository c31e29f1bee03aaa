import { STATUS_CODES } from "node:http";
import { stringify } from "node:querystring";
import type { Dispatcher } from "undici";
import { Held } from "../server/client.ts";
import type { Simulator } from "../server/simulator.ts";
import { type Arrival, answerTo, isBare, type OriginOptions, originFor, socketClosed, type WrittenAnswer } from "./arrival.ts";
import { stayAlive } from "./responder.ts";
import { cutShort } from "./translate.ts";

/** A body read to its end, and the type that it brings with it. */
interface Read {
  readonly bytes: Uint8Array | undefined;
  readonly type?: string | null;
}

const encoder = new TextEncoder();
const none: Read = { bytes: undefined };

function chunkOf(chunk: unknown): Uint8Array {
  if (typeof chunk === "string") return encoder.encode(chunk);
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError("body: a stream or an iterable gives strings and Uint8Arrays");
}

async function collected(chunks: AsyncIterable<unknown> | Iterable<unknown>): Promise<Read> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunkOf(chunk));
  return { bytes: Buffer.concat(parts) };
}

/** The platform packs a form or a blob and says of what type it is. */
async function packed(body: Blob | FormData): Promise<Read> {
  const response = new Response(body);
  return { bytes: new Uint8Array(await response.arrayBuffer()), type: response.headers.get("content-type") };
}

/** The same form as one of the platform: the client may have brought a class of its own. */
function formOf(form: Iterable<[string, string | Blob]>): FormData {
  const own = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") own.append(name, value);
    else own.append(name, value);
  }
  return own;
}

const isA = (name: string, body: object): boolean => (body as { readonly [Symbol.toStringTag]?: string })[Symbol.toStringTag] === name;

/** Reads a body of any kind that undici sends. Only what has to be waited for is a promise. */
function readBody(body: Dispatcher.DispatchOptions["body"] | object): Read | Promise<Read> {
  if (body === null || body === undefined) return none;
  if (typeof body === "string") return { bytes: encoder.encode(body) };
  if (ArrayBuffer.isView(body)) return { bytes: new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice() };
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body) };
  if (isA("FormData", body)) return packed(formOf(body as never));
  if (isA("Blob", body) || isA("File", body)) return packed(body as Blob);
  return collected(body as AsyncIterable<unknown>);
}

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
async function arrivalOf(options: Dispatcher.DispatchOptions): Promise<Arrival> {
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

/** Names and values in turn, in bytes, as they stand on the wire. */
const rawHeaders = (headers: object): Buffer[] =>
  Object.entries(headers)
    .flat()
    .map((text) => Buffer.from(text, "latin1"));

/**
 * A handler in the shape that undici 7 introduced. Those of the shape before come from undici 6 and, where no interceptor stands between
 * them, from the clients of undici 7.
 */
function modern(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  if (handler.onRequestStart) return handler;
  return {
    onRequestStart: (controller) => handler.onConnect?.((reason) => controller.abort(reason ?? new Error("The request was given up"))),
    onResponseStart: (controller, status, headers, message = "") => {
      if (handler.onHeaders?.(status, rawHeaders(headers), () => controller.resume(), message) === false) controller.pause();
    },
    onResponseData: (controller, chunk) => {
      if (handler.onData?.(chunk) === false) controller.pause();
    },
    onResponseEnd: () => handler.onComplete?.([]),
    onResponseError: (_, error) => handler.onError?.(error),
  };
}

const nothing = Buffer.alloc(0);

const lowered = (headers: WrittenAnswer["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** One request on its way to the simulator and back: the controller that undici's handler gets, and what tells it of the answer. */
class Passage implements Dispatcher.DispatchController {
  readonly #simulator: Simulator;
  readonly #handler: Dispatcher.DispatchHandler;
  #held: Held | undefined;
  /** Lets the process end, which a held poll keeps alive. */
  #release: (() => void) | undefined;
  /** The calls of the handler that are still to come. */
  #steps: (() => void)[] = [];
  #over = false;
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders: Buffer[] | null = null;

  constructor(simulator: Simulator, handler: Dispatcher.DispatchHandler) {
    this.#simulator = simulator;
    this.#handler = modern(handler);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.#go();
  }

  abort(reason: Error): void {
    if (this.#over) return;
    this.aborted = true;
    this.reason = reason;
    this.#held?.cancel();
    this.#release?.();
    this.#fail(reason);
  }

  #fail(problem: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#handler.onResponseError?.(this, problem);
  }

  async run(options: Dispatcher.DispatchOptions): Promise<void> {
    try {
      this.#handler.onRequestStart?.(this, {});
      const arrival = await arrivalOf(options);
      if (this.#over) return;
      const answer = await answerTo(this.#simulator, arrival);
      if (!(answer instanceof Held)) this.#reply(options.method, answer);
      else if (this.#over) answer.cancel();
      else this.#wait(answer, options);
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }

  #wait(held: Held, options: Dispatcher.DispatchOptions): void {
    // A fetch of undici keeps its signal to itself.
    if ("signal" in options && options.signal) this.#release = stayAlive(this);
    this.#held = held;
    held.onReply((reply) => {
      this.#release?.();
      this.#reply(options.method, reply);
    });
  }

  /** Tells the handler of an answer, a step at a time as far as it wants them. */
  #reply(method: string, written: WrittenAnswer): void {
    const { status, headers, text, delivery } = written;
    const handler = this.#handler;
    if (delivery?.drop) {
      this.#fail(socketClosed());
      return;
    }
    const whole = Buffer.from(text as string);
    const body = isBare(method, written) ? nothing : whole;
    const cut = delivery?.cutBytes !== undefined && body.length > 0;
    const sent = cut ? Buffer.from(cutShort(body, delivery.cutBytes)) : body;
    const head = status === 204 ? headers : { ...headers, "Content-Length": String(whole.length) };
    this.rawHeaders = rawHeaders(head);
    this.#steps = [
      () => handler.onResponseStart?.(this, status, lowered(head), STATUS_CODES[status] ?? ""),
      () => sent.length > 0 && handler.onResponseData?.(this, sent),
      // Clients listen for what goes wrong with a body only after they have heard of its head.
      () => (cut ? setImmediate(() => this.#fail(socketClosed())) : this.#end()),
    ];
    this.#go();
  }

  #end(): void {
    this.#handler.onResponseEnd?.(this, {});
    this.#over = true;
  }

  #go(): void {
    try {
      while (!this.paused && !this.#over && this.#steps.length > 0) this.#steps.shift()?.();
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }
}

export type InterceptorOptions = OriginOptions;

/**
 * An interceptor for `compose` of undici's dispatchers: requests to the simulator's origin are answered by the simulator, others go on. A
 * Pool or a Client names no origin with its requests: they are all answered.
 * @throws RangeError: the origin is not that of a server; TypeError: no simulator, or an option that there is not
 */
export function interceptor(simulator: Simulator, options: InterceptorOptions = {}): Dispatcher.DispatcherComposeInterceptor {
  const own = originFor(simulator, options);
  const isOurs = (asked: string | URL | undefined): boolean => asked === undefined || asked === own || new URL(asked).origin === own;
  return (dispatch) => (options, handler) => {
    if (!isOurs(options.origin)) return dispatch(options, handler);
    void new Passage(simulator, handler).run(options);
    return true;
  };
}
