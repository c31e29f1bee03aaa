import { test } from "uvu";
import * as assert from "uvu/assert";
import { curlOf } from "./curl.ts";

const cast = { alice: { email: "alice@example.com", api_key: "k" } };
const base = "http://127.0.0.1:9991/w/w1";
const line = (as: string | null, method: string, path: string, fields: Record<string, string> = {}) =>
  curlOf({ as, request: { method, path, fields } }, base, cast);

test("a form goes by POST, with the login of the account that sent it", () => {
  assert.is(
    line("alice", "POST", "/api/v1/messages", { type: "channel", content: "it's\n$HOME" }),
    "curl -u alice@example.com:k http://127.0.0.1:9991/w/w1/api/v1/messages --data-urlencode 'type=channel' --data-urlencode 'content=it'\\''s\n$HOME'",
  );
});

test("fields of a GET go into the query, and a method that curl would not choose is named", () => {
  assert.is(
    line(null, "GET", "/api/v1/messages", { anchor: "newest" }),
    `curl -G ${base}/api/v1/messages --data-urlencode 'anchor=newest'`,
  );
  assert.is(line(null, "GET", "/api/v1/users/me"), `curl ${base}/api/v1/users/me`);
  assert.is(line(null, "POST", "/api/v1/register"), `curl -X POST ${base}/api/v1/register`);
  assert.is(
    line(null, "PATCH", "/api/v1/messages/1", { topic: "x" }),
    `curl -X PATCH ${base}/api/v1/messages/1 --data-urlencode 'topic=x'`,
  );
});

test("who is not of the cast has no login", () => {
  assert.is(line("mallory", "GET", "/api/v1/users/me"), `curl ${base}/api/v1/users/me`);
});

test.run();
