import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
export class Connections {
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
