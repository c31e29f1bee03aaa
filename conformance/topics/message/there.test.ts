import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../sim/adapters/node.ts";
import { createSimulator } from "../../../sim/index.ts";
import { check } from "../../check/check.ts";
import type { Body } from "../../client/json.ts";
import type { Target } from "../../client/target.ts";
import { openTarget } from "../../targets/probe.ts";

/** A target on which a message that is fetched alone is shown otherwise to clients that do not know the empty topic. */
function showing(target: Target, otherwise: (message: Body) => Body): Target {
  const { kind, url, level, brand, cast, channels, namespace } = target;
  return {
    ...{ kind, url, level, brand, cast, channels, namespace, steering: undefined },
    send: async (request) => {
      const reply = await target.send(request);
      const isAlone = /^\/messages\/\d+$/.test(request.path) && request.fields.allow_empty_topic_name !== true;
      return reply?.body.message && isAlone ? { ...reply, body: { ...reply.body, message: otherwise(reply.body.message as Body) } } : reply;
    },
    isolated: () => showing(target.isolated(), otherwise),
    close: () => target.close(),
  };
}

/** Returns what is found on a server that has a message to which two reacted, and one that was moved out of the empty topic. */
async function saidOf(otherwise: (message: Body) => Body): Promise<unknown[]> {
  const sim = createSimulator();
  const { alice, bob } = { alice: sim.as("alice"), bob: sim.as("bob") };
  const send = (topic: string): number =>
    alice.send("POST /messages", { type: "stream", to: sim.channels.general!.stream_id, topic, content: "soup" }).body.id as number;
  const [first, second] = [send("lunch"), send("")];
  for (const [who, emoji_name] of [
    [alice, "tada"],
    [bob, "smile"],
  ] as const)
    who.send(`POST /messages/${first}/reactions`, { emoji_name });
  alice.send(`PATCH /messages/${second}`, { topic: "dinner" });
  const server = await listen(sim);
  const target = showing(await openTarget({ url: server.url }), otherwise);
  const { properties } = await check({ target, only: ["message.there/*"], seed: 1, tries: 0, runs: 0, shrink: false });
  await target.close();
  await server.close();
  return properties.map(({ verdict, clauses, reason = "" }) => [verdict, clauses[0], reason.replace(/ of the message \d+ .*/, "")]);
}

const bare = (message: Body): Body => ({
  ...message,
  edit_history: ((message.edit_history ?? []) as Body[]).map((entry) => ({ ...entry, ...("prev_topic" in entry && { prev_topic: "" }) })),
});

test("what is done to a message before a run is shown alone as in a list", async () => {
  assert.equal(await saidOf((message) => message), [["agrees", "messages-id.get/message", ""]]);
});

test("reactions in another order, a bare topic in the history and other flags are told by their clauses", async () => {
  const reversed = (message: Body): Body => ({ ...message, reactions: (message.reactions as Body[]).toReversed() });
  assert.equal(await saidOf(reversed), [["differs", "message-resource/reactions-order", "reactions"]]);
  assert.equal(await saidOf(bare), [["differs", "messages-id.get/empty-topic-in-history", "edit_history"]]);
  assert.equal(await saidOf((message) => ({ ...message, flags: ["collapsed"] })), [["differs", "messages-id.get/message", "flags"]]);
});

test.run();
