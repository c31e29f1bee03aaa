import type { Actor } from "../../client/actor.ts";
import { type StagedHistory, type StagedMessage, stagedIds, stageHistory } from "../../client/history.ts";
import { levels } from "../../client/levels.ts";
import {
  fetchAround,
  fetchSince,
  idsOf,
  messagesIn,
  requireHidden,
  sendDirect,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { aHistory, type History } from "../../draw/histories.ts";
import { administrators, anActor, members, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import {
  acts,
  aDeletion,
  aPrivateMail,
  type Deletion,
  type Overheard,
  people,
  privateMails,
  threeInTopic,
  toDana,
  twoDirect,
} from "./deletion.draw.ts";
import { castWhere, deletableAt, deletePermitted, deletionsTold, listenForDeletions, someoneAt } from "./deletion.ts";

/** Requires that a reader finds all messages of a history but one, in whichever way they look for it. */
async function requireGone(staged: StagedHistory, reader: Actor, { id: gone, sender }: StagedMessage): Promise<void> {
  const { expect } = reader;
  const others = (messages: readonly StagedMessage[]) => stagedIds(messages).filter((id) => id !== gone);
  const own = staged.receivedBy(reader.name as PersonName);
  await requireHidden(reader, gone, "that is deleted");
  const narrow = [{ operator: "sender", operand: staged.session.actor(sender).email }];
  const first = itemAt(staged.messages, 0).id;
  const known = new Set(stagedIds(staged.messages));
  const listed = idsOf(await expect.accepted(fetchSince(reader, first, []))).filter((id) => known.has(id));
  expect.same(listed, others(own), "what is left in the reader's history");
  expect.same(idsOf(await expect.accepted(fetchAround(reader, gone))), [], "what a window around the deleted message has");
  const bySender = own.filter((message) => message.sender === sender);
  const reply = await reader.send("GET /messages/matches_narrow", { msg_ids: stagedIds(bySender), narrow });
  const { messages } = expect.succeeded(reply, "GET /messages/matches_narrow");
  expect.sameSet(
    Object.keys(expect.object(messages, "the messages that match a narrow")),
    others(bySender).map(String),
    "the messages that match a narrow",
  );
  if (reader.level < levels.messageIds) return;
  const all = await reader.send("GET /messages", { message_ids: stagedIds(own) });
  expect.sameSet(idsOf(messagesIn(all, expect)), others(own), "what is left of a list of ids");
}

/** A message that is deleted is gone, for its sender and for whoever else could see it, and the others stay. */
export const goneFromChannel = property<Deletion>({
  clause: ["messages-id.delete/gone", "messages-id.delete/only-it", "messages-id.delete/envelope"],
  given: aDeletion,
  examples: [
    { history: threeInTopic, at: 0.5, reader: 0 },
    { history: threeInTopic, at: 0.5, reader: 0.2 },
    { history: twoDirect, at: 0.5, reader: 0.9 },
  ],
  async holds(session, { history, at, reader }) {
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    const somebody = someoneAt(session, reader, (name) => message.received.includes(name));
    await deletePermitted(deleter, message.id);
    await requireGone(staged, somebody, message);
  },
});

/** A direct message is gone for all of its people, and the others of the conversation stay. */
export const goneForBoth = property<Deletion>({
  clause: ["messages-id.delete/gone", "messages-id.delete/only-it"],
  given: { ...aDeletion, history: aHistory({ messages: [2, 5], people: ["alice", "bob", "dana"], acts: ["edit", "reaction"] }) },
  examples: [{ history: twoDirect, at: 0.5, reader: 0 }],
  async holds(session, { history, at }) {
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at, ({ place }) => "people" in place);
    await deletePermitted(deleter, message.id);
    const left = staged.between(...message.received).filter(({ id }) => id !== message.id);
    for (const reader of castWhere(session, (name) => message.received.includes(name))) {
      await requireHidden(session.actor(reader), message.id, "that is deleted");
      for (const { id } of left) await shownMessage(session.actor(reader), id);
    }
  },
});

/** Those who could see the messages are told that they are gone, one after the other. */
export const toldOf = property<Deletion & { readonly again: number }>({
  clause: "messages-id.delete/told",
  given: { ...aDeletion, again: proportion },
  examples: [
    { history: [...threeInTopic, ...toDana], at: 0.9, again: 0, reader: 0 },
    { history: [...threeInTopic, ...toDana], at: 0.9, again: 0, reader: 0.9 },
  ],
  async holds(session, { history, at, again, reader }) {
    const staged = await stageHistory(session, history);
    const first = deletableAt(staged, at);
    const name = someoneAt(session, reader, (one) => first.message.received.includes(one)).name as PersonName;
    const second = deletableAt(staged, again, ({ id, received }) => id !== first.message.id && received.includes(name));
    const queue = await listenForDeletions(session.actor(name));
    const ids = [first.message.id, second.message.id];
    for (const { message, deleter } of [first, second]) await deletePermitted(deleter, message.id);
    session.expect.same(await deletionsTold(queue, ids), ids, `the messages that ${name} was told are gone`);
  },
});

/** Those who could not see a message are not told that it is gone, while they are told of another. */
export const untold = property<Overheard>({
  clause: "messages-id.delete/untold",
  given: aPrivateMail,
  examples: privateMails,
  async holds(session, { mail: { sender, to }, outsider }) {
    const { expect } = session;
    const author = session.actor(sender);
    const other = someoneAt(session, outsider, (name) => name !== sender && !to.includes(name));
    const queue = await listenForDeletions(other);
    const named = to.map((name) => session.actor(name));
    const [hidden, seen] = [await sendDirect(author, named), await sendToChannel(author, session.channels.general, session.fresh())];
    for (const id of [hidden, seen]) await deletePermitted(author, id);
    const announced = await deletionsTold(queue, [hidden, seen]);
    expect.same(announced, [seen], `what ${other.name} is told of a direct message of others and of another one`);
  },
});

/** The ids of deleted messages are not used again. */
export const idNotReused = property({
  clause: "messages-id.delete/id-not-reused",
  given: { history: aHistory({ messages: [1, 4], people, acts: ["delete", "edit"] }), at: proportion, next: anActor(...people) },
  examples: [{ history: threeInTopic, at: 0.9, next: "alice" }],
  async holds(session, { history, at, next }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    await deletePermitted(deleter, message.id);
    const id = await expect.accepted(sendToSelf(session.actor(next)));
    const last = itemAt(staged.messages, -1).id;
    expect.holds(id > last, `the message after ${last} has the id ${id}, which is not beyond it`);
    await requireHidden(deleter, message.id, "that is deleted");
  },
});

/** One in realm_can_delete_any_message_group deletes what another wrote. */
export const anyGroup = property<{ readonly history: History; readonly at: number; readonly who: PersonName }>({
  clause: ["messages-id.delete/realm-any-group", "messages-id.delete/gone"],
  given: {
    history: aHistory({ messages: [1, 3], people: [...members, ...administrators], acts }),
    at: proportion,
    who: anActor("dana", "owen"),
  },
  examples: [{ history: threeInTopic, at: 0.5, who: "dana" }],
  async holds(session, { history, at, who }) {
    const actor = session.actor(who);
    const staged = await stageHistory(session, history);
    const message = atProportion(at, staged.receivedBy(who));
    if (!message) throw new Untestable(`no message was sent to ${who}`);
    const reply = await actor.send(`DELETE /messages/${message.id}`);
    if (reply.body.result === "error" && !(await mayDeleteAny(actor))) throw new Untestable(`${who} may not delete any message`);
    session.expect.bare(reply, "deleting what another wrote");
    await requireHidden(session.actor(message.sender), message.id, "that is deleted");
  },
});
