import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { test } from "uvu";
import * as assert from "uvu/assert";
import zulip, { type Client } from "zulip-js";
import { newestLevel } from "../core/levels.ts";
import { createSimulator, type Simulator } from "../server/simulator.ts";
import { type Listening, listen } from "./node.ts";

/** The npm client of the API, unchanged, against the simulator on a socket: what it sends, and what it makes of the answers. */

let sim: Simulator;
let server: Listening;
let alice: Client;
let bob: Client;

/** Loading the client puts a class of its own in place of the platform's, which the tests of other files need back. */
const itsForm = globalThis.FormData;
const platformForm = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData;
globalThis.FormData = platformForm;
test.before(() => {
  globalThis.FormData = itsForm;
});
test.after(() => {
  globalThis.FormData = platformForm;
});

test.before.each(async () => {
  sim = createSimulator({ brand: "zulip" });
  server = await listen(sim);
  const { email, api_key } = sim.cast.alice!;
  alice = await zulip({ realm: server.url, username: email, apiKey: api_key });
  bob = await zulip({ realm: server.url, username: sim.cast.bob!.email, password: sim.cast.bob!.password! });
});
test.after.each(() => server.close());

type Record_ = Record<string, unknown>;
const list = (value: unknown): Record_[] => value as Record_[];
const success = { result: "success", msg: "" };
const ids = () => ({ alice: sim.cast.alice!.user_id, bob: sim.cast.bob!.user_id, general: sim.channels.general!.stream_id });

/** The fields of the newest request to a path. */
const sentTo = (path: string) => sim.transcript.filter(({ request }) => request.path === `/api/v1${path}`).at(-1)!.request.fields;

async function sent(params: Record_): Promise<number> {
  const answer = await alice.messages.send(params);
  assert.is(answer.result, "success", String(answer.msg));
  return answer.id as number;
}

const inChannel = (content: string) => ({ type: "stream", to: "general", topic: "js", content });

async function events(client: Client, queue_id: unknown, last_event_id = -1): Promise<Record_[]> {
  const { result, msg, events } = await client.events.retrieve({ queue_id, last_event_id, dont_block: true });
  assert.is(result, "success", String(msg));
  return list(events);
}

test("a key, a password and a file log in, and a wrong password is told in the answers", async () => {
  assert.is((await alice.users.me.getProfile()).email, "alice@example.com");
  assert.is(bob.config.apiKey, sim.cast.bob!.api_key);
  assert.is((await bob.users.me.getProfile()).user_id, ids().bob);
  const zuliprc = join(mkdtempSync(join(tmpdir(), "touchstone-")), "zuliprc");
  writeFileSync(zuliprc, `[api]\nemail=alice@example.com\nkey=${sim.cast.alice!.api_key}\nsite=${server.url}\n`);
  assert.is((await (await zulip({ zuliprc })).users.me.getProfile()).user_id, ids().alice);
  const stranger = await zulip({ realm: server.url, username: "bob@example.com", password: "guess" });
  assert.is(stranger.config.apiKey, undefined);
  const { result, msg, code } = await stranger.users.me.getProfile();
  assert.equal([result, msg, code], ["error", "Malformed API key", "UNAUTHORIZED"]);
});

test("messages are sent, found, changed, and taken back", async () => {
  const id = await sent(inChannel("hello **there**"));
  await sent({ type: "private", to: "bob@example.com", content: "by address" });
  await sent({ type: "direct", to: [ids().bob], content: "by id" });
  const narrow = [
    { operator: "channel", operand: "general" },
    { operator: "topic", operand: "js" },
    { operator: "search", operand: "hello" },
  ];
  const window = { anchor: "newest", num_before: 10, num_after: 0 };
  const [found, ...others] = list((await bob.messages.retrieve({ ...window, narrow })).messages);
  assert.equal(
    [found!.id, found!.match_content, others.length],
    [id, '<p><span class="highlight">hello</span> <strong>there</strong></p>', 0],
  );
  const directs = list((await bob.messages.retrieve({ ...window, narrow: [{ operator: "is", operand: "dm" }] })).messages);
  assert.equal(
    directs.slice(-2).map(({ content }) => content),
    ["<p>by address</p>", "<p>by id</p>"],
  );
  const unsupported = { ignored_parameters_unsupported: ["message_id"] };
  assert.equal(await alice.messages.update({ message_id: id, content: "bye", topic: "js 2" }), {
    ...success,
    ...unsupported,
    detached_uploads: [],
  });
  assert.is((await bob.messages.getById({ message_id: id })).raw_content, "bye");
  const history = list((await bob.messages.getHistoryById({ message_id: id })).message_history);
  assert.equal(
    history.map(({ content, topic }) => [content, topic]),
    [
      ["hello **there**", "js"],
      ["bye", "js 2"],
    ],
  );
  assert.equal(await alice.messages.deleteById({ message_id: id }), { ...success, ...unsupported });
  assert.equal(await bob.messages.getById({ message_id: id }), { result: "error", msg: "Invalid message(s)", code: "BAD_REQUEST" });
});

test("content is rendered without being sent", async () => {
  assert.equal(await alice.messages.render("*x*"), { ...success, rendered: "<p><em>x</em></p>" });
});

test("reactions and flags come and go", async () => {
  const id = await sent(inChannel("cake"));
  assert.equal(await bob.reactions.add({ message_id: id, emoji_name: "tada" }), success);
  assert.is((await bob.reactions.add({ message_id: id, emoji_name: "tada" })).code, "REACTION_ALREADY_EXISTS");
  const reactions = async () => list(((await alice.messages.getById({ message_id: id })).message as Record_).reactions);
  assert.equal(
    (await reactions()).map(({ user_id, emoji_code }) => [user_id, emoji_code]),
    [[ids().bob, "1f389"]],
  );
  assert.equal(await bob.reactions.remove({ message_id: id, emoji_name: "tada" }), success);
  assert.equal(await reactions(), []);
  await bob.reactions.add({ message_id: id, emoji_name: "cake" });
  const unsupported = { ignored_parameters_unsupported: ["message_id"] };
  assert.equal(await bob.messages.deleteReactionById({ message_id: id, emoji_name: "cake" }), { ...success, ...unsupported });
  const flags = async () => ((await bob.messages.getById({ message_id: id })).message as Record_).flags;
  assert.equal((await bob.messages.flags.add({ messages: [id], flag: "starred" })).messages, [id]);
  assert.equal((await bob.messages.flags.add({ messages: [id], flag: "read" })).messages, [id]);
  assert.equal(await flags(), ["read", "starred"]);
  await bob.messages.flags.remove({ messages: [id], flag: "starred" });
  assert.equal(await flags(), ["read"]);
});

test("a queue gives what happened, and waits for what will", async () => {
  const { queue_id, last_event_id } = await bob.queues.register({ event_types: ["message", "typing", "delete_message"] });
  assert.is(last_event_id, -1);
  const id = await sent(inChannel("first"));
  assert.equal(await alice.typing.send({ op: "start", to: [ids().bob] }), success);
  assert.equal(await bob.typing.send({ op: "start", to: [ids().bob] }), success);
  assert.equal(await alice.typing.send({ op: "stop", to: [ids().bob, ids().alice] }), success);
  const [message, ...typing] = await events(bob, queue_id);
  assert.equal([(message!.message as Record_).content, (message!.message as Record_).client], ["first", "node-fetch"]);
  assert.equal(
    typing.map(({ type, op, sender }) => [type, op, (sender as Record_).user_id]),
    [
      ["typing", "start", ids().alice],
      ["typing", "start", ids().bob],
      ["typing", "stop", ids().alice],
    ],
  );
  const waiting = bob.events.retrieve({ queue_id, last_event_id: 3, dont_block: false });
  await alice.messages.deleteById({ message_id: id });
  const { events: later } = await waiting;
  assert.equal(
    list(later).map(({ type, message_id, id }) => [type, message_id, id]),
    [["delete_message", id, 4]],
  );
  assert.equal(await bob.queues.deregister({ queue_id }), success);
});

test("a queue that was left too long is gone, and a new one starts anew", async () => {
  const { queue_id } = await bob.queues.register({ event_types: ["message"] });
  sim.advance({ ms: 10 * 60_000 });
  const lost = { result: "error", msg: `Bad event queue ID: ${queue_id}`, code: "BAD_EVENT_QUEUE_ID", queue_id };
  assert.equal(await bob.events.retrieve({ queue_id, last_event_id: -1, dont_block: true }), lost);
  const again = await bob.queues.register({ event_types: ["message"] });
  assert.is.not(again.queue_id, queue_id);
  await sent(inChannel("after"));
  assert.equal(
    (await events(bob, again.queue_id)).map(({ type, id }) => [type, id]),
    [["message", 0]],
  );
});

const loop = `
  const { parentPort, workerData: { client, config } } = require("node:worker_threads");
  require(client)(config).then((z) => z.callOnEachEvent((event) => parentPort.postMessage(event)));
`;

/** Lets the event loop turn until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000_000 && !holds(); turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(holds());
}

test("its own loop, which never ends by itself, hands over each event", async () => {
  const client = createRequire(import.meta.url).resolve("zulip-js");
  const config = { realm: server.url, username: "bob@example.com", apiKey: sim.cast.bob!.api_key };
  const worker = new Worker(loop, { eval: true, workerData: { client, config } });
  const registered = () => sim.transcript.some(({ request }) => request.path === "/api/v1/register");
  await until(registered);
  assert.is(sentTo("/register").event_types, "null");
  const heard = once(worker, "message");
  const id = await sent(inChannel("for the loop"));
  const [event] = (await heard) as [Record_];
  assert.equal([event.type, (event.message as Record_).id, event.id], ["message", id, 0]);
  await worker.terminate();
});

test("channels are listed, joined and left", async () => {
  const names = (answer: Record_, key: string) => list(answer[key]).map(({ name }) => name);
  assert.ok(names(await alice.streams.retrieve(), "streams").includes("quiet"));
  assert.is((await alice.streams.getStreamId("GENERAL")).stream_id, ids().general);
  assert.not(names(await alice.streams.subscriptions.retrieve(), "subscriptions").includes("quiet"));
  const joining = { subscriptions: JSON.stringify([{ name: "quiet" }, { name: "made by js" }]) };
  assert.equal((await alice.users.me.subscriptions.add(joining)).subscribed, { [ids().alice]: ["quiet", "made by js"] });
  const left = await alice.users.me.subscriptions.remove({ subscriptions: JSON.stringify(["quiet"]) });
  assert.equal([left.removed, left.not_removed], [["quiet"], []]);
  // What it makes of an array in a query is no JSON.
  assert.is((await alice.users.me.subscriptions.remove({ subscriptions: ["quiet", "team"] })).msg, "subscriptions is not valid JSON");
  const id = await sent(inChannel("newest"));
  const [newest] = list((await bob.streams.topics.retrieve({ stream_id: ids().general })).topics);
  assert.equal(newest, { name: "js", max_id: id });
  const made = (await alice.streams.getStreamId("made by js")).stream_id;
  assert.is((await bob.streams.deleteById({ stream_id: made })).result, "error");
});

test("people, emoji, alert words and the server are looked up", async () => {
  const { members } = await alice.users.retrieve({ client_gravatar: true });
  assert.equal(
    list(members)
      .filter(({ user_id }) => user_id === ids().bob)
      .map(({ full_name }) => full_name),
    ["Bob Birch"],
  );
  const made = { email: "new@example.com", password: "long enough", full_name: "New One" };
  assert.is((await alice.users.create(made)).result, "error");
  assert.equal(
    Object.values((await alice.emojis.retrieve()).emoji as object).map(({ name }) => name),
    ["watering_can"],
  );
  assert.equal((await bob.users.me.alertWords.retrieve()).alert_words, ["compost", "ladder"]);
  const settings = await alice.server.settings();
  assert.equal([settings.zulip_feature_level, settings.realm_url], [newestLevel, server.url]);
});

test("what a server of this level no longer has is refused, and so is what is not simulated", async () => {
  const { msg, allowed_methods } = await alice.filters.retrieve();
  assert.equal([msg, allowed_methods], ["Method Not Allowed", ["POST"]]);
  assert.match(
    String((await alice.users.me.pointer.retrieve()).msg),
    /^There is nothing at \/api\/v1\/users\/me\/pointer: .*not simulated\.$/,
  );
  assert.equal([...sim.journal.missing], [["GET /api/v1/users/me/pointer", 1]]);
  assert.is((await alice.callEndpoint("messages/matches_narrow", "GET", { msg_ids: "[101]", narrow: "[]" })).result, "success");
});

test.run();
