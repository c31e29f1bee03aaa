import { awaitMessage, brings, eventsSoFar, sendMessage } from "../../client/messages.ts";
import { subscriptionOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";
import { aMail, fieldsOf, type Mail, toBob } from "./mail.ts";

/** The queue that is named gets the client's own identifier back, untouched; no other queue does. */
export const localEcho = property<Mail & { readonly local_id: string }>({
  clause: ["events/local-echo", "events/local-echo-only-there"],
  given: { ...aMail, local_id: textOf({ max: 24 }) },
  examples: [
    { mail: toBob, isDirect: false, local_id: "17.01" },
    { mail: toBob, isDirect: true, local_id: "0042" },
    { mail: toBob, isDirect: true, local_id: " é\"[1]' " },
  ],
  async holds(session, { local_id, ...where }) {
    const { expect } = session;
    const { sender, to } = where.mail;
    const actor = session.actor(sender);
    const [queue, other] = [await actor.queue({ event_types: ["message"] }), await actor.queue({ event_types: ["message"] })];
    const elsewhere = await session.actor(to[0] ?? sender).queue({ event_types: ["message"] });
    const id = await expect.accepted(sendMessage(actor, { ...fieldsOf(session, where, "hello"), queue_id: queue.id, local_id }));
    expect.same((await awaitMessage(queue, id)).local_message_id, local_id, "local_message_id in the queue that was named");
    for (const one of [other, elsewhere])
      expect.same((await awaitMessage(one, id)).local_message_id, undefined, "local_message_id in another queue");
  },
});

/** In a channel to which the sender is not subscribed the queue that is named is told of the message, or not. */
export const localEchoUnsubscribed = property({
  clause: "events/local-echo-unsubscribed",
  given: { who: anActor("alice", "dana", "owen", "robo"), local_id: textOf({ max: 24 }) },
  examples: [{ who: "alice", local_id: "17.01" }],
  async holds(session, { who, local_id }) {
    const { expect } = session;
    const actor = session.actor(who);
    const to = session.channels.quiet;
    if (await subscriptionOf(actor, to)) throw new Untestable(`${who} is subscribed to the channel quiet`);
    const queue = await actor.queue({ event_types: ["message"] });
    const message = { type: "stream", to, topic: session.fresh(), content: "hello" };
    const id = await expect.accepted(sendMessage(actor, { ...message, queue_id: queue.id, local_id }));
    const event = (await eventsSoFar(queue)).find((one) => brings(one, id));
    session.chooses("localEcho", event ? "named" : "observed");
    if (event) expect.same(event.local_message_id, local_id, "local_message_id");
  },
});
