import fc from "fast-check";
import type { EventQueue } from "../../client/actor.ts";
import { awaitMessage, sendToSelf } from "../../client/messages.ts";
import { present } from "../../client/present.ts";
import { deleteQueue } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";

const aFew = fc.nat(2);

/** A queue that is deleted gives no more events, neither those that were delivered already nor those that were waiting. */
export const ends = property({
  clause: "events.delete/deletes",
  given: { who: anActor(), delivered: aFew, waiting: aFew },
  examples: [
    { who: "alice", delivered: 1, waiting: 1 },
    { who: "bob", delivered: 0, waiting: 0 },
  ],
  async holds(session, { who, delivered, waiting }) {
    const { expect } = session;
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types: ["message"] });
    for (let i = 0; i < delivered; i++) await awaitMessage(queue, await sendToSelf(actor, "delivered"));
    for (let i = 0; i < waiting; i++) await sendToSelf(actor, "waiting");
    expect.succeeded(await deleteQueue(actor, queue.id), "deleting an event queue");
    await sendToSelf(actor, "too late");
    const reply = await actor.poll("GET /events", { queue_id: queue.id, last_event_id: -1, dont_block: true });
    expect.refused(
      expect.present(reply, "an answer to polling a deleted queue"),
      "BAD_EVENT_QUEUE_ID",
      { queue_id: queue.id },
      "polling a deleted queue",
    );
  },
});

/** A queue is deleted once, however often it is tried again. */
export const twice = property({
  clause: "events.delete/deleted-queue",
  given: { who: anActor(), again: fc.integer({ min: 1, max: 3 }) },
  examples: [{ who: "alice", again: 2 }],
  async holds(session, { who, again }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { id } = await actor.queue();
    expect.succeeded(await deleteQueue(actor, id), "deleting an event queue");
    for (let i = 0; i < again; i++)
      expect.refused(await deleteQueue(actor, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, "deleting a queue again");
  },
});

/** Ids in the forms that servers give to queues, and any other text. */
const anUnknownQueue = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom("0:1", "no queue", "1", "-1", "null", "00000000-0000-0000-0000-000000000000", "1791000000:999999999"),
  textOf({ max: 60 }),
);

/** A queue that never was is refused, with its id, while one that is there is not. */
export const unknown = property({
  clause: "events.delete/unknown-queue",
  given: { who: anActor(), id: anUnknownQueue },
  examples: [
    { who: "alice", id: "no queue" },
    { who: "alice", id: "0:1" },
  ],
  async holds(session, { who, id }) {
    const { expect } = session;
    const actor = session.actor(who);
    const queue = await actor.queue();
    expect.refused(await deleteQueue(actor, id), "BAD_EVENT_QUEUE_ID", { queue_id: id }, "deleting a queue that never was");
    expect.succeeded(await deleteQueue(actor, queue.id), "deleting an event queue");
  },
});

/** The id of the queue is required: without it the deletion is refused, with it not. */
export const required = property({
  clause: "events.delete/queue_id-required",
  given: { who: anActor(), queues: fc.integer({ min: 1, max: 3 }) },
  examples: [{ who: "alice", queues: 1 }],
  async holds(session, { who, queues }) {
    const { expect } = session;
    const actor = session.actor(who);
    const all: EventQueue[] = [];
    for (let i = 0; i < queues; i++) all.push(await actor.queue());
    expect.missing(await deleteQueue(actor, undefined), "queue_id");
    for (const { id } of all) expect.succeeded(await deleteQueue(actor, id), "deleting an event queue");
  },
});

/** The caller's other queues go on, whichever is deleted. */
export const othersGoOn = property({
  clause: "events.delete/other-queues",
  given: { who: anActor(), queues: fc.integer({ min: 2, max: 4 }), at: proportion },
  examples: [
    { who: "alice", queues: 2, at: 0 },
    { who: "bob", queues: 3, at: 0.5 },
  ],
  async holds(session, { who, queues, at }) {
    const { expect } = session;
    const actor = session.actor(who);
    const all: EventQueue[] = [];
    for (let i = 0; i < queues; i++) all.push(await actor.queue({ event_types: ["message"] }));
    const gone = present(atProportion(at, all), "queue");
    expect.succeeded(await deleteQueue(actor, gone.id), "deleting an event queue");
    const id = await sendToSelf(actor);
    for (const queue of all) if (queue !== gone) await awaitMessage(queue, id);
  },
});

/** Somebody else's queue looks like one that never was, and goes on until its owner deletes it. */
export const ofOthers = property<{ readonly pair: readonly [PersonName, PersonName] }>({
  clause: ["events.delete/other-queues", "events.delete/unknown-queue"],
  given: { pair: twoPeople(...people) },
  examples: [{ pair: ["alice", "bob"] }, { pair: ["alice", "owen"] }],
  async holds(session, { pair }) {
    const { expect } = session;
    const [owner, other] = [session.actor(pair[0]), session.actor(pair[1])];
    const queue = await owner.queue({ event_types: ["message"] });
    expect.refused(await deleteQueue(other, queue.id), "BAD_EVENT_QUEUE_ID", { queue_id: queue.id }, "deleting somebody else's queue");
    await awaitMessage(queue, await sendToSelf(owner));
    expect.succeeded(await deleteQueue(owner, queue.id), "deleting one's own queue");
  },
});
