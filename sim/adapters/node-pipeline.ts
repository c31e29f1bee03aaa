import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Beyond so many bytes of answers that a connection has not taken yet, its next request waits. */
const mostUnsent = 1024 * 1024;
/** Beyond so many requests that wait to begin nothing more is read of a connection. */
const mostWaiting = 100;
/** So long the requests of one connection may be worked on before others have their turn. */
const sliceMillis = 2;
/** Requests that are so far apart did not come together. */
const apartMillis = 1;

/** The requests of one connection that wait to begin, and the answers that wait behind others there. */
class Pipeline {
  readonly #socket: Socket;
  /** Bytes of answers that node:http has not written to the socket yet. */
  #behind = 0;
  readonly #waiting: (() => void)[] = [];
  #isStirring = false;
  /** When its turn began, and when its last request was answered or waits for more, in milliseconds. */
  #begun = 0;
  #ended = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("drain", () => this.#stir());
  }

  get #isFull(): boolean {
    return this.#behind + this.#socket.writableLength >= mostUnsent;
  }

  enter(begin: () => void): void {
    const now = performance.now();
    if (now - this.#ended > apartMillis) this.#begun = now;
    if (this.#waiting.length === 0 && !this.#isFull && now - this.#begun < sliceMillis) {
      this.#begin(begin);
      return;
    }
    if (this.#waiting.push(begin) > mostWaiting) this.#socket.pause();
    if (!this.#isFull) this.#stir();
  }

  #begin(begin: () => void): void {
    begin();
    this.#ended = performance.now();
  }

  answered(response: ServerResponse, bytes: number): void {
    if (response.socket) return;
    this.#behind += bytes;
    response.once("socket", () => {
      this.#behind -= bytes;
      this.#stir();
    });
  }

  /** Begins requests for a while in each turn of the event loop, while there is room: those of other connections come between. */
  #stir(): void {
    if (this.#isStirring || this.#waiting.length === 0) return;
    this.#isStirring = true;
    setImmediate(() => {
      this.#isStirring = false;
      this.#begun = performance.now();
      this.#ended = this.#begun;
      while (!this.#isFull && !this.#socket.destroyed && this.#ended - this.#begun < sliceMillis) {
        const begin = this.#waiting.shift();
        if (!begin) break;
        this.#begin(begin);
      }
      if (this.#waiting.length <= mostWaiting / 2 && this.#socket.isPaused()) this.#socket.resume();
      if (!this.#isFull && !this.#socket.destroyed) this.#stir();
    });
  }
}

const known = new WeakMap<Socket, Pipeline>();

function pipelineOf(socket: Socket): Pipeline {
  let pipeline = known.get(socket);
  if (!pipeline) known.set(socket, (pipeline = new Pipeline(socket)));
  return pipeline;
}

/** Notes the length of an answer, which waits where those before it on its connection are not sent yet. */
export const noteAnswer = ({ socket }: IncomingMessage, response: ServerResponse, bytes: number): void =>
  pipelineOf(socket).answered(response, bytes);

/**
 * Begins a request, later where the client has not taken the answers before it. One read of a client that asks much before it reads
 * anything could ask for gigabytes of them, and keep everybody else waiting while they are made.
 */
export const enterPipeline = ({ socket }: IncomingMessage, begin: () => void): void => pipelineOf(socket).enter(begin);
