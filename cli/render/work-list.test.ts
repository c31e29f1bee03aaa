import { test } from "uvu";
import * as assert from "uvu/assert";
import { comparedPlace } from "./work-list.ts";

const code = { at: "POST /typing", path: "code", expected: "string", actual: "string", code: "PARAMETER_ABSENT" };
const found = { at: "GET /messages", path: "found_anchor", expected: "boolean", actual: "boolean" };

test("a place in which answers differ has the values that the check compares", () => {
  const refused = 'POST /typing is refused with the code "PARAMETER_ABSENT", not BAD_REQUEST';
  assert.equal(comparedPlace(code, refused), { path: "code", expected: "BAD_REQUEST", actual: "PARAMETER_ABSENT" });
  assert.equal(comparedPlace(found, "found_anchor is true, not false"), { path: "found_anchor", expected: false, actual: true });
  const listed = { ...found, path: "ids", expected: "array", actual: "array" };
  assert.equal(comparedPlace(listed, 'the ids is [1,"a, not b"], not [2]'), { path: "ids", expected: [2], actual: [1, "a, not b"] });
});

test("it has their kinds where the check tells no values, or those of something else", () => {
  assert.equal(comparedPlace(found, "it is otherwise"), { path: "found_anchor", expected: "boolean", actual: "boolean" });
  const missing = { ...found, actual: "nothing" };
  assert.equal(comparedPlace(missing, "the ids is [1], not [2]"), { path: "found_anchor", expected: "boolean", actual: "nothing" });
});

test.run();
