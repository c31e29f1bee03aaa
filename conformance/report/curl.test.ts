import { test } from "uvu";
import * as assert from "uvu/assert";
import { evidence, keysIn } from "../client/seen.ts";
import type { Outgoing, Reply } from "../client/target.ts";
import { curl, curlHeading, curlNote } from "./curl.ts";

const url = "https://chat.example.org";
const reply: Reply = { status: 200, body: { result: "success", msg: "", api_key: "key-of-alice" }, headers: {} };

/** The line for a request with some credentials, after an answer that gave a key. */
function lineOf(credentials?: Outgoing["credentials"]): string {
  const request = { as: "alice", method: "GET", path: "/realm/linkifiers", fields: {}, ...(credentials && { credentials }) };
  const said = { request, reply };
  return curl(evidence(said, keysIn([said])), url);
}

const basic = (api_key: string) => ({ kind: "basic", email: "alice@example.com", api_key }) as const;
const asked = "curl -sS -G 'https://chat.example.org/api/v1/realm/linkifiers'";

test("a request is shown with the credentials that it had", () => {
  assert.is(lineOf(), `${asked} -u "$ALICE"`);
  assert.is(lineOf({ kind: "otherScheme", header: "Bearer it's" }), `${asked} -H 'Authorization: Bearer it'\\''s'`);
  assert.is(lineOf(basic("")), `${asked} -u 'alice@example.com:'`);
});

test("no key is shown: neither a wrong one, which may be nearly right, nor one that an answer gave", () => {
  assert.is(lineOf(basic("key-of-alicf")), `${asked} -u 'alice@example.com:a-wrong-key'`);
  assert.is(lineOf(basic("key-of-alice")), `${asked} -u 'alice@example.com:'"$FETCHED_KEY"`);
});

test("a password is a variable, and what only has its name is none", () => {
  const fields = { username: "alice@example.com", password: "open sesame" };
  const request: Outgoing = { as: null, method: "POST", path: "/fetch_api_key", fields };
  const settings = { result: "success", msg: "", authentication_methods: { password: true } };
  const seen = evidence({ request, reply: { ...reply, body: settings } }, new Set());
  assert.is(
    curl(seen, url),
    `curl -sS -X POST '${url}/api/v1/fetch_api_key' --data-urlencode 'username=alice@example.com' --data-urlencode 'password='"$PASSWORD"`,
  );
  assert.equal(seen.body, settings);
});

test("fields in the query of a request that has others in its body stay there", () => {
  const request = { as: "alice", method: "POST", path: "/typing", query: { "a b": [1], none: undefined }, fields: { op: "start" } };
  const line = curl(evidence({ request, reply }, new Set()), url);
  assert.is(line, `curl -sS -X POST '${url}/api/v1/typing?a%20b=%5B1%5D' -u "$ALICE" --data-urlencode 'op=start'`);
});

test("the heading of lines names the variables that they need, and what these hold", () => {
  const by = (as: string | null) => ({ as, method: "GET", path: "/messages", fields: {} });
  assert.is(curlHeading([by("alice"), by("bob"), by("alice")]), "as curl, with ALICE='email:key', and so BOB");
  assert.is(curlHeading([by(null)]), "as curl");
});

test("lines that name queues and ids say that these are of the run", () => {
  const asked = (method: string, path: string, fields = {}) => ({ as: "alice", method, path, fields });
  assert.is(curlNote([asked("POST", "/typing", { op: "start" }), asked("GET", "/realm/linkifiers")]), undefined);
  for (const one of [
    asked("GET", "/events", { queue_id: "q" }),
    asked("DELETE", "/messages/7"),
    asked("GET", "/messages", { message_ids: [7] }),
  ])
    assert.match(curlNote([one]) ?? "", /^queues and ids are those of that run/);
});

test.run();
