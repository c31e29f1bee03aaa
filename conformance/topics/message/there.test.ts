import { test } from "uvu";
import * as assert from "uvu/assert";
import { listen } from "../../../sim/adapters/node.ts";
import { createSimulator } from "../../../sim/index.ts";
import { altered, bodies } from "../../check/altered.test.kit.ts";
import { check } from "../../check/check.ts";
import type { Body } from "../../client/json.ts";
import type { Target } from "../../client/target.ts";
import { openTarget } from "../../targets/probe.ts";

/** Shows a message that is fetched alone otherwise to clients that do not know the empty topic. */
const alone = (otherwise: (message: Body) => Body) =>
  bodies((body, { path, fields }) => {
    const isAlone = /^\/messages\/\d+$/.test(path) && fields.allow_empty_topic_name !== true;
    return body.message && isAlone ? { ...body, message: otherwise(body.message as Body) } : body;
  });

/** Shows the messages of lists otherwise to clients that do not know the empty topic. */
const inLists = (otherwise: (message: Body) => Body) =>
  bodies((body, { path, fields }) => {
    const isList = path === "/messages" && fields.allow_empty_topic_name !== true;
    return isList && Array.isArray(body.messages) ? { ...body, messages: body.messages.map(otherwise) } : body;
  });

/** Returns what is found on a server that has a message to which two reacted, and one that was moved out of the empty topic. */
async function saidOf(otherwise: (message: Body) => Body, where = [alone]): Promise<unknown[]> {
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
  for (const topic of ["dinner", "supper"]) alice.send(`PATCH /messages/${second}`, { topic });
  for (let i = 0; i < 60; i++) send("soups");
  const server = await listen(sim);
  const real = await openTarget({ url: server.url });
  const target = where.reduce((changed, place) => altered(changed, place(otherwise)), real as Target);
  const { properties } = await check({ target, only: ["message.there/*"], seed: 1, tries: 0, runs: 0, shrink: false });
  await real.close();
  await server.close();
  return properties.map(({ verdict, clauses, reason = "" }) => [verdict, clauses[0], reason.replace(/ of the message \d+ .*/, "")]);
}

const bare = (message: Body): Body => ({
  ...message,
  edit_history: ((message.edit_history ?? []) as Body[]).map((entry) => ({
    ...entry,
    ...(entry.topic === "dinner" && { prev_topic: "" }),
  })),
});

test("what is done to a message before a run is shown alone as in a list", async () => {
  assert.equal(await saidOf((message) => message), [["agrees", "messages-id.get/message", ""]]);
});

test("reactions and edits in another order, a bare topic in the history and other flags are told by their clauses", async () => {
  const reversed = (message: Body): Body => ({ ...message, reactions: (message.reactions as Body[]).toReversed() });
  assert.equal(await saidOf(reversed), [["differs", "message-resource/reactions-order", "reactions"]]);
  const turned = (message: Body): Body => ({ ...message, edit_history: ((message.edit_history ?? []) as Body[]).toReversed() });
  assert.equal(await saidOf(turned), [["differs", "message-resource/edit-history-order", "edit_history"]]);
  assert.equal(await saidOf(bare), [["differs", "messages-id.get/empty-topic-in-history", "edit_history"]]);
  assert.equal(await saidOf(bare, [alone, inLists]), [["differs", "messages-id.get/empty-topic-in-history", "edit_history"]]);
  assert.equal(await saidOf((message) => ({ ...message, flags: ["collapsed"] })), [["differs", "messages-id.get/message", "flags"]]);
});

test.run();
