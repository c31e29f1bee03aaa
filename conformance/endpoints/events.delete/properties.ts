import { awaitMessage, sendToSelf } from "../../client/messages.ts";
import { deleteQueue } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

/** A queue that is deleted gives no more events, not even those that were waiting. */
export const ends = property({
  clause: "events.delete/deletes",
  async holds({ as: { alice }, expect }) {
    const queue = await alice.queue({ event_types: ["message"] });
    await awaitMessage(queue, await sendToSelf(alice, "delivered"));
    await sendToSelf(alice, "waiting");
    expect.succeeded(await deleteQueue(alice, queue.id), "deleting an event queue");
    await sendToSelf(alice, "too late");
    const reply = await alice.poll("GET /events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
    expect.refused(
      expect.present(reply, "an answer to polling a deleted queue"),
      "BAD_EVENT_QUEUE_ID",
      { queue_id: queue.id },
      "polling a deleted queue",
    );
  },
});

/** A queue is deleted once. */
export const twice = property({
  clause: "events.delete/deleted-queue",
  async holds({ as: { alice }, expect }) {
    const { id } = await alice.queue();
    expect.succeeded(await deleteQueue(alice, id), "deleting an event queue");
    for (const what of ["deleting a queue again", "deleting a queue for the third time"])
      expect.refused(await deleteQueue(alice, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, what);
  },
});

/** A queue that never was is refused, with its id, while one that is there is not. */
export const unknown = property({
  clause: "events.delete/unknown-queue",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    for (const id of [session.fresh("no queue"), "0:1"])
      expect.refused(await deleteQueue(alice, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, "deleting a queue that never was");
    const { id } = await alice.queue();
    expect.succeeded(await deleteQueue(alice, id), "deleting an event queue");
  },
});

/** The id of the queue is required: without it the deletion is refused, with it not. */
export const required = property({
  clause: "events.delete/queue_id-required",
  async holds({ as: { alice }, expect }) {
    const { id } = await alice.queue();
    expect.missing(await deleteQueue(alice, undefined), "queue_id");
    expect.succeeded(await deleteQueue(alice, id), "deleting an event queue");
  },
});

/** The caller's other queues go on. */
export const othersGoOn = property({
  clause: "events.delete/other-queues",
  async holds({ as: { alice }, expect }) {
    const [one, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    expect.succeeded(await deleteQueue(alice, one.id), "deleting an event queue");
    await awaitMessage(other, await sendToSelf(alice));
  },
});

/** Somebody else's queue looks like one that never was, and goes on until its owner deletes it. */
export const ofOthers = property({
  clause: ["events.delete/other-queues", "events.delete/unknown-queue"],
  async holds({ as: { alice, bob }, expect }) {
    const queue = await alice.queue({ event_types: ["message"] });
    expect.refused(await deleteQueue(bob, queue.id), "BAD_EVENT_QUEUE_ID", { queue_id: queue.id }, "deleting somebody else's queue");
    await awaitMessage(queue, await sendToSelf(alice));
    expect.succeeded(await deleteQueue(alice, queue.id), "deleting one's own queue");
  },
});
