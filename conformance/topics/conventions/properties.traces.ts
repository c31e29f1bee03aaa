import fc from "fast-check";
import { fetchMessages, newestOf, sendMessage, sendToSelf } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { at, type Body } from "../../expect.ts";

/** Faults for which every server refuses a message to a channel: fields in place of those of the message. */
const faults = {
  "to a channel that does not exist": (fresh: string): Body => ({ to: fresh }),
  "to a channel id that does not exist": (): Body => ({ to: 2_000_000_000 }),
  "of an unknown type": (): Body => ({ type: "touchstone" }),
  "to a person who does not exist": (): Body => ({ type: "private", to: [2_000_000_000] }),
} as const;

type Fault = keyof typeof faults;

/** A refused message is not among the messages, and the same message to a channel that exists is. */
export const refusedMessageIsNowhere = property<{ readonly who: PersonName; readonly fault: Fault; readonly phrase: string }>({
  clause: "conventions/refusals-leave-no-trace",
  given: { who: anActor(), fault: fc.constantFrom(...(Object.keys(faults) as Fault[])), phrase: aPhrase },
  examples: [{ who: "alice", fault: "to a channel that does not exist", phrase: "refused" }],
  async holds(session, { who, fault, phrase }) {
    const { expect } = session;
    const actor = session.actor(who);
    const content = session.fresh(phrase);
    const count = async (): Promise<number> => {
      const own = await fetchMessages(actor, [{ operator: "sender", operand: actor.email }], {
        ...newestOf(session, 20),
        apply_markdown: false,
      });
      return own.filter((message) => message.content === content).length;
    };
    const fields = { type: "stream", to: session.channels.general, topic: "t", content };
    expect.declined(await actor.send("POST /messages", { ...fields, ...faults[fault](session.fresh("none")) }), `a message ${fault}`);
    expect.same(await count(), 0, "the number of messages with the content of a refused one");
    await expect.accepted(sendMessage(actor, fields));
    expect.same(await count(), 1, "the number of messages with the content of the one that was sent");
  },
});

/** Acknowledging an event that the queue does not have is refused, and the queue keeps its events, or, as servers do, loses them. */
export const refusedAcknowledgement = property({
  clause: "conventions/refused-acknowledgement",
  given: { who: anActor(), messages: fc.integer({ min: 1, max: 3 }), last_event_id: fc.integer({ min: 1000, max: 2_000_000_000 }) },
  examples: [{ who: "alice", messages: 1, last_event_id: 999_999 }],
  async holds(session, { who, messages, last_event_id }) {
    const { expect } = session;
    const actor = session.actor(who);
    const queue = await actor.queue({ event_types: ["message"] });
    const content = session.fresh("queued");
    for (let i = 0; i < messages; i++) await sendToSelf(actor, content);
    const poll = { queue_id: queue.id, last_event_id: queue.start, dont_block: true };
    const count = async (): Promise<number | undefined> => {
      const { body } = await actor.send("GET /events", poll);
      if (body.result !== "success") return undefined;
      const events = expect.objects(body.events, "the events of GET /events");
      return events.filter((event) => String(at(event, "message", "content")).includes(content)).length;
    };
    expect.same(await count(), messages, "the number of events of messages that were sent");
    expect.declined(await actor.send("GET /events", { ...poll, last_event_id }), "acknowledging an event that is not there");
    session.chooses("unknownAcknowledgement", (await count()) === messages ? "kept" : "lost");
  },
});

/** A bot's message to a channel that does not exist is refused; whether its owner is told of it is noted where alice owns the bot. */
export const refusedBotMessage = property({
  clause: "conventions/refused-bot-message",
  given: { word: fc.constantFrom("channel", "Channel", "käse", "频道", "c+d", "#c"), phrase: aPhrase },
  examples: [{ word: "channel", phrase: "lost" }],
  async holds(session, { word, phrase }) {
    const { expect } = session;
    const { robo, alice } = session.as;
    const stream = session.fresh(word);
    const reply = await robo.send("POST /messages", { type: "stream", to: stream, topic: "t", content: phrase });
    expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream }, "a bot's message to a channel that does not exist");
    const newest = await fetchMessages(alice, [], { ...newestOf(session, 10), apply_markdown: false });
    // Owners are told once in a while only, so that hearing nothing says nothing.
    if (newest.some(({ content }) => String(content).includes(stream))) session.chooses("ownerNotices", "sent");
  },
});
