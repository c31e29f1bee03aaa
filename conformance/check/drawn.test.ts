import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { properties } from "../catalogue/catalogue.ts";
import { type Property, property } from "../declare/property.ts";

/** The largest share of properties that may draw nothing. */
const mostOnce = 1 / 4;

/** The fewest characters of a reason why nothing is drawn. */
const leastReason = 12;

const keysOf = (value: object): string => Object.keys(value).sort().join(", ");

/** Returns the fields that an example has and that are not drawn, or that are drawn and it lacks. */
function wrongExamples(address: string, { given, examples }: Property): string[] {
  if (!given) return examples.length === 0 ? [] : [`${address} has examples and draws nothing`];
  const drawn = keysOf(fc.sample(given, { seed: 1, numRuns: 1 })[0]!);
  return examples.flatMap((example, i) => {
    const keys = keysOf(example);
    return keys === drawn ? [] : [`example ${i} of ${address} has ${keys || "nothing"}, and ${drawn} are drawn`];
  });
}

/** Returns the mistake in the reason why a property draws nothing. */
function wrongReason(address: string, { given, once }: Property): string[] {
  if (given) return once === undefined ? [] : [`${address} draws, and says why it does not`];
  if (once === undefined) return [`${address} neither draws nor says why not`];
  return once.trim().length < leastReason ? [`${address} gives no reason: "${once}"`] : [];
}

/** Returns the mistakes in how properties draw, one line each. */
const faults = (all: ReadonlyMap<string, Property>): string[] =>
  [...all].flatMap(([address, each]) => [...wrongReason(address, each), ...wrongExamples(address, each)]);

/** The properties that draw nothing, one line each. */
const listOnce = (all: ReadonlyMap<string, Property>): string[] =>
  [...all].flatMap(([address, { given, once }]) => (given ? [] : [`${address}: ${once ?? "no reason"}`]));

test("every property draws or says why not, and its examples have the keys that it draws", () => {
  assert.equal(faults(properties), []);
});

test("at most a quarter of all properties draw nothing", () => {
  const once = listOnce(properties);
  const sentence = `${once.length} of ${properties.size} properties draw nothing:\n${once.join("\n")}`;
  assert.ok(once.length <= properties.size * mostOnce, sentence);
});

const n = fc.integer();
const holds = async (): Promise<void> => {};

/** Returns what is amiss with one property at the address a/b. */
const amiss = (declared: Partial<Parameters<typeof property<{ n?: number; m?: number }>>[0]>): string[] =>
  faults(new Map([["a/b", property({ clause: [], holds, ...declared } as Parameters<typeof property>[0])]]));

test("a property that neither draws nor gives a reason is named, and so is one that does both", () => {
  assert.equal(amiss({}), ["a/b neither draws nor says why not"]);
  assert.equal(amiss({ given: { n }, once: "nothing is drawn here" } as never), ["a/b draws, and says why it does not"]);
});

test("a reason that is empty, white space or too short to be one is named", () => {
  for (const once of ["", "  ".repeat(8), "no values", "eleven char"]) assert.equal(amiss({ once }), [`a/b gives no reason: "${once}"`]);
  assert.equal(amiss({ once: "twelve chars" }), []);
});

test("an example that lacks a key that is drawn, or has another, is named with its place", () => {
  const given = { n } as never;
  assert.equal(amiss({ given, examples: [{ n: 1 }] }), []);
  assert.equal(amiss({ given, examples: [{ n: 1 }, {}] }), ["example 1 of a/b has nothing, and n are drawn"]);
  assert.equal(amiss({ given, examples: [{ n: 1, m: 2 }] }), ["example 0 of a/b has m, n, and n are drawn"]);
  assert.equal(amiss({ once: "twelve chars", examples: [{ n: 1 }] }), ["a/b has examples and draws nothing"]);
});

test.run();
