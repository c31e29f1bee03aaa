import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../index.ts";
import { Ledger } from "./entries.ts";
import type { Filed } from "./filed.ts";
import { bytesOf } from "./size.ts";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ minLength: 38, maxLength: 42 }),
  fc.constantFrom("", "\0", "größer", "🌱", "\ufeffmark", "日".repeat(900), "a".repeat(3000)),
);
const fields = fc.array(fc.tuple(text, text), { maxLength: 5 }).map((pairs) => new Map(pairs));

const exchange: fc.Arbitrary<Filed> = fc
  .record({
    now: fc.integer({ min: 0, max: 4e12 }),
    as: fc.constantFrom(null, "alice", "bob", "größer"),
    method: fc.constantFrom("GET", "POST", "DELETE"),
    path: text,
    query: fields,
    form: fields,
    status: fc.integer({ min: 0, max: 999 }),
    raw: text,
  })
  .map((parts) => ({ ...parts, length: parts.raw.length, fault: undefined, cut: undefined }));

/** Returns a reading as plain values. */
const plain = ({ now, as, method, path, query, form, status, raw, length, fault, cut }: Filed) => {
  return { now, as, method, path, query: [...query], form: [...form], status, raw, length, fault, cut };
};

const small: Filed = {
  ...{ now: 1, as: "alice", method: "GET", path: "/", query: new Map(), form: new Map() },
  ...{ status: 200, raw: "{}", length: 2, fault: undefined, cut: undefined },
};

test("what is written down is read as it was, whatever its letters, and also in chunks that are written over", () => {
  const ledger = new Ledger();
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 40, maxLength: 60 }), (entries) => {
      const places = entries.map((entry) => ledger.put(entry, bytesOf(entry)));
      for (const [i, place] of places.entries()) {
        if (place === undefined) assert.ok(bytesOf(entries[i]!) > 16 * 1024);
        else assert.equal(plain(ledger.at(place)), plain(entries[i]!));
      }
      ledger.forgetBefore(places.find((place) => place !== undefined) ?? 0);
    }),
    { numRuns: 200, seed: 1 },
  );
});

test("halves of characters, parts, faults and large exchanges are not written down, and leave no trace", () => {
  const ledger = new Ledger();
  const first = ledger.put(small, 700);
  for (const other of [
    { path: "\ud83c" },
    { form: new Map([["content", `${"a".repeat(50)}\udf31`]]) },
    { raw: ["{", "}"] },
    { fault: { id: "f1" } },
    { cut: { fields: {}, body: undefined } },
  ]) {
    assert.is(ledger.put({ ...small, ...other }, 700), undefined);
  }
  assert.is(ledger.put(small, 16 * 1024 + 1), undefined);
  const second = ledger.put({ ...small, status: 404 }, 700)!;
  assert.equal([plain(ledger.at(first!)), ledger.at(second).status], [plain(small), 404]);
  // 37 bytes, from one multiple of 8 to the next.
  assert.is(second, first! + 5);
});

test("halves of characters on either side of a boundary stay apart", () => {
  const ledger = new Ledger();
  const split = { ...small, form: new Map([["a\ud83c", "\udf31b"]]) };
  const place = ledger.put(split, 800)!;
  assert.equal([...ledger.at(place).form], [["a\ud83c", "\udf31b"]]);
});

test("what is let go is no longer there, what follows is", () => {
  const ledger = new Ledger();
  const places = Array.from({ length: 40_000 }, (_, i) => ledger.put({ ...small, now: i }, 700)!);
  ledger.forgetBefore(places[30_000]!);
  assert.throws(() => ledger.at(places[0]!), /no exchange stands at 0/);
  assert.equal(
    [30_000, 39_999].map((i) => ledger.at(places[i]!).now),
    [30_000, 39_999],
  );
  ledger.forgetBefore(Number.POSITIVE_INFINITY);
  assert.is(ledger.at(places[39_999]!).now, 39_999);
});

test("of more callers than are told apart the exchanges are kept otherwise", () => {
  const ledger = new Ledger();
  for (let i = 0; i < 70_000; i++) {
    const place = ledger.put({ ...small, as: `user${i}` }, 700);
    if (place === undefined) return assert.ok(i > 50_000 && i < 65_536, `${i}`);
    if (i % 1000 === 0) assert.is(ledger.at(place).as, `user${i}`);
  }
  assert.unreachable();
});

test("a journal tells the same of an exchange, whether it keeps few or many", () => {
  const [few, many] = [createSimulator(), createSimulator()];
  const told: unknown[] = [];
  for (let i = 0; i < 600; i++) {
    for (const sim of [few, many]) {
      const alice = sim.as("alice");
      if (i % 3 === 0) alice.send("POST /messages", { type: "channel", to: "general", topic: `t ${i % 7}`, content: `größer 🌱 ${i}` });
      else if (i % 3 === 1) alice.send("GET /messages", { anchor: "newest", num_before: i % 30, num_after: 0 });
      else sim.as().send("POST /fetch_api_key" as string, { username: "alice@example.com", password: `secret${i}` });
    }
    told.push(...few.transcript);
    few.journal.clear();
  }
  assert.is(told.length, 600);
  assert.equal(many.transcript, told);
  assert.not.match(JSON.stringify(many.transcript), /secret\d/);
});

test.run();
