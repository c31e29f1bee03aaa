import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { nightly } from "../conformance/night.test.kit.ts";
import type { Report } from "../conformance/results/report.ts";
import { listening } from "../conformance/targets/front.test.kit.ts";
import { listen } from "../sim/adapters/node.ts";
import { createSimulator, type Simulator } from "../sim/index.ts";
import { touchstoneWith } from "./captured.test.kit.ts";

// A correct server that somebody else runs: set up otherwise, behind what fails now and then, its clock ahead of what was waited.

const mostDriftSeconds = 90;

/** Numbers below 2^32, of a seed. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
}

type Body = Record<string, unknown>;

/** Turns a list round by so many places. */
const turned = (list: unknown, by: number): unknown =>
  Array.isArray(list) && list.length > 1 ? [...list.slice(by % list.length), ...list.slice(0, by % list.length)].reverse() : list;

/** Returns an answer as a server that is set up otherwise gives it. */
function otherwise(path: string, body: Body, any: number, late: number): Body {
  if (body.result !== "success") return body;
  if (path.includes("/server_settings")) return { ...body, push_notifications_enabled: true };
  if (path.includes("/register"))
    return "realm_push_notifications_enabled" in body ? { ...body, realm_push_notifications_enabled: true } : body;
  if (late > 0 && Array.isArray(body.messages))
    return { ...body, messages: body.messages.map((message: Body) => ({ ...message, timestamp: Number(message.timestamp) + late })) };
  if (path.includes("/messages?") && path.includes("message_ids=")) return { ...body, messages: turned(body.messages, any) };
  if (path.includes("/events?") && Array.isArray(body.events))
    return {
      ...body,
      events: body.events.map((event: Body) =>
        "message_ids" in event ? { ...event, message_ids: turned(event.message_ids, any) } : event,
      ),
    };
  return body;
}

/** Rates of trouble: one request in so many fails before it reaches the server, and before one in so many the server's clock goes on by up to 90 s. */
interface Manner {
  readonly failing: number;
  readonly drifting: number;
  /** Method and path of what fails always. */
  readonly broken?: string;
  /** By how many seconds messages are older than they say. */
  readonly late?: number;
}

async function elsewhere(sim: Simulator, server: string, { failing, drifting, broken, late = 0 }: Manner) {
  const { hostname: host, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const next = numbersOf(5);
  const counts = { failed: 0, drifted: 0 };
  const front = createServer(async (from: IncomingMessage, to: ServerResponse) => {
    const { method, url: path = "", headers } = from;
    const sent = await buffer(from).catch(() => undefined);
    if (!sent) return;
    const any = Math.floor(next() / 1000);
    if (any % failing === 0 || `${method} ${path}` === broken) {
      counts.failed++;
      to.writeHead(500, { "content-type": "text/html" }).end("<h1>Server Error (500)</h1>");
      return;
    }
    if (any % drifting === 1) {
      counts.drifted++;
      sim.advance({ ms: (any % mostDriftSeconds) * 1000 });
    }
    const onward = request({ host, port, agent, method, path, headers }, async (answer) => {
      const got = await buffer(answer).catch(() => undefined);
      if (!got) return;
      const type = answer.headers["content-type"] ?? "text/plain";
      const body = type.includes("json") ? Buffer.from(JSON.stringify(otherwise(path, JSON.parse(got.toString()), any, late))) : got;
      to.writeHead(answer.statusCode ?? 502, { "content-type": type, "content-length": body.length }).end(body);
    });
    // A client that waits no longer ends its poll.
    to.on("close", () => to.writableFinished || onward.destroy());
    onward.on("error", () => to.destroy());
    onward.end(sent);
  });
  return { ...(await listening(front, agent)), counts };
}

const castNames = ["owen", "dana", "alice", "bob", "cara", "gus", "robo"];
const channelNames = ["general", "team", "quiet", "secret", "town-square"];

/** Runs `check --accept observed` against such a server, by the accounts of a target file. */
async function checked(manner: Manner, ...args: readonly string[]) {
  const sim = createSimulator({ level: 372, brand: "zulip", rulings: "observed" });
  const server = await listen(sim, { control: false, clock: "real" });
  const proxy = await elsewhere(sim, server.url, manner);
  sim.serveAt(proxy.url);
  const folder = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const [target, json] = [join(folder, "target.json"), join(folder, "report.json")];
  const cast = Object.fromEntries(
    Object.entries(sim.cast).flatMap(([name, { email, api_key, password }]) =>
      castNames.includes(name) ? [[name, { email, api_key, password }]] : [],
    ),
  );
  writeFileSync(target, JSON.stringify({ url: proxy.url, cast, channels: Object.fromEntries(channelNames.map((name) => [name, name])) }));
  const options = ["--target", target, "--accept", "observed", "--seed", "5", "--tries", "0", "--no-shrink", "--report", `json=${json}`];
  try {
    const { code, out } = await touchstoneWith({}, "check", ...options, ...args);
    const report: Report = JSON.parse(readFileSync(json, "utf8"));
    const differing = [...report.properties, ...report.scenarios].filter(({ verdict }) => verdict === "differs");
    const alarms = differing.map(({ address, reason }) => `${address}: ${reason}`);
    return { code, out, report, alarms, counts: proxy.counts };
  } finally {
    await proxy.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

const only = (...addresses: readonly string[]): string[] => addresses.flatMap((address) => ["--only", address]);

test("a correct server that is set up otherwise, fails now and then and whose clock runs ahead has no cause", async () => {
  const few = only("typing.post/op", "messages.get.ids/order", "user_groups.create.post/*", "scenario/*");
  const { code, out, report, alarms, counts } = await checked({ failing: 20, drifting: 4 }, ...few, "--runs", "4", "--steps", "12");
  assert.equal(alarms, []);
  assert.equal(report.causes, []);
  assert.is(code, 0, out);
  assert.ok(counts.failed > 9 && counts.drifted > 9, JSON.stringify(counts));
  assert.match(
    (report.notes ?? []).join(" "),
    /flaky: \d+ requests answered 500, such as [A-Z]+ \/\S+, and not so when they were sent again/,
  );
});

nightly("nor has it in the whole of the suite", async () => {
  const { code, out, report, alarms, counts } = await checked({ failing: 50, drifting: 40 }, "--runs", "30");
  assert.equal(alarms, []);
  assert.equal(report.causes, []);
  assert.is(code, 0, out);
  assert.ok(counts.failed > 200 && counts.drifted > 200, JSON.stringify(counts));
  assert.ok(report.summary.agrees > 500, `${report.summary.agrees} agree`);
});

test("a server that always fails at one kind of request is wrong", async () => {
  const { code, alarms } = await checked({ failing: 1e9, drifting: 1e9, broken: "POST /api/v1/typing" }, ...only("typing.post/op"));
  assert.is(code, 1);
  assert.match(alarms.join(), /^typing\.post\/op: .*500/);
});

test("a server whose instants are some seconds late is wrong", async () => {
  const few = [...only("scenario/*"), "--runs", "6", "--steps", "12"];
  const { code, alarms } = await checked({ failing: 1e9, drifting: 1e9, late: 5 }, ...few);
  assert.is(code, 1);
  assert.match(alarms.join(), /timestamp/);
});

test.run();
