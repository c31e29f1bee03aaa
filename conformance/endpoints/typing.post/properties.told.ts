import type { Actor } from "../../client/actor.ts";
import { register } from "../../client/registration.ts";
import { listenForTyping, requireTypists, typingEventsBy } from "../../client/typing.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

const ops = ["start", "stop"] as const;

/** start and stop are told to the other person, in order, with the sender. */
export const people = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const queue = await listenForTyping(alice);
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    const events = await typingEventsBy(queue, bob);
    expect.same(
      events.map(({ op }) => op),
      ops,
      "the ops of the events",
    );
    const everybody = [bob.user_id, alice.user_id].sort((a, b) => a - b);
    for (const { recipients } of events) {
      const ids = (recipients as { user_id: number }[]).map(({ user_id }) => user_id).sort((a, b) => a - b);
      expect.same(ids, everybody, "the recipients of the event");
    }
  },
});

/** In a group everybody else is told. */
export const group = property({
  serial: "typing",
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
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

/** Nobody outside a conversation is told of typing in it. */
export const outsiders = property({
  serial: "typing",
  clause: "typing.post/only-recipients",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await requireTypists(alice, bob);
    const { cara } = session.as as { cara: Actor };
    const queue = await listenForTyping(cara);
    for (const op of ops) expect.succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    expect.same(await typingEventsBy(queue, bob), [], "what an outsider was told");
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
    const told = (await typingEventsBy(other, bob)).map(({ id, ...rest }) => rest);
    const toSelf = (await typingEventsBy(own, bob)).map(({ id, ...rest }) => rest);
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
    const gone = (await register(bob, ["realm_user"])).realm_non_active_users as { user_id: number }[] | undefined;
    if (!gone?.[0]) throw new Untestable("the registration shows no deactivated account");
    const queue = await listenForTyping(alice);
    const reply = await bob.send("POST /typing", { op: "start", to: [alice.user_id, gone[0].user_id] });
    const isAccepted = reply.body.result === "success";
    session.chooses("typingToDeactivated", isAccepted ? "accepted" : "refused");
    if (!isAccepted) expect.declined(reply, "typing to a deactivated account", "to");
    expect.same((await typingEventsBy(queue, bob)).length, isAccepted ? 1 : 0, "the number of events for the other recipient");
  },
});
