import { directFields } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { prepared } from "../../expect.ts";

/** A refused message is not among the messages. */
export const refusedMessageIsNowhere = property({
  clause: "conventions/refusals-leave-no-trace",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const content = session.fresh("refused");
    const fields = { type: "stream", to: session.fresh("none"), topic: "t", content };
    expect.declined(await alice.send("POST /messages", fields), "a message to nowhere");
    const narrow = [{ operator: "sender", operand: alice.email }];
    const range = { anchor: "newest", num_before: 20, num_after: 0, narrow, apply_markdown: false };
    const { messages } = expect.succeeded(await alice.send("GET /messages", range));
    expect.holds(
      !(messages as { content: string }[]).some((message) => message.content === content),
      "a refused message is among the messages",
    );
  },
});

/** Acknowledging an event that the queue does not have is refused, and the queue keeps its events, or, as servers do, loses them. */
export const refusedAcknowledgement = property({
  clause: "conventions/refused-acknowledgement",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { id: queue_id, start: last_event_id } = await alice.queue({ event_types: ["message"] });
    const content = session.fresh("queued");
    prepared.succeeded(await alice.send("POST /messages", directFields(alice, [alice], content)), "a note to oneself");
    const poll = { queue_id, last_event_id, dont_block: true };
    const count = async (): Promise<number | undefined> => {
      const { body } = await alice.send("GET /events", poll);
      if (body.result !== "success") return undefined;
      return (body.events as { message?: { content: string } }[]).filter(({ message }) => message?.content.includes(content)).length;
    };
    expect.holds((await count()) === 1, "a queue does not have the one message that was sent");
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
    const range = { anchor: "newest", num_before: 10, num_after: 0, apply_markdown: false };
    const { messages } = expect.succeeded(await alice.send("GET /messages", range));
    // Owners are told once in a while only, so that hearing nothing says nothing.
    if ((messages as { content: string }[]).some(({ content }) => content.includes(stream))) session.chooses("ownerNotices", "sent");
  },
});
