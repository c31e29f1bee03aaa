import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { present } from "../../client/json.ts";
import { awaitMessage, sendToSelf } from "../../client/messages.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";
import type { Checks, Expect } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

const aFew = fc.nat(2);

const deleteQueue = (actor: Actor, queue_id: unknown): Promise<Reply> => actor.send("DELETE /events", { queue_id });

/** Returns the checks of an answer to a poll of a deleted queue: a wrong refusal goes against the clause about it, a success against the first. */
const checksOfPoll = (expect: Expect, { body }: Reply): Checks =>
  body.result === "error" ? expect.against("events/queue-deleted") : expect;

/** A queue that is deleted gives no more events, delivered before or waiting, and cannot be deleted again, however often it is tried. */
export const ends = property({
  clause: ["deletes", "deleted-queue", "events/queue-deleted", "errors/deleted-queue"],
  given: {
    who: anActor(),
    event_types: fc.constantFrom(["message"], []),
    delivered: aFew,
    waiting: aFew,
    methods: fc.array(fc.constantFrom("GET", "DELETE"), { minLength: 1, maxLength: 3 }),
  },
  examples: [
    { who: "alice", event_types: ["message"], delivered: 1, waiting: 1, methods: ["GET", "DELETE", "GET"] },
    { who: "bob", event_types: ["message"], delivered: 0, waiting: 0, methods: ["DELETE", "DELETE"] },
    { who: "alice", event_types: [], delivered: 0, waiting: 0, methods: ["DELETE"] },
  ],
  async holds(session, { who, event_types, delivered, waiting, methods }, expect) {
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types });
    const queue_id = queue.id;
    for (let i = 0; i < delivered && event_types.length > 0; i++) await awaitMessage(queue, await sendToSelf(actor, "delivered"));
    for (let i = 0; i < waiting; i++) await sendToSelf(actor, "waiting");
    expect.succeeded(await deleteQueue(actor, queue_id), "deleting an event queue");
    await sendToSelf(actor, "too late");
    for (const method of methods) {
      // Whether a server takes the number of an event that the queue never had, no sentence says.
      const poll = method === "GET" && { last_event_id: queue.start, dont_block: true };
      const reply = await actor.send(`${method} /events`, { queue_id, ...poll });
      const checks = poll ? checksOfPoll(expect, reply) : expect.against("events.delete/deleted-queue");
      checks.refused(reply, codes.noSuchQueue, { queue_id }, `${method} of a deleted queue`);
    }
  },
});

/** A queue that is polled when it is deleted ends, too: the next poll finds none. */
export const whilePolled = property({
  clause: ["deletes", "events/queue-deleted"],
  given: { who: anActor(...people) },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const actor = session.actor(who);
    const { id: queue_id, start } = await actor.queue({ event_types: ["message"] });
    const poll = { queue_id, last_event_id: start };
    const waiting = actor.poll("GET /events", poll).catch(() => undefined);
    expect.succeeded(await deleteQueue(actor, queue_id), "deleting an event queue that is polled");
    const later = await actor.send("GET /events", { ...poll, dont_block: true });
    checksOfPoll(expect, later).refused(later, codes.noSuchQueue, { queue_id }, "polling a queue that was polled when it was deleted");
    await waiting;
  },
});

/** On a live server so many queues of one account at most are opened for this. */
const mostQueues = 5;

/** Each of the queues of an account is told, however many there are; and once one is deleted the others go on. */
export const othersGoOn = property({
  clause: ["other-queues", "events/queue-deleted-alone", "events/message-told"],
  given: { who: anActor(...people), count: fc.integer({ min: 2, max: 6 }), at: proportion },
  examples: [
    { who: "alice", count: 2, at: 0 },
    { who: "bob", count: 3, at: 0.5 },
    { who: "bob", count: 45, at: 0.9 },
  ],
  async holds(session, { who, count, at }, expect) {
    const actor = session.actor(who);
    const queues: EventQueue[] = [];
    const most = session.target.kind === "embedded" ? count : Math.min(count, mostQueues);
    while (queues.length < most) queues.push(await actor.queue({ event_types: ["message"] }));
    const first = await expect.accepted(sendToSelf(actor, "for every queue"));
    for (const queue of queues) await awaitMessage(queue, first);
    const gone = present(atProportion(at, queues), "queue");
    expect.succeeded(await deleteQueue(actor, gone.id), "deleting an event queue");
    const second = await sendToSelf(actor);
    for (const queue of queues) if (queue !== gone) await awaitMessage(queue, second, "events.delete/other-queues");
  },
});

/** Somebody else's queue looks like one that never was, and goes on until its owner deletes it. */
export const ofOthers = property({
  clause: ["other-queues", "unknown-queue", "events/queue-of-others"],
  given: { pair: twoPeople(...people) },
  examples: [{ pair: ["alice", "bob"] }, { pair: ["alice", "owen"] }],
  async holds(session, { pair }, expect) {
    const [owner, other] = [session.actor(pair[0]), session.actor(pair[1])];
    const queue = await owner.queue({ event_types: ["message"] });
    const reply = await deleteQueue(other, queue.id);
    // A refusal is wrong where it is not that of an unknown queue.
    const checks = reply.body.result === "error" ? expect.against("events.delete/unknown-queue") : expect;
    const what = "deleting somebody else's queue";
    if (reply.body.result === "success") session.needsObserved("nobody deletes the queue of another");
    // The text gives the code to queues that are not known, or are deleted.
    if (session.isHeldToObserved) checks.refused(reply, codes.noSuchQueue, { queue_id: queue.id }, what);
    else checks.declined(reply, what);
    await awaitMessage(queue, await sendToSelf(owner), "events.delete/other-queues");
    expect.succeeded(await deleteQueue(owner, queue.id), "deleting one's own queue");
  },
});
