import type { Actor, Event, EventQueue } from "../../client/actor.ts";
import {
  deleteMessage,
  eventsSoFar,
  fetchIds,
  fetchSource,
  idsInTopic,
  requireHidden,
  sendDirect,
  sendToChannel,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { deletingAuthor, mayDeleteAny } from "../../client/permissions.ts";
import { capabilities, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

const listening = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["delete_message", "message"], client_capabilities: capabilities });

/** The ids that a queue was sendDirect of as deleted until now. */
async function toldGone(_session: Session, queue: EventQueue): Promise<unknown[]> {
  const events = (await eventsSoFar(queue)).filter(({ type }) => type === "delete_message");
  return events.flatMap(({ message_ids, message_id }: Event) => message_ids ?? message_id);
}

/** A message that is deleted is gone from a channel, for its sender and for another subscriber, and the others stay. */
export const goneFromChannel = property({
  clause: ["messages-id.delete/gone", "messages-id.delete/only-it", "messages-id.delete/envelope"],
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    const [channel, topic] = [session.channels.general, session.fresh()];
    const ids = [
      await sendToChannel(sender, channel, topic),
      await sendToChannel(sender, channel, topic),
      await sendToChannel(sender, channel, topic),
    ];
    expect.bare(await deleteMessage(sender, ids[1]!));
    for (const reader of [sender, bob]) {
      await requireHidden(reader, ids[1]!, "that is deleted");
      expect.same(await idsInTopic(reader, channel, topic), [ids[0], ids[2]], "what is in the topic");
      const narrow = [{ operator: "sender", operand: sender.email }];
      const { messages } = (await reader.send("GET /messages/matches_narrow", { msg_ids: ids, narrow })).body;
      expect.holds(!Object.keys(messages ?? {}).includes(String(ids[1])), "the deleted message matches a narrow");
      await fetchSource(reader, ids[0]!);
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
    await deleteMessage(sender, id);
    for (const reader of [sender, bob]) {
      await requireHidden(reader, id, "that is deleted");
      const ids = await fetchIds(reader, [{ operator: "sender", operand: sender.email }]);
      expect.same([ids.includes(id), ids.includes(kept)], [false, true], "whether the deleted message and the other one are found");
    }
  },
});

/** Those who could see the message are sendDirect, in a channel and among people. */
export const toldOf = property({
  clause: "messages-id.delete/told",
  async holds(session) {
    const { expect } = session;
    const [sender, bob] = [await deletingAuthor(session), session.as.bob];
    const ids = [await sendToChannel(sender, session.channels.general, session.fresh()), await sendDirect(sender, [bob])];
    const queues = [await listening(sender), await listening(bob)];
    for (const id of ids) await deleteMessage(sender, id);
    for (const queue of queues) {
      const gone = await toldGone(session, queue);
      const mine = gone.filter((id) => ids.includes(id as number));
      expect.same(mine, ids, `the messages that ${queue.actor.name} was told are gone`);
    }
  },
});

/** Those who could not see the message are not told that it is gone. */
export const untold = property({
  clause: "messages-id.delete/untold",
  async holds(session) {
    const { expect } = session;
    const [sender, bob, cara] = [await deletingAuthor(session), session.as.bob, session.as.cara];
    const queue = await listening(cara);
    const id = await sendDirect(sender, [bob]);
    await deleteMessage(sender, id);
    expect.same((await toldGone(session, queue)).includes(id), false, "whether somebody else is told that a direct message is gone");
  },
});

/** The id of a deleted message is not used again. */
export const idNotReused = property({
  clause: "messages-id.delete/id-not-reused",
  async holds(session) {
    const { expect } = session;
    const sender = await deletingAuthor(session);
    const id = await sendDirect(sender, [sender]);
    await deleteMessage(sender, id);
    const next = await sendDirect(sender, [sender]);
    expect.holds(next > id, `the message after the deleted one has the id ${next}, which is not beyond ${id}`);
    await requireHidden(sender, id, "that is deleted");
  },
});

/** An id without a message is refused. */
export const missing = property({
  clause: "messages-id.delete/missing",
  async holds(session) {
    const { expect } = session;
    expect.refused(
      await session.as.alice.send(`DELETE /messages/${unknownId}`),
      "BAD_REQUEST",
      {},
      "deleting a message that does not exist",
    );
  },
});

/** A message can be deleted once: the second time it does not exist. */
export const twice = property({
  clause: "messages-id.delete/twice",
  async holds(session) {
    const { expect } = session;
    const sender = await deletingAuthor(session);
    for (const id of [await sendToChannel(sender, session.channels.general, session.fresh()), await sendDirect(sender, [sender])]) {
      await deleteMessage(sender, id);
      expect.refused(await sender.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting a message again");
    }
  },
});

/** One without permission cannot delete what another wrote; the message stays and nobody is told that it is gone. */
export const notPermitted = property({
  clause: "messages-id.delete/no-permission",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    if (await mayDeleteAny(bob)) throw new Untestable("bob may delete any message");
    const queues = [await listening(alice), await listening(bob)];
    const ids = [await sendToChannel(alice, session.channels.general, session.fresh()), await sendDirect(alice, [bob])];
    for (const id of ids) {
      expect.refused(await bob.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting what another wrote");
      for (const reader of [alice, bob]) expect.same((await fetchSource(reader, id)).content, "hello", "the content afterwards");
    }
    for (const queue of queues) {
      const gone = (await toldGone(session, queue)).filter((id) => ids.includes(id as number));
      expect.same(gone, [], `the messages that ${queue.actor.name} was told are gone`);
    }
  },
});

/** A direct message of others is out of reach, for administrators too. */
export const notOurs = property({
  clause: "messages-id.delete/no-access",
  async holds(session) {
    const { expect } = session;
    const { alice, bob, dana } = session.as as { alice: Actor; bob: Actor; dana: Actor };
    const id = await sendDirect(alice, [bob]);
    expect.refused(await dana.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting a direct message of others");
    for (const reader of [alice, bob]) await fetchSource(reader, id);
  },
});

/** A message in a private channel is out of reach for those who are not let in. */
export const notLetIn = property({
  clause: "messages-id.delete/no-access",
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as as { alice: Actor; dana: Actor };
    const channel = session.channels.secret;
    const { subscriptions } = await register(dana, ["subscription"]);
    if ((subscriptions as { stream_id: number }[]).some(({ stream_id }) => stream_id === channel))
      throw new Untestable("dana is in the channel secret");
    const id = await sendToChannel(alice, channel, session.fresh());
    if ((await dana.send(`GET /messages/${id}`)).body.result === "success") throw new Untestable("dana has access to the channel secret");
    expect.refused(await dana.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, "deleting a message of a private channel");
    await fetchSource(alice, id);
  },
});

/** One in realm_can_delete_any_message_group deletes what another wrote. */
export const anyGroup = property({
  clause: ["messages-id.delete/realm-any-group", "messages-id.delete/gone"],
  async holds(session) {
    const { alice, dana } = session.as as { alice: Actor; dana: Actor };
    if (!(await mayDeleteAny(dana))) throw new Untestable("dana may not delete any message");
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    await deleteMessage(dana, id);
    await requireHidden(alice, id, "that is deleted");
  },
});
