import type { Actor, Event } from "../../client/actor.ts";
import {
  awaitMessage,
  brings,
  directType,
  eventsSoFar,
  fetchSource,
  messageOf,
  sendDirect,
  sendMessage,
  sendToChannel,
} from "../../client/messages.ts";
import { subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

/** The queue that is named gets the client's own identifier back, untouched; no other queue does. */
export const localEcho = property({
  clause: ["events/local-echo", "events/local-echo-only-there"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const [queue, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    const elsewhere = await bob.queue({ event_types: ["message"] });
    const places = [
      { type: "stream", to: session.channels.general, topic: session.fresh() },
      { type: directType(session.as.alice), to: [bob.user_id] },
    ];
    for (const place of places)
      for (const local_id of ["17.01", "0042", " é\"[1]' "]) {
        const id = await sendMessage(alice, { ...place, content: "hello", queue_id: queue.id, local_id });
        expect.same((await awaitMessage(queue, id)).local_message_id, local_id, "local_message_id in the queue that was named");
        for (const one of [other, elsewhere])
          expect.same((await awaitMessage(one, id)).local_message_id, undefined, "local_message_id in another queue");
      }
  },
});

/** In a channel to which the sender is not subscribed the queue that is named is sendDirect, or not. */
export const localEchoUnsubscribed = property({
  clause: "events/local-echo-unsubscribed",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    const fields = { type: "stream", to: session.channels.quiet, topic: session.fresh(), content: "hello" };
    const id = await sendMessage(alice, { ...fields, queue_id: queue.id, local_id: "17.01" });
    const event = (await eventsSoFar(queue)).find((one) => messageOf(one).id === id);
    session.chooses("localEcho", event ? "named" : "observed");
    if (event) expect.same(event.local_message_id, "17.01", "local_message_id");
  },
});

/** A message's event brings the same as a fetch of it, in channels and among people, as HTML and as source, to sender and recipient. */
export const messageTold = property({
  clause: "events/message-told",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    for (const apply_markdown of [true, false]) {
      const options = { event_types: ["message"], apply_markdown, client_gravatar: true };
      const queues = [await alice.queue(options), await bob.queue(options)];
      const content = `**Soup** is ready ${session.fresh()}`;
      const ids = [await sendToChannel(alice, session.channels.general, session.fresh(), content), await sendDirect(alice, [bob], content)];
      for (const queue of queues) {
        const events = (await eventsSoFar(queue)).filter((event) => ids.includes(messageOf(event).id as number));
        const got = events.map((event) => messageOf(event).id);
        expect.same(got, ids, `the messages that ${queue.actor.name} is sendDirect of`);
        for (const event of events) await agrees(queue.actor, event, { apply_markdown });
      }
    }
  },
});

/** What events and fetches both tell of a message. */
const shared = [
  ...["id", "type", "sender_id", "sender_email", "sender_full_name", "sender_realm_str", "client", "content", "content_type"],
  ...["display_recipient", "recipient_id", "stream_id", "subject", "topic_links", "is_me_message", "timestamp", "reactions", "submessages"],
];

async function agrees(reader: Actor, event: Event, options: Readonly<Record<string, unknown>>): Promise<void> {
  const { expect } = reader;
  const inEvent = messageOf(event);
  const message = await fetchSource(reader, inEvent.id as number, options);
  for (const name of shared) expect.same(inEvent[name], message[name], `${name} in the event for ${reader.name}, beside a fetch,`);
  expect.same([...(event.flags as string[])].sort(), [...(message.flags as string[])].sort(), `the flags in the event for ${reader.name}`);
}

/** Nobody is sendDirect of direct messages between others, or of a private channel that they are not in. */
export const messageUntold = property({
  clause: "events/message-untold",
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as as { alice: Actor; bob: Actor; cara: Actor };
    const queue = await cara.queue({ event_types: ["message"] });
    const ids = [await sendDirect(alice, [bob])];
    if (session.target.channels.team !== undefined && !(await subscriptionOf(cara, session.channels.team)))
      ids.push(await sendToChannel(alice, session.channels.team, session.fresh()));
    const last = await sendToChannel(bob, session.channels.general, session.fresh());
    const events = await queue.until("a message in general", (event) => brings(event, last));
    const got = events.map((event) => messageOf(event).id).filter((id) => ids.includes(id as number));
    expect.same(got, [], "what somebody else is sendDirect of direct messages and private channels");
  },
});

/** The ids of a queue's events ascend. */
export const idsAscend = property({
  clause: "events/ids-ascend",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    for (let i = 0; i < 3; i++) await sendDirect(alice, [alice], `${i}`);
    const ids = (await eventsSoFar(queue)).map(({ id }) => id);
    const ascending = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, ascending, "the ids of the events");
    expect.same(ids.length >= 3, true, "whether all three messages were sendDirect of");
  },
});

/** A deleted queue is gone: its events and its deletion are refused under its id, and the user's other queue goes on. */
export const queueDeleted = property({
  clause: ["events/queue-deleted", "events/queue-deleted-alone"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const [queue, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    expect.succeeded(await alice.send("DELETE /events", { queue_id: queue.id }), "deleting a queue");
    const id = await sendDirect(alice, [alice]);
    const gone = { queue_id: queue.id };
    const asked = await alice.send("GET /events", { ...gone, last_event_id: -1, dont_block: true });
    expect.refused(asked, "BAD_EVENT_QUEUE_ID", gone, "asking for the events of a deleted queue");
    expect.refused(await alice.send("DELETE /events", gone), "BAD_EVENT_QUEUE_ID", gone, "deleting a queue again");
    await awaitMessage(other, id);
  },
});

/** Nobody deletes the queue of somebody else: it goes on. */
export const queueOfOthers = property({
  clause: "events/queue-of-others",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    const fields = { queue_id: queue.id };
    expect.declined(await bob.send("DELETE /events", fields), "deleting the queue of somebody else", "queue_id");
    await awaitMessage(queue, await sendDirect(alice, [alice]));
  },
});
