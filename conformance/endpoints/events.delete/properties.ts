import type { Actor, EventQueue } from "../../client/actor.ts";
import { noteToSelf } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { Differs } from "../../expect.ts";

const remove = (actor: Actor, queue_id: unknown) => actor.send("DELETE /events", { queue_id });

const hears = async (queue: EventQueue, content: string): Promise<void> => {
  await queue.until("the message that was sent", ({ message }) =>
    String((message as { content?: unknown } | undefined)?.content).includes(content),
  );
};

/** A queue that is deleted gives no more events, not even those that were waiting. */
export const ends = property({
  clause: "events.delete/deletes",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const queue = await alice.queue({ event_types: ["message"] });
    await noteToSelf(alice, session.fresh("before"));
    expect.succeeded(await remove(alice, queue.id), "deleting an event queue");
    await noteToSelf(alice, session.fresh("after"));
    const reply = await alice.poll("GET /events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
    if (!reply) throw new Differs("a deleted event queue keeps its client waiting");
    expect.refused(reply, "BAD_EVENT_QUEUE_ID", { queue_id: queue.id }, "asking a deleted queue for events");
    expect.holds(!("events" in reply.body), "a deleted event queue gives events");
  },
});

/** A queue is deleted once. */
export const twice = property({
  clause: "events.delete/deleted-queue",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { id } = await alice.queue();
    expect.succeeded(await remove(alice, id), "deleting an event queue");
    for (let i = 0; i < 2; i++) expect.refused(await remove(alice, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, "deleting a queue again");
  },
});

/** A queue that never was is refused, with its id. */
export const unknown = property({
  clause: "events.delete/unknown-queue",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    for (const id of [session.fresh("no queue"), "0:1"])
      expect.refused(await remove(alice, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, "deleting a queue that never was");
  },
});

/** The id of the queue is required. */
export const required = property({
  clause: "events.delete/queue_id-required",
  async holds(session) {
    const { expect } = session;
    expect.missing(await remove(session.as.alice, undefined), "queue_id");
  },
});

/** The caller's other queues go on. */
export const othersGoOn = property({
  clause: "events.delete/other-queues",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const [one, other] = [await alice.queue({ event_types: ["message"] }), await alice.queue({ event_types: ["message"] })];
    expect.succeeded(await remove(alice, one.id), "deleting an event queue");
    const content = session.fresh("still");
    await noteToSelf(alice, content);
    await hears(other, content);
  },
});

/** Somebody else's queue looks like one that never was, and goes on. */
export const ofOthers = property({
  clause: ["events.delete/other-queues", "events.delete/unknown-queue"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const queue = await alice.queue({ event_types: ["message"] });
    expect.refused(await remove(session.as.bob, queue.id), "BAD_EVENT_QUEUE_ID", { queue_id: queue.id }, "deleting somebody else's queue");
    const content = session.fresh("still");
    await noteToSelf(alice, content);
    await hears(queue, content);
  },
});
