import { test } from "uvu";
import * as assert from "uvu/assert";
import { fetchFor } from "../../sim/adapters/fetch.ts";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import { openTarget } from "../targets/probe.ts";

/** Done by a server beside answering a request, with a way to delete queues. */
type Beside = (request: Request, answer: Response, remove: (queue_id: string, authorization: string) => Promise<unknown>) => Promise<void>;

/** Returns what differs of queues on a server that is held to no more than the text states. */
async function differing(beside: Beside): Promise<string[]> {
  const sim = createSimulator({ realm: "small", seed: 3 });
  const ask = fetchFor(sim);
  const remove = (queue_id: string, authorization: string): Promise<Response> =>
    ask("http://chat.localhost/api/v1/events", {
      method: "DELETE",
      body: new URLSearchParams({ queue_id }),
      headers: { authorization },
    });
  const served: typeof fetch = async (url, init) => {
    const answer = await ask(url, init);
    await beside(new Request(url, init), answer.clone(), remove);
    return answer;
  };
  const target = await openTarget({ url: "http://chat.localhost", fetch: served, cast: sim.cast, channels: { general: "general" } });
  const only = ["events.delete*", "messages.post.sender/localId*"];
  const { properties } = await check({ target, seed: 1, tries: 0, only, shrink: false });
  await target.close();
  assert.ok(properties.some(({ verdict }) => verdict === "agrees"));
  return properties.filter(({ verdict }) => verdict === "differs").map(({ address }) => address);
}

const isOf = (request: Request, method: string, path: string): boolean =>
  request.method === method && new URL(request.url).pathname === `/api/v1${path}`;

const authorizationOf = (request: Request): string => request.headers.get("authorization") ?? "";

test("a server may keep as few queues of an account as it likes: the oldest is gone when there is one more", async () => {
  const kept = new Map<string, string[]>();
  const found = await differing(async (request, answer, remove) => {
    if (!isOf(request, "POST", "/register")) return;
    const { queue_id } = (await answer.json()) as { queue_id: string };
    const who = authorizationOf(request);
    const queues = [...(kept.get(who) ?? []), queue_id];
    const [oldest] = queues;
    if (queues.length > 3 && oldest) await remove(oldest, who);
    kept.set(who, queues.slice(-3));
  });
  assert.equal(found, []);
});

test("it may not end the queue of somebody else who does not ask for it", async () => {
  const owners = new Map<string, string>();
  const found = await differing(async (request, answer, remove) => {
    if (isOf(request, "POST", "/register")) owners.set(((await answer.json()) as { queue_id: string }).queue_id, authorizationOf(request));
    if (!isOf(request, "DELETE", "/events")) return;
    const queue_id = new URLSearchParams(await request.text()).get("queue_id") ?? "";
    const owner = owners.get(queue_id);
    if (owner !== undefined && owner !== authorizationOf(request)) await remove(queue_id, owner);
  });
  assert.ok(found.includes("events.delete/ofOthers"), found.join(" "));
});

test("it may not say of a queue that is there that there is none", async () => {
  const sim = createSimulator({ realm: "small", seed: 3 });
  const ask = fetchFor(sim);
  const refusing: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    if (!isOf(request, "DELETE", "/events")) return ask(url, init);
    const queue_id = new URLSearchParams(await request.text()).get("queue_id") ?? "";
    return Response.json({ result: "error", msg: "No such queue.", code: "BAD_EVENT_QUEUE_ID", queue_id }, { status: 400 });
  };
  const target = await openTarget({ url: "http://chat.localhost", fetch: refusing, cast: sim.cast, channels: { general: "general" } });
  const { properties } = await check({ target, seed: 1, tries: 0, only: ["events.delete/ends"], shrink: false });
  await target.close();
  assert.is(properties[0]?.verdict, "differs");
});

test.run();
