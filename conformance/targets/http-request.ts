import { spelled } from "../../sim/index.ts";
import type { Credentials } from "../../sim/protocol/wire.ts";
import type { OtherHeader, Outgoing, Reply, Upload } from "../client/target.ts";
import { NoAnswer } from "../expect.ts";
import { base64 } from "./platform.ts";
import type { HttpRequest } from "./transport.ts";

function authorization(credentials: Credentials | OtherHeader): { authorization?: string } {
  if ("header" in credentials) return { authorization: credentials.header };
  if (credentials.kind === "basic") return { authorization: `Basic ${base64(`${credentials.email}:${credentials.api_key}`)}` };
  if (credentials.kind === "none") return {};
  return { authorization: credentials.kind === "malformed" ? `Basic ${base64("touchstone")}` : "Bearer touchstone" };
}

/** Commas may stand in a URL as they are: so 5,000 ids fit where 8 characters an id do. */
const encoded = (fields: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams([...spelled(fields)]).toString().replaceAll("%2C", ",");

/** Returns a request as it goes over the wire. */
export function httpRequest(
  { method, path, fields, query = {}, userAgent = "touchstone/1" }: Outgoing,
  credentials: Credentials | OtherHeader,
): HttpRequest {
  const inQuery = method === "GET" || method === "HEAD";
  const search = encoded(inQuery ? { ...query, ...fields } : query);
  const body = inQuery ? "" : encoded(fields);
  const headers = { "user-agent": userAgent, accept: "application/json", ...authorization(credentials) };
  const typed = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const at = `/api/v1${path}${search && `?${search}`}`;
  return body === "" ? { method, path: at, headers } : { method, path: at, headers: typed, body };
}

const boundary = "touchstone-upload";

/** Returns an upload of one file as it goes over the wire. */
export function uploaded(path: string, { name, type, content }: Upload, credentials: Credentials | OtherHeader): HttpRequest {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  const body = `--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--${boundary}--\r\n`;
  const headers = { "user-agent": "touchstone/1", "content-type": `multipart/form-data; boundary=${boundary}` };
  return { method: "POST", path: `/api/v1${path}`, headers: { ...headers, ...authorization(credentials) }, body };
}

/** So often in a row a kind of request has to fail until that counts as the server's answer to it. */
const mostInRow = 3;

const notImplemented = 501;

/** Whether a server says that it failed. That it lacks a route is an answer. */
const isFailure = ({ status }: Reply): boolean => status >= 500 && status !== notImplemented;

/** Whether a request may be carried out twice: it only reads, or registers an event queue of which nobody then knows. */
const isHarmless = ({ method, path }: Outgoing): boolean => method === "GET" || (method === "POST" && path === "/register");

const formOf = ({ as, method, path, fields }: Outgoing): string =>
  [as, method, path.replaceAll(/\/\d+(?=\/|$)/g, "/{id}"), ...Object.keys(fields).sort()].join(" ");

/** The whole of a request: one of the same form, with other values, may fail for these. */
const wordsOf = ({ as, method, path, fields }: Outgoing): string => JSON.stringify([as, method, path, fields]);

/** After so many failures in a row a server is asked what it has answered before. */
const doubtful = 30;

/** A server fails at everything, at what it has answered before, too. */
export class Down extends Error {
  override name = "Down";

  constructor(status: number) {
    super(`it answers ${status} to everything, to what it has answered before, too`);
  }
}

/** Failures of a server (500 and above) now and then: asked again where that is harmless, else taken for no answer. */
export class Failures {
  readonly #inRow = new Map<string, number>();
  /** The number of requests that failed and did not when they were sent again, with the newest of them, by status. */
  readonly #passing = new Map<number, { readonly count: number; readonly request: string }>();
  readonly #open = new Map<string, number[]>();
  /** The failures since the last answer that is none. */
  #since = 0;
  /** Asks what was answered last that nothing but reads. */
  #known: (() => Promise<Reply>) | undefined;

  /**
   * Sends a request, again where it fails and that is harmless.
   * @returns the answer, a failure only where it came several times in a row
   * @throws NoAnswer: it failed, and whether it was carried out is not known; Down: the server fails at everything by now
   */
  async answerTo(request: Outgoing, send: () => Promise<Reply>): Promise<Reply> {
    const form = formOf(request);
    for (;;) {
      const reply = await send();
      const { status } = reply;
      if (!isFailure(reply)) {
        this.#since = 0;
        if (request.method === "GET" && request.path !== "/events") this.#known = send;
        this.#inRow.delete(form);
        this.#passes(wordsOf(request), `${request.method} ${request.path}`);
        return reply;
      }
      if (++this.#since % doubtful === 0 && (await this.#isDown())) throw new Down(status);
      const count = (this.#inRow.get(form) ?? 0) + 1;
      this.#inRow.set(form, count);
      const words = wordsOf(request);
      this.#open.set(words, [...(this.#open.get(words) ?? []), status].slice(-mostInRow));
      if (count >= mostInRow) return reply;
      if (!isHarmless(request)) throw new NoAnswer(request.method, request.path, ` but the status ${status}`, false, reply);
    }
  }

  /** Whether a server fails at what it has answered, time and again. */
  async #isDown(): Promise<boolean> {
    const ask = this.#known;
    for (let i = 0; ask && i < mostInRow; i++) if (!isFailure(await ask())) return false;
    return ask !== undefined;
  }

  #passes(words: string, request: string): void {
    for (const status of this.#open.get(words) ?? [])
      this.#passing.set(status, { count: (this.#passing.get(status)?.count ?? 0) + 1, request });
    this.#open.delete(words);
  }

  /** Returns the failures now and then, in words; one line for each status. */
  get notes(): readonly string[] {
    return [...this.#passing].map(
      ([status, { count, request }]) =>
        `flaky: ${count} requests answered ${status}, such as ${request}, and not so when they were sent again`,
    );
  }
}

/** The waits for a live target, in milliseconds. */
export interface Patience {
  /** For the answer to a request. */
  readonly request: number;
  /** For an event. */
  readonly poll: number;
  /** Because one request came too often. */
  readonly rateLimit: number;
  /** For the server's own clock to go on, where nothing moves it. */
  readonly clock: number;
}

export const patient: Patience = { request: 10_000, poll: 2000, rateLimit: 90_000, clock: 5000 };
