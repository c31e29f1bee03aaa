import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { createSimulator, type Simulator } from "../index.ts";
import { listen } from "./node.ts";

/** What a round sends again and again, and the bytes that the simulator answered to it first. */
interface Load {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly answer: string;
  readonly answerHeaders: Readonly<Record<string, string>>;
}

const form = "type=channel&to=general&topic=lunch&content=The+soup+is+good+today%2C+try+it+with+some+bread+and+a+little+salt";

function loadOf(sim: Simulator, method: "GET" | "POST"): Load {
  const alice = sim.as("alice");
  const { email, api_key } = sim.cast.alice!;
  const headers = { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString("base64")}` };
  const sent = alice.send("POST /messages", Object.fromEntries(new URLSearchParams(form)));
  if (method === "GET") {
    const path = `/messages/${sent.body.id}`;
    const answer = alice.send(`GET ${path}`);
    return { method, path: `/api/v1${path}`, headers, body: null, answer: answer.text, answerHeaders: answer.headers };
  }
  const typed = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  return { method, path: "/api/v1/messages", headers: typed, body: form, answer: sent.text, answerHeaders: sent.headers };
}

/** A server with nothing but node:http: the same bytes for a GET, a parsed and stored form for a POST. */
function bareServer(load: Load): RequestListener {
  const answer = Buffer.from(load.answer);
  const headers = { ...load.answerHeaders, "Content-Length": answer.length };
  const stored: Record<string, string>[] = [];
  return (request, response) => {
    if (request.method === "GET") {
      response.writeHead(200, headers).end(answer);
      return;
    }
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      stored.push(Object.fromEntries(new URLSearchParams(text)));
      const reply = Buffer.from(`${JSON.stringify({ result: "success", msg: "", id: stored.length })}\n`);
      response.writeHead(200, { ...load.answerHeaders, "Content-Length": reply.length }).end(reply);
    });
  };
}

async function serveInChild(kind: string, method: "GET" | "POST"): Promise<void> {
  const simulator = createSimulator();
  const load = loadOf(simulator, method);
  const tell = (url: string) => process.send!({ url, load });
  if (kind === "simulator") tell((await listen(simulator, { port: 0, clock: "frozen" })).url);
  else {
    const server = createServer(bareServer(load));
    server.listen(0, "127.0.0.1", () => tell(`http://127.0.0.1:${(server.address() as { port: number }).port}`));
  }
  process.on("message", () => process.send!({ cpuMicros: process.cpuUsage().user + process.cpuUsage().system }));
}

const pin = (pid: number, core: number): void => void spawnSync("taskset", ["-a", "-cp", String(core), String(pid)]);

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as T));
    child.once("error", reject);
  });
}

const connections = 32;

/** Requests answered within a time, with as many in flight as there are connections. */
async function pressed(url: string, load: Load, millis: number): Promise<number> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const end = performance.now() + millis;
  let answered = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const { body, statusCode } = await pool.request(load);
      await body.dump();
      if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
  return answered;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMicrosEach: number;
}

async function measured(kind: "bare" | "simulator", method: "GET" | "POST", millis: number, pinned: boolean): Promise<Measured> {
  const child = fork(fileURLToPath(import.meta.url), ["serve", kind, method]);
  try {
    const { url, load } = await heard<{ url: string; load: Load }>(child);
    if (pinned) pin(child.pid!, 0);
    await pressed(url, load, millis / 4);
    const cpu = async () => {
      const answer = heard<{ cpuMicros: number }>(child);
      child.send("cpu");
      return (await answer).cpuMicros;
    };
    const before = await cpu();
    const requests = await pressed(url, load, millis);
    return { perSecond: (requests * 1000) / millis, cpuMicrosEach: ((await cpu()) - before) / requests };
  } finally {
    child.kill();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** HTTP against bare node:http, in turn, one core for the server and one for the load. Rows: what, figure, goal. */
export async function rows({ tiny }: { readonly tiny: boolean }): Promise<string[][]> {
  if (!tiny) pin(process.pid, 1);
  const [rounds, millis] = tiny ? [1, 40] : [3, 3000];
  const table: string[][] = [];
  for (const [method, goal] of [
    ["GET", 0.85],
    ["POST", 0.6],
  ] as const) {
    const bare: Measured[] = [];
    const simulator: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(await measured("bare", method, millis, !tiny));
      simulator.push(await measured("simulator", method, millis, !tiny));
    }
    const of = (all: Measured[], figure: keyof Measured) => median(all.map((one) => one[figure]));
    const rate = of(simulator, "perSecond") / of(bare, "perSecond");
    const cpu = of(bare, "cpuMicrosEach") / of(simulator, "cpuMicrosEach");
    const what = method === "GET" ? "GET /messages/{id}" : "POST /messages";
    table.push([
      `${what} over HTTP, requests a second`,
      `${Math.round(of(simulator, "perSecond"))} of ${Math.round(of(bare, "perSecond"))} bare: ${rate.toFixed(2)}`,
      `${goal}`,
    ]);
    table.push([
      `${what} over HTTP, server time for a request`,
      `${of(simulator, "cpuMicrosEach").toFixed(1)} of ${of(bare, "cpuMicrosEach").toFixed(1)} us bare: ${cpu.toFixed(2)}`,
      `${goal}`,
    ]);
  }
  return table;
}

if (process.argv[2] === "serve") await serveInChild(process.argv[3]!, process.argv[4] as "GET" | "POST");
