import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Listening, listen } from "../../sim/adapters/node.ts";
import { createSimulator, newestLevel } from "../../sim/index.ts";
import type { Member, Reply, Target } from "../client/target.ts";
import { scenarioOf } from "../play/scenario.ts";
import type { ScenarioResult } from "../results/report.ts";
import { runCovering, runScenarios } from "../run/scenarios.ts";

const names = ["alice", "bob", "cara", "dana"] as const;

/** A server without control API that is already full of other people's messages and groups. */
async function fullServer() {
  const sim = createSimulator({ seed: 7 });
  const [alice, bob] = [sim.as("alice"), sim.as("bob")];
  for (let i = 0; i < 60; i++) {
    (i % 3 ? alice : bob).send("POST /messages", { type: "channel", to: "general", topic: `old ${i % 5}`, content: `message ${i}` });
    alice.send("POST /messages", { type: "direct", to: [sim.cast.bob!.user_id], content: "between us" });
  }
  for (let i = 0; i < 4; i++) alice.send("POST /user_groups/create", { name: `old ${i}`, description: "", members: [] });
  return { sim, server: await listen(sim, { control: false }) };
}

/** A minimal target over HTTP for some of the cast, its answers changed on the way. */
function targetOn(
  { sim, server }: { sim: ReturnType<typeof createSimulator>; server: Listening },
  change: (body: unknown) => unknown = (body) => body,
): Target {
  const cast = Object.fromEntries(
    names.map((name): [string, Member] => {
      const { user_id, email, role, password } = sim.cast[name]!;
      return [name, { user_id, email, role, password, is_bot: false }];
    }),
  );
  const channels = Object.fromEntries(["general", "team", "quiet"].map((name) => [name, sim.channels[name]!.stream_id]));
  const target: Target = {
    kind: "live",
    url: server.url,
    level: newestLevel,
    brand: "service",
    cast,
    channels,
    namespace: `x${Math.floor(Math.random() * 1e9).toString(36)}`,
    steering: undefined,
    send: async ({ as, method, path, fields }) => {
      const pairs = Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
      const text = new URLSearchParams(pairs).toString();
      const headers: Record<string, string> = { "User-Agent": "touchstone/1", "Content-Type": "application/x-www-form-urlencoded" };
      const member = as === null ? undefined : sim.cast[as];
      if (member) headers.Authorization = `Basic ${Buffer.from(`${member.email}:${member.api_key}`).toString("base64")}`;
      const inQuery = method === "GET";
      const url = `${server.url}/api/v1${path}${inQuery ? `?${text}` : ""}`;
      const response = await fetch(url, { method, headers, ...(!inQuery && { body: text }), signal: AbortSignal.timeout(5000) });
      return { status: response.status, headers: {}, body: change(await response.json()) as Reply["body"] };
    },
    isolated: () => target,
    close: async () => {},
  };
  return target;
}

async function verdicts(target: Target, runs: number, seed: number): Promise<ScenarioResult[]> {
  const all: ScenarioResult[] = [];
  const shard = { index: 1, count: 1 };
  const options = { seed, runs, steps: 20, shrink: true, strict: false, shard, goesOn: () => true, concurrency: 4 };
  await runScenarios(target, options, (result) => all.push(result));
  return all;
}

/** Keys in another order, more fields, other texts for people. */
function disguised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(disguised);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === "msg" && inner !== "" ? `Sorry: ${inner}` : disguised(inner),
  ]);
  return Object.fromEntries([["unheard_of", { a: 1 }], ...entries.reverse()]);
}

const unexpected = (all: readonly ScenarioResult[]): unknown[] =>
  all.filter(({ verdict }) => verdict !== "agrees").map(({ address, reason, pairs }) => [address, reason, pairs?.map(({ told }) => told)]);

test("a correct server that is full of other people's messages raises no alarm", async () => {
  const on = await fullServer();
  const all = await verdicts(targetOn(on), 25, 5);
  await on.server.close();
  assert.equal(unexpected(all), []);
  assert.is(all.length, 25);
});

test("nor does one that orders keys otherwise, says more, and words its refusals in its own way", async () => {
  const on = await fullServer();
  const all = await verdicts(targetOn(on, disguised), 12, 6);
  await on.server.close();
  assert.equal(unexpected(all), []);
});

test("a wrong server is noticed, with the shortest scenario, in at most 30 replays", async () => {
  const on = await fullServer();
  const drop = (body: unknown): unknown => {
    const { message, ...rest } = body as { message?: Record<string, unknown> };
    return message ? { ...rest, message: { ...message, topic_links: ["wrong"] } } : body;
  };
  const found = (await verdicts(targetOn(on, drop), 6, 7)).find(({ verdict }) => verdict === "differs")!;
  await on.server.close();
  assert.match(found.reason!, /^message\.topic_links: expected/);
  assert.is(found.scenario!.steps.length, 2);
  assert.ok(found.replays! > 0 && found.replays! <= 30);
});

test("a target that registers nobody is untestable, with its reason", async () => {
  const on = await fullServer();
  const silent = targetOn(on, () => ({ result: "error", msg: "no", code: "BAD_REQUEST" }));
  const all = await verdicts(silent, 2, 1);
  await on.server.close();
  assert.equal(
    all.map(({ verdict, reason }) => [verdict, reason]),
    Array.from({ length: 2 }, () => ["untestable", "the target registers no event queue for any of the cast"]),
  );
});

test("no generated scenario uses a topic that one of the covering set has used", async () => {
  const full = await fullServer();
  const target = targetOn(full);
  let topics: unknown[] = [];
  const noting: Target = {
    ...target,
    send: (request) => {
      if (request.path === "/messages" && request.method === "POST") topics.push(request.fields.topic ?? request.fields.subject);
      return target.send(request);
    },
    isolated: () => noting,
  };
  const step = (topic: string) => ({
    as: "alice",
    op: "messages.post",
    fields: { type: "channel", to: { ref: "channel name", of: "general" }, topic: { ref: "fresh", of: topic }, content: "a" },
  });
  const steps = ["lunch", "dinner", "shed", "tea"].map(step);
  const covering = Array.from({ length: 8 }, () => ({ ...scenarioOf(steps), historical: new Set<number>() }));
  const options = { seed: 1, runs: 8, steps: 20, shrink: false, strict: false, shard: { index: 1, count: 1 }, goesOn: () => true };
  await runCovering(noting, covering, options, () => {});
  const covered = new Set(topics.splice(0));
  await runScenarios(noting, options, () => {});
  topics = topics.filter((topic) => typeof topic === "string" && topic.includes(target.namespace));
  await full.server.close();
  assert.ok(covered.size === 32 && topics.length > 10, `${covered.size} and ${topics.length}`);
  assert.equal(
    topics.filter((topic) => covered.has(topic)),
    [],
  );
});

test.run();
