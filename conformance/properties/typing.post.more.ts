import { same, succeeded } from "../checks.ts";
import { listening, typedBy, typingProperty, typists } from "../typing.ts";

/** Where several people are typed to, each of them is told. */
export const everyRecipient = typingProperty({
  clause: ["typing.post/start-told", "typing.post/stop-told", "events/typing-people"],
  async holds(session) {
    const { alice, bob, cara } = await typists(session, ["alice", "bob", "cara"]);
    const queues = [await listening(bob), await listening(cara)];
    const to = [bob.user_id, cara.user_id];
    for (const op of ["start", "stop"]) succeeded(await alice.send("POST /typing", { op, to }), "a notification to two people");
    for (const queue of queues) {
      const ops = (await typedBy(session, queue, alice)).map(({ op }) => op);
      same(ops, ["start", "stop"], `the ops of the events that ${queue.actor.name} got`);
    }
  },
});
