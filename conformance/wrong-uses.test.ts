import { test } from "uvu";
import * as assert from "uvu/assert";
import * as library from "./index.ts";

// Whoever calls the library wrongly reads what is accepted, and nothing of its inside.

type Untyped = Record<keyof typeof library, (...args: unknown[]) => unknown>;
/** Untyped, as a caller in JavaScript has it. */
const { certify, check, declare, doctor, embedded, judged, property, readTranscripts, replay, suite, surprises } =
  library as unknown as Untyped;
const target = embedded();
const aim = async () => {};

const uses: readonly (readonly [call: () => unknown, says: RegExp])[] = [
  [() => check({ target, trys: 1 }), /^options\.trys: no such key; known here are target, seed, runs, tries/],
  [() => check({ target, seed: "x" }), /^options\.seed: got "x", expected a whole number/],
  [() => check({ target, runs: -1 }), /^options\.runs: got -1, expected a whole number, 0 or more$/],
  [() => check({ target, only: "x" }), /^options\.only: got "x", expected a list of patterns on addresses/],
  [() => check({ target, only: [5] }), /^options\.only\[0\]: got 5, expected text/],
  [() => check({ target, accepts: ["nope"] }), /^options\.accepts\[0\]: got "nope", expected a ruling: /],
  [() => check({ target, strict: 5 }), /^options\.strict: got 5, expected true or false$/],
  [() => check({ target, shard: "1/2" }), /^options\.shard: got "1\/2", expected an object with index, from 1 on, and count$/],
  [() => check({ target, onResult: 5 }), /^options\.onResult: got 5, expected a function$/],
  [() => suite(target, { onyl: [] }), /^options\.onyl: no such key; known here are seed, only/],
  [() => suite(target, null), /^options: got null, expected an object$/],
  [() => check({ target, only: ["nope/x"] }), /^options\.only: got \["nope\/x"\], expected patterns on addresses, such as messages\.get/],
  [() => check({ target, rulings: { x: 1 } }), /^options\.rulings: got "x", expected a ruling: /],
  [() => check({ target, seed: Number.NaN }), /^options\.seed: got NaN, expected a whole number/],
  [() => check({ target: Promise.resolve(target) }), /^target: got a promise; await it, such as await openTarget\(…\)$/],
  [() => suite(target, { only: ["nope/x"] }), /^options\.only: got \["nope\/x"\], expected patterns that leave a test/],
  [() => replay(), /^target: missing, expected a target/],
  [() => replay(target), /^scenario: missing, expected a scenario: an object with steps$/],
  [() => replay(target, { steps: {} }), /^scenario\.steps: got \{\}, expected a list/],
  [() => replay(target, { steps: [null] }), /^scenario\.steps\[0\]: got null, expected an object/],
  [() => replay(target, { steps: [{ as: "alice", op: "nope", fields: {} }] }), /^scenario\.steps\[0\]\.op: got "nope", expected a step: /],
  [() => doctor(), /^target: missing, expected a target/],
  [() => doctor("http://localhost:9991"), /^target: got "http:\/\/localhost:9991", expected a target/],
  [() => declare("house"), /^declare: house: expected an object with clauses and properties$/],
  [
    () => declare("house", { clauses: { a: "x" }, properties: { p: null } }),
    /^declare: house\.properties\.p: expected what property\(…\) returns/,
  ],
  [
    () => declare("house", { clauses: 5, properties: { p: property({ clause: "a", holds: aim }) } }),
    /^declare: house\.clauses: expected an object/,
  ],
  [() => property(), /^property: clause: missing, expected the id of a clause/],
  [() => property({ clause: "a" }), /^property: holds: missing, expected an async function/],
  [() => property({ clause: "a", given: 5, holds: aim }), /^property: given: got 5, expected an object of arbitraries/],
  [() => certify([{}]), /^transcripts: expected a list of transcripts, such as readTranscripts/],
  [() => readTranscripts(5), /^text: expected the text of a file of transcripts$/],
  [() => judged({}, []), /^report: missing, expected the report of check\(\)$/],
  [() => surprises(), /^report: missing, expected the report of check\(\)$/],
];

for (const [call, says] of uses)
  test(`${String(call).slice(6)} says what is accepted`, async () => {
    const line = await Promise.resolve()
      .then(call)
      .then(
        () => "nothing is thrown",
        ({ message }: Error) => message,
      );
    assert.match(line, says);
  });

test.run();
