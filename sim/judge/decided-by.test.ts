// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, constants } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { byDay } from "../../conformance/night.test.kit.ts";
import { listen } from "../adapters/node.ts";
import { Serving } from "../adapters/serving.test.kit.ts";
import { newestLevel } from "../index.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { decidedBy } from "./decided-by.ts";

const test = suite("what decided a refusal");

/** Returns what the journal says of the last request of a simulated server. */
async function decided(ask: (server: Serving) => Promise<unknown>, options: Parameters<typeof createSimulator>[0] = {}) {
  const sim = createSimulator(options);
  const server = new Serving(sim, await listen(sim));
  try {
    await ask(server);
    const { body } = await server.control(`GET /journal/${sim.journal.count}`);
    return body.decidedBy;
  } finally {
    await server.close();
  }
}

const toChannel = (to: string | number) => ({ type: "channel", to, topic: "soup", content: "hi" });

test("it is a parameter with its section and a few words", async () => {
  assert.equal(await decided((server) => server.ask("alice", "POST /messages", toChannel("nowhere"))), {
    section: "Errors",
    parameter: "to",
    rule: "there is no channel with this name",
  });
  assert.equal(
    await decided((server) => server.ask("alice", "POST /typing", { type: "channel", op: "start", stream_id: 4711, topic: "soup" })),
    {
      section: "Endpoints > POST /typing",
      parameter: "stream_id",
      rule: "there is no channel with this id, or the caller may not know of it",
    },
  );
  assert.equal(await decided((server) => server.ask("alice", "POST /messages", { type: "channel", to: "general", topic: "soup" })), {
    section: "Endpoints > POST /messages",
    parameter: "content",
    rule: "required",
  });
  assert.equal(await decided((server) => server.ask("alice", "GET /messages/4711")), {
    section: "Errors",
    parameter: "message_id",
    rule: "there is no message with this id, or the caller may not see it",
  });
});

test("where no field came at all, it says what is read of a body", async () => {
  const sim = createSimulator();
  const server = await listen(sim);
  const { email, api_key } = sim.cast.alice!;
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}`, "content-type": "application/json" };
  await fetch(`${server.url}/api/v1/messages`, { method: "POST", headers, body: JSON.stringify(toChannel("general")) });
  const { decidedBy: why } = await fetch(`${server.url}/_control/journal/1`).then((answer) => answer.json());
  await server.close();
  assert.is(why.rule, "required; no field came at all: bodies are read as forms, not as JSON");
});

test("it is the level from which on bots may", async () => {
  const ask = (server: Serving) => server.ask("robo", "POST /user_groups/create", { name: "cooks", description: "", members: [] });
  assert.is(((await decided(ask, { level: 400 })) as { readonly rule: string }).rule, "level 400: bots may not do this before 496");
});

test("it is a rule about who asks", async () => {
  assert.equal(await decided((server) => server.ask("alice", "POST /channel_folders/create", { name: "a", description: "" })), {
    section: "Authentication",
    rule: "only administrators may do this",
  });
  assert.equal(await decided((server) => server.ask(undefined, "GET /realm/presence")), {
    section: "Authentication",
    rule: "no credentials were sent",
  });
});

test("it is the level: of the endpoint, of a word, of parameters that were passed over", async () => {
  const at = (level: number) => ({ level });
  assert.equal(await decided((server) => server.ask("dana", "POST /channel_folders/create", { name: "a" }), at(372)), {
    section: "Versioning",
    rule: "level 372: this endpoint begins at 389",
  });
  assert.equal(await decided((server) => server.ask("alice", "POST /messages", toChannel("general")), at(247)), {
    section: "Endpoints > POST /messages",
    parameter: "type",
    rule: "level 247: `channel` begins at 248",
  });
  assert.equal(await decided((server) => server.ask("alice", "GET /messages", { message_ids: "[1]", colour: "red" }), at(200)), {
    section: "Endpoints > GET /messages",
    parameter: "num_before",
    rule: "required",
    ignored: { message_ids: "level 200: this parameter begins at 300", colour: "no parameter of this endpoint" },
  });
});

test("it is a fault that was asked for, or a method that the path does not have", async () => {
  const faulted = async (server: Serving) => {
    server.sim.faults.add({ then: { status: 502 } });
    await server.ask("alice", "GET /users/me");
  };
  assert.equal(await decided(faulted), { rule: "a fault that was asked for: 1" });
  assert.equal(await decided((server) => server.ask("alice", "DELETE /server_settings")), {
    section: "What the service does > Conventions for every endpoint",
    rule: "a method that this path does not have: GET, HEAD are there",
  });
});

test("beside the specification it is the server's own words, and a success has none", async () => {
  assert.equal(await decided((server) => server.ask("alice", "PATCH /messages/4711", { content: "hi" })), { rule: "Invalid message(s)" });
  assert.equal(await decided((server) => server.ask("alice", "POST /messages/4711/reactions")), {
    parameter: "emoji_name",
    rule: "required; no field came at all: bodies are read as forms, not as JSON",
  });
  assert.is(await decided((server) => server.ask("alice", "GET /users/me")), undefined);
});

interface Sent {
  readonly send?: string;
  readonly query?: [string, string][];
  readonly form?: [string, string][];
}

/** The requests of the transcripts that come with the package, by day without the drawn ones, with their answers and the level. */
function* recorded() {
  for (const name of byDay(["levels", "directed"], ["levels", "directed", "drawn"])) {
    const file = fileURLToPath(new URL(`../../fixtures/transcripts/${name}.jsonl.br`, import.meta.url));
    let level = 0;
    let readsUndocumented = false;
    for (const line of brotliDecompressSync(readFileSync(file), { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
      .toString()
      .trim()
      .split("\n")
      .slice(1)) {
      const record = JSON.parse(line);
      level = record.options?.level ?? (record.options ? newestLevel : level);
      if (record.options) readsUndocumented = record.options.rulings === "observed";
      const { requests, answers } = (record.opening ?? record) as { requests: Sent[]; answers: string[] };
      for (const [i, { send, query = [], form = [] }] of requests.entries()) {
        const [, status = "", text = ""] = /^(\d+) [^\n]*\n(.*)$/s.exec(answers[i] ?? "") ?? [];
        if (send && Number(status) >= 400)
          yield { level, readsUndocumented, send, fields: Object.fromEntries([...query, ...form]), status: Number(status), text };
      }
    }
  }
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const simulators = new Map<string, Simulator>();

/** Returns a simulator of a level that reads undocumented parameters, or does not. */
function simulatorOf(level: number, readsUndocumented: boolean): Simulator {
  const key = `${level} ${readsUndocumented}`;
  const known = simulators.get(key);
  if (known) return known;
  const made = createSimulator({ level, rulings: readsUndocumented ? { undocumentedParameters: "observed" } : {} });
  simulators.set(key, made);
  return made;
}

test("a refusal in process says what decided it", () => {
  const sim = createSimulator();
  sim.as("alice").send("POST /messages", { type: "channel", to: "general", tpoic: "x", content: "y" } as never);
  const [exchange] = sim.transcript.slice(-1);
  assert.equal(decidedBy(exchange!, sim), {
    section: "Endpoints > POST /messages",
    parameter: "topic",
    rule: "required",
    ignored: { tpoic: "no parameter of this endpoint" },
  });
});

test("each refusal of the specification's endpoints in the transcripts has a section and words of its own", () => {
  const unsaid = new Set<string>();
  const sections = new Set<string>();
  for (const { level, readsUndocumented, send, fields, status, text } of recorded()) {
    const [method = "", path = ""] = send.split(" ");
    const body = bodyOf(text);
    const exchange = { at: "", as: null, request: { method, path, fields }, response: { status, body } };
    const found = decidedBy(exchange, simulatorOf(level, readsUndocumented));
    if (found?.section === undefined) continue;
    sections.add(found.section);
    if (found.parameter === undefined && found.rule === (body as { msg?: string }).msg) unsaid.add(`${send}: ${found.rule}`);
  }
  assert.equal([...unsaid], []);
  assert.ok(sections.size > byDay(12, 20), `${sections.size} sections`);
});

test.run();
