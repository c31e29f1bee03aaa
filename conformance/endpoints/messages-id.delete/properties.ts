import {
  deleteMessage,
  fetchIds,
  fetchSource,
  idsInTopic,
  requireHidden,
  sendDirect,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { deletingAuthor, mayDeleteAny } from "../../client/permissions.ts";
import { subscriptionOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";
import { deletionsTold, listenForDeletions, requireRefusal } from "./deletion.ts";

/** A message that is deleted is gone from a channel, for its sender and for another subscriber, and the others stay. */
export const goneFromChannel = property({
  clause: ["messages-id.delete/gone", "messages-id.delete/only-it", "messages-id.delete/envelope"],
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    const [channel, topic] = [session.channels.general, session.fresh()];
    const [before, id, after] = [
      await sendToChannel(sender, channel, topic),
      await sendToChannel(sender, channel, topic),
      await sendToChannel(sender, channel, topic),
    ];
    expect.bare(await sender.send(`DELETE /messages/${id}`), "deleting a message");
    for (const reader of [sender, bob]) {
      await requireHidden(reader, id, "that is deleted");
      expect.same(await expect.accepted(idsInTopic(reader, channel, topic)), [before, after], "what is in the topic");
      const narrow = [{ operator: "sender", operand: sender.email }];
      const reply = await reader.send("GET /messages/matches_narrow", { msg_ids: [before, id, after], narrow });
      const { messages } = expect.succeeded(reply, "GET /messages/matches_narrow");
      const matching = Object.keys(expect.object(messages, "the messages that match a narrow"));
      expect.sameSet(matching, [String(before), String(after)], "the messages that match a narrow");
      await shownMessage(reader, before);
    }
  },
});

/** A direct message is gone for both of its people. */
export const goneForBoth = property({
  clause: ["messages-id.delete/gone", "messages-id.delete/only-it"],
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    const kept = await sendDirect(sender, [bob], "this stays");
    const id = await sendDirect(sender, [bob], "this goes");
    await expect.accepted(deleteMessage(sender, id));
    for (const reader of [sender, bob]) {
      await requireHidden(reader, id, "that is deleted");
      const ids = await expect.accepted(fetchIds(reader, [{ operator: "sender", operand: sender.email }]));
      expect.same([ids.includes(id), ids.includes(kept)], [false, true], "whether the deleted message and the other one are found");
    }
  },
});

/** Those who could see the message are told that it is gone, in a channel and among people. */
export const toldOf = property({
  clause: "messages-id.delete/told",
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    const ids = [await sendToChannel(sender, session.channels.general, session.fresh()), await sendDirect(sender, [bob])];
    const queues = [await listenForDeletions(sender), await listenForDeletions(bob)];
    for (const id of ids) await expect.accepted(deleteMessage(sender, id));
    for (const queue of queues)
      expect.same(await deletionsTold(queue, ids), ids, `the messages that ${queue.actor.name} was told are gone`);
  },
});

/** Those who could not see a message are not told that it is gone, while they are told of another. */
export const untold = property({
  clause: "messages-id.delete/untold",
  async holds(session) {
    const { expect } = session;
    const [sender, { bob, cara }] = [await deletingAuthor(session), session.as];
    const queue = await listenForDeletions(cara);
    const [hidden, seen] = [await sendDirect(sender, [bob]), await sendToChannel(sender, session.channels.general, session.fresh())];
    for (const id of [hidden, seen]) await expect.accepted(deleteMessage(sender, id));
    expect.same(
      await deletionsTold(queue, [hidden, seen]),
      [seen],
      "what somebody is told of a direct message of others and of another one",
    );
  },
});

/** The id of a deleted message is not used again. */
export const idNotReused = property({
  clause: "messages-id.delete/id-not-reused",
  async holds(session) {
    const { expect } = session;
    const sender = await deletingAuthor(session);
    const id = await sendToSelf(sender);
    await expect.accepted(deleteMessage(sender, id));
    const next = await expect.accepted(sendToSelf(sender));
    expect.holds(next > id, `the message after the deleted one has the id ${next}, which is not beyond ${id}`);
    await requireHidden(sender, id, "that is deleted");
  },
});

/** An id without a message is refused, while one with a message is not. */
export const missing = property({
  clause: "messages-id.delete/missing",
  async holds(session) {
    const sender = await deletingAuthor(session);
    await requireRefusal(sender, unknownId, "deleting a message that does not exist");
    await session.expect.accepted(deleteMessage(sender, await sendToSelf(sender)));
  },
});

/** A message can be deleted once: the second time it does not exist. */
export const twice = property({
  clause: "messages-id.delete/twice",
  async holds(session) {
    const sender = await deletingAuthor(session);
    for (const id of [await sendToChannel(sender, session.channels.general, session.fresh()), await sendToSelf(sender)]) {
      await session.expect.accepted(deleteMessage(sender, id));
      await requireRefusal(sender, id, "deleting a message again");
    }
  },
});

/** One without permission cannot delete what another wrote: it stays and nobody is told otherwise, until its author deletes it. */
export const notPermitted = property({
  clause: "messages-id.delete/no-permission",
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    if (await mayDeleteAny(bob)) throw new Untestable("bob may delete any message");
    const queues = [await listenForDeletions(sender), await listenForDeletions(bob)];
    const ids = [await sendToChannel(sender, session.channels.general, session.fresh()), await sendDirect(sender, [bob])];
    for (const id of ids) {
      await requireRefusal(bob, id, "deleting what another wrote");
      for (const reader of [sender, bob])
        expect.same((await expect.accepted(fetchSource(reader, id))).content, "hello", "the content afterwards");
    }
    for (const queue of queues) expect.same(await deletionsTold(queue, ids), [], `the messages that ${queue.actor.name} was told are gone`);
    for (const id of ids) await expect.accepted(deleteMessage(sender, id));
  },
});

/** Requires that it is access which decides: what dana sees of alice's, she can delete. @throws Untestable: she may not */
async function requireDeletionOfSeen({ as: { alice, dana }, expect }: Session): Promise<void> {
  if (!(await mayDeleteAny(dana))) throw new Untestable("dana may not delete any message, seen or not");
  await expect.accepted(deleteMessage(dana, await sendDirect(alice, [dana])));
}

/** A direct message of others is out of reach, for administrators too. */
export const notOurs = property({
  clause: "messages-id.delete/no-access",
  async holds(session) {
    const { alice, bob, dana } = session.as;
    const id = await sendDirect(alice, [bob]);
    await requireRefusal(dana, id, "deleting a direct message of others");
    for (const reader of [alice, bob]) await shownMessage(reader, id);
    await requireDeletionOfSeen(session);
  },
});

/** A message in a private channel is out of reach for those who are not let in. */
export const notLetIn = property({
  clause: "messages-id.delete/no-access",
  async holds(session) {
    const { alice, dana } = session.as;
    const channel = session.channels.secret;
    if (await subscriptionOf(dana, channel)) throw new Untestable("dana is in the channel secret");
    const id = await sendToChannel(alice, channel, session.fresh());
    if ((await dana.send(`GET /messages/${id}`)).body.result === "success") throw new Untestable("dana has access to the channel secret");
    await requireRefusal(dana, id, "deleting a message of a private channel");
    await shownMessage(alice, id);
    await requireDeletionOfSeen(session);
  },
});

/** One in realm_can_delete_any_message_group deletes what another wrote. */
export const anyGroup = property({
  clause: ["messages-id.delete/realm-any-group", "messages-id.delete/gone"],
  async holds(session) {
    const { alice, dana } = session.as;
    if (!(await mayDeleteAny(dana))) throw new Untestable("dana may not delete any message");
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    await session.expect.accepted(deleteMessage(dana, id));
    await requireHidden(alice, id, "that is deleted");
  },
});
