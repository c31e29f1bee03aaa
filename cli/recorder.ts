import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "undici";
import { type Body, isObject } from "../conformance/client/json.ts";
import { accountName } from "../conformance/recorded/account-name.ts";
import { journalHead } from "../conformance/recorded/index.ts";
import { Secrets } from "../conformance/targets/secrets.ts";
import { mostOfAnswer, TooLong } from "../conformance/targets/transport.ts";
import { instantText } from "../sim/index.ts";
import { appendSafe, writeSafe } from "./gate.ts";

/** A request as it is written: without credentials. */
interface Written {
  readonly method: string;
  /** Path after `/api/v1`; undefined for what is not below it. */
  readonly path: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly files?: true;
  readonly user_agent?: string;
}

const secret = /^(api_?key|(old_|new_)?password|csrfmiddlewaretoken|token)$/i;
const prefix = "/api/v1/";
const hiddenText = "(hidden)";

/** The names and texts of a form with files, without the files. */
async function partsOf(type: string, bytes: Buffer): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** Returns the fields of a request's body. */
async function formOf({ headers }: IncomingMessage, sent: Buffer): Promise<Record<string, string>> {
  const type = headers["content-type"] ?? "";
  if (sent.length === 0) return {};
  if (type.startsWith("multipart/")) return partsOf(type, sent).catch(() => ({}));
  return Object.fromEntries(new URLSearchParams(sent.toString("utf8")));
}

/** Names the accounts of requests and takes the secrets out of what is written: keys, passwords, and keys that stand anywhere else. */
class Redaction {
  readonly #names: ReadonlyMap<string, string>;
  readonly #onAccount: (account: string, email: string) => void;
  readonly #accounts = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #secrets = new Secrets();

  /** @param onAccount called with the name of each account when it is first seen, and its address */
  constructor(names: ReadonlyMap<string, string>, onAccount: (account: string, email: string) => void) {
    this.#names = names;
    this.#onAccount = onAccount;
  }

  /** Returns a line without keys and passwords, in whatever way a server spells what it was sent. */
  hide(line: string): string {
    return this.#secrets.hide(line);
  }

  /** Returns who sent a request, null without credentials and undefined where they name nobody, and what is written of it. */
  request(
    message: IncomingMessage,
    sent: Buffer,
    form: Readonly<Record<string, string>>,
  ): { readonly as: string | null | undefined; readonly request: Written } {
    const as = this.#caller(message);
    const asked = `http://server${message.url ?? "/"}`;
    const url = new URL(URL.canParse(asked) ? asked : "http://server");
    const at = url.pathname.indexOf(prefix);
    const agent = message.headers["user-agent"];
    const type = message.headers["content-type"] ?? "";
    return {
      as,
      request: {
        method: message.method ?? "GET",
        path: at === -1 ? undefined : url.pathname.slice(at + prefix.length - 1),
        query: this.#texts(Object.fromEntries(url.searchParams)),
        form: this.#texts(form),
        ...(type.startsWith("multipart/") && sent.includes("filename=") && { files: true as const }),
        ...(agent !== undefined && { user_agent: agent }),
      },
    };
  }

  /** Returns what is written of an answer: its JSON object without secrets; nothing where it is none. */
  body(bytes: Buffer): { readonly body?: Body } {
    const text = bytes.toString("utf8");
    if (!text.trimStart().startsWith("{")) return {};
    try {
      const value: unknown = this.#clean(JSON.parse(text));
      return isObject(value) ? { body: value } : {};
    } catch {
      return {};
    }
  }

  #caller({ headers }: IncomingMessage): string | null | undefined {
    const { authorization, cookie } = headers;
    if (authorization === undefined) return cookie === undefined ? null : undefined;
    const token = /^Basic +(\S+)$/i.exec(authorization)?.[1];
    const [email = "", key = ""] = token === undefined ? [] : Buffer.from(token, "base64").toString("utf8").split(":");
    if (email === "") return undefined;
    const name = this.#nameOf(email);
    if (key.length > 7 && !this.#keys.has(key)) {
      this.#keys.set(key, name);
      this.#secrets.add(key);
    }
    return name;
  }

  #nameOf(email: string): string {
    const known = this.#accounts.get(email);
    if (known !== undefined) return known;
    const taken = new Set([...this.#accounts.values(), ...this.#names.values()]);
    const name = this.#names.get(email) ?? accountName(email, (one) => taken.has(one));
    this.#accounts.set(email, name);
    this.#onAccount(name, email);
    return name;
  }

  #texts(fields: Readonly<Record<string, string>>): Record<string, string> {
    for (const [name, text] of Object.entries(fields)) if (secret.test(name)) this.#secrets.add(text);
    return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, secret.test(name) ? hiddenText : this.#plain(text)]));
  }

  /** A text without the keys that were used so far: in place of each stands whose it is. */
  #plain(text: string): string {
    let plain = text;
    for (const [key, name] of this.#keys) plain = plain.replaceAll(key, `(key of ${name})`);
    return plain;
  }

  #clean(value: unknown): unknown {
    if (typeof value === "string") return this.#plain(value);
    if (Array.isArray(value)) return value.map((one) => this.#clean(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, secret.test(name) && typeof one === "string" ? hiddenText : this.#clean(one)]),
    );
  }
}

/** A proxy between a client and a server that records. */
export interface Recorder {
  /** Base URL that clients are to be given. */
  readonly url: string;
  /** The number of exchanges that were written. */
  readonly count: () => number;
  /** Resolves when the last answer is written. */
  readonly close: () => Promise<void>;
}

interface RecorderOptions {
  /** Base URL of the server. */
  readonly upstream: URL;
  readonly host: string;
  readonly port: number;
  readonly file: string;
  /** Names for accounts by their addresses; others are called by the part before the `@`. */
  readonly names: ReadonlyMap<string, string>;
  /** The instant of the machine's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Headers that concern one connection alone (RFC 9110, section 7.6.1), the host, which is another behind the proxy, and compression, which would hide answers. */
const ofConnection = new Set(
  "accept-encoding connection keep-alive transfer-encoding te trailer upgrade proxy-connection host expect".split(" "),
);
const forwarded = <T>(headers: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !ofConnection.has(name.toLowerCase())));

/** The bytes of a request or an answer, which is passed on when it is whole. @throws TooLong: no more than 64 MB are kept */
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > mostOfAnswer) throw new TooLong();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

interface Answer {
  readonly status: number;
  /** The server's time; empty where nothing tells it. */
  readonly date: string;
  readonly body: Buffer;
}

/** When a request came, and when its answer had come; milliseconds since 1970. */
interface Instants {
  readonly began: number;
  readonly ended: number;
}

/** Writes exchanges to a file, one a line, in the order in which their answers came. */
class Journal {
  readonly #file: string;
  readonly #redaction: Redaction;
  readonly #upstream: URL;
  #hasClock = true;
  count = 0;

  constructor({ file, upstream, names }: RecorderOptions) {
    this.#file = file;
    this.#upstream = upstream;
    writeSafe(file, "");
    this.#redaction = new Redaction(names, (account, email) => this.#line({ account, email }));
    this.#line(journalHead(baseOf(upstream)));
  }

  /**
   * Returns the time of a simulator by its control API: it sends no Date. Other servers without one are asked once; empty where nothing tells it.
   */
  async clock(): Promise<string> {
    if (!this.#hasClock) return "";
    try {
      const { body } = await request(`${baseOf(this.#upstream)}/_control/clock`, { headersTimeout: 2000, bodyTimeout: 2000 });
      const { now } = (await body.json()) as { readonly now?: unknown };
      if (typeof now === "string") return now;
    } catch {
      // Nobody tells it.
    }
    this.#hasClock = false;
    return "";
  }

  #line(value: object): void {
    appendSafe(this.#file, `${this.#redaction.hide(JSON.stringify(value))}\n`);
  }

  /** @param form the fields of the request's body @param answer undefined where none came */
  write(message: IncomingMessage, sent: Buffer, form: Readonly<Record<string, string>>, at: Instants, answer?: Answer): void {
    const { as, request: asked } = this.#redaction.request(message, sent, form);
    const served = Date.parse(answer?.date ?? "");
    const date = Number.isFinite(served) ? { date: instantText(served) } : {};
    const response = answer ? { status: answer.status, ...date, ...this.#redaction.body(answer.body) } : null;
    if (asked.path === undefined) return;
    this.count++;
    this.#line({ at: instantText(at.began), answered: instantText(at.ended), ...(as !== undefined && { as }), request: asked, response });
  }
}

const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/$/, "")}`;

/** Hands a request on to the server, and its answer back. An answer that does not come is one to the client: its connection is cut. */
async function passOn(message: IncomingMessage, response: ServerResponse, options: RecorderOptions, journal: Journal): Promise<void> {
  const began = options.now();
  const sent = await bytesOf(message).catch(() => undefined);
  // The client went away while it sent: nobody has asked for anything.
  if (!sent) return;
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const form = await formOf(message, sent);
  const noted = (answer?: Answer): void => journal.write(message, sent, form, { began, ended: options.now() }, answer);
  try {
    const { statusCode, headers, body } = await request(`${baseOf(options.upstream)}${message.url ?? "/"}`, {
      method: (message.method ?? "GET") as "GET",
      headers: forwarded(message.headers),
      ...(sent.length > 0 && { body: sent }),
      signal: gone.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const bytes = await bytesOf(body);
    noted({ status: statusCode, date: String(headers.date ?? (await journal.clock())), body: bytes });
    response.writeHead(statusCode, forwarded(headers as Record<string, string | string[]>));
    response.end(bytes);
  } catch {
    noted();
    response.destroy();
  }
}

/** Listens as a proxy in front of a server, and writes what passes below `/api/v1` to a file. @throws what Node throws where it cannot listen or write */
export async function record(options: RecorderOptions): Promise<Recorder> {
  const underWay = new Set<Promise<void>>();
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  // Opening the file empties it: only once nothing else can fail, such as a port that another recorder has.
  const journal = new Journal(options);
  server.on("request", (message, response) => {
    const passed = passOn(message, response, options, journal).finally(() => underWay.delete(passed));
    underWay.add(passed);
  });
  const { port } = server.address() as { readonly port: number };
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}${options.upstream.pathname.replace(/\/$/, "")}`,
    count: () => journal.count,
    async close() {
      server.close();
      server.closeAllConnections();
      await Promise.all(underWay);
    },
  };
}
