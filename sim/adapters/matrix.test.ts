// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { limits } from "../core/limits.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { day, requestOf, type Way } from "./story.test.kit.ts";
import { adapters, ways } from "./ways.test.kit.ts";

/** Headers that the transport adds or leaves out by itself. */
const transport = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as far as the model has a say in it, its bytes as characters. */
async function heard(answer: Promise<Response>): Promise<Heard> {
  const { status, headers, ...response } = await answer.then(async (known) => ({
    status: known.status,
    headers: [...known.headers],
    body: Buffer.from(await known.arrayBuffer()).toString("latin1"),
  }));
  return { ...response, status, headers: Object.fromEntries(headers.filter(([name]) => !transport.includes(name)).sort()) };
}

/** The address that an answer gives. */
const urlIn = ({ body }: Heard): string => (JSON.parse(Buffer.from(body, "latin1").toString()) as { url: string }).url;

type Told = Readonly<Record<string, unknown>>;

/** Tells the same on every way, each with a simulator of its own, and compares what each heard with what the first did. */
async function alike(over: typeof ways, tell: (sim: Simulator, way: Way) => Promise<Told>): Promise<Told> {
  const results: [string, Told][] = [];
  for (const [name, open] of Object.entries(over)) {
    const sim = createSimulator();
    const { way, close } = await open(sim);
    try {
      const told = { ...(await tell(sim, way)), transcript: sim.transcript };
      results.push([name, JSON.parse(JSON.stringify(told).replaceAll(sim.server.url, "the server"))]);
    } catch (thrown) {
      throw new Error(`${name}: ${(thrown as Error).message}`, { cause: thrown });
    } finally {
      await close?.();
    }
  }
  const [[, first], ...others] = results as [(typeof results)[0], ...typeof results];
  for (const [name, result] of others) assert.equal(result, first, name);
  return first;
}

/** Waits for a condition, a turn of the event loop between. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !holds(); turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(holds());
}

/** Registers bob and leaves a poll of his hanging. */
async function hanging(sim: Simulator, way: Way, signal?: AbortSignal) {
  const { queue_id } = sim.as("bob").send("POST /register", { event_types: ["message"] }).body;
  const idle = sim.due;
  const poll = way(requestOf(sim, "bob", "GET /events", { queue_id, last_event_id: -1 }, signal && { signal }));
  await until(() => sim.due !== idle);
  return { queue_id, idle, poll };
}

test("the same story gives the same bytes on every way, but for the server's own address, and leaves the same transcript", async () => {
  const { said } = await alike(ways, async (sim, way) => ({ said: await day(sim, way) }));
  assert.is((said as unknown[]).length, 17);
});

test("status, head and body are the same, with every method, for success and refusal alike", async () => {
  const told = await alike(ways, async (sim, way) => {
    const ask = (...parts: [as: string | undefined, route: string, fields?: Record<string, unknown>]) =>
      heard(way(requestOf(sim, ...parts)));
    return {
      get: await ask("alice", "GET /realm/linkifiers"),
      head: await ask("alice", "HEAD /realm/linkifiers"),
      options: await ask(undefined, "OPTIONS /messages"),
      unknown: await ask("alice", "GET /nowhere"),
      method: await ask("alice", "PUT /messages"),
      nobody: await ask(undefined, "POST /messages"),
      missing: await ask("alice", "POST /messages", { type: "channel" }),
      escaped: await ask("alice", "GET /users/me/subscriptions/%F0%9F%8C%B1%2F"),
    };
  });
  const status = Object.values(told).flatMap((one) => (one as { status?: number }).status ?? []);
  assert.equal(status, [200, 200, 204, 404, 405, 401, 400, 404]);
});

test("forms in parts are read alike, with fields and files", async () => {
  await alike(ways, async (sim, way) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ type: "channel", to: "general", topic: "ß", content: "a\r\nb & 🌱" }))
      body.set(name, value);
    body.set("file", new File([Uint8Array.from({ length: 256 }, (_, byte) => byte)], "ü.bin"));
    const { headers } = requestOf(sim, "alice", "OPTIONS /");
    return { sent: await heard(way(new Request(`${sim.server.url}/api/v1/messages`, { method: "POST", headers, body }))) };
  });
});

test("files go up and come back alike, byte for byte, and are refused to others", async () => {
  const told = await alike(adapters, async (sim, way) => {
    const body = new FormData();
    body.set("file", new File([Uint8Array.from({ length: 1024 }, (_, at) => at % 256)], "ü 1.png", { type: "image/png" }));
    const { headers } = requestOf(sim, "alice", "OPTIONS /");
    const sent = await heard(way(new Request(`${sim.server.url}/api/v1/user_uploads`, { method: "POST", headers, body })));
    const path = urlIn(sent);
    const temporary = await heard(way(requestOf(sim, "alice", `GET ${path}`)));
    const get = (path: string, init?: RequestInit) => heard(way(new Request(sim.server.url + path, init)));
    return {
      sent,
      temporary,
      own: await get(path, { headers }),
      head: await get(path, { method: "HEAD", headers }),
      others: await get(path),
      none: await get(`${path}x`, { headers }),
      byLink: await get(urlIn(temporary)),
    };
  });
  const { own, byLink, ...others } = told as Record<string, { readonly status: number; readonly body: string }>;
  for (const file of [own!, byLink!])
    assert.equal([file.status, file.body.length, file.body.slice(254, 258)], [200, 1024, "\xfe\xff\x00\x01"]);
  assert.equal(
    [others.sent, others.head, others.others, others.none].map((one) => one!.status),
    [200, 200, 401, 404],
  );
});

test("a poll that hangs ends alike: with an event, a heartbeat when the clock moves, or its queue", async () => {
  await alike(ways, async (sim, way) => {
    const first = await hanging(sim, way);
    sim.as("alice").send("POST /messages", { type: "channel", to: "general", topic: "soup", content: "hot" });
    const second = await hanging(sim, way);
    sim.advance({ ms: sim.due! - sim.now() });
    const third = await hanging(sim, way);
    const deleted = sim.as("bob").send("DELETE /events" as string, { queue_id: third.queue_id }).text;
    return { event: await heard(first.poll), heartbeat: await heard(second.poll), deleted, gone: await heard(third.poll) };
  });
});

test("giving up fails at once and lets the poll go", async () => {
  await alike(ways, async (sim, way) => {
    const leaving = new AbortController();
    const { poll, idle } = await hanging(sim, way, leaving.signal);
    const name = poll.then(
      () => "answered",
      (thrown) => thrown.name,
    );
    leaving.abort();
    assert.is(await name, "AbortError");
    await until(() => sim.due === idle);
    return {};
  });
});

test("an answer that is late and given up counts as one that did not come", async () => {
  await alike(ways, async (sim, way) => {
    const leaving = new AbortController();
    sim.faults.add({ then: { delay_ms: 1000 } });
    const late = way(requestOf(sim, "alice", "GET /users/me", {}, { signal: leaving.signal })).then(
      () => "answered",
      (thrown) => thrown.name,
    );
    await until(() => sim.transcript.length === 1);
    leaving.abort();
    assert.is(await late, "AbortError");
    await until(() => sim.journal.find({ status: 0 }).length === 1);
    const [{ response, fault } = {}] = sim.journal.find({ status: 0 });
    assert.equal([response?.status, fault], [200, { id: "1", delay_ms: 1000, given_up: true }]);
    return {};
  });
});

test("what is no request of the API is refused alike", async () => {
  const told = await alike(adapters, async (sim, way) => {
    const { headers } = requestOf(sim, "alice", "OPTIONS /");
    const post = (type: string, body: string) =>
      heard(
        way(
          new Request(`${sim.server.url}/api/v1/messages`, {
            method: "POST",
            headers: { ...Object.fromEntries(headers), "content-type": type },
            body,
          }),
        ),
      );
    const get = (path: string) => heard(way(new Request(sim.server.url + path)));
    return {
      large: await post("application/x-www-form-urlencoded", "x".repeat(limits.bodyBytes + 1)),
      parts: await post("multipart/form-data; boundary=x", "--y"),
      json: await post("application/json", "{}"),
      long: await get(`/api/v1/${"x".repeat(limits.pathLength)}`),
      picture: await get("/avatar/11"),
      drawing: await get("/static/images/logo.svg"),
    };
  });
  const status = Object.values(told).flatMap((one) => (one as { status?: number }).status ?? []);
  assert.equal(status, [413, 400, 400, 414, 200, 200]);
});

test("faults strike alike: another answer, a cut connection, a body cut short", async () => {
  const told = await alike(adapters, async (sim, way) => {
    const ask = () => way(requestOf(sim, undefined, "GET /server_settings"));
    sim.faults.add({ times: 1, then: { status: 503 } });
    const refused = await heard(ask());
    sim.faults.add({ times: 1, then: { drop: true } });
    const dropped = await ask().then(
      () => "answered",
      () => "failed",
    );
    sim.faults.add({ times: 1, then: { cut_bytes: 20 } });
    const cut = await ask()
      .then((response) => response.text())
      .catch(() => "failed");
    return { refused, dropped, cut, after: await heard(ask()) };
  });
  assert.equal([told.dropped, told.cut], ["failed", "failed"]);
});

test.run();
