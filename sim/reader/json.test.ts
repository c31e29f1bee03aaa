import { test } from "uvu";
import * as assert from "uvu/assert";
import { parsedJson } from "./index.ts";

const mark = "\uFEFF";

test("a file is read with a byte order mark and the line ends of any system", () => {
  for (const text of ['{"users": {}}', `${mark}{"users": {}}`, `${mark}{\r\n  "users": {}\r\n}\r\n`])
    assert.equal(parsedJson(text), { users: {} });
  assert.equal(parsedJson(`["${mark}"]`), [mark]);
});

const mistakes: [what: string, text: string, problem: RegExp][] = [
  ["nothing", "", /^not valid JSON: it is empty$/],
  ["a mark alone", mark, /^not valid JSON: it is empty$/],
  ["a comma too many", '{\n  "key": "k-e-y",\n}\n', /^not valid JSON, at line [23], column \d+$/],
  ["an end that is missing", '{\n  "key": "k-e-y"\n', /^not valid JSON, at line [23], column \d+$/],
  ["no JSON at all", "k-e-y", /^not valid JSON(, at line 1, column 1)?$/],
  ["a word", '{\n  "a": "x",\n  "b": k-e-y\n}', /^not valid JSON, at line 3, column 8$/],
  ["a word in a longer line", `{"a": "${"x".repeat(200)}", "b": k-e-y}`, /^not valid JSON, at line 1, column 216$/],
  ["two marks", `${mark}${mark}{}`, /^not valid JSON(, at line 1, column 1)?$/],
];

for (const [what, text, problem] of mistakes)
  test(`${what} is refused without what stands there`, () => {
    assert.throws(
      () => parsedJson(text),
      (error: unknown) => error instanceof SyntaxError && problem.test(error.message),
    );
  });

const repeated: [what: string, text: string, problem: string][] = [
  ["a key", '{"users": {"ann": {}, "ann": {}}}', "users.ann: got the key twice, at line 1, expected it once"],
  ["a key of the whole", '{"a": 1,\n\n"a": 1}', "a: got the key twice, at lines 1 and 3, expected it once"],
  ["a key in another spelling", '[1, {"a": [], "\\u0061": "b"}]', "[1].a: got the key twice, at line 1, expected it once"],
  [
    "a key behind texts like it",
    '{"a,{": "\\"b\\\\", "b": {"a": ["b", "b"]}, "b": 1}',
    "b: got the key twice, at line 1, expected it once",
  ],
];

for (const [what, text, problem] of repeated)
  test(`${what} that stands twice is refused`, () => {
    assert.throws(
      () => parsedJson(text),
      (error: unknown) => error instanceof SyntaxError && error.message === problem,
    );
  });

test("equal keys of several objects, and equal texts, are no mistake", () => {
  const value = { a: { a: ["a", "a", { a: 'a"' }], b: "a" }, b: [{ a: 1 }, { a: 1 }], "": {}, __proto__x: [[]] };
  assert.equal(parsedJson(JSON.stringify(value)), value);
});

test.run();
