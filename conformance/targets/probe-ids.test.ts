import { test } from "uvu";
import * as assert from "uvu/assert";
import { fetchFor } from "../../sim/adapters/fetch.ts";
import { createSimulator } from "../../sim/index.ts";
import { isKnown } from "../client/target.ts";
import { CannotTest } from "../client/thrown.ts";
import { openTarget } from "./probe.ts";

// Servers whose registration tells no ids, and that have no other route that does.

const silent = /\/api\/v1\/(users\/me|streams|realm\/linkifiers)(\?|$)/;

/** Returns a simulator and a way to ask it that tells no ids. */
function tellingNothing(messages: readonly { as: string; content: string }[] = []) {
  const sim = createSimulator({ realm: { users: { alice: {}, bob: {} }, channels: { general: { subscribers: ["alice", "bob"] } } } });
  for (const { as, content } of messages) sim.as(as).send("POST /messages", { type: "channel", to: "general", topic: "lunch", content });
  const ask = fetchFor(sim);
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    if (silent.test(String(url))) return new Response("nothing here", { status: 404 });
    const answer = await ask(url, init);
    if (!pathname.endsWith("/register")) return answer;
    const { result, msg, queue_id, last_event_id } = (await answer.json()) as Record<string, unknown>;
    return Response.json({ result, msg, queue_id, last_event_id });
  };
  const sent = (): number => sim.journal.find({ route: "POST /messages", status: 200 }).length;
  return { sim, fetch, sent };
}

const url = "http://chat.localhost";
const channels = { general: "general" };

test("ids are learned from messages that members see", async () => {
  const { sim, fetch, sent } = tellingNothing([
    { as: "alice", content: "soup" },
    { as: "bob", content: "bread" },
  ]);
  const { alice, bob } = sim.cast;
  const cast = { alice: { email: alice!.email, api_key: alice!.api_key }, bob: { email: bob!.email, api_key: bob!.api_key } };
  const target = await openTarget({ url, fetch, cast, channels });
  await target.close();
  assert.equal([target.cast.alice!.user_id, target.cast.bob!.user_id], [alice!.user_id, bob!.user_id]);
  assert.equal(target.channels, { general: sim.channels.general?.stream_id });
  assert.is(sent(), 2, "nothing has to be sent");
});

test("where there are none each member sends one, and one goes to each channel, unless nothing may be sent", async () => {
  for (const sends of [true, false]) {
    const { sim, fetch, sent } = tellingNothing();
    const { alice } = sim.cast;
    const target = await openTarget({ url, fetch, cast: { alice: { email: alice!.email, api_key: alice!.api_key } }, channels, sends });
    await target.close();
    assert.is(isKnown(target.cast.alice!), sends);
    assert.equal(target.channels, sends ? { general: sim.channels.general?.stream_id } : {});
    assert.is(sent(), sends ? 2 : 0);
    assert.is(target.notes.includes("no user id is known of alice: the cast takes it, as user_id"), !sends);
  }
});

test("where a message is not shown, no second one is sent", async () => {
  const { sim, fetch, sent } = tellingNothing();
  const blind: typeof globalThis.fetch = async (input, init) =>
    /\/messages\/\d+/.test(String(input)) ? new Response("nothing here", { status: 404 }) : fetch(input, init);
  const cast = Object.fromEntries(Object.entries(sim.cast).map(([name, { email, api_key }]) => [name, { email, api_key }]));
  const target = await openTarget({ url, fetch: blind, cast, channels });
  await target.close();
  assert.equal([sent(), target.channels], [1, {}]);
});

test("one who logs in is told the id", async () => {
  const { sim, fetch } = tellingNothing();
  const { alice } = sim.cast;
  const { email, api_key, password } = alice!;
  const target = await openTarget({ url, fetch, cast: { alice: { email, api_key, ...(password && { password }) } }, sends: false });
  await target.close();
  assert.is(target.cast.alice!.user_id, alice!.user_id);
});

test("where narrows take no ids of channels, the names of channels are learned from messages", async () => {
  const { sim } = tellingNothing([{ as: "alice", content: "soup" }]);
  const ask = fetchFor(sim);
  const refusing: typeof globalThis.fetch = async (input, init) =>
    /"operand":\d/.test(decodeURIComponent(String(input)))
      ? Response.json({ result: "error", msg: "An operand is a text.", code: "BAD_REQUEST" }, { status: 400 })
      : ask(input, init);
  const { email, api_key } = sim.cast.alice!;
  const given = { url, cast: { alice: { email, api_key } }, channels };
  const namesOn = async (fetch: typeof globalThis.fetch, like?: "zulip") => {
    const target = await openTarget({ ...given, fetch, like });
    await target.close();
    return [target.narrowNames?.[sim.channels.general!.stream_id], target.isolated().narrowNames !== undefined];
  };
  assert.equal(await namesOn(refusing), ["general", true]);
  assert.equal(await namesOn(ask), [undefined, false]);
  assert.equal(await namesOn(refusing, "zulip"), [undefined, false]);
});

test("keys that are refused are found out on a server that has neither linkifiers nor one's own account", async () => {
  const { sim, fetch } = tellingNothing();
  const cast = { alice: { email: sim.cast.alice!.email, api_key: "x".repeat(32) } };
  try {
    await openTarget({ url, fetch, cast });
    assert.unreachable();
  } catch (thrown) {
    assert.instance(thrown, CannotTest);
    assert.match((thrown as Error).message, /credentials are refused for alice/);
  }
});

test.run();
