import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client } from "undici";
import { draw } from "../../sim/core/rng.ts";
import { endpoints } from "../../sim/endpoints/index.ts";
import { support } from "../../sim/server/routes.ts";
import { authorization, processorSeconds, type Served, startServe } from "../http/servers.ts";
import { type Known, nextRequest, type SoakRequest } from "./requests.ts";

/** Starts a server whose clock stands still until it is moved. */
const start = ({ command, serve }: SoakOptions): Promise<Served> => startServe(command, ["--clock", "2026-01-01T12:00:00Z", ...serve]);

/** The most megabytes that a process had in memory so far. */
function peakMegabytes({ pid }: ChildProcess): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
  } catch {
    return undefined;
  }
}

/** Returns what a server says of itself and its content, where its port is replaced by a word. */
async function portrait(served: Served): Promise<string> {
  const { url } = served;
  const headers = authorization(served, "alice");
  const asked = [
    "/server_settings",
    "/messages?anchor=newest&num_before=1000&num_after=0",
    "/users",
    "/streams",
    "/drafts",
    "/attachments",
  ];
  const reads = asked.map((path) => [`${url}/api/v1${path}`, { headers }] as const);
  const writes = ["/register", "/messages"].map((path) => {
    const body = new URLSearchParams({ type: "channel", to: "general", topic: "after", content: "**the** soak" });
    return [`${url}/api/v1${path}`, { method: "POST", headers, body }] as const;
  });
  const texts: string[] = [];
  for (const [address, init] of [...reads, ...writes]) texts.push(await (await fetch(address, init)).text());
  texts.push(await (await fetch(`${url}/_control/transcript`)).text());
  return texts
    .join("\n")
    .replaceAll(new URL(url).host, "HOST")
    .replaceAll(`:${new URL(url).port}`, ":PORT");
}

interface SoakOptions {
  /** The command that serves, such as `node dist/cli/launch.cjs`. */
  readonly command: readonly string[];
  /** Further options of `serve`. */
  readonly serve: readonly string[];
  readonly requests: number;
  readonly seed: number;
  readonly connections: number;
  /** Is told how many requests were answered, now and then. */
  readonly progress?: (answered: number, megabytes: number | undefined) => void;
}

/** A request that was answered wrongly or late. */
interface Slip {
  readonly route: string;
  readonly status: number;
  readonly millis: number;
}

interface SoakReport {
  readonly answered: number;
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Answers with a status of 500 or more but 507, which says that the realm is full, and connections that the server cut. */
  readonly failed: readonly Slip[];
  /** Answers that took a second or longer, the server at work for most of it. On a busy machine it may have waited itself. */
  readonly slow: readonly Slip[];
  readonly slowestMillis: number;
  readonly seconds: number;
  /** The most memory that the server had at once; undefined where the system does not say. */
  readonly peakMegabytes: number | undefined;
  /** Whether the server answers after a reset as one that was just started. */
  readonly likeFresh: boolean;
}

const routes: Known["routes"] = [...endpoints, ...support].map(({ route, params }) => [route, Object.keys(params)] as const);

/** Status of what the realm has no room for: many requests come to the bound of texts that they may write. */
const full = 507;

/** Learns from an answer what later requests may name. */
function learn(known: Known, { path, headers }: SoakRequest, answer: string): void {
  const id = /^\{"result":"success","msg":"","id":(\d+)/.exec(answer)?.[1];
  if (path === "/api/v1/messages" && id !== undefined) known.newest = Number(id);
  const queue = path === "/api/v1/register" ? /"queue_id" ?: ?"([^"]+)"/.exec(answer)?.[1] : undefined;
  if (queue === undefined) return;
  const who = Object.entries(known.cast).find(([, { email, api_key }]) =>
    headers.authorization?.endsWith(btoa(`${email}:${api_key}`)),
  )?.[0];
  if (who !== undefined) known.queues.push([who, queue]);
  if (known.queues.length > 1000) known.queues.splice(0, 500);
}

class Soak {
  readonly #options: SoakOptions;
  readonly #served: Served;
  readonly #known: Known;
  readonly #statuses: Record<number, number> = {};
  readonly #failed: Slip[] = [];
  readonly #slow: Slip[] = [];
  /** Processor time of the server, now and then. */
  readonly #samples: { readonly at: number; readonly seconds: number }[] = [];
  #slowestMillis = 0;
  #sent = 0;
  #answered = 0;

  constructor(options: SoakOptions, served: Served) {
    this.#options = options;
    this.#served = served;
    this.#known = { ...served, newest: 50, oldest: 51, queues: [], routes };
  }

  /** Returns by how much the server's processor time grew in the last so many milliseconds, or somewhat more. Unknown times count as work. */
  #workedMillis(millis: number): number {
    const now = processorSeconds(this.#served.child);
    const from = performance.now() - millis;
    const before = this.#samples.findLast(({ at }) => at <= from)?.seconds ?? 0;
    return now === undefined ? millis : (now - before) * 1000;
  }

  #sample(): void {
    this.#samples.push({ at: performance.now(), seconds: processorSeconds(this.#served.child) ?? 0 });
    if (this.#samples.length > 1000) this.#samples.splice(0, 500);
  }

  #note(slip: Slip): void {
    this.#answered++;
    this.#statuses[slip.status] = (this.#statuses[slip.status] ?? 0) + 1;
    this.#slowestMillis = Math.max(this.#slowestMillis, slip.millis);
    if (slip.millis >= 1000 && this.#workedMillis(slip.millis) >= 0.6 * slip.millis) this.#slow.push(slip);
    if (slip.status === 0 || (slip.status >= 500 && slip.status !== full)) this.#failed.push(slip);
    if (this.#answered % 10_000 === 0) this.#options.progress?.(this.#answered, peakMegabytes(this.#served.child));
  }

  async #exchange(client: Client, request: SoakRequest): Promise<void> {
    const { patience, ...sent } = request;
    const route = `${request.method} ${request.path.slice(0, 120)}`;
    const start = performance.now();
    const signal = patience === undefined ? {} : { signal: AbortSignal.timeout(patience) };
    try {
      const { statusCode, body } = await client.request({ ...sent, ...signal });
      const answer = await body.text();
      this.#note({ route, status: statusCode, millis: performance.now() - start });
      learn(this.#known, request, answer);
    } catch (problem) {
      if (patience === undefined) this.#note({ route: `${route} (${problem})`, status: 0, millis: performance.now() - start });
    }
  }

  async #client(number: number): Promise<void> {
    const { seed, requests } = this.#options;
    const next = draw(seed, "soak", number);
    const client = new Client(this.#served.url, { pipelining: 1 });
    while (this.#sent < requests) {
      this.#sent++;
      await this.#exchange(client, nextRequest(next, this.#known));
    }
    await client.destroy();
  }

  async run(): Promise<Omit<SoakReport, "likeFresh" | "peakMegabytes">> {
    const start = performance.now();
    this.#sample();
    const sampling = setInterval(() => this.#sample(), 100);
    await Promise.all(Array.from({ length: this.#options.connections }, (_, i) => this.#client(i)));
    clearInterval(sampling);
    const seconds = (performance.now() - start) / 1000;
    return {
      ...{ answered: this.#answered, statuses: this.#statuses, failed: this.#failed },
      ...{ slow: this.#slow, slowestMillis: this.#slowestMillis, seconds },
    };
  }
}

/** Serves a simulator, sends it many hostile and heavy requests, resets it, and compares it with a fresh one. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const served = await start(options);
  const fresh = await start(options);
  try {
    const report = await new Soak(options, served).run();
    const peak = peakMegabytes(served.child);
    await fetch(`${served.url}/_control/reset`, { method: "POST" });
    const likeFresh = (await portrait(served)) === (await portrait(fresh));
    return { ...report, peakMegabytes: peak, likeFresh };
  } finally {
    for (const { child } of [served, fresh]) child.kill();
  }
}
