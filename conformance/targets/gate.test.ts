import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { newestLevel } from "../../sim/index.ts";
import { parsed } from "../client/json.ts";
import { CannotTest, Unfit } from "../client/thrown.ts";
import { NoAnswer, Untestable } from "../expect.ts";
import { nightly } from "../night.test.kit.ts";
import { Connection, fetchTransport } from "./connection.ts";
import { json, key, oddServer, targetAt, thrownBy } from "./odd-server.test.kit.ts";
import { openTarget } from "./probe.ts";
import { Kept, LiveRun } from "./run.ts";

const closing: { close(): Promise<void> }[] = [];
test.after.each(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

async function odd(answer: Parameters<typeof oddServer>[0]) {
  const server = await oddServer(answer);
  closing.push(server);
  return server;
}

const mega = Buffer.alloc(2 ** 20, "x");

/** Answers without end, as fast as it is read. */
const endless: Parameters<typeof oddServer>[0] = (_, response) => {
  const more = (): void => {
    while (!response.destroyed && response.write(mega));
  };
  response.on("drain", more);
  more();
};

const get = { as: "alice", method: "GET", path: "/messages", fields: {} };

test("an answer without end counts as none, and little of it is kept", async () => {
  const { url, heard } = await odd(endless);
  const target = await targetAt(url);
  closing.push(target);
  const before = process.memoryUsage().rss;
  const problem = await thrownBy(target.send(get));
  assert.instance(problem, NoAnswer);
  assert.is(problem.message, "GET /messages got no answer: the server answers with more than 64 MB");
  assert.is(heard.length, 1);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grown < 400, `${grown} MB`);
});

test("the fetch of a browser reads no more either", async () => {
  const { url } = await odd(endless);
  const connection = new Connection(new URL(url), fetchTransport(url));
  closing.push(connection);
  const asked = { method: "GET", path: "/api/v1/messages", headers: {} };
  assert.match((await thrownBy(connection.ask(asked, 60_000))).message, /: the server answers with more than 64 MB$/);
});

test("a server whose every answer is without end cannot be tested", async () => {
  const { url, host } = await odd(endless);
  const problem = await thrownBy(openTarget({ url }));
  assert.instance(problem, CannotTest);
  assert.is(problem.message, `${host} is unreachable: GET /server_settings got no answer: the server answers with more than 64 MB`);
});

const tooMuch = "the server answers with more than 512 MB in all";

test("beyond 512 MB of answers a run under way keeps none, until another ends", async () => {
  const { url } = await odd((_, response) => void response.end(mega));
  const target = await targetAt(url);
  closing.push(target);
  const kept = new Kept();
  kept.characters = 510 * 2 ** 20;
  const [one, other] = ["one", "other"].map((name) => new LiveRun(target, name, { kept }));
  for (let i = 0; i < 2; i++) await one!.send(get);
  assert.is((await thrownBy(other!.send(get))).message, tooMuch);
  await one!.close();
  assert.is((await other!.send(get))?.status, 200);
});

nightly("runs under way keep 512 MB of answers, and a run that ends makes room", async () => {
  const { url } = await odd((_, response) => void response.end(Buffer.alloc(60 * 2 ** 20, " ")));
  const target = await targetAt(url);
  closing.push(target);
  const [one, other] = [target.isolated(), target.isolated()];
  for (let i = 0; i < 8; i++) await one.send(get);
  const problem = await thrownBy(other.send(get));
  assert.instance(problem, Untestable);
  assert.is(problem.message, tooMuch);
  await one.close();
  assert.is((await other.send(get))?.status, 200);
});

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

test("what nothing could look at is no JSON", () => {
  const wrong = [nested(100_000), nested(202), `{"a":[${"0,".repeat(100_000)}0]}`, '{"a":{"toString":1}}', '{"__proto__":{}}', "{", ""];
  for (const text of wrong) assert.is(parsed(text), undefined, text.slice(0, 30));
  assert.is(parsed(`[${"[],".repeat(1_000_000)}[]]`), undefined);
  assert.is(JSON.stringify(parsed(nested(200))), nested(200));
  assert.equal(parsed('{"a":1e400,"b":-0,"c":9223372036854775808}'), { a: Number.POSITIVE_INFINITY, b: -0, c: 2 ** 63 });
});

test("an answer of great depth is no JSON object", async () => {
  const { url } = await odd((_, response) => void response.end(nested(100_000)));
  const target = await targetAt(url);
  closing.push(target);
  assert.equal((await target.send(get))?.body, {});
});

for (const status of [301, 302, 307, 308]) {
  test(`a server that answers everything with ${status} is somewhere else`, async () => {
    const { url } = await odd((_, response) => void response.writeHead(status, { location: "https://x.example/a" }).end());
    const problem = await thrownBy(openTarget({ url }));
    assert.instance(problem, CannotTest);
    assert.not.instance(problem, Unfit);
    assert.is(problem.message, `${url} answers ${status} to https://x.example/a; is the URL right?`);
  });
}

test("a server that leads elsewhere from all but its settings is somewhere else, too", async () => {
  const settings = { result: "success", msg: "", acme_feature_level: newestLevel };
  const { url } = await odd((request, response) => {
    if (request.url === "/api/v1/server_settings") json(response, settings);
    else response.writeHead(302, { location: "/login" }).end();
  });
  const file = join(mkdtempSync(join(tmpdir(), "gate-")), "target.json");
  writeFileSync(file, JSON.stringify({ url, cast: { alice: { email: "alice@example.com", api_key: key } } }));
  assert.is((await thrownBy(openTarget({ file }))).message, `${url} answers 302 to /login; is the URL right?`);
});

test("a redirection of one endpoint is an answer", async () => {
  const { url } = await odd((_, response) => void response.writeHead(307, { location: "https://x.example/a" }).end());
  const target = await targetAt(url);
  closing.push(target);
  assert.is((await target.send(get))?.status, 307);
});

test.run();
