import type { Actor } from "../../client/actor.ts";
import { stageHistory } from "../../client/history.ts";
import { fetchSource, sendDirect, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { mayDeleteAny } from "../../client/permissions.ts";
import { subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { administrators, anActor, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import { aDeletion, aPrivateMail, type Deletion, type Overheard, privateMails, threeInTopic, twoDirect } from "./deletion.draw.ts";
import {
  deletableAt,
  deletePermitted,
  deletionsTold,
  listenForDeletions,
  requireNoPermission,
  requireRefusal,
  someoneAt,
} from "./deletion.ts";

/** An id without a message is refused, while one with a message is not. */
export const missing = property<{ readonly who: PersonName; readonly id: IdShape }>({
  clause: "messages-id.delete/missing",
  given: { who: anActor(), id: anId("unknown", "zero") },
  examples: [
    { who: "alice", id: { kind: "unknown", id: 2_000_000_000 } },
    { who: "dana", id: { kind: "unknown", id: 2_147_483_647 } },
    { who: "dana", id: { kind: "zero" } },
  ],
  async holds(session, { who, id }) {
    const author = session.actor(who);
    await requireRefusal(author, Number(idOf(id, { existing: [] })), "deleting a message that does not exist");
    await deletePermitted(author, await sendToSelf(author));
  },
});

/** A message can be deleted once: after it the message does not exist, for its author and for those who may delete any. */
export const twice = property<Deletion>({
  clause: "messages-id.delete/twice",
  given: aDeletion,
  examples: [
    { history: threeInTopic, at: 0, reader: 0 },
    { history: twoDirect, at: 0, reader: 0.5 },
  ],
  async holds(session, { history, at, reader }) {
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    await deletePermitted(deleter, message.id);
    const other = someoneAt(session, reader, (name) => message.received.includes(name));
    for (const actor of [deleter, other]) await requireRefusal(actor, message.id, "deleting a message again");
  },
});

/** One without permission cannot delete what another wrote: it stays and nobody is told otherwise, until one with permission deletes it. */
export const notPermitted = property<Deletion>({
  clause: "messages-id.delete/no-permission",
  given: aDeletion,
  examples: [
    { history: threeInTopic, at: 0.5, reader: 0 },
    { history: [{ act: "send", by: "dana", to: { people: ["bob"] }, content: "soup" }], at: 0, reader: 0 },
  ],
  async holds(session, { history, at, reader }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const { message, deleter } = deletableAt(staged, at);
    const author = session.actor(message.sender);
    const left = [author.name, deleter.name, ...administrators];
    const other = someoneAt(session, reader, (name) => message.received.includes(name) && !left.includes(name));
    const queues = [await listenForDeletions(author), await listenForDeletions(other)];
    await requireNoPermission(other, message.id, "deleting what another wrote");
    for (const { actor } of queues) {
      const { content } = await expect.accepted(fetchSource(actor, message.id));
      expect.same(content, message.content, `the content for ${actor.name} afterwards`);
    }
    for (const queue of queues)
      expect.same(await deletionsTold(queue, [message.id]), [], `the messages that ${queue.actor.name} was told are gone`);
    await deletePermitted(deleter, message.id);
  },
});

/** Requires that it is access which decides: somebody who may delete any message deletes what they see; else its author does. */
async function requireDeletionOfSeen(sender: Actor, other: Actor): Promise<void> {
  const id = await sendDirect(sender, [other]);
  const reply = await other.send(`DELETE /messages/${id}`);
  if (reply.body.result === "success") return;
  other.expect.holds(!(await mayDeleteAny(other)), `${other.name}, who may delete any message, may not delete one that was sent to them`);
  await deletePermitted(sender, id);
}

/** A direct message of others is out of reach, for administrators too. */
export const notOurs = property<Overheard>({
  clause: "messages-id.delete/no-access",
  given: aPrivateMail,
  examples: [...privateMails, { mail: { sender: "alice", to: ["bob"] }, outsider: 0.5 }],
  async holds(session, { mail: { sender, to }, outsider }) {
    const author = session.actor(sender);
    // Servers let the owner of a bot delete what it wrote.
    const other = someoneAt(session, outsider, (name) => name !== sender && !to.includes(name) && (sender !== "robo" || name !== "alice"));
    const named = to.map((name) => session.actor(name));
    const id = await sendDirect(author, named);
    await requireRefusal(other, id, "deleting a direct message of others");
    for (const reader of [author, ...named]) await shownMessage(reader, id);
    await requireDeletionOfSeen(author, other);
  },
});

/** A message in a private channel is out of reach for those who are not let in. */
export const notLetIn = property({
  clause: "messages-id.delete/no-access",
  given: { who: anActor("alice", "cara"), outsider: anActor("dana", "owen", "bob", "gus", "robo") },
  examples: [{ who: "alice", outsider: "dana" }],
  async holds(session, { who, outsider }) {
    const [author, other] = [session.actor(who), session.actor(outsider)];
    const channel = session.channels.secret;
    if (await subscriptionOf(other, channel)) throw new Untestable(`${outsider} is in the channel secret`);
    const id = await sendToChannel(author, channel, session.fresh());
    if ((await other.send(`GET /messages/${id}`)).body.result === "success")
      throw new Untestable(`${outsider} has access to the channel secret`);
    await requireRefusal(other, id, "deleting a message of a private channel");
    await shownMessage(author, id);
    await requireDeletionOfSeen(author, other);
  },
});
