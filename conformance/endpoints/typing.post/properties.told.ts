import { declined } from "../../client/declined.ts";
import { registered } from "../../client/registration.ts";
import type { Actor } from "../../client/session.ts";
import { listening, typedBy, typingProperty, typists } from "../../client/typing.ts";
import { Untestable } from "../../client/verdict.ts";
import { same, succeeded } from "../../expect.ts";

const ops = ["start", "stop"] as const;

/** start and stop are told to the other person, in order, with the sender. */
export const people = typingProperty({
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds(session) {
    const { alice, bob } = await typists(session);
    const queue = await listening(alice);
    for (const op of ops) succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    const events = await typedBy(session, queue, bob);
    same(
      events.map(({ op }) => op),
      ops,
      "the ops of the events",
    );
    const everybody = [bob.user_id, alice.user_id].sort((a, b) => a - b);
    for (const { recipients } of events) {
      const ids = (recipients as { user_id: number }[]).map(({ user_id }) => user_id).sort((a, b) => a - b);
      same(ids, everybody, "the recipients of the event");
    }
  },
});

/** In a group everybody else is told. */
export const group = typingProperty({
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds(session) {
    const { alice, bob, cara } = await typists(session, ["alice", "bob", "cara"]);
    const queues = [await listening(alice), await listening(cara)];
    const to = [alice.user_id, cara.user_id];
    for (const op of ops) succeeded(await bob.send("POST /typing", { op, to }));
    for (const queue of queues) {
      const told = (await typedBy(session, queue, bob)).map(({ op }) => op);
      same(told, ops, `the ops of the events for ${queue.actor.name}`);
    }
  },
});

/** Nobody outside a conversation is told of typing in it. */
export const outsiders = typingProperty({
  clause: "typing.post/only-recipients",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const { cara } = session.as as { cara: Actor };
    const queue = await listening(cara);
    for (const op of ops) succeeded(await bob.send("POST /typing", { op, to: [alice.user_id] }));
    same(await typedBy(session, queue, bob), [], "what an outsider was told");
  },
});

/** Whether a sender's own clients are told is open; where they are, they are told the same. */
export const sender = typingProperty({
  clause: "typing.post/to-sender",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const [own, other] = [await listening(bob), await listening(alice)];
    succeeded(await bob.send("POST /typing", { op: "start", to: [alice.user_id] }));
    const told = (await typedBy(session, other, bob)).map(({ id, ...rest }) => rest);
    const toSelf = (await typedBy(session, own, bob)).map(({ id, ...rest }) => rest);
    session.chooses("typingToSender", toSelf.length > 0 ? "delivered" : "withheld");
    if (toSelf.length > 0) same(toSelf, told, "what the sender's own client was told");
  },
});

/** Whether a deactivated account may be among the recipients is open; where it may, the others are told. */
export const deactivated = typingProperty({
  clause: "typing.post/to-deactivated",
  async holds(session) {
    const { alice, bob } = await typists(session);
    const gone = (await registered(bob, ["realm_user"])).realm_non_active_users as { user_id: number }[] | undefined;
    if (!gone?.[0]) throw new Untestable("the registration shows no deactivated account");
    const queue = await listening(alice);
    const reply = await bob.send("POST /typing", { op: "start", to: [alice.user_id, gone[0].user_id] });
    const isAccepted = reply.body.result === "success";
    session.chooses("typingToDeactivated", isAccepted ? "accepted" : "refused");
    if (!isAccepted) declined(reply, "typing to a deactivated account", "to");
    same((await typedBy(session, queue, bob)).length, isAccepted ? 1 : 0, "the number of events for the other recipient");
  },
});
