import { request as httpRequest } from "node:http";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { endpoints } from "../endpoints/index.ts";
import { createSimulator } from "../server/simulator.ts";
import { fetchFor } from "./fetch.ts";
import { listen } from "./node.ts";
import { type Serving, serving } from "./serving.test.kit.ts";

let server: Serving;
test.before.each(async () => {
  server = await serving();
});
test.after.each(() => server.close());

const channelMessage = { type: "channel", to: "general", topic: "soup", content: "hot" };

/** Asks until a condition holds, a turn of the event loop between; for what happens when the server notices a closed connection. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !holds(); turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(holds());
}

const held = () => [...server.sim.snapshot().world.queues.values()].length;

test("each endpoint of the specification is reached", async () => {
  assert.ok(endpoints.length > 0);
  for (const { route } of endpoints) {
    const { status, headers, body } = await server.ask("alice", route.replace(/\{[^}]+\}/, "4711"));
    assert.is.not(status, 404, route);
    assert.is.not(status, 405, route);
    assert.ok(status < 500, route);
    assert.is(headers["content-type"], "application/json");
    assert.ok(body.result === "success" || typeof body.code === "string", route);
  }
});

test("what is sent as a form is read back, and the head says what the body is", async () => {
  const { status, body, headers, text } = await server.ask("alice", "POST /messages", channelMessage);
  assert.is(status, 200);
  assert.is(headers["content-length"], String(Buffer.byteLength(text)));
  assert.is(headers["cache-control"], "max-age=0, no-cache, no-store, must-revalidate, private");
  assert.is(headers.date, undefined);
  const fetched = await server.ask("bob", `GET /messages/${body.id}`);
  assert.is(fetched.body.raw_content, "hot");
  assert.is((fetched.body.message as Record<string, unknown>).client, "touchstone");
});

test("fields come from a multipart form, its files left out, and from an empty one none", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...channelMessage, content: "größer: 🌱" })) form.append(name, value);
  form.append("file", new Blob(["x"]), "x.txt");
  const packed = new Response(form);
  const type = packed.headers.get("content-type")!;
  const body = Buffer.from(await packed.arrayBuffer());
  const sent = await server.raw("POST /api/v1/messages", { headers: { ...server.authorization("alice"), "content-type": type }, body });
  assert.is(sent.status, 200);
  assert.is(sent.body.ignored_parameters_unsupported, undefined);
  assert.is((await server.ask("bob", `GET /messages/${sent.body.id}`)).body.raw_content, "größer: 🌱");
  const headers = { ...server.authorization("alice"), "content-type": "multipart/form-data; boundary=x", "content-length": "0" };
  const empty = await server.raw("POST /api/v1/messages", { headers });
  assert.is(empty.body.code, "REQUEST_VARIABLE_MISSING");
});

test("the query counts with every method, and the form goes before it", async () => {
  const query = new URLSearchParams({ ...channelMessage, content: "from the query" });
  const posted = await server.raw(`POST /api/v1/messages?${query}`, { headers: server.authorization("alice") });
  assert.is(posted.status, 200);
  const headers = { ...server.authorization("alice"), "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
  const both = await server.raw(`POST /api/v1/messages?${query}`, { headers, body: "content=from+the+form&content=twice" });
  assert.is((await server.ask("bob", `GET /messages/${both.body.id}`)).body.raw_content, "twice");
  const { queue_id } = (await server.ask("alice", "POST /register")).body;
  const gone = await server.raw(`DELETE /api/v1/events?queue_id=${queue_id}`, { headers: server.authorization("alice") });
  assert.is(gone.text, '{"result":"success","msg":""}\n');
});

test("HEAD has the head of GET and no body; OPTIONS says what there is", async () => {
  const headers = server.authorization("alice");
  const get = await server.raw("GET /api/v1/realm/linkifiers", { headers });
  const head = await server.raw("HEAD /api/v1/realm/linkifiers", { headers });
  assert.is(head.text, "");
  assert.is(head.headers["content-length"], get.headers["content-length"]);
  const options = await server.raw("OPTIONS /api/v1/messages");
  assert.equal(
    [options.status, options.text, options.headers.allow, options.headers["content-length"]],
    [204, "", "GET, HEAD, POST", undefined],
  );
});

test("a browser that opens a path of the API without credentials is sent to log in", async () => {
  const { url, close } = await listen(createSimulator());
  const headers = { accept: "text/html,*/*;q=0.8" };
  const answers = [
    await fetch(`${url}/api/v1/users/me`, { headers, redirect: "manual" }),
    await fetchFor(createSimulator())(`${url}/api/v1/users/me`, { headers }),
  ];
  await close();
  for (const { status, headers: given } of answers) assert.equal([status, given.get("location")], [302, "/?next=%2Fapi%2Fv1%2Fusers%2Fme"]);
});

test("web pages of other origins may read the API, and nothing is said of it to others", async () => {
  const origin = "https://app.example.com";
  const preflight = await server.raw("OPTIONS /api/v1/messages", { headers: { origin, "access-control-request-method": "POST" } });
  assert.equal([preflight.status, preflight.headers["access-control-allow-headers"]], [204, "Authorization, Content-Type"]);
  const refused = await server.raw("GET /api/v1/messages", { headers: { origin } });
  assert.equal([refused.status, refused.headers["access-control-allow-origin"]], [401, "*"]);
  const shown = "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset";
  assert.is(refused.headers["access-control-expose-headers"], shown);
  const plain = await server.raw("GET /api/v1/messages");
  assert.equal([plain.headers["access-control-allow-origin"], plain.headers["access-control-expose-headers"]], [undefined, undefined]);
  const control = await server.raw("GET /_control/clock", { headers: { origin: server.url } });
  assert.equal([control.status, control.headers["access-control-allow-origin"]], [200, undefined]);
});

test("a fault may say that pages of one site alone may read an answer", async () => {
  const fault = JSON.parse('{"times": 1, "then": {"headers": {"access-control-allow-origin": "https://other.example"}}}');
  server.sim.faults.add(fault);
  const { headers } = await server.raw("GET /api/v1/server_settings", { headers: { origin: "https://app.example" } });
  assert.is(headers["access-control-allow-origin"], "https://other.example");
  assert.is(headers["access-control-allow-headers"], "Authorization, Content-Type");
});

test("what stands outside the API names it, and the inspector where there is one", async () => {
  const said = async (url: string) => ((await (await fetch(url)).json()) as { msg: string }).msg;
  assert.is(await said(`${server.url}/`), "There is nothing at /: the API is below /api/v1, the inspector at /_control/");
  const bare = await listen(createSimulator(), { control: false });
  assert.is(await said(`${bare.url}/`).finally(() => bare.close()), "There is nothing at /: the API is below /api/v1");
});

test("a connection stays open after errors", async () => {
  const paths = ["/api/v1/nothing", "/api/v1/messages", "/elsewhere", "/_control/nothing", "/api/v1/server_settings"];
  const request = (path: string, last = false) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${last ? "Connection: close\r\n" : ""}\r\n`;
  const heard = await server.bytes(paths.map((path, i) => request(path, i === paths.length - 1)).join(""));
  assert.equal(
    heard.match(/HTTP\/1\.1 \d+/g),
    [404, 401, 404, 404, 200].map((status) => `HTTP/1.1 ${status}`),
  );
  assert.is(heard.match(/Connection: close/gi)?.length, 1);
});

test("a held poll is answered by the next event, and heard of at once", async () => {
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const poll = server.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  await until(() => server.sim.due !== undefined && held() === 1 && server.sim.transcript.length === 1);
  const sent = await server.ask("alice", "POST /messages", channelMessage);
  const { status, body } = await poll;
  assert.is(status, 200);
  const [event] = body.events as Record<string, Record<string, unknown>>[];
  assert.equal([event!.message!.id, body.queue_id], [sent.body.id, queue_id]);
});

test("a poll whose client went away is let go, and its queue stays", async () => {
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const leaving = new AbortController();
  const poll = server.ask("bob", "GET /events", { queue_id, last_event_id: -1 }, leaving.signal).catch((thrown) => (thrown as Error).name);
  const start = server.sim.due!;
  await until(() => server.sim.due !== start);
  leaving.abort();
  assert.is(await poll, "AbortError");
  await until(() => server.sim.due === start);
  await server.ask("alice", "POST /messages", channelMessage);
  const { body } = await server.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  assert.is((body.events as unknown[]).length, 1);
});

test("closing answers held polls, frees the port, and does not wait for idle connections", async () => {
  const own = await serving();
  const { queue_id } = (await own.ask("bob", "POST /register", {})).body;
  const start = own.sim.due!;
  const poll = own.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  await until(() => own.sim.due !== start);
  const closed = own.stop();
  const { body, headers } = await poll;
  assert.equal([body.events, headers.connection], [[], "close"]);
  await closed;
  const again = await listen(own.sim, { port: own.port });
  assert.is(again.port, own.port);
  await again.close();
  await own.pool.destroy();
});

test("an address that is taken is reported with its code", async () => {
  const problem = await listen(server.sim, { port: server.port }).catch((thrown: NodeJS.ErrnoException) => thrown);
  assert.ok(problem instanceof Error);
  assert.equal([problem.code, problem.message], ["EADDRINUSE", `port: ${server.port} of 127.0.0.1 is in use; 0 takes any free one`]);
});

test("with a real clock what falls due is fired while a poll waits", async () => {
  const own = await serving({}, { clock: "real" });
  const { queue_id } = (await own.ask("bob", "POST /register", { event_types: ["message"] })).body;
  const start = own.sim.due!;
  const poll = own.ask("bob", "GET /events", { queue_id, last_event_id: -1 });
  await until(() => own.sim.due !== start);
  await own.control("POST /clock", { advance_ms: 44_990 });
  const { body } = await poll;
  assert.equal(body.events, [{ type: "heartbeat", id: 0 }]);
  await own.close();
});

test("with a real clock each request finds the present, and a frozen one stands still", async () => {
  const own = await serving({}, { clock: "real" });
  const stamp = async () => (await own.ask("alice", "GET /realm/presence")).body.server_timestamp as number;
  const laterThan = (millis: number) => until(() => Date.now() > millis + 5);
  const first = await stamp();
  await laterThan(Date.now());
  const second = await stamp();
  assert.ok(second >= first + 0.005, `${first} ${second}`);
  await own.control("POST /clock", { mode: "frozen" });
  const frozen = await stamp();
  await laterThan(Date.now());
  assert.is(await stamp(), frozen);
  await own.close();
});

test("an absolute target is read as its path", async () => {
  const answer = await new Promise<number>((resolve, reject) => {
    const request = httpRequest({ port: server.port, path: `${server.url}/api/v1/server_settings` }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.on("error", reject).end();
  });
  assert.is(answer, 200);
});

test("a request without a Host is answered as any other, and steers nothing", async () => {
  const said = (path: string) => server.bytes(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
  assert.match(await said("/api/v1/server_settings"), /^HTTP\/1.1 200 .*"result":"success"/s);
  assert.match(await said("/api/v1/messages"), /^HTTP\/1.1 401 .*"result":"error"/s);
  assert.match(await said("/_control/realm"), /^HTTP\/1.1 403 .*the control API is not for Host \\"\\"/s);
});

test("each request is one line of the log, without its query", async () => {
  const lines: string[] = [];
  const own = await serving({}, { log: (line) => lines.push(line) });
  await own.raw("POST /api/v1/fetch_api_key?username=a&password=secret");
  await own.control("GET /clock");
  assert.equal(lines, ["POST /api/v1/fetch_api_key 400", "GET /_control/clock 200"]);
  await own.close();
});

test("without the control API its paths are nothing", async () => {
  const own = await serving({}, { control: false });
  assert.is((await own.control("GET /clock")).status, 404);
  await own.close();
});

test("with a real clock the time goes on from where the program has moved it", async () => {
  const own = await serving({}, { clock: "real" });
  own.sim.advance({ ms: 3_600_000 });
  const moved = own.sim.now();
  const now = async () => Date.parse((await own.control("GET /clock")).body.now as string);
  await now();
  const began = Date.now();
  await until(() => Date.now() > began + 5);
  assert.ok((await now()) > moved);
  await own.close();
});

test("options that are wrong are refused with their name", async () => {
  const line = (options: object) => listen(createSimulator(), options).then(String, (thrown) => (thrown as Error).message);
  assert.is(await line({ port: "x" }), 'port: got "x", expected a whole number from 0 to 65535');
  assert.is(await line({ port: 70_000 }), "port: got 70000, expected a whole number from 0 to 65535");
  assert.is(await line({ host: "" }), 'host: got "", expected an address, such as 127.0.0.1 for this machine alone');
  assert.is(
    await line({ allowHosts: ["http://sim"] }),
    'allowHosts[0]: got "http://sim", expected a name such as sim or phone.example:3000, without http://, or * for any',
  );
  assert.is(await line({ clock: "fast" }), 'clock: got "fast", expected "real" or "frozen"');
});

test.run();
