import { setupServer } from "msw/node";
import { Agent, type Dispatcher, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import type { WireResponse } from "../protocol/wire.ts";
import { Held } from "../server/client.ts";
import type { Simulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { handlers } from "./msw.ts";
import { listen } from "./node.ts";
import type { Way } from "./story.test.kit.ts";
import { senderOf } from "./translate.ts";
import { interceptor } from "./undici.ts";

/** Every way to a simulator, as a function that is asked like fetch. */

export interface Opened {
  readonly way: Way;
  readonly close?: () => unknown;
}

const responseOf = ({ status, headers, text }: WireResponse, method: string): Response =>
  new Response(text === "" || method === "HEAD" ? null : text, { status, headers });

/** Straight into the model: what adapters do with well-formed requests, said a second time. */
async function direct(sim: Simulator, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const parts = request.body === null ? [] : [...(await request.formData())];
  const files = parts.flatMap(([, file]) => (typeof file === "string" ? [] : [file]));
  const form = new Map(parts.filter((part): part is [string, string] => typeof part[1] === "string"));
  const answer = sim.exchange({
    method: request.method,
    path: pathname,
    query: new Map(searchParams),
    form,
    files: await Promise.all(
      files.map(async (file) => ({ name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) })),
    ),
    credentials: senderOf(pathname, (name) => request.headers.get(name), form),
    userAgent: request.headers.get("user-agent") ?? undefined,
  });
  if (!(answer instanceof Held)) return responseOf(answer, request.method);
  return new Promise((resolve, reject) => {
    answer.onReply((reply) => resolve(responseOf(reply, request.method)));
    request.signal.addEventListener("abort", () => {
      answer.cancel();
      reject(request.signal.reason);
    });
  });
}

/** Asks with undici's own client. */
async function byRequest(dispatcher: Dispatcher, asked: Request): Promise<Response> {
  const { statusCode, headers, body } = await request(asked.url, {
    dispatcher,
    method: asked.method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(asked.headers),
    body: asked.body === null ? null : new Uint8Array(await asked.arrayBuffer()),
    signal: asked.signal,
  });
  const bytes = await body.bytes();
  return new Response(bytes.length === 0 ? null : Uint8Array.from(bytes), {
    status: statusCode,
    headers: headers as Record<string, string>,
  });
}

/** The way past which no request goes out: it fails a test that leaves the simulator. */
const noNetwork: Dispatcher.DispatcherComposeInterceptor = () => () => {
  throw new Error("A request went to the network");
};

/** The ways that read bytes, and what stands beside the API with them. */
export const adapters: Readonly<Record<string, (sim: Simulator) => Opened | Promise<Opened>>> = {
  async "node:http"(sim) {
    const { close } = await listen(sim);
    return { way: (request) => fetch(request), close };
  },
  fetch: (sim) => ({ way: fetchFor(sim) }),
  "msw, under fetch"(sim) {
    const server = setupServer(...handlers(sim));
    server.listen({ onUnhandledRequest: "error" });
    return { way: (request) => fetch(request), close: () => server.close() };
  },
  "undici, under its own client"(sim) {
    const agent = new Agent().compose(noNetwork, interceptor(sim));
    return { way: (request) => byRequest(agent, request), close: () => agent.close() };
  },
  "undici, under the fetch of Node"(sim) {
    const before = getGlobalDispatcher();
    const agent = new Agent().compose(noNetwork, interceptor(sim));
    setGlobalDispatcher(agent);
    const close = () => {
      setGlobalDispatcher(before);
      return agent.close();
    };
    return { way: (request) => fetch(request), close };
  },
};

export const ways: typeof adapters = { "in process": (sim) => ({ way: (request) => direct(sim, request) }), ...adapters };
