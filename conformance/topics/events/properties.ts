import type { Actor, Event } from "../../client/actor.ts";
import {
  awaitMessage,
  brings,
  directFields,
  eventsSoFar,
  messageOf,
  sendDirect,
  sendMessage,
  sendToChannel,
  sendToSelf,
  shownMessage,
} from "../../client/messages.ts";
import { deleteQueue, subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** The queue that is named gets the client's own identifier back, untouched; no other queue does. */
export const localEcho = property({
  clause: ["events/local-echo", "events/local-echo-only-there"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const [queue, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    const elsewhere = await bob.queue({ event_types: ["message"] });
    const inChannel = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "hello" };
    for (const message of [inChannel, directFields(alice, [bob], "hello")])
      for (const local_id of ["17.01", "0042", " é\"[1]' "]) {
        const id = await expect.accepted(sendMessage(alice, { ...message, queue_id: queue.id, local_id }));
        expect.same((await awaitMessage(queue, id)).local_message_id, local_id, "local_message_id in the queue that was named");
        for (const one of [other, elsewhere])
          expect.same((await awaitMessage(one, id)).local_message_id, undefined, "local_message_id in another queue");
      }
  },
});

/** In a channel to which the sender is not subscribed the queue that is named is told of the message, or not. */
export const localEchoUnsubscribed = property({
  clause: "events/local-echo-unsubscribed",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const to = session.channels.quiet;
    if (await subscriptionOf(alice, to)) throw new Untestable("alice is subscribed to the channel quiet");
    const queue = await alice.queue({ event_types: ["message"] });
    const message = { type: "stream", to, topic: session.fresh(), content: "hello" };
    const id = await expect.accepted(sendMessage(alice, { ...message, queue_id: queue.id, local_id: "17.01" }));
    const event = (await eventsSoFar(queue)).find((one) => brings(one, id));
    session.chooses("localEcho", event ? "named" : "observed");
    if (event) expect.same(event.local_message_id, "17.01", "local_message_id");
  },
});

/** A message's event brings the same as a fetch of it, in channels and among people, as HTML and as source, to sender and recipient. */
export const messageTold = property({
  clause: "events/message-told",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    for (const apply_markdown of [true, false]) {
      const options = { event_types: ["message"], apply_markdown, client_gravatar: true };
      const queues = [await alice.queue(options), await bob.queue(options)];
      const content = `**Soup** is ready ${session.fresh()}`;
      const ids = [await sendToChannel(alice, session.channels.general, session.fresh(), content), await sendDirect(alice, [bob], content)];
      for (const queue of queues) {
        const events = (await eventsSoFar(queue)).filter((event) => ids.some((id) => brings(event, id)));
        const told = events.map((event) => messageOf(event).id);
        expect.same(told, ids, `the messages that ${queue.actor.name} is told of`);
        for (const [i, event] of events.entries())
          requireFetched(queue.actor, event, await shownMessage(queue.actor, ids[i]!, { apply_markdown }));
      }
    }
  },
});

/** What events and fetches both tell of a message. */
const shared = [
  ...["id", "type", "sender_id", "sender_email", "sender_full_name", "sender_realm_str", "client", "content", "content_type"],
  ...["display_recipient", "recipient_id", "stream_id", "subject", "topic_links", "is_me_message", "timestamp", "reactions", "submessages"],
];

/** Requires an event that tells of a message what a fetch tells of it. */
function requireFetched({ name: reader, expect }: Actor, event: Event, fetched: Body): void {
  const told = messageOf(event);
  for (const field of shared) expect.same(told[field], fetched[field], `${field} in the event for ${reader}, beside a fetch,`);
  expect.sameSet(event.flags, expect.list(fetched.flags, "flags"), `the flags in the event for ${reader}`);
}

/** Nobody is told of direct messages between others, or of a private channel that they are not in. */
export const messageUntold = property({
  clause: "events/message-untold",
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const queue = await cara.queue({ event_types: ["message"] });
    const ids = [await sendDirect(alice, [bob])];
    if (session.target.channels.team !== undefined && !(await subscriptionOf(cara, session.channels.team)))
      ids.push(await sendToChannel(alice, session.channels.team, session.fresh()));
    const last = await sendToChannel(bob, session.channels.general, session.fresh());
    const events = await queue.until("a message in general", (event) => brings(event, last));
    const overheard = ids.filter((id) => events.some((event) => brings(event, id)));
    expect.same(overheard, [], "what somebody else is told of direct messages and private channels");
  },
});

/** The ids of a queue's events ascend. */
export const idsAscend = property({
  clause: "events/ids-ascend",
  async holds({ as: { alice }, expect }) {
    const queue = await alice.queue({ event_types: ["message"] });
    for (const content of ["one", "two", "three"]) await sendToSelf(alice, content);
    const ids = (await eventsSoFar(queue)).map(({ id }) => id);
    const ascending = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, ascending, "the ids of the events");
    expect.holds(ids.length >= 3, `of three messages only ${ids.length} events tell`);
  },
});

/** A deleted queue is gone: its events and its deletion are refused under its id, and the user's other queue goes on. */
export const queueDeleted = property({
  clause: ["events/queue-deleted", "events/queue-deleted-alone"],
  async holds({ as: { alice }, expect }) {
    const [{ id: queue_id }, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    expect.succeeded(await deleteQueue(alice, queue_id), "deleting a queue");
    const id = await sendToSelf(alice);
    const reply = await alice.send("GET /events", { queue_id, last_event_id: -1, dont_block: true });
    expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id }, "asking for the events of a deleted queue");
    expect.refused(await deleteQueue(alice, queue_id), "BAD_EVENT_QUEUE_ID", { queue_id }, "deleting a queue again");
    await awaitMessage(other, id);
  },
});

/** Nobody deletes the queue of somebody else: it goes on until its owner deletes it. */
export const queueOfOthers = property({
  clause: "events/queue-of-others",
  async holds({ as: { alice, bob }, expect }) {
    const queue = await alice.queue({ event_types: ["message"] });
    expect.declined(await deleteQueue(bob, queue.id), "deleting the queue of somebody else", "queue_id");
    await awaitMessage(queue, await sendToSelf(alice));
    expect.succeeded(await deleteQueue(alice, queue.id), "deleting one's own queue");
  },
});
