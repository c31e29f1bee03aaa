import { test } from "uvu";
import * as assert from "uvu/assert";
import { serving } from "../serving.test.kit.ts";

test("the page of coverage says what was met and what was not", async () => {
  const server = await serving({ level: 372 });
  await server.ask("alice", "POST /messages", { type: "channel", to: "general", topic: "soup", content: "hot" });
  await server.ask("alice", "POST /messages", { type: "channel", to: "nowhere", topic: "soup", content: "hot" });
  const { status, headers, text } = await server.raw("GET /_control/coverage.html");
  assert.is(status, 200);
  assert.match(String(headers["content-security-policy"]), "default-src 'none'; style-src 'sha256-");
  assert.match(text, /1 of \d+ endpoints of the specification, 0 of \d+ types of events, in 2 exchanges\./);
  const [route = ""] = /<details>.*?<\/details>/s.exec(text) ?? [];
  assert.match(route, "<b>POST /messages</b>");
  assert.match(route, /2 requests, \d+ of \d+ parameters, 1 of \d+ refusals/);
  assert.match(route, '<code class="met">content</code>');
  assert.match(route, '<code class="unmet">queue_id</code>');
  assert.match(route, '<code class="met">STREAM_DOES_NOT_EXIST</code>');
  assert.match(route, '<code class="unmet">REQUEST_VARIABLE_MISSING</code>');
  assert.match(text, '<code class="unmet">POST /typing</code>');
  assert.match(text, '<code class="unmet">reaction</code>');
  assert.not.match(text, "/channel_folders/create", "an endpoint of later levels");
  await server.close();
});

test.run();
