import { test } from "uvu";
import * as assert from "uvu/assert";
import { fieldLines, readRequest } from "./written-request.ts";

test("a request is a method, a path below the API, and a field a line", () => {
  assert.equal(readRequest(" post /messages ", "type=channel\n\n content = a=b "), {
    method: "POST",
    path: "/api/v1/messages",
    fields: [
      ["type", "channel"],
      ["content", "a=b"],
    ],
  });
  assert.is(readRequest("GET /api/v1/users/me", "").path, "/api/v1/users/me");
});

test("fields come back from their lines as they were", () => {
  const fields = { content: "two\nlines", topic: '"quoted" topic', empty: "", narrow: '[{"operator":"is"}]' };
  assert.equal(Object.fromEntries(readRequest("POST /messages", fieldLines(fields)).fields), fields);
});

test("what is no request is named, with what is expected", () => {
  assert.throws(() => readRequest("messages", ""), "“messages” is no route such as POST /messages");
  assert.throws(() => readRequest("GET /messages/{message_id}", ""), "Put an id in the place of {message_id}");
  assert.throws(() => readRequest("POST /messages", "a=1\nfoo"), "Line 2 of the fields: “foo” is not name=value");
  assert.throws(() => readRequest("POST /messages", 'a="x'), 'Line 1 of the fields: a value that begins with " is a JSON string');
});

test.run();
