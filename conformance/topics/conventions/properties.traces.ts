import { fetchMessages, sendMessage, sendToSelf } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { at } from "../../expect.ts";

/** A refused message is not among the messages, and the same message to a channel that exists is. */
export const refusedMessageIsNowhere = property({
  clause: "conventions/refusals-leave-no-trace",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const content = session.fresh("refused");
    const count = async (): Promise<number> => {
      const own = await fetchMessages(alice, [{ operator: "sender", operand: alice.email }], { num_before: 20, apply_markdown: false });
      return own.filter((message) => message.content === content).length;
    };
    const fields = { type: "stream", to: session.fresh("none"), topic: "t", content };
    expect.declined(await alice.send("POST /messages", fields), "a message to a channel that does not exist");
    expect.same(await count(), 0, "the number of messages with the content of a refused one");
    await expect.accepted(sendMessage(alice, { ...fields, to: session.channels.general }));
    expect.same(await count(), 1, "the number of messages with the content of the one that was sent");
  },
});

/** Acknowledging an event that the queue does not have is refused, and the queue keeps its events, or, as servers do, loses them. */
export const refusedAcknowledgement = property({
  clause: "conventions/refused-acknowledgement",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { id: queue_id, start: last_event_id } = await alice.queue({ event_types: ["message"] });
    const content = session.fresh("queued");
    await sendToSelf(alice, content);
    const poll = { queue_id, last_event_id, dont_block: true };
    const count = async (): Promise<number | undefined> => {
      const { body } = await alice.send("GET /events", poll);
      if (body.result !== "success") return undefined;
      const events = expect.objects(body.events, "the events of GET /events");
      return events.filter((event) => String(at(event, "message", "content")).includes(content)).length;
    };
    expect.same(await count(), 1, "the number of events of a message that was sent");
    expect.declined(await alice.send("GET /events", { ...poll, last_event_id: 999_999 }), "acknowledging an event that is not there");
    const left = await count();
    session.chooses("unknownAcknowledgement", left === 1 ? "keeps" : "observed");
  },
});

/** A bot's message to a channel that does not exist is refused; whether its owner is told of it is noted where alice owns the bot. */
export const refusedBotMessage = property({
  clause: "conventions/refused-bot-message",
  async holds(session) {
    const { expect } = session;
    const { robo, alice } = session.as;
    const stream = session.fresh("channel");
    const reply = await robo.send("POST /messages", { type: "stream", to: stream, topic: "t", content: "lost" });
    expect.refused(reply, "STREAM_DOES_NOT_EXIST", { stream }, "a bot's message to a channel that does not exist");
    const newest = await fetchMessages(alice, [], { num_before: 10, apply_markdown: false });
    // Owners are told once in a while only, so that hearing nothing says nothing.
    if (newest.some(({ content }) => String(content).includes(stream))) session.chooses("ownerNotices", "sent");
  },
});
