import { deactivatedAccount } from "../../client/people.ts";
import { listenForTyping, requireTypists, typingEventsBy, typingToldBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";

const ops = ["start", "stop"] as const;

/** start and stop are told to the other person, in order, with the sender. */
export const people = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds({ as: { alice, bob }, expect }) {
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    const events = await typingEventsBy(queue, bob);
    const told = events.map(({ op }) => op);
    expect.same(told, ops, "the ops of the events");
    for (const event of events) {
      const ids = expect.objects(event.recipients, "the recipients of the event").map(({ user_id }) => user_id);
      expect.sameSet(ids, [bob.user_id, alice.user_id], "the recipients of the event");
    }
  },
});

/** In a group everybody else is told. */
export const group = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds({ as: { alice, bob, cara }, expect }) {
    await requireTypists(alice, bob, cara);
    const queues = [await listenForTyping(alice), await listenForTyping(cara)];
    const to = [alice.user_id, cara.user_id];
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to }));
    for (const queue of queues) {
      const told = (await typingEventsBy(queue, bob)).map(({ op }) => op);
      expect.same(told, ops, `the ops of the events for ${queue.actor.name}`);
    }
  },
});

/** Nobody outside a conversation is told of typing in it, where its people are. */
export const outsiders = property({
  serial: "typing",
  clause: "typing.post/only-recipients",
  async holds({ as: { alice, bob, cara }, expect }) {
    await requireTypists(alice, bob);
    const [inside, outside] = [await listenForTyping(alice), await listenForTyping(cara)];
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    expect.same((await typingEventsBy(inside, bob)).length, 2, "the number of events for the recipient");
    expect.same(await typingEventsBy(outside, bob), [], "what an outsider was told");
  },
});

/** Whether a sender's own clients are told is open; where they are, they are told the same. */
export const sender = property({
  serial: "typing",
  clause: "typing.post/to-sender",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const [own, other] = [await listenForTyping(bob), await listenForTyping(alice)];
    expect.succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id] }));
    const told = await typingToldBy(other, bob);
    expect.same(told.length, 1, "the number of events for the recipient");
    const toSelf = await typingToldBy(own, bob);
    session.chooses("typingToSender", toSelf.length > 0 ? "delivered" : "withheld");
    if (toSelf.length > 0) expect.same(toSelf, told, "what the sender's own client was told");
  },
});

/** Whether a deactivated account may be among the recipients is open; where it may, the others are told. */
export const deactivated = property({
  serial: "typing",
  clause: "typing.post/to-deactivated",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const gone = await deactivatedAccount(bob);
    const queue = await listenForTyping(alice);
    const reply = await bob.send("POST /typing", { op: "start", to: [alice.user_id, gone] });
    const isAccepted = reply.body.result === "success";
    session.chooses("typingToDeactivated", isAccepted ? "accepted" : "refused");
    if (isAccepted) expect.succeeded(reply, "typing to a deactivated account");
    else expect.declined(reply, "typing to a deactivated account", "to");
    expect.same((await typingEventsBy(queue, bob)).length, isAccepted ? 1 : 0, "the number of events for the other recipient");
    expect.succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id] }), "typing to the other recipient alone");
    expect.same((await typingEventsBy(queue, bob)).length, 1, "the number of events for the other recipient alone");
  },
});
