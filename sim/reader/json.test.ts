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
  ["a comma too many", '{\n  "key": "k-e-y",\n}\n', /^not valid JSON, at line [23]$/],
  ["an end that is missing", '{\n  "key": "k-e-y"\n', /^not valid JSON, at line [23]$/],
  ["no JSON at all", "k-e-y", /^not valid JSON(, at line 1)?$/],
  ["two marks", `${mark}${mark}{}`, /^not valid JSON(, at line 1)?$/],
];

for (const [what, text, problem] of mistakes)
  test(`${what} is refused without what stands there`, () => {
    assert.throws(
      () => parsedJson(text),
      (error: unknown) => error instanceof SyntaxError && problem.test(error.message),
    );
  });

test.run();
