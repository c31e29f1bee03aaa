import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listening, numbersFrom } from "./front.test.kit.ts";

/**
 * How an answer is lost: the connection is cut, or nothing comes; before the server gets the request, or after it has answered. Of a `late`
 * one nothing comes, and the server gets the request after it has answered some more.
 */
type Loss = "cut before" | "cut after" | "held before" | "held after" | "late";

/** Decides of each request to the API, counted from 1, whether its answer is lost. */
export type DecideLoss = (count: number, request: IncomingMessage) => Loss | undefined;

/** Loses every so manieth answer, in each of some ways in turn. */
export const every =
  (interval: number, ...ways: readonly Loss[]): DecideLoss =>
  (count) =>
    count % interval === 0 ? ways[(count / interval) % ways.length] : undefined;

/** Loses one answer in so many by chance, of a seed, in one of some ways. */
export function byChance(oneIn: number, seed: number, ...ways: readonly Loss[]): DecideLoss {
  const below = numbersFrom(seed);
  return () => (below(oneIn) === 0 ? ways[below(ways.length)] : undefined);
}

/** A proxy on a port of its own. */
export interface LossyProxy {
  readonly url: string;
  /** Method, path and way of what was lost. */
  readonly lost: readonly string[];
  close(): Promise<void>;
}

/** The number of requests that are answered before a late one. */
const delay = 4;

class Lossy {
  readonly lost: string[] = [];
  readonly agent = new Agent({ keepAlive: true });
  readonly #server: URL;
  readonly #losing: DecideLoss;
  #late: { readonly due: number; readonly act: () => Promise<void> }[] = [];
  #answered = 0;
  #count = 0;

  constructor(server: URL, losing: DecideLoss) {
    this.#server = server;
    this.#losing = losing;
  }

  readonly take = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const isApi = !from.url!.startsWith("/_control");
    const loss = isApi ? this.#losing(++this.#count, from) : undefined;
    if (loss) this.lost.push(`${from.method} ${from.url!.replace(/\?.*/s, "")} ${loss}`);
    if (loss === "cut before") {
      from.socket.destroy();
      return;
    }
    const body = await buffer(from).catch(() => undefined);
    if (!body || loss === "held before") return;
    if (loss === "late") this.#late.push({ due: this.#answered + delay, act: () => this.#swallow(from, body) });
    else if (loss === undefined) await this.#pass(from, to, body);
    else {
      await this.#swallow(from, body);
      if (loss === "cut after") from.socket.destroy();
    }
  };

  #forward({ method, url: path, headers }: IncomingMessage, body: Buffer) {
    const { hostname: host, port } = this.#server;
    const onward = request({ host, port, agent: this.agent, method, path, headers });
    onward.end(body);
    return onward;
  }

  /** Lets the server answer, and keeps the answer. */
  #swallow(from: IncomingMessage, body: Buffer): Promise<void> {
    return new Promise((resolve) => {
      const onward = this.#forward(from, body);
      onward.on("error", () => resolve());
      onward.on("response", (answer) => answer.resume().on("end", () => resolve()));
    });
  }

  async #pass(from: IncomingMessage, to: ServerResponse, body: Buffer): Promise<void> {
    const onward = this.#forward(from, body);
    // A client that waits no longer ends its poll.
    to.on("close", () => to.writableFinished || onward.destroy());
    onward.on("error", () => from.socket.destroy());
    onward.on("response", async (answer) => {
      const text = await buffer(answer).catch(() => undefined);
      if (text === undefined) return;
      await this.#catchUp();
      to.writeHead(answer.statusCode!, answer.headers).end(text);
    });
  }

  async #catchUp(): Promise<void> {
    this.#answered++;
    const due = this.#late.filter((late) => late.due <= this.#answered);
    this.#late = this.#late.filter((late) => late.due > this.#answered);
    for (const { act } of due) await act();
  }
}

/** A proxy before a server on this machine that loses answers. The control API passes untouched. */
export async function lossyProxy(server: string, losing: DecideLoss): Promise<LossyProxy> {
  const proxy = new Lossy(new URL(server), losing);
  const listener = createServer((from, to) => void proxy.take(from, to));
  return { ...(await listening(listener, proxy.agent)), lost: proxy.lost };
}
