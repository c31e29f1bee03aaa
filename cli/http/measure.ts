import { Pool } from "undici";
import type { BareAnswer } from "./bare.ts";
import { type As, type Case, routeOf, type Send, type Shot } from "./cases.ts";
import { apiRequest, type Measured, processorSeconds, type Served, startBare, startServe } from "./servers.ts";

const connections = 32;

/** The work of a server in a time. */
interface Pace {
  readonly perSecond: number;
  /** Processor time of the server for one repetition, in microseconds. */
  readonly micros: number | undefined;
}

/** Headers that node:http writes itself. */
const ofTransport = new Set(["connection", "transfer-encoding", "date", "keep-alive"]);

const sender =
  (pool: Pool, heard?: (shot: Shot, headers: Readonly<Record<string, string | string[] | undefined>>, text: string) => void): Send =>
  async (shot) => {
    const { statusCode, headers, body } = await pool.request(shot);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${shot.method} ${shot.path} was answered ${statusCode}: ${text.slice(0, 200)}`);
    heard?.(shot, headers, text);
    return text;
  };

/** One server under the load of one case. */
class Press {
  readonly #server: Measured;
  readonly #pool: Pool;
  readonly #repeats: (() => Promise<unknown>)[] = [];
  readonly paces: Pace[] = [];

  constructor(server: Measured) {
    this.#server = server;
    // Polls that are held take connections of their own.
    this.#pool = new Pool(server.url, { connections: connections + 120, pipelining: 1 });
  }

  /** Begins a case on all connections. Gives the answers of one repetition, by method and path. */
  async begin({ begin }: Case, as: As): Promise<BareAnswer[]> {
    const answers = new Map<string, BareAnswer>();
    const send = sender(this.#pool, ({ method, path }, headers, text) => {
      const route = routeOf(method, path.replace(/\?.*/s, ""));
      const flat = Object.entries(headers).flatMap(([name, value]) => (ofTransport.has(name) ? [] : [name, String(value)]));
      answers.set(route, { route, headers: flat, text });
    });
    this.#repeats.length = 0;
    for (let i = 0; i < connections; i++) this.#repeats.push(await begin(send, as, i));
    await this.#repeats[0]?.();
    return [...answers.values()];
  }

  /** Repeats the case on all connections for a time. */
  async run(millis: number): Promise<void> {
    const before = processorSeconds(this.#server.child);
    const [start, end] = [performance.now(), performance.now() + millis];
    let count = 0;
    const repeat = async (once: () => Promise<unknown>): Promise<void> => {
      for (; performance.now() < end; count++) await once();
    };
    await Promise.all(this.#repeats.map(repeat));
    const seconds = (performance.now() - start) / 1000;
    const after = processorSeconds(this.#server.child);
    this.paces.push({
      perSecond: count / seconds,
      micros: before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / count,
    });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The pace of a server in a case, the median of its rounds. */
export interface CasePace extends Pace {
  readonly server: string;
}

function paceOf(server: string, { paces }: Press): CasePace {
  const known = paces.flatMap(({ micros }) => micros ?? []);
  return {
    server,
    perSecond: median(paces.map(({ perSecond }) => perSecond)),
    micros: known.length < paces.length ? undefined : median(known),
  };
}

const asOf =
  (server: Served): As =>
  (who, route, fields) =>
    apiRequest(server, who, route, fields);

interface MeasureOptions {
  /** Builds by name: folders like `dist`. */
  readonly builds: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly millis: number;
  /** Is called with each server, to give it a core. */
  readonly started: (server: Measured) => void;
}

/** Puts the builds and a bare server under the load of one case, in turn. The bare one is the last. */
export async function measure(one: Case, { builds, rounds, millis, started }: MeasureOptions): Promise<CasePace[]> {
  const served = await Promise.all(
    Object.entries(builds).map(async ([name, folder]) => ({
      name,
      server: await startServe([process.execPath, `${folder}/cli/launch.cjs`]),
    })),
  );
  const bare = await startBare();
  const presses: { readonly name: string; readonly press: Press }[] = [];
  try {
    let answers: BareAnswer[] = [];
    for (const { name, server } of served) {
      const press = new Press(server);
      answers = await press.begin(one, asOf(server));
      presses.push({ name, press });
    }
    const press = new Press(bare);
    await bare.teach(answers);
    const [first] = served;
    if (!first) throw new Error("there is no build to measure");
    // The bare server holds no polls, and knows the answers to one repetition only.
    const begin: Case["begin"] = (send, as, connection) => one.begin(send, as, connection + 1);
    await press.begin({ ...one, begin }, asOf(first.server));
    presses.push({ name: "bare", press });
    for (const server of [...served.map(({ server }) => server), bare]) started(server);
    for (const { press } of presses) await press.run(millis / 2);
    for (const { press } of presses) press.paces.length = 0;
    for (let round = 0; round < rounds; round++) for (const { press } of presses) await press.run(millis);
    return presses.map(({ name, press }) => paceOf(name, press));
  } finally {
    for (const { press } of presses) await press.close();
    for (const { child } of [...served.map(({ server }) => server), bare]) child.kill();
  }
}
