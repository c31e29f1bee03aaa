import type { Actor, EventQueue } from "../../client/actor.ts";
import { deleterFor, mayDeleteAny } from "../../client/groups.ts";
import { type StagedHistory, type StagedMessage, stagedIds, stageHistory } from "../../client/history.ts";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import {
  createChannel,
  eventsSoFar,
  fetchMatches,
  fetchSince,
  fetchSource,
  idsOf,
  listedMessage,
  messagesIn,
  requireHidden,
  sendDirect,
  sendToChannel,
  sendToSelf,
  shownMessage,
  topicNarrow,
} from "../../client/messages.ts";
import { capabilities, ifTold, subscriptionOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion, type ValueOf } from "../../draw/combinators.ts";
import { type ActKind, aHistory, type History, sends } from "../../draw/histories.ts";
import { activePeople, administrators, anActor, members, type PersonName, recipients, twoPeople } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import { deletePermitted, requireRefusal } from "./deletion.ts";

/** Returns the message at a proportion with its author; before level 281 one that dana received, with dana. @throws Untestable: there is none */
function deletableAt(staged: StagedHistory, at: number) {
  const { session } = staged;
  const isByDana = session.level < levels.deletionGroups;
  const message = atProportion(at, isByDana ? staged.receivedBy("dana") : staged.notDeleted);
  if (!message) throw new Untestable("the history has no such message that somebody of the cast may delete");
  return { message, deleter: session.actor(isByDana ? "dana" : message.sender) };
}

/** Returns the one at a proportion of those active members of the cast whom a test picks. @throws Untestable: it picks nobody */
function someoneAt(session: Session, at: number, test: (name: (typeof activePeople)[number]) => boolean): Actor {
  const picked = activePeople.filter((each) => Object.hasOwn(session.target.cast, each) && test(each));
  const name = atProportion(at, picked);
  if (name === undefined) throw new Untestable("the cast has nobody of the kind");
  return session.actor(name);
}

const listenForDeletions = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["delete_message", "message"], client_capabilities: capabilities });

/** Returns which of some messages a queue was told are deleted, until now. */
async function deletionsTold(queue: EventQueue, ids: readonly unknown[]): Promise<unknown[]> {
  const events = (await eventsSoFar(queue)).filter(({ type }) => type === "delete_message");
  return events.flatMap(({ message_ids, message_id }) => message_ids ?? message_id).filter((id) => ids.includes(id));
}

const acts: readonly ActKind[] = ["edit", "move", "reaction", "flag"];

const aDeletion = {
  history: aHistory({ messages: [2, 5], people: ["alice", "bob", "cara", "dana", "gus"], acts }),
  at: proportion,
  reader: proportion,
};

const threeInTopic = sends("alice", "a", "one", "two", "three");
const twoDirect: History = ["this stays", "this goes"].map((content) => ({ act: "send", by: "alice", to: { people: ["dana"] }, content }));

/** Requires that a reader finds all messages of a history but one, in whichever way they look for it. */
async function requireGone(staged: StagedHistory, reader: Actor, { id: gone, sender }: StagedMessage): Promise<void> {
  const { expect } = reader;
  const others = (messages: readonly StagedMessage[]) => stagedIds(messages).filter((id) => id !== gone);
  const checksOf = (shown: readonly unknown[], left: readonly unknown[]) =>
    left.every((id) => shown.includes(id)) ? expect : expect.against("messages-id.delete/only-it");
  const own = staged.receivedBy(reader.name as PersonName);
  await requireHidden(reader, gone, "that is deleted");
  const narrow = [{ operator: "sender", operand: staged.session.actor(sender).email }];
  const first = itemAt(staged.messages, 0).id;
  const known = new Set(stagedIds(staged.messages));
  const listed = idsOf(await expect.accepted(fetchSince(reader, first, []))).filter((id) => known.has(id));
  checksOf(listed, others(own)).same(listed, others(own), "what is left in the reader's history");
  const around = await reader.send("GET /messages", { anchor: gone, num_before: 0, num_after: 0 });
  expect.same(idsOf(messagesIn(around, expect)), [], "what a window around the deleted message has");
  expect.same(around.body.found_anchor, false, "found_anchor of a window around the deleted message", "messages.get/found-anchor");
  const bySender = own.filter((message) => message.sender === sender);
  const matching = Object.keys(await expect.accepted(fetchMatches(reader, stagedIds(bySender), narrow)));
  const left = others(bySender).map(String);
  checksOf(matching, left).sameSet(matching, left, "the messages that match a narrow");
  if (reader.level < levels.messageIds) return;
  const all = await reader.send("GET /messages", { message_ids: stagedIds(own) });
  const byIds = idsOf(messagesIn(all, expect));
  checksOf(byIds, others(own)).sameSet(byIds, others(own), "what is left of a list of ids");
}

/** A message that is deleted is gone, for its sender and for whoever else could see it, and the others stay; neither it nor its id comes again. */
export const gone = property({
  clause: ["gone", "only-it", "twice", "id-not-reused", "limits/deletion-in-time"],
  given: aDeletion,
  examples: [
    { history: threeInTopic, at: 0.5, reader: 0 },
    { history: threeInTopic, at: 0.5, reader: 0.2 },
    { history: twoDirect, at: 0.5, reader: 0.9 },
    { history: sends("alice", "a", "/poll Lunch?\nsoup\nbread", "two"), at: 0, reader: 0.2 },
  ],
  async holds(session, { history, at, reader }, expect) {
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    const somebody = someoneAt(session, reader, (name) => message.received.includes(name));
    await deletePermitted(deleter, message.id);
    const again = expect.against("messages-id.delete/twice");
    for (const actor of [deleter, somebody]) {
      await requireHidden(actor, message.id, "that is deleted");
      await requireRefusal(actor, message.id, "deleting a message again", again);
    }
    const [last, next] = [itemAt(staged.messages, -1).id, await expect.accepted(sendToSelf(deleter))];
    const what = `the message after ${last} has the id ${next}, which is not beyond it`;
    expect.holds(next > last, what, "messages-id.delete/id-not-reused");
    await requireGone(staged, somebody, message);
  },
});

/** The message before the newest one of a topic is the newest once that one is deleted. */
export const newestGone = property({
  clause: ["gone", "messages.get/found-newest"],
  given: { who: anActor(...members) },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, topic] = [session.actor(who), session.fresh()];
    const [left, newest] = [
      await sendToChannel(actor, session.channels.general, topic, "stays"),
      await sendToChannel(actor, session.channels.general, topic, "goes"),
    ];
    await deletePermitted(deleterFor(actor), newest);
    const narrow = topicNarrow(actor, session.channels.general, topic);
    const reply = await actor.send("GET /messages", { anchor: "newest", num_before: 5, num_after: 0, narrow });
    expect.same(idsOf(messagesIn(reply, expect)), [left], "what is left of the topic");
    expect.same(reply.body.found_newest, true, "found_newest after the newest message was deleted", "messages.get/found-newest");
  },
});

/** The unread message behind the oldest one of a topic is the oldest once that one is deleted. */
export const unreadGone = property({
  clause: ["gone", "messages.get/anchor-first-unread"],
  given: { pair: twoPeople(...members) },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair }, expect) {
    const [author, reader] = session.actors(pair);
    const topic = session.fresh();
    const [oldest, left] = [
      await sendToChannel(author, session.channels.general, topic, "goes"),
      await sendToChannel(author, session.channels.general, topic, "stays"),
    ];
    const narrow = topicNarrow(reader, session.channels.general, topic);
    const ask = () => reader.send("GET /messages", { anchor: "first_unread", num_before: 5, num_after: 5, narrow });
    const { anchor } = prepared.succeeded(await ask(), "GET /messages at first_unread");
    if (anchor !== oldest) throw new Untestable(`${reader.name} has not to read what ${author.name} sends`);
    await deletePermitted(deleterFor(author), oldest);
    const reply = await ask();
    expect.same(idsOf(messagesIn(reply, expect)), [left], "what is left of the topic");
    const what = "the anchor of first_unread after the oldest unread message was deleted";
    expect.same(reply.body.anchor, left, what, "messages.get/anchor-first-unread");
  },
});

/** A direct message, and somebody who has no part in it, by proportion. */
const aPrivateMail = { mail: recipients({ from: activePeople, max: 3 }), outsider: proportion };

const privateMails: readonly ValueOf<typeof aPrivateMail>[] = [
  { mail: { sender: "alice", to: ["bob"] }, outsider: 0 },
  { mail: { sender: "alice", to: ["bob"] }, outsider: 0.3 },
  { mail: { sender: "alice", to: ["bob"] }, outsider: 0.5 },
  { mail: { sender: "dana", to: ["alice"] }, outsider: 0.3 },
];

/** Those who could not see a message are not told that it is gone, while they are told of another. */
export const untold = property({
  clause: "untold",
  given: aPrivateMail,
  examples: privateMails,
  async holds(session, { mail: { sender, to }, outsider }, expect) {
    const author = session.actor(sender);
    const other = someoneAt(session, outsider, (name) => name !== sender && !to.includes(name));
    const queue = await listenForDeletions(other);
    const named = session.actors(to);
    const [hidden, seen] = [await sendDirect(author, named), await sendToChannel(author, session.channels.general, session.fresh())];
    for (const id of [hidden, seen]) await deletePermitted(author, id);
    const announced = await deletionsTold(queue, [hidden, seen]);
    expect.same(announced, [seen], `what ${other.name} is told of a direct message of others and of another one`);
  },
});

/** One in realm_can_delete_any_message_group deletes what another wrote. */
export const anyGroup = property({
  clause: ["realm-any-group", "gone"],
  given: {
    history: aHistory({ messages: [1, 3], people: [...members, ...administrators], acts }),
    at: proportion,
    who: anActor(...administrators),
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
    const gone = session.expect.against("messages-id.delete/gone");
    await requireHidden(session.actor(message.sender), message.id, "that is deleted", gone);
  },
});

/**
 * Returns whether somebody who has deleted what an author wrote may delete what anybody writes. Where no groups are told, a message of the author in
 * a channel decides: between people nothing but that permits it.
 */
async function mayDeleteOthers(other: Actor, author: Actor): Promise<boolean> {
  const told = await ifTold(mayDeleteAny(other));
  if (told !== undefined) return told;
  const { session } = author;
  const id = await sendToChannel(author, session.channels.general, session.fresh());
  return (await other.send(`DELETE /messages/${id}`)).body.result === "success";
}

/** One without permission cannot delete what another wrote: it stays and nobody is told otherwise, until one with permission deletes it. */
export const notPermitted = property({
  clause: ["no-permission", "errors/deletion-not-permitted", "conventions/refusals-leave-no-trace"],
  given: aDeletion,
  examples: [
    { history: threeInTopic, at: 0.5, reader: 0 },
    { history: [{ act: "send", by: "dana", to: { people: ["bob"] }, content: "soup" }], at: 0, reader: 0 },
  ],
  async holds(session, { history, at, reader }, expect) {
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    const author = session.actor(message.sender);
    const left = [author.name, deleter.name, ...administrators];
    const other = someoneAt(session, reader, (name) => message.received.includes(name) && !left.includes(name));
    const queues = [await listenForDeletions(author), await listenForDeletions(other)];
    const shown = () =>
      Promise.all(
        queues.flatMap(({ actor }) =>
          [fetchSource, listedMessage].map((read) => expect.accepted(read(actor, message.id, { apply_markdown: false }))),
        ),
      );
    const before = await shown();
    const reply = await other.send(`DELETE /messages/${message.id}`);
    if (reply.body.result === "success" && (await mayDeleteOthers(other, author)))
      throw new Untestable(`${other.name} may delete any message`);
    expect.refused(reply, codes.badRequest, {}, "deleting what another wrote");
    expect.same(await shown(), before, "the message for its author and for another afterwards");
    for (const queue of queues)
      expect.same(await deletionsTold(queue, [message.id]), [], `the messages that ${queue.actor.name} was told are gone`);
    await deletePermitted(deleter, message.id);
  },
});

/** Requires that somebody cannot delete what they cannot see, and that it stays for those who can. */
async function requireOutOfReach(author: Actor, other: Actor, id: number, readers: readonly Actor[]): Promise<void> {
  await requireHidden(other, id, "that is not theirs to see", other.expect.against("errors/message-invisible"));
  await requireRefusal(other, id, "deleting a message that is not theirs to see");
  for (const reader of readers) await shownMessage(reader, id);
  // That it is access which decides: somebody who may delete any message deletes what they see; else its author does.
  const seen = await sendDirect(author, [other]);
  const reply = await other.send(`DELETE /messages/${seen}`);
  if (reply.body.result === "success") return;
  other.expect.holds(!(await mayDeleteAny(other)), `${other.name}, who may delete any message, may not delete one that was sent to them`);
  await deletePermitted(author, seen);
}

/** A direct message of others is out of reach, for administrators too. */
export const notOurs = property({
  clause: ["no-access", "errors/message-invisible", "errors/deletion-not-permitted"],
  given: aPrivateMail,
  examples: privateMails,
  async holds(session, { mail: { sender, to }, outsider }) {
    const author = session.actor(sender);
    // Servers let the owner of a bot delete what it wrote.
    const other = someoneAt(session, outsider, (name) => name !== sender && !to.includes(name) && (sender !== "robo" || name !== "alice"));
    const named = session.actors(to);
    await requireOutOfReach(author, other, await sendDirect(author, named), [author, ...named]);
  },
});

/** A message in a private channel is out of reach for those who are not let in. */
export const notLetIn = property({
  clause: ["no-access", "errors/message-invisible"],
  given: { who: anActor("alice", "cara"), outsider: anActor("dana", "owen", "bob", "gus", "robo") },
  examples: [{ who: "alice", outsider: "dana" }],
  async holds(session, { who, outsider }) {
    const [author, other] = [session.actor(who), session.actor(outsider)];
    const channel = session.channels.secret;
    if (await subscriptionOf(other, channel)) throw new Untestable(`${outsider} is in the channel secret`);
    const id = await sendToChannel(author, channel, session.fresh());
    if ((await other.send(`GET /messages/${id}`)).body.result === "success")
      throw new Untestable(`${outsider} has access to the channel secret`);
    await requireOutOfReach(author, other, id, [author]);
  },
});

/** A message in a private channel is out of reach for its author too, once they left. */
export const left = property({
  clause: ["no-access", "errors/message-invisible"],
  given: { who: anActor("alice", "bob", "cara", "gus") },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const [author, { dana }, name] = [session.actor(who), session.as, session.fresh("channel")];
    const id = await sendToChannel(author, await createChannel(session, name, [who, "dana"], { invite_only: true }), "a");
    await session.steering.act({ action: "unsubscribe", as: who, channel: name });
    if ((await author.send(`GET /messages/${id}`)).body.result === "success")
      session.needsObserved("who left a private channel sees no more of it");
    await requireOutOfReach(dana, author, id, [dana]);
  },
});
