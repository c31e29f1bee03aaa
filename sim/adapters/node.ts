import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Refusal } from "../core/refusal.ts";
import type { Watch } from "../judge/index.ts";
import { failure } from "../protocol/envelope.ts";
import { listOf, maybe, oneOf, optional, placeOf, record, shape, textLike, truth, whole, wrong } from "../reader/index.ts";
import { checkOptions, checkSimulator, type Simulator } from "../server/simulator.ts";
import { Control } from "./control.ts";
import { Hosts, hostPattern, hostWords } from "./hosts.ts";
import { Front } from "./node-front.ts";
import { type ClockMode, WallClock } from "./wall-clock.ts";
import { Worlds } from "./worlds.ts";

/** Bounds of the connections that a server keeps: their number, and the time without a request. */
export interface Bounds {
  readonly most: number;
  readonly idleMillis: number;
}

const lookMillis = 30_000;
/** Of connections that are closed to make room, the first is told of, and each of these. */
const toldOf = 1000;

interface Kept {
  /** Time of its last request, or of its beginning. */
  at: number;
  /** The answer to its last request. */
  response: ServerResponse | undefined;
}

/** The connections of a server. Beyond the most that there may be, the one idle longest is closed: silent clients shut nobody out. */
export class SocketConnections {
  readonly #bounds: Bounds;
  readonly #all = new Map<Socket, Kept>();
  readonly #tell: (line: string) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #closed = 0;

  /** @param tell gets a line where connections are closed to make room */
  constructor(server: Server, bounds: Bounds, tell: (line: string) => void = () => {}) {
    this.#bounds = bounds;
    this.#tell = tell;
    // Of a connection with TLS, requests name the socket within.
    server.on("setSecureContext" in server ? "secureConnection" : "connection", (socket: Socket) => this.#take(socket));
    this.#timer = setInterval(() => this.closeIdle(performance.now()), lookMillis).unref();
  }

  #take(socket: Socket): void {
    this.#all.set(socket, { at: performance.now(), response: undefined });
    socket.once("close", () => this.#all.delete(socket));
    if (this.#all.size > this.#bounds.most) this.#makeRoom();
  }

  /** Notes that a connection asks for something. */
  used(socket: Socket, response: ServerResponse): void {
    const kept = this.#all.get(socket);
    if (!kept) return;
    kept.at = performance.now();
    kept.response = response;
  }

  #makeRoom(): void {
    let idlest: readonly [Socket, Kept] | undefined;
    for (const one of this.#all) if (!idlest || isIdler(one[1], idlest[1])) idlest = one;
    if (!idlest) return;
    this.#close(idlest[0]);
    if (this.#closed++ % toldOf === 0)
      this.#tell(`more than ${this.#bounds.most} connections: those idle longest are closed, ${this.#closed} so far`);
  }

  /** Closes those that have asked for nothing for long. @param now as performance.now gives it */
  closeIdle(now: number): void {
    for (const [socket, kept] of this.#all) if (!isWaiting(kept) && now - kept.at >= this.#bounds.idleMillis) this.#close(socket);
  }

  #close(socket: Socket): void {
    this.#all.delete(socket);
    socket.destroy();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Whether one is to be closed before another: those that wait for an answer go last. */
const isIdler = (one: Kept, other: Kept): boolean => (isWaiting(one) === isWaiting(other) ? one.at < other.at : isWaiting(other));

/** Whether an answer is still to come. */
const isWaiting = ({ response }: Kept): boolean => response !== undefined && !response.writableFinished && !response.destroyed;

export interface ListenOptions {
  /** Port to bind, default 0: any free one. */
  readonly port?: number;
  /** Address to bind, default 127.0.0.1. */
  readonly host?: string;
  /** Names under which the control API may be reached, beside this machine's and `host`; `*` for any, with a port the page of another site. */
  readonly allowHosts?: readonly string[];
  /** Whether the control API is there, default true. */
  readonly control?: boolean;
  /** `frozen` (default): the clock stands still until it is moved. `real`: it goes on with the machine's from where it is. */
  readonly clock?: ClockMode;
  /** Certificate and key as PEM: it then speaks HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Gets one line for each request. */
  readonly log?: (line: string) => void;
  /** Gets a line where connections are closed to make room for others. */
  readonly warn?: (line: string) => void;
  /** The judge whose findings the control API tells. */
  readonly judge?: Watch;
}

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Answers held polls, ends all connections, and frees the port. */
  close(): Promise<void>;
}

/** The time after `close` in which a connection may still finish what it is doing. */
const graceMillis = 1000;

const bounds = { most: 5000, idleMillis: 300_000 };

/** Time in which a client that was refused as none may still read what it is told. */
const refusedMillis = 1000;

/** The head of a request may hold a narrow of 5,000 message ids in its query. */
const headBytes = 256 * 1024;

const refusals: Readonly<Record<string, readonly [status: number, reason: string, msg: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", `The head of the request is larger than ${headBytes} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not come to its end in time"],
};

/** Answers what is no HTTP request in the envelope too, and ends the connection, which nothing can follow on. */
function refuseGarbage(problem: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || problem.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, reason, msg] = refusals[problem.code ?? ""] ?? [400, "Bad Request", "This is not a well-formed HTTP request"];
  const { text } = failure(new Refusal(msg, { status }));
  const head = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`, "Connection: close"];
  // A client that keeps its half open would keep its place.
  setTimeout(() => socket.destroy(), refusedMillis).unref();
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head.join("\r\n")}\r\n\r\n${text}`);
}

function bind(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refused = (problem: NodeJS.ErrnoException): void => {
      if (problem.code === "EADDRINUSE") problem.message = `port: ${port} of ${host} is in use; 0 takes any free one`;
      reject(problem);
    };
    server.once("error", refused);
    server.listen(port, host, () => {
      server.off("error", refused);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMillis);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const aFunction = shape<(line: string) => void>({}, (value, at) =>
  typeof value === "function" ? (value as (line: string) => void) : wrong(at, value, "a function that takes a line"),
);
const aWatch = shape<Watch>({}, (value, at) =>
  Array.isArray((value as Partial<Watch> | null)?.findings) ? (value as Watch) : wrong(at, value, "what judge() returned"),
);
const pem = textLike(/-----BEGIN /, "text in PEM");

/** Checks the options: node:net takes texts for paths, and no address for all of them. */
const readOptions = record({
  port: optional(whole(0, 65_535), 0),
  host: optional(textLike(/./s, "an address, such as 127.0.0.1 for this machine alone"), "127.0.0.1"),
  clock: optional(oneOf("real", "frozen"), "frozen"),
  allowHosts: optional(listOf(textLike(hostPattern, hostWords), "a list of names"), []),
  control: optional(truth, true),
  log: maybe(aFunction),
  warn: maybe(aFunction),
  judge: maybe(aWatch),
  tls: maybe(record({ cert: pem, key: pem }, "an object with cert and key, in PEM")),
});
const optionsPlace = placeOf((line) => new RangeError(line));

/**
 * Serves a simulator over HTTP.
 * @throws TypeError: no simulator, or an option that there is not; RangeError: an option is wrong; the error of node:net where the address cannot be bound, its `code` such as EADDRINUSE
 */
export async function listen(simulator: Simulator, options: ListenOptions = {}): Promise<Listening> {
  checkSimulator(simulator);
  checkOptions(options, ["port", "host", "clock", "allowHosts", "control", "log", "judge", "warn", "tls"]);
  const { port: wanted, host, clock: mode, allowHosts, log, judge, warn, tls, control: isSteered } = readOptions(options, optionsPlace);
  const clock = new WallClock(simulator, mode);
  const control = !isSteered ? undefined : new Control({ simulator, clock, hosts: new Hosts([host], allowHosts), judge });
  const front = new Front({ simulator, clock, control, log });
  const worlds = control && new Worlds({ simulator, clock, front, hosts: [host], allowHosts, log, judge });
  if (control) control.worlds = worlds;
  const take: RequestListener = (request, response) => {
    connections.used(request.socket, response);
    if (!worlds?.take(request, response)) front.take(request, response);
  };
  // A request without a Host is answered in the envelope as any other: node:http would refuse it without a body.
  const settings = { maxHeaderSize: headBytes, keepAliveTimeout: 0, requireHostHeader: false };
  const server = tls ? (await import("node:https")).createServer({ ...settings, ...tls }, take) : createServer(settings, take);
  const connections = new SocketConnections(server, bounds, warn);
  server.on("clientError", refuseGarbage);
  const port = await bind(server, wanted, host);
  const url = `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  simulator.serveAt(url);
  const close = (): Promise<void> => {
    front.closing = true;
    clock.stop();
    connections.stop();
    simulator.answerAll();
    control?.close();
    worlds?.close();
    return shut(server);
  };
  return { url, port, close };
}
