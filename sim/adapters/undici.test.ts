// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { Readable, Writable } from "node:stream";
import { Agent, type Dispatcher, interceptors, Pool, request, stream, FormData as UndiciForm } from "undici";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type InterceptorOptions, interceptor } from "./undici.ts";

/** Notes what would go to the network, and refuses it. */
class Beyond {
  readonly asked: string[] = [];
  readonly interceptor: Dispatcher.DispatcherComposeInterceptor = () => (options) => {
    this.asked.push(`${options.origin}${options.path}`);
    throw new Error("to the network");
  };
}

function composed(sim: Simulator, options?: InterceptorOptions): Dispatcher {
  return new Agent().compose(new Beyond().interceptor, interceptor(sim, options));
}

const authorization = (sim: Simulator, name: string) => `Basic ${btoa(`${sim.cast[name]!.email}:${sim.cast[name]!.api_key}`)}`;
const fields = { type: "channel", to: "general", topic: "soup", content: "größer 🌱" };
const form = new URLSearchParams(fields).toString();

/** Sends a message with a body and headers of any kind, and reads it back. */
async function contentOf(body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sim = createSimulator();
  const options = { dispatcher: composed(sim), method: "POST", headers: { authorization: authorization(sim, "alice"), ...headers }, body };
  const { body: answer } = await request(`${sim.server.url}/api/v1/messages`, options as never);
  const { id, msg } = (await answer.json()) as { id?: number; msg: string };
  return id === undefined ? msg : sim.as("bob").send(`GET /messages/${id}`).body.raw_content;
}

test("requests to other origins go on, those to its own do not, however it is written", async () => {
  const sim = createSimulator({ url: "https://chat.example.com" });
  const beyond = new Beyond();
  const dispatcher = new Agent().compose(beyond.interceptor, interceptor(sim));
  const status = (url: string | URL) =>
    request(url, { dispatcher }).then(
      ({ statusCode }) => statusCode,
      (thrown) => thrown.message,
    );
  for (const url of ["http://chat.example.com/a", "https://chat.example.com:8443/b", "https://example.com/c"]) {
    assert.is(await status(url), "to the network");
  }
  assert.equal(beyond.asked, ["http://chat.example.com/a", "https://chat.example.com:8443/b", "https://example.com/c"]);
  assert.is(await status("https://chat.example.com/api/v1/server_settings"), 200);
  assert.is(await status(new URL("https://CHAT.example.com:443/api/v1/nothing")), 404);
  assert.is(await status("https://chat.example.com/elsewhere"), 404);
  assert.is(beyond.asked.length, 3);
});

test("a pool that has but one origin is answered, and the simulator is where it is told to be", async () => {
  const sim = createSimulator();
  const pool = new Pool("https://pool.example.com").compose(interceptor(sim, { origin: "https://pool.example.com" }));
  const { body } = await pool.request({ method: "GET", path: "/api/v1/server_settings" });
  assert.is(((await body.json()) as Record<string, unknown>).realm_url, "https://pool.example.com");
});

test("the origin may be called url, as the handlers of msw call it", async () => {
  const sim = createSimulator();
  const pool = new Pool("https://pool.example.com").compose(interceptor(sim, { url: "https://pool.example.com" }));
  assert.is((await pool.request({ path: "/api/v1/server_settings", method: "GET" })).statusCode, 200);
  assert.is(sim.server.url, "https://pool.example.com");
});

test("a place that is not the origin of a server is refused", () => {
  for (const origin of ["", "localhost", "http://localhost/api", "ws://localhost"]) {
    const message = `origin: got ${JSON.stringify(origin)}, expected the origin of a server, such as http://localhost:9991`;
    assert.throws(
      () => interceptor(createSimulator(), { origin }),
      (thrown: Error) => thrown instanceof RangeError && thrown.message === message,
    );
  }
});

test("bodies of every kind are read", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const bytes = Buffer.from(form);
  const inMiddle = new Uint8Array([0, 0, ...bytes, 0]).subarray(2, 2 + bytes.length);
  const chunks = () => [form.slice(0, 9), bytes.subarray(9)];
  async function* later() {
    yield* chunks();
  }
  const kinds: Record<string, unknown> = {
    string: form,
    Buffer: bytes,
    "a part of a buffer": inMiddle,
    ArrayBuffer: Uint8Array.from(bytes).buffer,
    iterable: chunks(),
    "asynchronous iterable": later(),
    Readable: Readable.from(chunks()),
  };
  for (const [kind, body] of Object.entries(kinds)) assert.is(await contentOf(body, type), fields.content, kind);
});

test("forms and blobs bring their type with them, whichever class they are of, unless one is given", async () => {
  for (const form of [new FormData(), new UndiciForm()]) {
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob(["x"]), "x.txt");
    assert.is(await contentOf(form), fields.content);
  }
  const blob = new Blob([form], { type: "application/x-www-form-urlencoded" });
  assert.is(await contentOf(blob), fields.content);
  assert.is(await contentOf(blob, { "content-type": "text/plain" }), "Missing 'content' argument");
  assert.is(await contentOf(null), "Missing 'content' argument");
});

test("a body that fails, or gives what is no bytes, fails the request", async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error("the disk is gone")) });
  assert.is(await contentOf(broken).catch((thrown) => thrown.message), "the disk is gone");
  assert.is(await contentOf([1]).catch((thrown) => thrown.message), "body: a stream or an iterable gives strings and Uint8Arrays");
});

test("headers of every kind are read, the first of a name", async () => {
  const sim = createSimulator();
  const dispatcher = composed(sim);
  const value = authorization(sim, "alice");
  const kinds: Record<string, unknown> = {
    object: { AUTHORIZATION: value, none: undefined },
    "object of lists": { authorization: [value, "x"] },
    list: ["X", "y", "Authorization", value, "authorization", "x"],
    pairs: new Map([["Authorization", value]]),
    Headers: new Headers({ authorization: value }),
  };
  for (const [kind, headers] of Object.entries(kinds)) {
    const { statusCode } = await request(`${sim.server.url}/api/v1/users/me`, { dispatcher, headers: headers as never });
    assert.is(statusCode, 200, kind);
  }
  assert.is((await request(`${sim.server.url}/api/v1/users/me`, { dispatcher })).statusCode, 401);
});

test("the query stands in the URL or in an option of its own; a path may be a whole URL", async () => {
  const sim = createSimulator();
  const dispatcher = composed(sim);
  const headers = { authorization: authorization(sim, "alice") };
  const query = { anchor: "newest", num_before: 1, num_after: 0 };
  const { body } = await request(`${sim.server.url}/api/v1/messages`, { dispatcher, headers, query });
  assert.is(((await body.json()) as { messages: unknown[] }).messages.length, 1);
  const path = `${sim.server.url}/api/v1/messages?${new URLSearchParams(query as never)}`;
  const told = await dispatcher.request({ origin: sim.server.url, path, method: "GET", headers });
  assert.is(((await told.body.json()) as { messages: unknown[] }).messages.length, 1);
});

test("answers come with their head, to a stream as well", async () => {
  const sim = createSimulator();
  const dispatcher = composed(sim);
  const url = `${sim.server.url}/api/v1/server_settings`;
  const { statusCode, statusText, headers, body } = await request(url, { dispatcher });
  const text = await body.text();
  assert.equal([statusCode, statusText, headers["content-type"]], [200, "OK", "application/json"]);
  assert.is(headers["content-length"], String(Buffer.byteLength(text)));
  let streamed = "";
  const sink = new Writable({
    write(chunk, _, done) {
      streamed += chunk;
      done();
    },
  });
  await stream(url, { dispatcher, method: "GET" }, () => sink);
  assert.is(streamed, text);
  const raw = await request(url, { dispatcher, responseHeaders: "raw" });
  assert.ok((raw.headers as unknown as string[]).includes("Content-Type".toLowerCase()));
});

/** Takes what comes one step at a time, in the shape of undici 7 or the one before; `go` asks for more. */
function slow(shape: "new" | "old") {
  const heard: string[] = [];
  let go = () => {};
  const fresh: Dispatcher.DispatchHandler = {
    onRequestStart: () => void heard.push("request"),
    onResponseStart(controller, status) {
      heard.push(`start ${status}`);
      controller.pause();
      go = () => controller.resume();
    },
    onResponseData(controller, chunk) {
      heard.push(`data ${JSON.parse(String(chunk)).result}`);
      controller.pause();
    },
    onResponseEnd: () => void heard.push("end"),
  };
  const former: Dispatcher.DispatchHandler = {
    onConnect: () => void heard.push("request"),
    onHeaders(status, _, resume) {
      heard.push(`start ${status}`);
      go = resume;
      return false;
    },
    onData: (chunk) => heard.push(`data ${JSON.parse(String(chunk)).result}`) < 0,
    onComplete: () => void heard.push("end"),
  };
  return { heard, handler: shape === "new" ? fresh : former, go: () => go() };
}

const never: Dispatcher.Dispatch = () => {
  throw new Error("to the network");
};

for (const shape of ["new", "old"] as const) {
  test(`a handler of the ${shape} shape that pauses is told no more until it goes on`, async () => {
    const sim = createSimulator();
    const { heard, handler, go } = slow(shape);
    interceptor(sim)(never)({ origin: sim.server.url, path: "/api/v1/server_settings", method: "GET" }, handler);
    const steps = ["request", "start 200", "data success", "end"];
    while (heard.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const count of [2, 3, 4, 4]) {
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(heard, steps.slice(0, count));
      go();
    }
  });
}

test("giving up before the start, while the body is read, and after the end", async () => {
  const sim = createSimulator();
  const dispatcher = composed(sim);
  const url = `${sim.server.url}/api/v1/server_settings`;
  const name = (thrown: Error) => thrown.name;
  assert.is(await request(url, { dispatcher, signal: AbortSignal.abort() }).catch(name), "AbortError");
  const leaving = new AbortController();
  const pending = request(url, { dispatcher, method: "POST", body: new Readable({ read() {} }), signal: leaving.signal });
  await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  assert.is(await pending.catch(name), "AbortError");
  assert.equal(sim.transcript, []);
  const late = new AbortController();
  const { body } = await request(url, { dispatcher, signal: late.signal });
  const text = await body.text();
  late.abort();
  assert.match(text, "success");
});

test("a cut connection is one that undici knows to try again", async () => {
  const sim = createSimulator();
  const retry = interceptors.retry({ maxRetries: 2, minTimeout: 0, maxTimeout: 1 });
  const dispatcher = new Agent().compose(new Beyond().interceptor, interceptor(sim), retry);
  sim.faults.add({ times: 2, then: { drop: true } });
  const { statusCode } = await request(`${sim.server.url}/api/v1/server_settings`, { dispatcher });
  assert.equal([statusCode, sim.faults.list], [200, []]);
  sim.faults.add({ times: 1, then: { drop: true } });
  const { code } = await request(`${sim.server.url}/api/v1/server_settings`, { dispatcher: composed(sim) }).catch((thrown) => thrown);
  assert.is(code, "UND_ERR_SOCKET");
});

test("a bug of the simulator fails the request with it", async () => {
  const sim = createSimulator();
  const dispatcher = composed(sim);
  sim.exchange = () => {
    throw new RangeError("a bug");
  };
  const thrown = await request(`${sim.server.url}/api/v1/server_settings`, { dispatcher }).catch((thrown) => thrown);
  assert.equal([thrown.name, thrown.message], ["RangeError", "a bug"]);
});

test.run();
