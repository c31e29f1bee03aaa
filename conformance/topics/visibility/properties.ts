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
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, prepared } from "../../expect.ts";

type Narrows = readonly (readonly Term[])[];

/** Returns the ids of the messages that come by each way to ask for one. A narrow that is refused brings none. */
async function idsByAllWays(actor: Actor, id: number, narrows: Narrows): Promise<number[]> {
  const { expect } = actor;
  const windows: Body[] = [
    { message_ids: [id] },
    { anchor: id, num_before: 0, num_after: 0 },
    { anchor: id, num_before: 5, num_after: 5 },
    { anchor: "newest", num_before: 50, num_after: 0 },
    { anchor: "first_unread", num_before: 5, num_after: 5 },
  ];
  const got: number[] = [];
  for (const narrow of [undefined, ...narrows]) {
    for (const window of windows) {
      const reply = await actor.send("GET /messages", { ...window, narrow });
      if (reply.body.result === "error") expect.declined(reply, "GET /messages");
      else got.push(...idsOf(await expect.accepted(Promise.resolve(reply).then(messagesIn))));
    }
    const reply = await actor.send("GET /messages/matches_narrow", { msg_ids: [id], narrow: narrow ?? [] });
    if (reply.body.result === "error") expect.declined(reply, "GET /messages/matches_narrow");
    else got.push(...Object.keys(expect.object(expect.succeeded(reply).messages, "the messages that match")).map(Number));
  }
  return got;
}

/** Requires that somebody gets a message in no way. */
async function requireUnseen(actor: Actor, id: number, narrows: Narrows): Promise<void> {
  const { expect } = actor;
  expect.refused(await actor.send(`GET /messages/${id}`), "BAD_REQUEST", {}, `GET /messages/{message_id} by ${actor.name}`);
  expect.holds(!(await idsByAllWays(actor, id, narrows)).includes(id), `${actor.name} gets the message ${id}, which is not theirs to see`);
}

/** Requires that fetching a message, which is not the actor's to see, is refused as fetching one that does not exist. */
async function requireLikeMissing(actor: Actor, id: number): Promise<void> {
  const refusalOf = async (one: number): Promise<readonly unknown[]> => {
    const { status, body } = await actor.send(`GET /messages/${one}`);
    return [status, body.code, String(body.msg).replaceAll(String(one), "{id}")];
  };
  const expected = await refusalOf(unknownId);
  actor.expect.same(await refusalOf(id), expected, "status, code and msg for a message that is not theirs to see");
}

/** Requires that somebody gets a message by its id, alone and in a list. */
async function requireSeen(actor: Actor, id: number): Promise<void> {
  const { expect } = actor;
  const { message } = expect.succeeded(await actor.send(`GET /messages/${id}`), `GET /messages/{message_id} by ${actor.name}`);
  expect.same(expect.object(message, "the message").id, id, "the id of the message");
  expect.same(idsOf(await expect.accepted(fetchAround(actor, id))), [id], `what ${actor.name} gets by the id`);
}

/** Nobody but its people can fetch a direct message in any way. */
export const direct = property({
  clause: ["visibility/direct-message", "visibility/like-missing", "messages-id.get/invisible"],
  async holds({ as: { alice, bob, cara } }) {
    const id = await sendDirect(alice, [bob], "walnut, between us");
    await requireSeen(alice, id);
    await requireSeen(bob, id);
    await requireLikeMissing(cara, id);
    await requireUnseen(cara, id, [
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
  async holds({ as: { alice, bob, owen } }) {
    const id = await sendDirect(alice, [bob], "between us");
    await requireSeen(bob, id);
    await requireUnseen(owen, id, [[{ operator: "is", operand: "dm" }]]);
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
    await requireSeen(bob, id);
    await requireLikeMissing(cara, id);
    await requireUnseen(cara, id, [
      topicNarrow(name, topic),
      [{ operator: "topic", operand: topic }],
      [{ operator: "channels", operand: "public" }],
      [{ operator: "sender", operand: alice.email }],
      [{ operator: "search", operand: "walnut" }],
      [{ operator: "id", operand: String(id) }],
    ]);
  },
});

/** A channel in which something was said before bob subscribed, and something after. */
interface Joined {
  readonly before: number;
  readonly after: number;
  readonly name: string;
  readonly topic: string;
}

async function join(session: Session, kind: Body): Promise<Joined> {
  const { steering } = session;
  const { alice, bob } = session.as;
  const [name, topic] = [session.fresh("joined"), session.fresh("old and new")];
  const { stream_id } = await steering.act({ action: "create_channel", name, as: "alice", subscribers: ["alice"], ...kind });
  const id = prepared.integer(stream_id, "the stream_id of a new channel");
  const before = await sendToChannel(alice, id, topic, "before");
  await steering.act({ action: "subscribe", as: bob.name, channel: name });
  return { before, after: await sendToChannel(alice, id, topic, "after"), name, topic };
}

/** What was sent before one subscribed is not in one's history, what was sent since is. */
export const history = property({
  clause: ["visibility/before-subscribing", "visibility/since-subscribing", "messages.get/narrow-personal"],
  async holds(session) {
    const { expect } = session;
    const { after, topic } = await join(session, {});
    const found = await expect.accepted(fetchMessages(session.as.bob, [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(found), [after], "the history of one who came later");
  },
});

/** In a public channel the rest is found by asking for the channel. */
export const publicHistory = property({
  clause: ["visibility/before-subscribing", "narrow/channel"],
  async holds(session) {
    const { expect } = session;
    const { before, after, name, topic } = await join(session, {});
    const found = await expect.accepted(fetchMessages(session.as.bob, topicNarrow(name, topic)));
    expect.same(idsOf(found), [before, after], "the topic for one who asks for the channel");
  },
});

/** Where only those may read who were there, nothing leads to what was said before. */
export const protectedHistory = property({
  clause: ["visibility/protected-history", "visibility/before-subscribing", "visibility/since-subscribing"],
  async holds(session) {
    const { expect } = session;
    const { before, after, name, topic } = await join(session, { invite_only: true, history_public_to_subscribers: false });
    const { bob } = session.as;
    await requireSeen(bob, after);
    await requireUnseen(bob, before, [topicNarrow(name, topic), [{ operator: "topic", operand: topic }]]);
    const found = await expect.accepted(fetchMessages(bob, topicNarrow(name, topic)));
    expect.same(idsOf(found), [after], "the topic for one who came later");
  },
});
