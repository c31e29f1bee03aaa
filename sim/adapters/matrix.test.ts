import { test } from "uvu";
import * as assert from "uvu/assert";
import { spelled } from "../client.ts";
import { Held } from "../held.ts";
import { createSimulator, type Simulator } from "../simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";

/** One way to a simulator: takes a request, gives status and body. */
type Way = (as: string | undefined, route: string, fields: Record<string, unknown>) => Promise<readonly [status: number, text: string]>;

const userAgent = "touchstone/1";

function requestOf(sim: Simulator, base: string, as: string | undefined, route: string, given: Record<string, unknown>): Request {
  const [method = "", path = ""] = route.split(" ");
  const fields = new URLSearchParams([...spelled(given)]);
  const headers = new Headers({ "user-agent": userAgent });
  const member = as === undefined ? undefined : sim.cast[as]!;
  if (member) headers.set("authorization", `Basic ${btoa(`${member.email}:${member.api_key}`)}`);
  if (method === "GET") return new Request(`${base}/api/v1${path}?${fields}`, { headers });
  return new Request(`${base}/api/v1${path}`, { method, headers, body: fields });
}

const answer = async (response: Promise<Response>) => {
  const { status, text } = await response.then(async (known) => ({ status: known.status, text: await known.text() }));
  return [status, text] as const;
};

const ways: Readonly<Record<string, (sim: Simulator) => Promise<{ way: Way; close?: () => Promise<void> }>>> = {
  async "in process"(sim) {
    return {
      way: async (as, route, fields) => {
        const reply = sim.as(as).request(route, fields);
        if (reply instanceof Held) throw new Error(`${route} is held`);
        return [reply.status, reply.text];
      },
    };
  },
  async "node:http"(sim) {
    const { url, close } = await listen(sim);
    return { way: (as, route, fields) => answer(fetch(requestOf(sim, url, as, route, fields))), close };
  },
  async fetch(sim) {
    const ask = fetchFor(sim);
    return { way: (as, route, fields) => answer(ask(requestOf(sim, "http://anywhere", as, route, fields))) };
  },
};

/** A day in the garden: every endpoint of writing and reading, some refused. */
async function day(sim: Simulator, way: Way): Promise<(readonly [number, string])[]> {
  const heard: (readonly [number, string])[] = [];
  const ask = async (as: string | undefined, route: string, fields: Record<string, unknown> = {}) => {
    const told = await way(as, route, fields);
    heard.push(told);
    return JSON.parse(told[1]) as Record<string, unknown>;
  };
  const bob = sim.cast.bob!.user_id;
  await ask(undefined, "GET /server_settings");
  await ask(undefined, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" });
  const { queue_id } = await ask("bob", "POST /register", { event_types: ["message", "typing", "user_topic", "delete_message"] });
  const { id } = await ask("alice", "POST /messages", {
    type: "channel",
    to: "general",
    topic: "größer 🌱",
    content: "@**Bob Birch** `x` & <y>\n\n* z",
  });
  await ask("alice", "POST /messages", { type: "direct", to: [bob], content: "ü\u2028%+&=" });
  await ask("alice", "POST /messages", { type: "channel", to: "nowhere & far", topic: "x", content: "y" });
  await ask("alice", "POST /typing", { op: "start", to: [bob] });
  await ask("bob", "POST /user_topics", {
    stream_id: sim.channels.general!.stream_id,
    topic: "größer 🌱",
    visibility_policy: 3,
    unknown: "ß",
  });
  await ask("bob", "GET /messages", {
    anchor: "newest",
    num_before: 3,
    num_after: 0,
    narrow: [{ operator: "topic", operand: "größer 🌱" }],
  });
  await ask("bob", `GET /messages/${id}`, { apply_markdown: false });
  await ask("bob", `DELETE /messages/${id}`);
  await ask("dana", `DELETE /messages/${id}`);
  await ask("bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true });
  await ask("bob", "DELETE /events", { queue_id });
  await ask("alice", "PATCH /users/me/profile_data", { data: [] });
  await ask("alice", "GET /realm/presence");
  await ask(undefined, "GET /messages");
  return heard;
}

test("the same requests give the same bytes on every way, but for the server's own address, and leave the same transcript", async () => {
  const results: Record<string, { heard: unknown; transcript: unknown }> = {};
  for (const [name, open] of Object.entries(ways)) {
    const sim = createSimulator();
    const { way, close } = await open(sim);
    const heard = await day(sim, way);
    results[name] = JSON.parse(JSON.stringify({ heard, transcript: sim.transcript }).replaceAll(sim.server.url, "the server"));
    await close?.();
  }
  const { "in process": first, ...others } = results;
  for (const [name, result] of Object.entries(others)) assert.equal(result, first, name);
});

test.run();
