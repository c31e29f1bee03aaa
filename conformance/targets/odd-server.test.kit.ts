import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { newestLevel } from "../../sim/index.ts";
import { Routes } from "../catalogue/routes.ts";
import { connect } from "./connection.ts";
import { listening } from "./front.test.kit.ts";
import { HttpTarget, type LiveTargetFacts, type Patience } from "./http.ts";

/** A server that misbehaves, on a free port of its own, as tests of live targets share it. */
export interface OddServer {
  readonly url: string;
  readonly host: string;
  /** Each request so far: its method and path with the query. */
  readonly heard: string[];
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

export async function oddServer(answer: RequestListener): Promise<OddServer> {
  const heard: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    requests.push(request);
    answer(request, response);
  });
  const listener = await listening(server);
  return { ...listener, host: new URL(listener.url).host, heard, requests };
}

/** A port that nothing listens at. */
export async function deafUrl(): Promise<string> {
  const server = await oddServer(() => {});
  await server.close();
  return server.url;
}

export const json = (response: ServerResponse, body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

export const key = "SecretKey0123456789abcdefghijklm";

const known: LiveTargetFacts = {
  level: newestLevel,
  brand: "service",
  cast: {
    alice: { user_id: 7, email: "alice@example.com", role: "member", is_bot: false, password: null },
  },
  channels: {},
  control: undefined,
  administrators: [],
  registers: true,
  routes: new Routes(),
  notes: [],
  deviations: [],
  accepts: [],
};

/** A target whose alice has a key, without a probe. */
export async function targetAt(url: string, patience: Partial<Patience> = {}): Promise<HttpTarget> {
  const keys = new Map([["alice", { email: "alice@example.com", api_key: key }]]);
  return new HttpTarget(await connect(new URL(url)), keys, known, { request: 5000, poll: 5000, rateLimit: 5000, clock: 0, ...patience });
}

/** Returns the error that rejects a promise. */
export async function thrownBy(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error("nothing was thrown");
}
