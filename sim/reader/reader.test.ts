import { test } from "uvu";
import * as assert from "uvu/assert";
import { schemaOf } from "../protocol/schema.ts";
import {
  entriesOf,
  listed,
  listOf,
  maybe,
  noted,
  nullable,
  oneOf,
  onlyKeys,
  optional,
  Place,
  placeOf,
  record,
  regularExpression,
  type Shape,
  secret,
  text,
  truth,
  whole,
} from "./index.ts";

const source = placeOf((line) => new Error(line), "gate: ");

/** Returns the mistake in a value, or undefined where it is read. */
function complaint(shape: Shape<unknown>, value: unknown, at: Place = source): string | undefined {
  try {
    shape(value, at);
  } catch (thrown) {
    return (thrown as Error).message;
  }
  return undefined;
}

const gate = record({
  name: text(8, 1),
  open: optional(truth, false),
  keys: optional(listOf(whole(1, 9)), []),
  owner: maybe(nullable(text())),
});

test("values are read with their defaults", () => {
  assert.equal(gate({ name: "north", owner: null }, source), { name: "north", open: false, keys: [], owner: null });
});

const wrongGates: readonly (readonly [unknown, string])[] = [
  [7, "gate: got 7, expected an object"],
  [[], "gate: got [], expected an object"],
  [{}, "gate: name: missing, expected text of 1 to 8 characters"],
  [{ name: "north", color: 1 }, "gate: color: no such key; known here are name, open, keys and owner"],
  [{ name: "north", open: "yes" }, 'gate: open: got "yes", expected true or false'],
  [{ name: "north", keys: [3, 12] }, "gate: keys[1]: got 12, expected a whole number from 1 to 9"],
  [{ name: "north", keys: 3 }, "gate: keys: got 3, expected a list"],
  [{ name: "a\0" }, 'gate: name: got "a\\u0000", expected text without NUL and without halves of characters'],
  [JSON.parse('{"name": "north", "__proto__": 1}'), "gate: __proto__: no such key; known here are name, open, keys and owner"],
];

for (const [value, line] of wrongGates) test(`says: ${line}`, () => assert.is(complaint(gate, value), line));

test("the length of text is counted in code points", () => {
  assert.is(complaint(text(2), "🌱🌱"), undefined);
  assert.is(complaint(text(1), "🌱🌱"), 'gate: got "🌱🌱", expected text of 0 to 1 characters');
});

test("steps of a path that are no plain names are quoted, and long ones cut", () => {
  const words = entriesOf(truth);
  assert.is(complaint(words, { "two words": 1 }), 'gate: ["two words"]: got 1, expected true or false');
  const line = complaint(words, { ["x".repeat(10_000)]: 1 }) ?? "";
  assert.ok(line.length < 200, line);
  assert.not.match(complaint(words, { "a\nb": 1 }) ?? "", "\n");
});

test("of a secret only its kind is told, and of what stands inside of it", () => {
  assert.is(
    complaint(record({ key: secret(text(3)) }), { key: "hush-hush" }),
    "gate: key: got text of 9 characters, expected text of 0 to 3 characters",
  );
  assert.is(complaint(secret(listOf(truth)), ["hush"]), "gate: [0]: got text of 4 characters, expected true or false");
  assert.is(complaint(secret(truth), 77), "gate: got a number, expected true or false");
});

test("what a value is shown as is cut, whatever it is", () => {
  assert.is(complaint(truth, "x".repeat(100)), `gate: got "${"x".repeat(29)}…${"x".repeat(28)}", expected true or false`);
  assert.is(
    complaint(truth, () => 1),
    "gate: got a function, expected true or false",
  );
  assert.is(complaint(truth, 1n), "gate: got a bigint, expected true or false");
});

test("a source has its own error, name and words", () => {
  const at = new Place({
    name: "list of gates",
    error: (path, problem) => new RangeError(`${path} | ${problem}`),
    words: () => "something",
  });
  assert.is(complaint(truth, 1, at), "list of gates | got something, expected true or false");
  assert.is(complaint(listOf(truth), [1], at), "[0] | got something, expected true or false");
});

test("a regular expression is one that compiles", () => {
  assert.equal(regularExpression("^a", source), /^a/u);
  assert.ok(regularExpression("^.$", source).test("\u{1F389}"), "a code point is one character");
  const expected = "expected a regular expression of JavaScript with the flag u";
  assert.is(complaint(regularExpression, 1), `gate: got 1, ${expected}`);
  assert.is(complaint(regularExpression, "("), `gate: got "(", ${expected} (Unterminated group)`);
  assert.match(complaint(regularExpression, "\\ASoup") ?? "", /\(Invalid escape\)$/);
});

test("names are listed with a last word, and of very many the first", () => {
  assert.equal([listed([]), listed(["a"]), listed(["a", "b"], "or"), listed(["a", "b", "c"])], ["none", "a", "a or b", "a, b and c"]);
  assert.is(listed(["a", "b", "c", "d"], "or", 2), "a, b or 2 more");
});

test("the caller may have looked at further keys", () => {
  assert.throws(
    () => onlyKeys({ to: 1 }, source, ["from"], "field.<name>"),
    /^gate: to: no such key; known here are from and field\.<name>$/,
  );
});

test("the schema says what is required, what is not, and what is a default", () => {
  assert.equal(schemaOf(record({ kind: noted("Of which sort.", oneOf("a", 2)), size: optional(whole(), 5), name: maybe(text(4)) })), {
    type: "object",
    properties: {
      kind: { enum: ["a", 2], description: "Of which sort." },
      size: { type: "integer", minimum: 0, default: 5 },
      name: { type: "string", maxLength: 4 },
    },
    required: ["kind"],
    additionalProperties: false,
  });
});

test.run();
