import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { deactivatedAccount } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { listenForTyping, requireTypists, sharedChannel, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { people as humans, type PersonName, somePeople, twoPeople } from "../../draw/people.ts";
import { bobToAlice, conversation, ops, opsOf, toPeople } from "./conversation.ts";

/** start and stop are told to the other person, in order, with the sender. */
export const people = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  given: { pair: twoPeople(...humans) },
  examples: [{ pair: bobToAlice }],
  async holds(session, { pair }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", toPeople(op, [listener])));
    const events = await typingEventsBy(queue, typist);
    expect.same(opsOf(events), ops, "the ops of the events");
    for (const event of events) {
      const ids = expect.objects(event.recipients, "the recipients of the event").map(({ user_id }) => user_id);
      expect.sameSet(ids, [typist.user_id, listener.user_id], "the recipients of the event");
    }
  },
});

/** Returns the typist, who is the first, and queues of all others. */
async function groupOf(session: Session, names: readonly string[]) {
  const [typist, ...others] = names.map((name) => session.actor(name)) as [Actor, ...Actor[]];
  await requireTypists(typist, ...others);
  const queues = [];
  for (const other of others) queues.push(await listenForTyping(other));
  return { typist, others, queues };
}

const bobToAliceAndCara: readonly PersonName[] = ["bob", "alice", "cara"];

/** In a group everybody else is told. */
export const group = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  given: { names: somePeople<PersonName>({ from: humans, min: 3, max: 4 }) },
  examples: [{ names: [...bobToAliceAndCara] }],
  async holds(session, { names }) {
    const { expect } = session;
    const { typist, others, queues } = await groupOf(session, names);
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", toPeople(op, others)));
    for (const queue of queues)
      expect.same(opsOf(await typingEventsBy(queue, typist)), ops, `the ops of the events for ${queue.actor.name}`);
  },
});

/** How often start is sent in each session of composing, each of which stop ends. */
const composing = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 });

/** However often start is sent again, each time everybody else is told, and of the stop after it. */
export const resent = property({
  serial: "typing",
  clause: ["typing.post/start-resent", "typing.post/stop-told"],
  given: { names: somePeople<PersonName>({ from: humans, min: 2, max: 3 }), inChannel: fc.boolean(), starts: composing },
  examples: [
    { names: ["bob", "alice"], inChannel: false, starts: [2] },
    { names: ["bob", "alice", "cara"], inChannel: true, starts: [2] },
    { names: ["alice", "bob"], inChannel: false, starts: [1, 1] },
  ],
  async holds(session, { names, inChannel, starts }) {
    const { expect } = session;
    const { typist, others, queues } = await groupOf(session, names);
    const channel = inChannel ? await sharedChannel(typist, ...others) : undefined;
    const place = inChannel ? { type: "stream", stream_id: channel, topic: session.fresh() } : { to: others.map(({ user_id }) => user_id) };
    const sent = starts.flatMap((times) => [...Array<string>(times).fill("start"), "stop"]);
    for (const op of sent) expect.succeeded(await typist.send("POST /typing", { op, ...place }), `typing with op ${op}`);
    for (const queue of queues)
      expect.same(opsOf(await typingEventsBy(queue, typist)), sent, `the ops of the events for ${queue.actor.name}`);
  },
});

/** Nobody outside a conversation is told of typing in it, where its people are. */
export const outsiders = property({
  serial: "typing",
  clause: "typing.post/only-recipients",
  given: { names: somePeople<PersonName>({ from: humans, min: 3, max: 3 }) },
  examples: [{ names: [...bobToAliceAndCara] }],
  async holds(session, { names: [typing = "", listening = "", other = ""] }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, [typing, listening]);
    const outside = await listenForTyping(session.actor(other));
    for (const op of ops) expect.succeeded(await typist.send("POST /typing", toPeople(op, [listener])));
    expect.same((await typingEventsBy(queue, typist)).length, 2, "the number of events for the recipient");
    expect.same(await typingEventsBy(outside, typist), [], "what an outsider was told");
  },
});

/** Whether a sender's own clients are told is open; where they are, they are told the same. */
export const sender = property({
  serial: "typing",
  clause: "typing.post/to-sender",
  given: { pair: twoPeople(...humans), op: fc.constantFrom(...ops) },
  examples: [{ pair: bobToAlice, op: "start" }],
  async holds(session, { pair, op }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const own = await listenForTyping(typist);
    expect.succeeded(await typist.send("POST /typing", toPeople(op, [listener])));
    const told = await typingToldBy(queue, typist);
    expect.same(told.length, 1, "the number of events for the recipient");
    const toSelf = await typingToldBy(own, typist);
    session.chooses("typingToSender", toSelf.length > 0 ? "delivered" : "withheld");
    if (toSelf.length > 0) expect.same(toSelf, told, "what the sender's own client was told");
  },
});

/** Whether a deactivated account may be among the recipients is open; where it may, the others are told. */
export const deactivated = property({
  serial: "typing",
  clause: "typing.post/to-deactivated",
  given: { pair: twoPeople(...humans), op: fc.constantFrom(...ops), isFirst: fc.boolean() },
  examples: [{ pair: bobToAlice, op: "start", isFirst: false }],
  async holds(session, { pair, op, isFirst }) {
    const { expect } = session;
    const { typist, listener, queue } = await conversation(session, pair);
    const gone = await deactivatedAccount(typist);
    const to = isFirst ? [gone, listener.user_id] : [listener.user_id, gone];
    const reply = await typist.send("POST /typing", { op, to });
    const isAccepted = reply.body.result === "success";
    session.chooses("typingToDeactivated", isAccepted ? "accepted" : "refused");
    if (isAccepted) expect.succeeded(reply, "typing to a deactivated account");
    else expect.declined(reply, "typing to a deactivated account", "to");
    expect.same((await typingEventsBy(queue, typist)).length, isAccepted ? 1 : 0, "the number of events for the other recipient");
    expect.succeeded(await typist.send("POST /typing", toPeople(op, [listener])), "typing to the other recipient alone");
    expect.same((await typingEventsBy(queue, typist)).length, 1, "the number of events for the other recipient alone");
  },
});
