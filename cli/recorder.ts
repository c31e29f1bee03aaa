import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { request } from "undici";
import { journalHead } from "../conformance/engine/recorded/index.ts";
import { mostOfAnswer, TooLong } from "../conformance/targets/transport.ts";
import { instantText } from "../sim/index.ts";
import { appendSafe, writeSafe } from "./gate.ts";
import { Redaction } from "./redaction.ts";

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
const ofConnection = new Set([
  "accept-encoding",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-connection",
  "host",
  "expect",
]);
const forwarded = <T>(headers: Readonly<Record<string, T>>, but = ofConnection): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !but.has(name.toLowerCase())));

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
  count = 0;

  constructor({ file, upstream, names }: RecorderOptions) {
    this.#file = file;
    writeSafe(file, "");
    this.#redaction = new Redaction(names, (account, email) => this.#line({ account, email }));
    this.#line(journalHead(baseOf(upstream)));
  }

  #line(value: object): void {
    appendSafe(this.#file, `${this.#redaction.hide(JSON.stringify(value))}\n`);
  }

  /** @param form the fields of the request's body @param answer undefined where none came */
  write(message: IncomingMessage, sent: Buffer, form: Readonly<Record<string, string>>, at: Instants, answer?: Answer): void {
    const { as, request: asked } = this.#redaction.request(message, sent, form);
    const response = answer ? { status: answer.status, ...this.#redaction.body(answer.body) } : null;
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
  const form = await Redaction.form(message, sent);
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
    noted({ status: statusCode, body: bytes });
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
