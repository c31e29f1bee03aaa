// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Serving, serving } from "../serving.test.kit.ts";

let server: Serving;
test.before.each(async () => {
  server = await serving();
});
test.after.each(() => server.close());

const start = "2026-01-01T12:00:00.000Z";
const message = { type: "channel", to: "general", topic: "soup", content: "*hot*" };

interface Overview {
  readonly version: number;
  readonly [part: string]: unknown;
}
const overview = async (): Promise<Overview> => (await server.control("GET /overview")).body as Overview;

test("the overview of a fresh simulator says that nothing has happened", async () => {
  const { version, ...rest } = await overview();
  assert.type(version, "number");
  assert.equal(rest, {
    clock: { now: start, mode: "frozen", next: null },
    journal: { count: 0, newest: [] },
    queues: [],
    queue_count: 0,
    snapshots: [],
    faults: [],
  });
});

test("the overview tells each exchange in one line, without what was answered and without secrets", async () => {
  await server.ask("alice", "POST /messages", message);
  await server.ask(undefined, "POST /fetch_api_key", { username: "alice@example.com", password: "alice-password" });
  const fields = { username: "alice@example.com", password: "(hidden)" };
  assert.equal((await overview()).journal, {
    count: 2,
    newest: [
      { number: 1, at: start, as: "alice", method: "POST", path: "/api/v1/messages", fields: message, status: 200 },
      { number: 2, at: start, as: null, method: "POST", path: "/api/v1/fetch_api_key", fields, status: 200 },
    ],
  });
  const whole = await server.control("GET /journal/1");
  assert.equal(whole.body, JSON.parse(JSON.stringify(server.sim.transcript[0])));
});

test("of many exchanges the overview has the newest hundred, by the numbers that they keep", async () => {
  for (let i = 0; i < 120; i++) server.sim.as("alice").send("GET /users/me");
  const { journal } = await overview();
  const { count, newest } = journal as { count: number; newest: { number: number }[] };
  assert.equal([count, newest.length, newest[0]!.number, newest[99]!.number], [120, 100, 21, 120]);
});

test("the journal is paged back from any number, and searched whole", async () => {
  for (let i = 0; i < 120; i++) server.sim.as(i === 3 ? "bob" : "alice").send("GET /users/me");
  server.sim.as("alice").send("POST /messages", { ...message, type: "channel" });
  const search = async (query: string) => {
    const { exchanges, isMore } = (await server.control(`GET /journal?${query}`)).body as {
      exchanges: { number: number }[];
      isMore: boolean;
    };
    return [...exchanges.map(({ number }) => number), isMore];
  };
  assert.equal(await search("most=2"), [120, 121, true]);
  assert.equal(await search("most=2&before=120"), [118, 119, true]);
  assert.equal(await search("most=2&before=3"), [1, 2, false]);
  assert.equal(await search("before=1"), [false]);
  assert.equal(await search("find=BOB"), [4, false], "an exchange that the newest hundred are without");
  assert.equal(await search("find=hot+%2Fmessages"), [121, false], "words in any order, of fields and of the path");
  assert.equal(await search("find=alice&most=1&before=5"), [3, true]);
  assert.equal(await search("find=nowhere"), [false]);
});

test("a message is shown as the API answers it, and no exchange comes of it", async () => {
  const { id } = (await server.ask("alice", "POST /messages", { type: "direct", to: "[12]", content: "*psst*" })).body;
  const shown = async (query = "") => (await server.control(`GET /messages/${id}${query}`)).body;
  const { as, status, body } = (await shown()) as { as: string; status: number; body: { message: Record<string, unknown> } };
  assert.equal([as, status, body.message.content], ["alice", 200, "<p><em>psst</em></p>"]);
  assert.equal((await shown("?as=cara")).status, 400, "cara may not see it");
  assert.is(server.sim.transcript.length, 1);
});

test("queues are told with their owner, what waits in them and when they fall due", async () => {
  const { queue_id } = (await server.ask("bob", "POST /register", { event_types: ["message"] })).body;
  await server.ask("alice", "POST /messages", message);
  const idle = {
    queue_id,
    owner: "bob",
    event_types: ["message"],
    narrow: [],
    pending: 1,
    last_event_id: 0,
    held: false,
    due: "2026-01-01T12:10:00.000Z",
  };
  assert.equal((await server.control("GET /queues")).body, { queues: [idle] });
  const { events, ...rest } = (await server.control(`GET /queues/${queue_id}`)).body;
  assert.equal(rest, idle);
  assert.equal(
    (events as { type: string; id: number }[]).map(({ type, id }) => [type, id]),
    [["message", 0]],
  );
  const before = await overview();
  const poll = server.ask("bob", "GET /events", { queue_id, last_event_id: 0 });
  await server.control(`GET /changes/${before.version}`);
  const [held] = (await server.control("GET /queues")).body.queues as { held: boolean; due: string }[];
  assert.equal([held!.held, held!.due], [true, "2026-01-01T12:00:45.000Z"]);
  await server.ask("alice", "POST /messages", message);
  await poll;
});

test("snapshots are told with their instant and size, the newest first", async () => {
  await server.control("POST /snapshots");
  const [{ messages }] = (await server.control("GET /snapshots")).body.snapshots as [{ messages: number }];
  await server.ask("alice", "POST /messages", message);
  await server.control("POST /clock", { advance_ms: 60_000 });
  await server.control("POST /snapshots");
  assert.equal((await server.control("GET /snapshots")).body, {
    snapshots: [
      { id: "2", now: "2026-01-01T12:01:00.000Z", messages: messages + 1 },
      { id: "1", now: start, messages },
    ],
  });
});

test("places are channels with their topics and conversations, those written to last first, and each has its messages", async () => {
  const { id } = (await server.ask("alice", "POST /messages", message)).body;
  await server.ask("alice", "POST /messages", { type: "direct", to: [server.sim.cast.bob!.user_id], content: "psst" });
  const { channels, conversations } = (await server.control("GET /places")).body as Record<string, Record<string, unknown>[]>;
  const { topics, ...general } = channels!.find(({ name }) => name === "general")!;
  const { stream_id } = server.sim.channels.general!;
  const { place, subscribers } = general;
  const topic_count = (topics as unknown[]).length;
  assert.equal(general, { place, stream_id, name: "general", privacy: "public", subscribers, topic_count });
  const [soup] = topics as { place: string; name: string; newest: number }[];
  assert.equal(soup, { place: soup!.place, name: "soup", newest: id });
  const found = (await server.control(`GET /places/${soup!.place}`)).body.messages;
  const shown = {
    id,
    sender: "alice",
    topic: "soup",
    sent: start,
    edited: false,
    content: "*hot*",
    html: "<p><em>hot</em></p>",
    reactions: [],
  };
  assert.equal(found, [shown]);
  const all = (await server.control(`GET /places/${general.place}`)).body.messages as { id: number }[];
  assert.equal([all.at(-1)!.id, all.length > 1], [id, true]);
  const [pair] = conversations!;
  assert.is(pair!.name, "alice, bob");
  const private_ = (await server.control(`GET /places/${pair!.place}`)).body.messages as { content: string }[];
  assert.is(private_.at(-1)!.content, "psst");
});

test("looking changes nothing, neither the journal nor what the API answers", async () => {
  const before = server.sim.as("alice").send("POST /register").text.length;
  for (const route of ["overview", "queues", "snapshots", "places", ""]) await server.control(`GET /${route}`);
  assert.is(server.sim.transcript.length, 1);
  await server.control("POST /reset");
  assert.is(server.sim.as("alice").send("POST /register").text.length, before);
});

test("whoever waits for a change hears of each kind of it", async () => {
  const poller = server.sim.as("bob");
  const { queue_id } = poller.send("POST /register").body;
  const changes: readonly (readonly [string, () => unknown])[] = [
    ["an exchange over HTTP", () => server.ask("alice", "POST /messages", message)],
    ["an exchange in process", () => server.sim.as("alice").send("POST /messages" as string, message)],
    ["an action", () => server.control("POST /actions", { action: "mute_channel", as: "bob", channel: "general", value: true })],
    ["the clock", () => server.control("POST /clock", { advance_ms: 1 })],
    ["a snapshot", () => server.control("POST /snapshots")],
    ["a return", () => server.control("POST /snapshots/1/restore")],
    ["a return in process", () => server.sim.restore(server.sim.snapshot())],
    ["a fault", () => server.control("POST /faults", { match: { route: "POST /typing" }, then: { status: 500 } })],
    ["a poll that is answered", () => server.ask("bob", "GET /events", { queue_id, last_event_id: -1, dont_block: true })],
  ];
  for (const [what, happen] of changes) {
    const { version } = await overview();
    let heard = false;
    const waits = server.control(`GET /changes/${version}`).then(({ body }) => {
      heard = true;
      return body.version as number;
    });
    await overview();
    assert.is(heard, false, what);
    await happen();
    assert.ok((await waits) > version, what);
  }
});

test("who comes late is told at once, and a server that stops lets go who waits", async () => {
  const { version } = await overview();
  await server.ask("alice", "POST /messages", message);
  assert.ok(((await server.control(`GET /changes/${version}`)).body.version as number) > version);
  const now = (await overview()).version;
  const waits = server.control(`GET /changes/${now}`);
  await overview();
  await server.stop();
  assert.is((await waits).status, 200);
});

test("the page is whole in itself, and nothing else may run in it", async () => {
  const { status, headers, text } = await server.control("GET /");
  assert.equal([status, headers["content-type"], headers["cache-control"]], [200, "text/html; charset=utf-8", "no-store"]);
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/);
  assert.not.match(policy, "unsafe");
  assert.not.match(text, /(src|href)="(?!data:,")/);
  assert.is((await server.raw("GET /_control")).text, text);
  assert.is((await server.control("GET /", undefined, { host: "evil.example.com" })).status, 403);
});

test("what is not there is named", async () => {
  const rows: [string, number, string][] = [
    ["GET /queues/none", 404, 'there is no event queue "none"'],
    ["GET /journal/1", 404, 'there is no exchange "1" in the journal'],
    ["GET /journal?page=2", 400, "page: no such key; known here are find, before and most"],
    ["GET /journal?most=0", 400, 'most: got "0", expected how many, 1 to 1000'],
    ["GET /messages/9999", 404, 'there is no message "9999"'],
    ["GET /messages/101?as=mallory", 400, 'as: got "mallory", expected one of alice, bob, cara, dana, owen, gus, robo, zoe'],
    ["GET /journal/first", 404, 'there is no exchange "first" in the journal'],
    ["GET /changes/now", 400, '"now" is no version; GET /_control/overview has the present one'],
    ["GET /places/kitchen-1", 404, 'there is no place "kitchen-1"; GET /_control/places lists them'],
  ];
  for (const [route, status, msg] of rows) {
    const { status: was, body } = await server.control(route);
    assert.equal([was, body], [status, { result: "error", msg }], route);
  }
});

test("of many topics a channel has the newest fifty and says how many there are", async () => {
  for (let i = 0; i < 60; i++) await server.ask("alice", "POST /messages", { ...message, to: "team", topic: `topic ${i}` });
  const { channels } = (await server.control("GET /places")).body as {
    channels: { name: string; topics: unknown[]; topic_count: number }[];
  };
  const { topics, topic_count } = channels.find(({ name }) => name === "team")!;
  assert.equal([topics.length, topic_count >= 60], [50, true]);
});

test("of many queues the overview has the newest hundred and says how many there are", async () => {
  for (let i = 0; i < 120; i++) server.sim.as("alice").send("POST /register", { fetch_event_types: [] });
  const { queues, queue_count } = await overview();
  assert.equal([(queues as unknown[]).length, queue_count], [100, 120]);
  assert.is(((await server.control("GET /queues")).body.queues as unknown[]).length, 120);
});

test.run();
