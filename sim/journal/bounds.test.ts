// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, sha256Hex } from "../index.ts";
import type { Simulator } from "../server/simulator.ts";

const megabyte = 1024 * 1024;

/** Sends a request with a large field, told from others by its last letters. */
const sendLarge = (sim: Simulator, i: number) => {
  const junk = "x".repeat(megabyte) + i;
  sim.as("alice").send("POST /messages" as string, { type: "channel", to: "general", topic: "large", content: `small ${i}`, junk });
  return junk;
};

const bytesKept = (sim: Simulator): number => sim.transcript.reduce((sum, exchange) => sum + 2 * JSON.stringify(exchange).length, 0);

test("large requests count: the journal stays within its bound and keeps every exchange, the older ones cut", () => {
  const sim = createSimulator({ journalBytes: 10_000_000 });
  const sent = Array.from({ length: 40 }, (_, i) => sendLarge(sim, i));
  assert.is(sim.transcript.length, 40);
  assert.ok(bytesKept(sim) < 10_000_000, `${bytesKept(sim)}`);
  const { request } = sim.transcript[3]!;
  assert.equal(request.cut, { junk: { length: sent[3]!.length, sha256: sha256Hex(sent[3]!) } });
  assert.is(request.fields.junk, "x".repeat(1000));
  assert.is(request.fields.content, "small 3");
  const newest = sim.transcript.at(-1)!.request;
  assert.equal([newest.cut, newest.fields.junk], [undefined, sent[39]]);
});

test("fields count, however short their texts: each takes memory of its own", () => {
  const sim = createSimulator({ journalBytes: 5_000_000 });
  const junk = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ""]));
  for (let i = 0; i < 20; i++) sim.as("alice").send("POST /typing" as string, { ...junk, op: "start" });
  const fields = sim.transcript.reduce((sum, { request }) => sum + Object.keys(request.fields).length, 0);
  assert.ok(fields > 10_000 && fields * 64 < 5_000_000, `${fields}`);
});

test("of a large answer the beginning stays, with its length and digest and without what is secret", () => {
  const sim = createSimulator({ journalBytes: 3_000_000 });
  const content = "y".repeat(10_000);
  for (let i = 0; i < 60; i++) sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "large", content });
  const page = () => sim.as("alice").send("GET /messages", { anchor: "newest", num_before: 50, num_after: 0 });
  const { text } = page();
  for (let i = 0; i < 5; i++) page();
  const cut = sim.journal.find({ route: "GET /messages" }).find(({ response }) => response.cut)!;
  assert.equal(cut.response.cut, { length: text.length, sha256: sha256Hex(text) });
  assert.is(cut.response.body, text.slice(0, 1000));
});

test("a cut answer tells no key, and a cut password no digest", () => {
  const sim = createSimulator({ journalBytes: 0 });
  const kept = createSimulator({ journalBytes: 2_000_000 });
  const password = "p".repeat(megabyte);
  for (const one of [sim, kept]) {
    one.faults.add({ match: { route: "GET /users/me" }, then: { body: { api_key: "abcdef", filler: "z".repeat(megabyte) } } });
    one.as().send("POST /fetch_api_key" as string, { username: "alice@example.com", password });
    one.as("alice").send("GET /users/me");
    one.as("alice").send("GET /users/me");
  }
  assert.equal(sim.transcript, []);
  const text = JSON.stringify(kept.transcript);
  assert.not.match(text, "abcdef");
  assert.match(text, "(hidden)");
  assert.equal(kept.transcript[0]!.request.cut, { password: { length: megabyte } });
});

test("what has the name of a secret and is true or false is none", () => {
  const sim = createSimulator();
  sim.as().send("GET /server_settings");
  const { body } = sim.transcript[0]!.response as { readonly body: { readonly authentication_methods: object } };
  assert.is(Object.entries(body.authentication_methods).find(([name]) => name === "password")?.[1], true);
});

test("where cutting is not enough the oldest exchanges go, and are counted", () => {
  const sim = createSimulator({ journalBytes: 1_000_000 });
  for (let i = 0; i < 2000; i++) sim.as("alice").send("GET /users/me" as string, { i });
  const { length } = sim.transcript;
  assert.ok(length > 50 && length < 1000, `${length}`);
  assert.is(sim.journal.dropped + length, 2000);
  assert.is(sim.transcript.at(-1)!.request.fields.i, "1999");
  assert.ok(bytesKept(sim) < 1_000_000);
});

test("without an option the bound is 64 MB, and a fork has that of its origin", () => {
  const sim = createSimulator({ journalBytes: 5_000_000 }).fork();
  for (let i = 0; i < 20; i++) sendLarge(sim, i);
  assert.ok(bytesKept(sim) < 5_000_000);
  const roomy = createSimulator();
  for (let i = 0; i < 20; i++) sendLarge(roomy, i);
  assert.ok(roomy.transcript.every(({ request }) => request.cut === undefined));
});

test("a bound that is none is refused by name", () => {
  for (const journalBytes of [-1, 0.5, Number.NaN, "1" as never])
    assert.throws(() => createSimulator({ journalBytes }), /^journalBytes: got .*, expected a whole number, 0 or more$/);
});

test.run();
