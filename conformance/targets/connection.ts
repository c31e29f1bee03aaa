import { isObject, parsed } from "../client/json.ts";
import type { Reply } from "../client/target.ts";
import { Unreachable } from "../client/thrown.ts";
import { NoAnswer } from "../expect.ts";
import { isNode, loadForNode } from "./platform.ts";
import { Secrets } from "./secrets.ts";
import { SilentRoutes } from "./silent-routes.ts";
import { Gathering, type HttpAnswer, type HttpRequest, TooLong, type Transport } from "./transport.ts";

/** Reads a body to its end. Of one that is too long the rest is given up. */
async function textOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const gathering = new Gathering();
  const reader = body?.getReader();
  try {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) gathering.add(piece.value);
  } catch (thrown) {
    // The stream may have failed by itself; then there is nothing left to give up.
    await reader?.cancel().catch(() => {});
    throw thrown;
  }
  return gathering.text;
}

/** A function that asks a server as `fetch` does, such as `fetchFor(simulator)`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends by a `fetch`, by default that of the browser: there the page's origin has to be allowed by the server, and `user-agent` stays
 * the browser's.
 */
export function fetchTransport(origin: string, fetch: Fetch = globalThis.fetch): Transport {
  const send = async ({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> => {
    const answer = await fetch(`${origin}${path}`, { method, headers, signal, credentials: "omit", ...(body !== undefined && { body }) });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await textOf(answer.body) };
  };
  return { send, sendAfresh: send, close: async () => {} };
}

type Undici = typeof import("undici");
type Sender = InstanceType<Undici["Pool"]> | InstanceType<Undici["Client"]>;

/** Shorter than any server keeps an idle connection, so that none is written to while it is being closed. */
const keepAliveTimeout = 1000;

const joined = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(", ") : (value ?? ""));

async function exchange(sender: Sender, { method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const options = { method: method as "GET", path, headers, signal, ...(body !== undefined && { body }) };
  const answer = await sender.request(options);
  const gathering = new Gathering();
  for await (const piece of answer.body) gathering.add(piece as Uint8Array);
  const heads = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), joined(value)]);
  return { status: answer.statusCode, headers: Object.fromEntries(heads), text: gathering.text };
}

/** Sends over connections that are kept open between requests. The package is loaded here, since that takes longer than most commands. */
async function undiciTransport(origin: string): Promise<Transport> {
  const undici = await loadForNode<Undici>("undici");
  const pool = new undici.Pool(origin, { keepAliveTimeout });
  return {
    send: (asked, signal) => exchange(pool, asked, signal),
    async sendAfresh(asked, signal) {
      const fresh = new undici.Client(origin);
      try {
        return await exchange(fresh, asked, signal);
      } finally {
        await fresh.destroy();
      }
    },
    close: () => pool.destroy(),
  };
}

type Fate = "late" | "cut" | "too long" | "not written" | "no trust";

/**
 * Failures by their codes. What was not written may be sent again whatever it does; without trust that mends nothing; where a connection that was
 * there was cut, the server may have carried the request out.
 */
const failures: Readonly<Record<string, readonly [fate: "cut" | "not written" | "no trust", words: string]>> = {
  ECONNREFUSED: ["not written", "nothing listens there"],
  ENOTFOUND: ["not written", "there is no such host"],
  EAI_AGAIN: ["not written", "its name could not be looked up"],
  EHOSTUNREACH: ["not written", "there is no route to it"],
  ENETUNREACH: ["not written", "there is no route to it"],
  UND_ERR_CONNECT_TIMEOUT: ["not written", "it takes no connection"],
  CERT_HAS_EXPIRED: ["no trust", "its certificate has expired"],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["no trust", "its certificate is signed by itself; NODE_EXTRA_CA_CERTS names one to trust"],
  SELF_SIGNED_CERT_IN_CHAIN: ["no trust", "its certificate is not trusted; NODE_EXTRA_CA_CERTS names one to trust"],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ["no trust", "its certificate is not trusted; NODE_EXTRA_CA_CERTS names one to trust"],
  ERR_TLS_CERT_ALTNAME_INVALID: ["no trust", "its certificate is for another host"],
  ERR_SSL_WRONG_VERSION_NUMBER: ["no trust", "it does not speak TLS; http:// instead of https:// may be meant"],
  UND_ERR_SOCKET: ["cut", "the connection was cut"],
  ECONNRESET: ["cut", "the connection was cut"],
  EPIPE: ["cut", "the connection was cut"],
  ETIMEDOUT: ["cut", "the connection went dead"],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ["cut", "the answer was cut off"],
};

/** Returns the fate of a request that failed, and why. */
function fateOf(failure: Error & { readonly code?: string }): readonly [fate: Fate, why: string] {
  if (failure instanceof TooLong) return ["too long", failure.message];
  const { code = "", name } = failure;
  const [fate, words] = failures[code] ?? ["cut", "the connection failed"];
  return [fate, `${name === "HTTPParserError" ? "what it answers is not HTTP" : words} (${code || name})`];
}

/** Fates of one request; by the others no request would be answered. */
const ofOneRequest: readonly Fate[] = ["late", "cut", "too long"];

class Lost extends Error {
  readonly fate: Fate;

  constructor(fate: Fate, why: string) {
    super(why);
    this.fate = fate;
  }
}

const registration = /^POST \/api\/v1\/register(\?|$)/;

/** Whether a request may be carried out twice: it only reads, or registers an event queue of which nobody then knows. */
const isHarmless = ({ method, path }: HttpRequest): boolean =>
  method === "GET" || method === "HEAD" || registration.test(`${method} ${path}`);

const mayRepeat = (asked: HttpRequest, { fate }: Lost, waits: boolean): boolean => {
  if (fate === "not written") return true;
  return isHarmless(asked) && (fate === "cut" || (fate === "late" && !waits));
};

/** Returns an answer without the secrets that a server may have copied into it from the request. */
function withoutSent(secrets: Secrets, asked: HttpRequest, answered: HttpAnswer): HttpAnswer {
  const hide = secrets.inAnswerTo(asked);
  if (!hide) return answered;
  const headers = Object.fromEntries(Object.entries(answered.headers).map(([name, value]) => [name, hide(value)]));
  return { ...answered, headers, text: hide(answered.text) };
}

const barePath = ({ path }: HttpRequest): string => path.replace(/\?.*$/s, "").replace(/^\/api\/v1/, "");

/** Changes a request before it is sent: adds headers, or a prefix to its path. */
export type BeforeRequest = (request: HttpRequest) => HttpRequest | Promise<HttpRequest>;

/** Connections to one server. They are kept open between requests. */
export class Connection {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly host: string;
  readonly secrets = new Secrets();
  readonly silent = new SilentRoutes();
  readonly #base: string;
  readonly #transport: Transport;
  readonly #before: BeforeRequest | undefined;
  readonly #underWay = new Set<AbortController>();
  /** Routes of requests whose connections were cut since the last answer. */
  readonly #cut = new Set<string>();
  #sent = 0;
  #isClosed = false;

  constructor(url: URL, transport: Transport, before?: BeforeRequest) {
    this.#before = before;
    this.#base = url.pathname.replace(/\/$/, "");
    this.url = `${url.origin}${this.#base}`;
    this.host = `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
    this.#transport = transport;
  }

  /**
   * The answer to a request. One that was not written is sent once more, and so is one without an answer where that is harmless.
   * @param waits whether the server may hold its answer back: then it is not sent again because the time is up
   * @throws NoAnswer: the connection was cut, or the time was up; Unreachable: there is no such server
   */
  async ask(asked: HttpRequest, millis: number, waits = false): Promise<Reply> {
    try {
      return await this.#attempt(asked, millis, false).catch((thrown: unknown) => {
        if (!(thrown instanceof Lost) || this.#isClosed || !mayRepeat(asked, thrown, waits)) throw thrown;
        return this.#attempt(asked, millis, true);
      });
    } catch (thrown) {
      if (!(thrown instanceof Lost)) throw thrown;
      if (!ofOneRequest.includes(thrown.fate)) throw new Unreachable(this.host, `${thrown.message}${this.#since()}`);
      throw new NoAnswer(asked.method, barePath(asked), thrown.message, thrown.fate === "late");
    }
  }

  /** Returns which requests a server left without an answer before it was gone: one of them may have ended it. */
  #since(): string {
    const [first, ...others] = this.#cut;
    if (first === undefined) return "";
    return `, since ${[first, ...others.slice(0, 2)].join(", ")}${others.length > 2 ? ` and ${others.length - 2} more` : ""} got no answer`;
  }

  async #attempt(asked: HttpRequest, millis: number, afresh: boolean): Promise<Reply> {
    this.#sent++;
    const plain = { ...asked, path: `${this.#base}${asked.path}` };
    const based = this.#before ? await this.#before(plain) : plain;
    const limit = new AbortController();
    this.#underWay.add(limit);
    const timer = setTimeout(() => limit.abort(), millis);
    try {
      const answered = await (afresh ? this.#transport.sendAfresh(based, limit.signal) : this.#transport.send(based, limit.signal));
      const safe = withoutSent(this.secrets, based, answered);
      const body = parsed(safe.text);
      this.#cut.clear();
      return { ...safe, body: isObject(body) ? body : {} };
    } catch (thrown) {
      if (limit.signal.aborted) throw new Lost("late", ` within ${millis / 1000} s`);
      const [fate, why] = fateOf(thrown as Error);
      if (fate === "cut") this.#cut.add(`${asked.method} ${barePath(asked)}`);
      throw new Lost(fate, `${ofOneRequest.includes(fate) ? ": " : ""}${why}`);
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(limit);
    }
  }

  /** The number of requests so far, answered or not. */
  get sent(): number {
    return this.#sent;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const one of this.#underWay) one.abort();
    await this.#transport.close();
  }
}

/** Opens connections to a server: by `fetch` if one is given, by undici where there is Node, by the browser's own elsewhere. */
export async function connect(url: URL, before?: BeforeRequest, fetch?: Fetch): Promise<Connection> {
  const transport = fetch || !isNode ? fetchTransport(url.origin, fetch) : await undiciTransport(url.origin);
  return new Connection(url, transport, before);
}
