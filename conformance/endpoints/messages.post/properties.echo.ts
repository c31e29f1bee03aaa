import type { Actor } from "../../client/actor.ts";
import { directType, fetchSource, sendMessage, sendToChannel } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";

/** local_id alone is refused. */
export const localIdAlone = property({
  clause: "messages.post/local-id-needs-queue",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const fields = { type: directType(session.as.alice), to: [alice.user_id], content: "hello", local_id: "17.01" };
    const reply = await alice.send("POST /messages", fields);
    session.chooses("localEchoPair", reply.body.result === "error" ? "required" : "observed");
    if (reply.body.result === "error") expect.declined(reply, "local_id without queue_id", "queue_id");
  },
});

/** queue_id alone is refused. */
export const queueIdAlone = property({
  clause: "messages.post/queue-needs-local-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const { id: queue_id } = await alice.queue({ event_types: ["message"] });
    const reply = await alice.send("POST /messages", {
      type: directType(session.as.alice),
      to: [alice.user_id],
      content: "hello",
      queue_id,
    });
    session.chooses("localEchoPair", reply.body.result === "error" ? "required" : "observed");
    if (reply.body.result === "error") expect.declined(reply, "queue_id without local_id", "local_id");
  },
});

const isRead = ({ flags }: Readonly<Record<string, unknown>>): boolean => Array.isArray(flags) && flags.includes("read");

/** read_by_sender decides whether the sender's message starts read, in channels and among people. */
export const readBySender = property({
  clause: "messages.post/read-by-sender",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const places = [
      { type: "stream", to: session.channels.general, topic: session.fresh() },
      { type: directType(session.as.alice), to: [alice.user_id] },
    ];
    for (const place of places) {
      for (const read_by_sender of [true, false]) {
        const id = await sendMessage(alice, { ...place, content: "hello", read_by_sender });
        expect.same(isRead(await fetchSource(alice, id)), read_by_sender, `whether the sender's message to ${place.to} is read`);
      }
    }
  },
});

/** read_by_sender does not make the message read for others. */
export const readForOthers = property({
  clause: "messages.post/read-by-sender",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "hello" };
    const states: boolean[] = [];
    for (const read_by_sender of [true, false])
      states.push(isRead(await fetchSource(bob, await sendMessage(alice, { ...fields, read_by_sender }))));
    expect.same(states[0], states[1], "whether it starts read for another subscriber");
  },
});

/** Without read_by_sender the same client name gives the same, every time. */
export const readByClient = property({
  clause: "messages.post/read-by-client",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const fields = { type: directType(session.as.alice), to: [alice.user_id], content: "hello" };
    for (const userAgent of ["touchstone/1", "website/1"]) {
      const states: boolean[] = [];
      for (let i = 0; i < 2; i++) {
        const { body } = await alice.send("POST /messages", fields, { userAgent });
        states.push(isRead(await fetchSource(alice, body.id as number)));
      }
      expect.holds(states[0] === states[1], `two messages sent by ${userAgent} differ in whether they start read`);
    }
  },
});

/** Markup, lines and characters of all kinds are kept as they were sent. */
export const contentKept = property({
  clause: "messages.post/content-kept",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    for (const content of ["*emphasis* stays source", "two\nlines", "üñïcødé 🌻", "a & b < c > \"d\" 'e'"]) {
      const id = await sendToChannel(alice, session.channels.general, session.fresh(), content);
      expect.same((await fetchSource(alice, id)).content, content, "the content kept");
    }
  },
});
