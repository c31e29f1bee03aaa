import type { Actor } from "../../client/actor.ts";
import {
  channelNameOf,
  fetchAround,
  fetchMessages,
  idsOf,
  messagesIn,
  sendDirect,
  sendToChannel,
  type Term,
  topicNarrow,
} from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

/** Every way to ask for a message, answered with the ids that came. */
async function waysTo(actor: Actor, id: number, narrows: readonly (readonly Term[])[]): Promise<number[]> {
  const windows: Body[] = [
    { message_ids: [id] },
    { anchor: id, num_before: 0, num_after: 0 },
    { anchor: id, num_before: 5, num_after: 5 },
    { anchor: "newest", num_before: 50, num_after: 0 },
    { anchor: "first_unread", num_before: 5, num_after: 5 },
  ];
  const got: number[] = [];
  for (const window of windows)
    for (const narrow of [undefined, ...narrows]) {
      const reply = await actor.send("GET /messages", { ...window, narrow });
      // A narrow may name what the requester does not know of.
      if (reply.body.result === "success") got.push(...idsOf(messagesIn(reply)));
    }
  for (const narrow of [[], ...narrows]) {
    const { body } = await actor.send("GET /messages/matches_narrow", { msg_ids: [id], narrow });
    got.push(...Object.keys((body.messages as object | undefined) ?? {}).map(Number));
  }
  return got;
}

async function unseen(actor: Actor, id: number, narrows: readonly (readonly Term[])[]): Promise<void> {
  const { expect } = actor;
  expect.refused(await actor.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `GET /messages/{message_id} by ${actor.name}`);
  expect.holds(!(await waysTo(actor, id, narrows)).includes(id), `${actor.name} gets the message ${id}, which is not theirs to see`);
}

async function seen(actor: Actor, id: number): Promise<void> {
  const { expect } = actor;
  expect.succeeded(await actor.send(`GET /messages/${id}`), `GET /messages/{message_id} by ${actor.name}`);
  expect.same(idsOf(await fetchAround(actor, id)), [id], `what ${actor.name} gets by the id`);
}

/** Nobody but its people can fetch a direct message in any way. */
export const direct = property({
  clause: ["visibility/direct-message", "messages-id.get/invisible"],
  async holds(session) {
    const { alice, bob, cara } = session.as;
    const id = await sendDirect(alice, [bob], "walnut, between us");
    await seen(alice, id);
    await seen(bob, id);
    await unseen(cara, id, [
      [{ operator: "sender", operand: alice.email }],
      [{ operator: "search", operand: "walnut" }],
      [{ operator: "dm", operand: alice.email }],
      [{ operator: "dm", operand: `${alice.email},${bob.email}` }],
      [{ operator: "is", operand: "dm" }],
      [{ operator: "id", operand: String(id) }],
    ]);
  },
});

/** An administrator sees no more of other people's direct messages than anyone. */
export const directForOwner = property({
  clause: "visibility/direct-message",
  async holds(session) {
    const { alice, bob, owen } = session.as;
    await unseen(owen, await sendDirect(alice, [bob], "between us"), [[{ operator: "is", operand: "dm" }]]);
  },
});

/** Nobody but its subscribers can fetch what is in a private channel in any way. */
export const privateChannel = property({
  clause: ["visibility/private-channel", "visibility/like-missing", "messages-id.get/invisible"],
  async holds(session) {
    const { alice, bob, cara } = session.as;
    const topic = session.fresh("plan");
    const id = await sendToChannel(alice, session.channels.team, topic, "walnut, for the team");
    const name = await channelNameOf(alice, id);
    await seen(bob, id);
    await unseen(cara, id, [
      topicNarrow(name, topic),
      [{ operator: "topic", operand: topic }],
      [{ operator: "channels", operand: "public" }],
      [{ operator: "sender", operand: alice.email }],
      [{ operator: "search", operand: "walnut" }],
      [{ operator: "id", operand: String(id) }],
    ]);
  },
});

/** Makes a channel in which something was said before Bob came, and something after. */
async function joined(session: Session, kind: Body): Promise<{ before: number; after: number; name: string; topic: string }> {
  const { steering } = session;
  const { alice, bob } = session.as;
  const [name, topic] = [session.fresh("joined"), session.fresh("old and new")];
  const { stream_id } = await steering.act({ action: "create_channel", name, as: "alice", subscribers: ["alice"], ...kind });
  const before = await sendToChannel(alice, Number(stream_id), topic, "before");
  await steering.act({ action: "subscribe", as: bob.name, channel: name });
  const after = await sendToChannel(alice, Number(stream_id), topic, "after");
  return { before, after, name, topic };
}

/** What was sent before one subscribed is not in one's history, what was sent since is. */
export const history = property({
  clause: ["visibility/before-subscribing", "visibility/since-subscribing", "messages.get/narrow-personal"],
  async holds(session) {
    const { expect } = session;
    const { after, topic } = await joined(session, {});
    const bob = session.as.bob;
    expect.same(idsOf(await fetchMessages(bob, [{ operator: "topic", operand: topic }])), [after], "the history of one who came later");
  },
});

/** In a public channel the rest is found by asking for the channel. */
export const publicHistory = property({
  clause: ["visibility/before-subscribing", "narrow/channel"],
  async holds(session) {
    const { expect } = session;
    const { before, after, name, topic } = await joined(session, {});
    expect.same(
      idsOf(await fetchMessages(session.as.bob, topicNarrow(name, topic))),
      [before, after],
      "the topic for one who asks for the channel",
    );
  },
});

/** Where only those may read who were there, nothing leads to what was said before. */
export const protectedHistory = property({
  clause: ["visibility/protected-history", "visibility/before-subscribing", "visibility/since-subscribing"],
  async holds(session) {
    const { expect } = session;
    const { before, after, name, topic } = await joined(session, { invite_only: true, history_public_to_subscribers: false });
    const bob = session.as.bob;
    await seen(bob, after);
    await unseen(bob, before, [topicNarrow(name, topic), [{ operator: "topic", operand: topic }]]);
    expect.same(idsOf(await fetchMessages(bob, topicNarrow(name, topic))), [after], "the topic for one who came later");
  },
});
