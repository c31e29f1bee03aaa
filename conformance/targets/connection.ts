import type { Reply } from "../client/target.ts";
import { fetchTransport } from "./browser.ts";
import { Unreachable } from "./cannot-test.ts";
import { isNode } from "./platform.ts";
import type { Answered, Asked, Transport } from "./transport.ts";
import { undiciTransport } from "./undici.ts";

/** Failures before a request was written: it may be sent again whatever it does. */
const notWritten: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name could not be looked up",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  UND_ERR_CONNECT_TIMEOUT: "it takes no connection",
};

/** Failures of a connection that was there. */
const cutOff: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: "the connection was cut",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the connection went dead",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer was cut off",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself; NODE_EXTRA_CA_CERTS names one to trust",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted; NODE_EXTRA_CA_CERTS names one to trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted; NODE_EXTRA_CA_CERTS names one to trust",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS; http:// instead of https:// may be meant",
};

interface Failure extends Error {
  readonly code?: string;
}

function causeOf({ code = "", name }: Failure): string {
  if (name === "HTTPParserError") return `what it answers is not HTTP (${code || name})`;
  const words = notWritten[code] ?? cutOff[code] ?? "the connection failed";
  return `${words} (${code || name})`;
}

const mayRepeat = (method: string, { code = "" }: Failure): boolean =>
  method === "GET" || method === "HEAD" || Object.hasOwn(notWritten, code);

function objectIn(text: string): Reply["body"] {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const withBody = (answered: Answered): Reply => ({ ...answered, body: objectIn(answered.text) });

/** Connections to one server. They are kept open between requests. */
export class Connection {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly host: string;
  readonly #base: string;
  readonly #transport: Transport;
  readonly #underWay = new Set<AbortController>();

  constructor(url: URL, transport: Transport) {
    this.#base = url.pathname.replace(/\/$/, "");
    this.url = `${url.origin}${this.#base}`;
    this.host = `${url.hostname}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
    this.#transport = transport;
  }

  /** The answer to a request; undefined where none came in time, or before the connection was closed. @throws Unreachable */
  async ask(asked: Asked, millis: number): Promise<Reply | undefined> {
    const limit = new AbortController();
    this.#underWay.add(limit);
    const timer = setTimeout(() => limit.abort(), millis);
    try {
      return await this.#exchange(asked, limit.signal);
    } catch (thrown) {
      if (limit.signal.aborted) return undefined;
      throw new Unreachable(this.host, causeOf(thrown as Failure));
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(limit);
    }
  }

  async #exchange(asked: Asked, signal: AbortSignal): Promise<Reply> {
    const based = { ...asked, path: `${this.#base}${asked.path}` };
    try {
      return withBody(await this.#transport.send(based, signal));
    } catch (thrown) {
      if (signal.aborted || !mayRepeat(asked.method, thrown as Failure)) throw thrown;
      return withBody(await this.#transport.sendAfresh(based, signal));
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    for (const one of this.#underWay) one.abort();
    await this.#transport.close();
  }
}

/** Opens connections to a server: by undici where there is Node, by the browser's own `fetch` elsewhere. */
export const connect = async (url: URL): Promise<Connection> =>
  new Connection(url, isNode ? await undiciTransport(url.origin) : fetchTransport(url.origin));
