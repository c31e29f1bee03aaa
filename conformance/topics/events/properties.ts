import fc from "fast-check";
import { stageHistory } from "../../client/history.ts";
import { brings, eventsSoFar, sendToChannel } from "../../client/messages.ts";
import { subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aHistory, sends } from "../../draw/histories.ts";
import { anActor, people } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

const everyType = ["message", "update_message", "delete_message", "reaction", "update_message_flags", "user_topic", "subscription"];

/** The ids of a queue's events ascend, over all polls and types of events. */
export const idsAscend = property({
  clause: "ids-ascend",
  given: { history: aHistory({ messages: [1, 4] }), who: anActor(...people), oftenPolled: fc.boolean() },
  examples: [
    { history: sends("alice", "a", "one", "two", "three"), who: "alice", oftenPolled: false },
    { history: sends("alice", "a", "one", "two", "three"), who: "bob", oftenPolled: true },
  ],
  async holds(session, { history, who, oftenPolled }, expect) {
    const queue = await session.actor(who).queue({ event_types: everyType });
    const ids: number[] = [];
    const poll = async () => void ids.push(...(await eventsSoFar(queue)).map(({ id }) => id));
    const { messages } = await stageHistory(session, history, oftenPolled ? poll : undefined);
    await poll();
    const ascending = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, ascending, "the ids of the events");
    const received = messages.filter((message) => message.received.includes(who)).length;
    expect.holds(ids.length >= received, `of ${received} messages only ${ids.length} events tell`);
  },
});

/** In a channel to which the sender is not subscribed the queue that is named is told of the message, or not. */
export const localEchoUnsubscribed = property({
  clause: "local-echo-unsubscribed",
  given: { who: anActor("alice", "dana", "owen", "robo"), local_id: textOf({ max: 24 }) },
  examples: [{ who: "alice", local_id: "17.01" }],
  async holds(session, { who, local_id }, expect) {
    const actor = session.actor(who);
    const to = session.channels.quiet;
    if (await subscriptionOf(actor, to)) throw new Untestable(`${who} is subscribed to the channel quiet`);
    const queue = await actor.queue({ event_types: ["message"] });
    const sending = sendToChannel(actor, to, session.fresh(), "hello", { queue_id: queue.id, local_id });
    // Whether who is not subscribed may send at all no sentence says.
    const id = await (session.isHeldToObserved ? expect.accepted(sending) : sending);
    const event = (await eventsSoFar(queue)).find((one) => brings(one, id));
    session.chooses("localEcho", event ? "named" : "observed");
    if (event) expect.same(event.local_message_id, local_id, "local_message_id");
  },
});
