import { directFields, fetchSource, idsInTopic, sendMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";
import { arrivals, channelFields, isRead, sendAndFetch } from "./sending.ts";

/** Sends a message with one of the two fields of the local echo: it is refused, or arrives. With both it arrives. */
async function sendHalfAnEcho(session: Session, given: "queue_id" | "local_id", missing: string): Promise<void> {
  const { expect } = session;
  const { alice } = session.as;
  const queue = await alice.queue({ event_types: ["message"] });
  const fields = directFields(alice, [alice], session.fresh("echo"));
  const pair: Body = { queue_id: queue.id, local_id: "17.01" };
  const reply = await alice.send("POST /messages", { ...fields, [given]: pair[given] });
  const isRefused = reply.body.result === "error";
  if (isRefused) expect.declined(reply, `${given} without ${missing}`, missing);
  const sent = isRefused ? [] : [expect.integer(expect.succeeded(reply, `${given} without ${missing}`).id, "the id in the answer")];
  session.chooses("localEchoPair", isRefused ? "required" : "observed");
  sent.push(await expect.accepted(sendMessage(alice, { ...fields, ...pair })));
  expect.same(await arrivals(queue, fields.content), sent, `the messages that arrive, the first with ${given} alone`);
}

/** local_id alone is refused. */
export const localIdAlone = property({
  clause: "messages.post/local-id-needs-queue",
  holds: (session) => sendHalfAnEcho(session, "local_id", "queue_id"),
});

/** queue_id alone is refused. */
export const queueIdAlone = property({
  clause: "messages.post/queue-needs-local-id",
  holds: (session) => sendHalfAnEcho(session, "queue_id", "local_id"),
});

/** read_by_sender decides whether the sender's message starts read, in channels and among people. */
export const readBySender = property({
  clause: "messages.post/read-by-sender",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const places = { "a channel": channelFields(session.channels.general, session.fresh()), people: directFields(alice, [alice], "hello") };
    for (const [place, fields] of Object.entries(places))
      for (const read_by_sender of [true, false]) {
        const message = await sendAndFetch(alice, { ...fields, read_by_sender });
        expect.same(isRead(expect, message), read_by_sender, `whether the sender's message to ${place} is read`);
      }
  },
});

/** read_by_sender does not make the message read for others. */
export const readForOthers = property({
  clause: "messages.post/read-by-sender",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const fields = channelFields(session.channels.general, session.fresh());
    const states: boolean[] = [];
    for (const read_by_sender of [true, false]) {
      const message = await sendAndFetch(alice, { ...fields, read_by_sender });
      expect.same(isRead(expect, message), read_by_sender, "whether it starts read for the sender");
      states.push(isRead(expect, await expect.accepted(fetchSource(bob, message.id))));
    }
    expect.same(states[0], states[1], "whether it starts read for another subscriber");
    if (states[0]) throw new Untestable("whatever alice sends starts read for bob");
  },
});

/** Without read_by_sender the same client name gives the same every time, wherever the message goes and whatever it says. */
export const readByClient = property({
  clause: "messages.post/read-by-client",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const messages = [
      directFields(alice, [alice], "hello"),
      directFields(alice, [bob], "good morning"),
      channelFields(session.channels.general, session.fresh(), "good evening"),
    ];
    for (const userAgent of ["touchstone/1", "website/1"]) {
      const states: boolean[] = [];
      for (const fields of messages) {
        const body = expect.succeeded(await alice.send("POST /messages", fields, { userAgent }), `sending by ${userAgent}`);
        const id = expect.integer(body.id, "the id in the answer");
        states.push(isRead(expect, await expect.accepted(fetchSource(alice, id))));
      }
      expect.same(new Set(states).size, 1, `the number of ways in which messages sent by ${userAgent} start read or unread`);
    }
  },
});

/** Markup, lines and characters of all kinds are kept as they were sent. */
export const contentKept = property({
  clause: "messages.post/content-kept",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    const ids: number[] = [];
    for (const content of ["*emphasis* stays Source", "two\nlines", "Üñïcødé 🌻", "a & b < c > \"d\" 'e'"]) {
      const message = await sendAndFetch(alice, channelFields(channel, topic, content));
      expect.same(message.content, content, "the content kept");
      ids.push(message.id);
    }
    expect.same(await expect.accepted(idsInTopic(alice, channel, topic)), ids, "the messages of the topic");
  },
});
