import { connect } from "node:net";
import { Pool } from "undici";
import { createSimulator, type Simulator, type SimulatorOptions } from "../server/simulator.ts";
import { type ListenOptions, listen } from "./node.ts";

/** A server on a free port, for tests over HTTP, and ways to talk to it. */

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed text. */
  readonly body: Record<string, unknown>;
}

export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

export class Serving {
  readonly sim: Simulator;
  readonly url: string;
  readonly port: number;
  readonly pool: Pool;
  /** Stops the server alone. */
  readonly stop: () => Promise<void>;

  constructor(sim: Simulator, { url, port, close }: Awaited<ReturnType<typeof listen>>) {
    this.sim = sim;
    this.url = url;
    this.port = port;
    this.pool = new Pool(url, { connections: 4 });
    this.stop = close;
  }

  /** Stops the server, then the client. */
  async close(): Promise<void> {
    await this.stop();
    await this.pool.destroy();
  }

  authorization(name: string): { authorization: string } {
    const { email, api_key } = this.sim.cast[name]!;
    return { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString("base64")}` };
  }

  /** Sends a request such as `POST /api/v1/messages` just as it is given. */
  async raw(route: string, { headers = {}, body, signal }: RequestParts = {}): Promise<Told> {
    const [method, path] = route.split(" ") as ["GET", string];
    const answer = await this.pool.request({ method, path, headers, ...(body !== undefined && { body }), ...(signal && { signal }) });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      get body() {
        return JSON.parse(text) as Record<string, unknown>;
      },
    };
  }

  /** Sends a request to the API as one of the cast: fields in the query of a GET, in a form otherwise. */
  ask(name: string | undefined, route: string, fields: Readonly<Record<string, unknown>> = {}, signal?: AbortSignal): Promise<Told> {
    const [method, path] = route.split(" ");
    const texts = Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
    const encoded = new URLSearchParams(texts).toString();
    const own = { ...(name !== undefined && this.authorization(name)), "user-agent": "touchstone/1" };
    if (method === "GET") return this.raw(`GET /api/v1${path}${encoded && `?${encoded}`}`, { headers: own, ...(signal && { signal }) });
    const headers = { ...own, "content-type": "application/x-www-form-urlencoded" };
    return this.raw(`${method} /api/v1${path}`, { headers, body: encoded });
  }

  /** Sends a control request with a JSON body. */
  control(route: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Told> {
    const [method, path] = route.split(" ");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.raw(`${method} /_control${path}`, { headers, ...(body !== undefined && { body: text }) });
  }

  /** Writes bytes to a connection of their own, ends it where told, and gives all that came back when the server closed it. */
  bytes(text: string, { end = false }: { readonly end?: boolean } = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, "127.0.0.1", () => (end ? socket.end(text) : socket.write(text)));
      let heard = "";
      socket.setEncoding("utf8").on("data", (chunk) => {
        heard += chunk;
      });
      socket.on("close", () => resolve(heard));
      socket.on("error", reject);
    });
  }
}

export async function serving(options: SimulatorOptions = {}, listening: ListenOptions = {}): Promise<Serving> {
  const sim = createSimulator(options);
  return new Serving(sim, await listen(sim, listening));
}
