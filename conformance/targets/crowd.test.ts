import { test } from "uvu";
import * as assert from "uvu/assert";
import { fetchFor } from "../../sim/adapters/fetch.ts";
import { listen } from "../../sim/adapters/node.ts";
import { createSimulator } from "../../sim/index.ts";
import { check } from "../check/check.ts";
import type { Report } from "../results/report.ts";
import { openTarget } from "./probe.ts";

// Realms of few people: an owner makes bots for what takes many.

const only = ["channelWildcard", "channelWildcardPermitted", "sameMention", "topicOfManyAmongFew", "topicWildcard"].map(
  (name) => `messages.post.errors/${name}`,
);

const channels = { general: "general", team: "team" };

const verdicts = ({ properties }: Report): string[] => properties.map(({ address, verdict }) => `${address}: ${verdict}`);

const made = (sim: ReturnType<typeof createSimulator>): number => sim.journal.find({ route: "POST /bots" }).length;

/** Returns a simulator, and what counts its bots that are in use. */
function smallRealm() {
  const sim = createSimulator({ level: 372, brand: "zulip" });
  const { email, api_key } = sim.cast.owen!;
  const auth = { kind: "basic", email, api_key } as const;
  const activeBots = (): number => {
    const answer = sim.send({ method: "GET", path: "/users", fields: {}, auth });
    const { members } = ("body" in answer ? answer.body : {}) as { members: { is_bot: boolean; is_active: boolean }[] };
    return members.filter(({ is_bot, is_active }) => is_bot && is_active).length;
  };
  return { sim, activeBots };
}

test("with a control API mentions of many are tried on few, and no bot stays", async () => {
  const { sim, activeBots } = smallRealm();
  const before = activeBots();
  const server = await listen(sim);
  const target = await openTarget({ url: server.url });
  const report = await check({ target, seed: 1, only, shrink: false });
  await target.close();
  await server.close();
  assert.equal(
    verdicts(report),
    only.map((address) => `${address}: agrees`),
  );
  assert.is(activeBots(), before);
});

test("without one the bots are made once, and deactivated at the end", async () => {
  const { sim, activeBots } = smallRealm();
  const before = activeBots();
  const target = await openTarget({ url: "http://chat.localhost", fetch: fetchFor(sim), cast: sim.cast, channels });
  const report = await check({ target, seed: 1, only, shrink: false });
  assert.is(activeBots(), before + 20);
  await target.close();
  assert.equal(
    verdicts(report),
    only.map((address) => `${address}: agrees`),
  );
  assert.equal([made(sim), activeBots(), target.notes], [20, before, ["zoe (zoe@example.com) is deactivated"]]);
});

test("a server that lets everybody mention many is found out by them", async () => {
  const { sim } = smallRealm();
  const ask = fetchFor(sim);
  const open: typeof fetch = (url, init) =>
    ask(url, { ...init, ...(typeof init?.body === "string" && { body: init.body.replaceAll("%40**", "") }) });
  const target = await openTarget({ url: "http://chat.localhost", fetch: open, cast: sim.cast, channels });
  const report = await check({ target, seed: 1, only: only.slice(0, 1), shrink: false });
  await target.close();
  assert.equal(verdicts(report), [`${only[0]}: differs`]);
  assert.equal(report.properties[0]?.clauses[0], "messages.post/channel-wildcard");
});

test("a topic of many is one topic though the answer to one of its messages is lost", async () => {
  const { sim } = smallRealm();
  const ask = fetchFor(sim);
  let left = 5;
  const lossy: typeof fetch = async (url, init) => {
    const isOfMany = init?.method === "POST" && String(url).endsWith("/messages") && String(init.body).includes("topic=Crowded");
    if (isOfMany && --left === 0) throw new TypeError("fetch failed");
    return ask(url, init);
  };
  const target = await openTarget({ url: "http://chat.localhost", fetch: lossy, cast: sim.cast, channels });
  const report = await check({ target, seed: 1, only: ["messages.post.errors/topicWildcard"], shrink: false });
  await target.close();
  assert.ok(left < 0, "an answer was lost, and messages were sent behind it");
  assert.equal(verdicts(report), ["messages.post.errors/topicWildcard: agrees"]);
});

test.run();
