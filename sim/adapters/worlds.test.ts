// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { request as httpRequest } from "node:http";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { createSimulator } from "../server/simulator.ts";
import { Control } from "./control.ts";
import { Hosts } from "./hosts.ts";
import { Front } from "./node-front.ts";
import { type Serving, serving, type Told } from "./serving.test.kit.ts";
import { WallClock } from "./wall-clock.ts";
import { Worlds } from "./worlds.ts";

let server: Serving;
test.before.each(async () => {
  server = await serving();
});
test.after.each(() => server.close());

interface Made {
  readonly id: string;
  readonly url: string;
  readonly control: string;
  readonly level: number;
  readonly seed: number;
  readonly brand: string;
  readonly clock: { readonly now: string; readonly mode: string };
  readonly cast: Readonly<Record<string, { readonly email: string; readonly api_key: string }>>;
  readonly channels: Readonly<Record<string, { readonly stream_id: number }>>;
}

async function make(options: object = {}): Promise<Made> {
  const { status, body } = await server.control("POST /worlds", options);
  assert.is(status, 200, JSON.stringify(body));
  return body as unknown as Made;
}

const pathOf = ({ url }: Made): string => new URL(url).pathname;

/** Asks a world as one of its cast. */
function ask(world: Made, name: string, route: string, fields: Readonly<Record<string, string>> = {}): Promise<Told> {
  const [method, path] = route.split(" ");
  const { email, api_key } = world.cast[name]!;
  const authorization = `Basic ${btoa(`${email}:${api_key}`)}`;
  const encoded = new URLSearchParams(fields).toString();
  if (method === "GET") return server.raw(`GET ${pathOf(world)}/api/v1${path}?${encoded}`, { headers: { authorization } });
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  return server.raw(`${method} ${pathOf(world)}/api/v1${path}`, { headers, body: encoded });
}

const control = (world: Made, route: string, body?: object): Promise<Told> =>
  server.raw(route.replace(" ", ` ${pathOf(world)}/_control`), body && { body: JSON.stringify(body) });

const soup = { type: "channel", to: "general", topic: "soup", content: "hot" };

async function topics(world: Made): Promise<unknown[]> {
  const { body } = await ask(world, "alice", "GET /messages", { anchor: "newest", num_before: "3", num_after: "0" });
  return (body.messages as { subject: string }[]).map(({ subject }) => subject);
}

test("a world is described as the server is, with its own address", async () => {
  const world = await make();
  assert.is(world.url, `${server.url}/w/${world.id}`);
  assert.is(world.control, `${world.url}/_control`);
  const { sim } = server;
  assert.equal(world.cast, sim.cast);
  assert.equal(world.channels, sim.channels);
  assert.equal(world.clock, { now: "2026-01-01T12:00:00.000Z", mode: "frozen" });
  const settings = (await server.raw(`GET ${pathOf(world)}/api/v1/server_settings`)).body;
  assert.is(settings.realm_uri, world.url);
  assert.equal((await server.control("GET /worlds")).body, { worlds: [{ id: world.id, url: world.url }] });
  const shown = (await server.control(`GET /worlds/${world.id}`)).body;
  assert.equal(shown, { id: world.id, control: world.control, clock: world.clock, url: world.url, ...pick(world) });
});

const pick = ({ level, brand, seed, cast, channels }: Made) => ({ level, brand, seed, realm: "small", cast, channels });

test("two hundred tests side by side see nothing of each other", async () => {
  await server.ask("alice", "POST /messages", soup);
  const worlds = await Promise.all(Array.from({ length: 200 }, () => make()));
  await Promise.all(
    worlds.map(async (world, i) => {
      const topic = `topic ${i}`;
      assert.is((await ask(world, "alice", "POST /messages", { ...soup, topic })).body.result, "success");
      await control(world, "POST /clock", { advance_ms: i });
      if (i % 2 === 0) await control(world, "POST /faults", { times: 1, then: { status: 503 } });
    }),
  );
  const seen = await Promise.all(
    worlds.map(async (world, i) => {
      if (i % 2 === 0) assert.is((await ask(world, "alice", "GET /messages")).status, 503);
      const { now } = (await control(world, "GET /clock")).body;
      const transcript = (await control(world, "GET /transcript")).text.trim().split("\n");
      return [(await topics(world)).at(-1), now, transcript.length];
    }),
  );
  const at = (i: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, 0, i)).toISOString();
  assert.equal(
    seen,
    worlds.map((_, i) => [`topic ${i}`, at(i), i % 2 === 0 ? 2 : 1]),
  );
  assert.is(server.sim.transcript.length, 1);
});

test("a world has the realm, the seed, the level, the brand and the clock that are asked for", async () => {
  const world = await make({ realm: "crowded", seed: 7, level: 372, brand: "zulip", clock: "2030-05-01T00:00:00Z" });
  assert.equal([world.level, world.seed, world.brand], [372, 7, "zulip"]);
  assert.equal(world.clock, { now: "2030-05-01T00:00:00.000Z", mode: "frozen" });
  const other = await make({ seed: 7, clock: "real" });
  assert.is(other.clock.mode, "real");
  assert.is(other.level, server.sim.server.level);
  assert.ok(Math.abs(Date.parse(other.clock.now) - Date.now()) < 60_000, other.clock.now);
  assert.is.not(other.cast.alice!.api_key, server.sim.cast.alice!.api_key);
});

test("the clock of a world runs as the server's did at its start, whatever was done to that since", async () => {
  const started = await serving({}, { clock: "real" });
  try {
    const made = async (options: object): Promise<unknown> => {
      const { body } = await started.control("POST /worlds", options);
      return (body as unknown as Made).clock.mode;
    };
    await started.control("POST /clock", { mode: "frozen" });
    assert.equal([await made({}), await made({ seed: 7 }), await made({ fork: "main" })], ["real", "real", "frozen"]);
  } finally {
    await started.close();
  }
});

test("a world can begin as another is, or as the server is", async () => {
  const first = await make();
  await ask(first, "alice", "POST /messages", { ...soup, topic: "first" });
  await server.ask("alice", "POST /messages", { ...soup, topic: "main" });
  const [copy, ofMain] = [await make({ fork: first.id }), await make({ fork: "main" })];
  await ask(first, "alice", "POST /messages", { ...soup, topic: "later" });
  assert.is((await topics(copy)).at(-1), "first");
  assert.is((await topics(ofMain)).at(-1), "main");
  await control(copy, "POST /reset");
  assert.is((await topics(copy)).at(-1), "first", "a reset returns to what was copied");
});

test("each address that a world gives leads into that world", async () => {
  const world = await make();
  const elsewhere = await make({ level: 372 });
  const boundary = "b";
  const { email, api_key } = world.cast.alice!;
  const authorization = `Basic ${btoa(`${email}:${api_key}`)}`;
  const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nof this world\r\n--b--\r\n`;
  const { body: uploaded } = await server.raw(`POST ${pathOf(world)}/api/v1/user_uploads`, {
    headers: { authorization, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: file,
  });
  const at = (base: Made, path: unknown) => server.raw(`GET ${pathOf(base)}${path}`, { headers: { authorization } });
  assert.equal([(await at(world, uploaded.url)).text, (await at(elsewhere, uploaded.url)).status], ["of this world", 404]);
  const registration = (await ask(world, "alice", "POST /register")).body as Record<string, unknown>;
  const members = (await ask(world, "alice", "GET /users", { client_gravatar: "false" })).body.members as { avatar_url: string }[];
  for (const { avatar_url } of members) if (avatar_url.startsWith("/")) assert.is((await at(world, avatar_url)).status, 200, avatar_url);
  const own = JSON.stringify([registration, members]).match(/http:\/\/(?:127\.0\.0\.1|localhost)[^"\\ ]*/g) ?? [];
  assert.ok(own.length > 2, `${own.length} addresses`);
  assert.equal(
    own.filter((url) => !url.startsWith(world.url)),
    [],
  );
});

test("the page of a world is below its path, with or without a slash at its end", async () => {
  const world = await make();
  for (const path of ["/_control", "/_control/", "/_control/coverage.html"]) {
    const { status, text } = await server.raw(`GET ${pathOf(world)}${path}`);
    assert.equal([status, text.match(/(?:href|src)="\/[^"]*"/g)], [200, null], `${path}: no address leads out of the world`);
  }
});

test("held polls of a world are woken by its own messages, and answered when it ends", async () => {
  const [one, other] = [await make(), await make()];
  const { queue_id } = (await ask(one, "alice", "POST /register", { event_types: '["message"]' })).body as { queue_id: string };
  const poll = ask(one, "alice", "GET /events", { queue_id, last_event_id: "-1" });
  await ask(other, "alice", "POST /messages", { ...soup, topic: "elsewhere" });
  await ask(one, "alice", "POST /messages", { ...soup, topic: "here" });
  const [event] = (await poll).body.events as { id: number; message: { subject: string } }[];
  assert.is(event!.message.subject, "here");
  const held = ask(one, "alice", "GET /events", { queue_id, last_event_id: String(event!.id) });
  await ask(one, "alice", "GET /server_settings");
  assert.equal((await server.control(`DELETE /worlds/${one.id}`)).body, { result: "success" });
  assert.is((await held).body.result, "success");
  const gone = await ask(one, "alice", "GET /server_settings");
  assert.equal(
    [gone.status, gone.body.result, gone.body.msg],
    [404, "error", `There is no world "${one.id}"; POST /_control/worlds makes one`],
  );
});

/** The status and text of a request under a name of the host. */
const underName = (name: string, path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest(
      { host: "127.0.0.1", port: server.port, path, headers: { host: `${name}:${server.port}`, ...headers } },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    asked.on("error", reject).end();
  });

test("a world is there under a name of its own too, with its control API", async () => {
  const world = await make({ level: 372 });
  const settings = await underName(`${world.id}.localhost`, "/api/v1/server_settings");
  assert.is(JSON.parse(settings.text).service_feature_level, 372);
  const realm = await underName(`${world.id}.localhost`, "/_control/realm");
  assert.is(JSON.parse(realm.text).level, 372);
  assert.is((await underName("w99.localhost", "/api/v1/server_settings")).status, 404);
  const origin = { origin: `http://${world.id}.localhost:${server.port}` };
  assert.is((await underName(`${world.id}.localhost`, "/_control/realm", origin)).status, 200);
  assert.is((await underName("127.0.0.1", "/_control/realm", { origin: "http://elsewhere.example" })).status, 403);
  assert.is((await underName("127.0.0.1", `/w/${world.id}/_control/realm`, { origin: "http://localhost:3000" })).status, 403);
});

test("a world heeds the names that the server allows", async () => {
  await server.close();
  server = await serving({}, { allowHosts: ["sim"] });
  const { id } = await make();
  const status = async (name: string) => (await underName(name, `/w/${id}/_control/clock`)).status;
  assert.equal([await status("sim"), await status("other"), await status("localhost")], [200, 403, 200]);
});

test("a world decides points as it is asked to, and is unlike itself if it is", async () => {
  const half = { ...soup, local_id: "7.1" };
  const [plain, observed] = [await make(), await make({ rulings: { localEchoPair: "observed" } })];
  assert.equal(
    [(await ask(plain, "alice", "POST /messages", half)).status, (await ask(observed, "alice", "POST /messages", half)).status],
    [400, 200],
  );
  const [one, other] = [await make({ vary: 7 }), await make({ vary: 7 })];
  const settings = async (world: Made): Promise<string[]> => Object.keys((await ask(world, "alice", "GET /server_settings")).body);
  assert.equal(await settings(one), await settings(other));
  assert.not.equal(await settings(one), await settings(plain));
});

test("the inspector of a world asks the world", async () => {
  const world = await make();
  const page = await control(world, "GET /");
  assert.match(String(page.headers["content-type"]), "text/html");
  const { body } = await control(world, "GET /overview");
  assert.is((body.journal as { count: number }).count, 0);
});

test("what is asked wrongly gets one line that names the place and what is accepted", async () => {
  const world = await make();
  const wrong: readonly (readonly [object, number, RegExp])[] = [
    [{ colour: 1 }, 400, /^colour: no such key; known here are realm, seed, clock, level, brand, rulings, vary and fork$/],
    [{ level: 0 }, 400, /^level: .*1 to \d+/],
    [{ level: "372" }, 400, /^level: /],
    [{ seed: 1.5 }, 400, /^seed: /],
    [{ clock: "noon" }, 400, /^clock: .*real, or an ISO 8601 instant/],
    [{ realm: "nowhere" }, 400, /^realm: .*small/],
    [{ realm: 5 }, 400, /^realm: .*the name of a realm/],
    [{ realm: { users: 1 } }, 400, /^realm: users: got 1, /],
    [{ rulings: { rateLimits: "maybe" } }, 400, /^rulings\.rateLimits: got "maybe", expected /],
    [{ rulings: ["observed"] }, 400, /^rulings: got \[.*\], expected "observed", "text" or choices by name/],
    [{ vary: { seed: 1, only: ["nothing"] } }, 400, /^vary\.only\[0\]: /],
    [{ fork: "w99" }, 400, /^fork: .*the id of a world, or main/],
    [{ fork: world.id, seed: 2 }, 400, /^seed: .*nothing beside fork/],
  ];
  for (const [body, status, says] of wrong) {
    const answer = await server.control("POST /worlds", body);
    assert.is(answer.status, status, JSON.stringify(body));
    assert.match(String(answer.body.msg), says);
  }
  assert.is((await server.control("DELETE /worlds/w99")).status, 404);
  assert.is((await server.control("GET /worlds/w99")).status, 404);
  const nested = await control(world, "POST /worlds", {});
  assert.equal(
    [nested.status, nested.body.msg],
    [404, "a world has no worlds of its own; they are made at /_control/worlds of the server"],
  );
  assert.is((await server.raw("GET /w/w99/api/v1/server_settings")).status, 404);
  assert.is((await server.raw("GET /w/")).status, 404);
});

test("a world that nobody asks anything for an hour ends, and no other", async () => {
  let now = 0;
  const simulator = createSimulator();
  const clock = new WallClock(simulator, "frozen");
  const own = new Control({ simulator, clock, hosts: new Hosts([]) });
  const front = new Front({ simulator, clock, control: own, log: undefined });
  const worlds = new Worlds({ simulator, clock, front, hosts: [], log: undefined, now: () => now });
  const { id } = worlds.make({}, "http://127.0.0.1:1");
  now = 3_599_999;
  const later = worlds.make({}, "http://127.0.0.1:1");
  worlds.endIdle();
  assert.ok(worlds.find(id));
  now = 3_600_000;
  worlds.endIdle();
  assert.equal(worlds.all, [later]);
  worlds.close();
});

const boundary = "xxxx";

async function upload(world: Made, content: string): Promise<string> {
  const { email, api_key } = world.cast.alice!;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="soup.png"\r\nContent-Type: image/png\r\n\r\n`;
  const { body } = await server.raw(`POST ${pathOf(world)}/api/v1/user_uploads`, {
    headers: { authorization: `Basic ${btoa(`${email}:${api_key}`)}`, "content-type": `multipart/form-data; boundary=${boundary}` },
    body: `${head}${content}\r\n--${boundary}--\r\n`,
  });
  return String(body.url);
}

/** A GIF of so many pixels in a row, as far as servers read it. */
const gif = (width: number): string => `GIF89a${String.fromCharCode(width)}\0\u0001\0`;

/** Addresses of the server's own in an answer, in texts as in the attributes of HTML. */
function addressesIn(body: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(body, (_, value) => {
    if (typeof value !== "string") return value;
    for (const [, address = ""] of value.matchAll(/(?:src|href)="([^"#]+)"/g)) if (!/^\w+:/.test(address)) found.add(address);
    if (/^\/(?!#|api\/)[\w/]/.test(value)) found.add(value);
    return value;
  });
  return found;
}

test("every address in a registration and in messages of a world leads to that world, resolved against its own", async () => {
  const worlds = [await make(), await make()];
  const widths = [3, 5];
  for (const [i, world] of worlds.entries()) {
    const uri = await upload(world, gif(widths[i] as number));
    await control(world, "POST /clock", { advance_ms: 60_000 });
    await ask(world, "alice", "POST /messages", { ...soup, content: `[soup](${uri}) :octopus: @**Bob** ![pic](${uri})` });
  }
  for (const [i, world] of worlds.entries()) {
    const { email, api_key } = world.cast.alice!;
    const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` };
    const registered = await ask(world, "alice", "POST /register", { client_gravatar: "false" });
    const read = await ask(world, "alice", "GET /messages", {
      anchor: "newest",
      num_before: "50",
      num_after: "0",
      client_gravatar: "false",
    });
    const addresses = [...addressesIn(registered.body), ...addressesIn(read.body)];
    assert.ok(addresses.length > 5, `${addresses}`);
    const kinds = ["user_uploads", "static", "user_avatars"].filter((kind) => !addresses.some((address) => address.includes(kind)));
    assert.equal(kinds, [], `${addresses}`);
    const file = addresses.find((address) => /user_uploads\/\d/.test(address))!;
    const { body } = await ask(world, "alice", `GET ${new URL(file, `${world.url}/`).pathname.replace(/^.*(?=\/user_uploads)/, "")}`);
    for (const address of [...addresses, String(body.url)]) {
      const answer = await fetch(new URL(address, `${world.url}/`), { headers });
      assert.is(answer.status, 200, `${address}: ${await answer.clone().text()}`);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (/user_uploads\/(\d|temporary)/.test(address)) assert.is(bytes[6], widths[i], address);
    }
  }
  await server.control(`DELETE /worlds/${worlds[0]!.id}`);
  const gone = await fetch(new URL(await upload(worlds[1]!, gif(9)), server.url));
  assert.is(gone.status, 401, "a file of a world still needs an account");
});

test.run();
