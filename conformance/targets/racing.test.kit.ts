import { createServer, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { type Credentials, Held, type Simulator } from "../../sim/index.ts";
import { listening, numbersFrom } from "./front.test.kit.ts";

/** Servers in front of a simulator that go wrong only where requests are under way at the same time. */

export type RacingBody = Record<string, unknown>;

export interface RacingAnswer {
  readonly status: number;
  readonly body: RacingBody;
}

/** A request under way, and those that were under way with it. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  /** Aborted when the client does not wait any more. */
  readonly gone: AbortSignal;
  /** Those that came before it and were not answered yet. */
  readonly earlier: readonly Passing[];
  /** Whether another was under way at any time. */
  met: boolean;
  /** Settles with what the server answered to it. */
  readonly answered: Promise<RacingAnswer>;
}

/** The conduct of such a server. @param forward gives it to the simulator, its form changed where one is given */
export type RacingConduct = (
  passing: Passing,
  forward: (form?: URLSearchParams) => Promise<RacingAnswer>,
  server: Simulator,
) => Promise<RacingAnswer>;

const member = (authorization: string): Credentials => {
  const [email = "", api_key = ""] = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
  return { kind: "basic", email, api_key };
};

/** Returns a simulator's answer. A poll is held until it has events, or its client gives it up: then the promise is not settled. */
export function answerOf(server: Simulator, passing: Passing, form = passing.form): Promise<RacingAnswer> {
  const { method, path, query, authorization, gone } = passing;
  const credentials = authorization === undefined ? ({ kind: "none" } as const) : member(authorization);
  const answer = server.exchange({ method, path, query: new Map(query), form: new Map(form), credentials, userAgent: "touchstone/1" });
  if (!(answer instanceof Held)) return Promise.resolve({ status: answer.status, body: answer.body as RacingBody });
  gone.addEventListener("abort", () => answer.cancel());
  return new Promise((resolve) => answer.onReply(({ status, body }) => resolve({ status, body: body as RacingBody })));
}

/** The number of turns of the event loop that a request waits for another: in so many, whatever was sent on this machine has arrived. */
const mostTurns = 12;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Racing {
  readonly url: string;
  /** Returns the number of requests that were under way with others. */
  readonly met: () => number;
  close(): Promise<void>;
}

interface RacingOptions {
  readonly conduct: RacingConduct;
  /** A seed: each request waits for a number of turns of the event loop that is drawn from it, so that requests overtake each other. */
  readonly shuffle?: number;
}

class Traffic {
  readonly #underWay = new Set<Passing>();
  met = 0;

  /** Notes a request that has come. Returns it, and what is to be called with the server's answer. */
  enter(parts: Omit<Passing, "earlier" | "met" | "answered">): readonly [Passing, (answer: RacingAnswer) => void] {
    let settle: (answer: RacingAnswer) => void = () => {};
    const answered = new Promise<RacingAnswer>((resolve) => (settle = resolve));
    const earlier = [...this.#underWay];
    const passing: Passing = { ...parts, earlier, met: earlier.length > 0, answered };
    for (const other of earlier) other.met = true;
    this.#underWay.add(passing);
    return [passing, settle];
  }

  leave(passing: Passing): void {
    if (this.#underWay.delete(passing) && passing.met) this.met++;
  }
}

/**
 * Serves a simulator on the loopback. A request of the API is held until another is under way, or none comes.
 * @param control where the simulator's control API answers
 */
export async function racing(server: Simulator, control: string, { conduct, shuffle }: RacingOptions): Promise<Racing> {
  const traffic = new Traffic();
  const random = numbersFrom(shuffle ?? 0);
  const pass = async (request: IncomingMessage, gone: AbortSignal): Promise<RacingAnswer> => {
    const { method = "GET", url = "/", headers } = request;
    const text = await textOf(request);
    const form = new URLSearchParams(text);
    const { pathname: path, searchParams: query } = new URL(url, control);
    if (!path.startsWith("/api/")) {
      const response = await fetch(`${control}${url}`, { method, ...(text !== "" && { body: text }) });
      return { status: response.status, body: (await response.json()) as RacingBody };
    }
    const [passing, settle] = traffic.enter({ method, path, query, form, authorization: headers.authorization, gone });
    gone.addEventListener("abort", () => traffic.leave(passing));
    for (let turns = 0; turns < mostTurns && !passing.met; turns++) await turn();
    for (let turns = shuffle === undefined ? 0 : random(mostTurns); turns > 0; turns--) await turn();
    const onward = async (changed?: URLSearchParams): Promise<RacingAnswer> => {
      await turn();
      const answer = await answerOf(server, passing, changed);
      settle(answer);
      return answer;
    };
    return conduct(passing, onward, server).finally(() => traffic.leave(passing));
  };
  const proxy = createServer((request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    pass(request, gone.signal).then(
      ({ status, body }) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      () => request.socket.destroy(),
    );
  });
  return { ...(await listening(proxy)), met: () => traffic.met };
}
