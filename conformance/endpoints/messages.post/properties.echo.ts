import fc from "fast-check";
import { awaitMessage, fetchSource, idsInTopic, sendMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { booleanSpellings, type Spelling } from "../../draw/spellings.ts";
import { textOf } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";
import {
  aSending,
  channelFields,
  fieldsFor,
  isRead,
  listening,
  oneToEach,
  requireArrivals,
  requireSubscribed,
  type Sending,
  sendAndFetch,
} from "./sending.ts";

/** An identifier as clients choose it: digits with a point, or any text. */
const aLocalId = fc.oneof(
  { withCrossShrink: true },
  fc.tuple(fc.nat(99_999), fc.integer({ min: 1, max: 99 })).map(([id, part]) => `${id}.${String(part).padStart(2, "0")}`),
  textOf({ max: 80 }),
);

interface Echo {
  readonly sending: Sending;
  readonly local_id: string;
}

/** Sends a message with one of the two fields of the local echo: it is refused, or arrives. With both it arrives. */
async function sendHalfAnEcho(session: Session, { sending, local_id }: Echo, given: "queue_id" | "local_id"): Promise<void> {
  const { expect } = session;
  const [sender, missing] = [session.actor(sending.sender), given === "queue_id" ? "local_id" : "queue_id"];
  const queue = await listening(sender);
  const fields = fieldsFor(session, sending, session.fresh("echo"));
  const pair: Body = { queue_id: queue?.id ?? "no queue", local_id };
  const reply = await sender.send("POST /messages", { ...fields, [given]: pair[given] });
  const isRefused = reply.body.result === "error";
  if (isRefused) expect.declined(reply, `${given} without ${missing}`, missing);
  const sent = isRefused ? [] : [expect.integer(expect.succeeded(reply, `${given} without ${missing}`).id, "the id in the answer")];
  session.chooses("localEchoPair", isRefused ? "required" : "observed");
  sent.push(await expect.accepted(sendMessage(sender, queue ? { ...fields, ...pair } : fields)));
  await requireArrivals(queue, fields.content, sent, `the messages that arrive, the first with ${given} alone`);
}

const halfEchoes: readonly Echo[] = oneToEach.map((sending) => ({ sending, local_id: "17.01" }));

/** local_id alone is refused. */
export const localIdAlone = property({
  clause: "messages.post/local-id-needs-queue",
  given: { sending: aSending, local_id: aLocalId },
  examples: halfEchoes,
  holds: (session, half) => sendHalfAnEcho(session, half, "local_id"),
});

/** queue_id alone is refused. */
export const queueIdAlone = property({
  clause: "messages.post/queue-needs-local-id",
  given: { sending: aSending, local_id: aLocalId },
  examples: halfEchoes,
  holds: (session, half) => sendHalfAnEcho(session, half, "queue_id"),
});

/** Any local_id comes back as it was sent, to the queue that was named and to no other. */
export const localIdUntouched = property<Echo>({
  clause: ["messages.post/local-id-untouched", "events/local-echo", "events/local-echo-only-there"],
  given: { sending: aSending, local_id: aLocalId },
  examples: [
    { sending: { sender: "alice" }, local_id: "17.01" },
    { sending: { sender: "alice", to: ["bob"] }, local_id: "0042" },
    { sending: { sender: "bob" }, local_id: "sixteen--letters" },
    { sending: { sender: "alice" }, local_id: "seventeen letters" },
    { sending: { sender: "bob", to: ["bob"] }, local_id: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6.2026-01-01T00:00:00.000001Z" },
    { sending: { sender: "cara", to: ["bob", "alice"] }, local_id: " é\"[1]' " },
  ],
  async holds(session, { sending, local_id }) {
    const { expect } = session;
    const sender = session.actor(sending.sender);
    if (!sending.to) await requireSubscribed(sender, session.channels.general);
    const [queue, other] = [await sender.queue({ event_types: ["message"] }), await sender.queue({ event_types: ["message"] })];
    const id = await expect.accepted(sendMessage(sender, { ...fieldsFor(session, sending), queue_id: queue.id, local_id }));
    expect.same((await awaitMessage(queue, id)).local_message_id, local_id, "local_message_id in the queue that was named");
    expect.same((await awaitMessage(other, id)).local_message_id, undefined, "local_message_id in another queue");
  },
});

/** read_by_sender decides whether the sender's message starts read, in channels and among people. */
export const readBySender = property<{ sending: Sending; read: Spelling<boolean> }>({
  clause: "messages.post/read-by-sender",
  given: { sending: aSending, read: booleanSpellings.valid },
  examples: [true, false].flatMap((means) => oneToEach.map((sending) => ({ sending, read: { text: String(means), means } }))),
  async holds(session, { sending, read }) {
    const { expect } = session;
    const fields = { ...fieldsFor(session, sending), read_by_sender: read.text };
    const message = await sendAndFetch(session.actor(sending.sender), fields);
    expect.same(isRead(expect, message), read.means, "whether the message is read for its sender");
  },
});

const otherThan = (name: PersonName, other: PersonName): PersonName => (name === other ? (name === "alice" ? "bob" : "alice") : other);

interface Reading {
  readonly sender: PersonName;
  readonly other: PersonName;
  readonly isDirect: boolean;
}

/** read_by_sender does not make the message read for others. */
export const readForOthers = property<Reading>({
  clause: "messages.post/read-by-sender",
  given: { sender: anActor(), other: anActor(), isDirect: fc.boolean() },
  examples: [
    { sender: "alice", other: "bob", isDirect: false },
    { sender: "alice", other: "bob", isDirect: true },
  ],
  async holds(session, { sender, other, isDirect }) {
    const { expect } = session;
    const [author, name] = [session.actor(sender), otherThan(sender, other)];
    const fields = fieldsFor(session, isDirect ? { sender, to: [name] } : { sender });
    if (!isDirect) await requireSubscribed(session.actor(name), session.channels.general);
    const states: boolean[] = [];
    for (const read_by_sender of [true, false]) {
      const message = await sendAndFetch(author, { ...fields, read_by_sender });
      expect.same(isRead(expect, message), read_by_sender, "whether it starts read for the sender");
      states.push(isRead(expect, await expect.accepted(fetchSource(session.actor(name), message.id))));
    }
    expect.same(states[0], states[1], `whether it starts read for ${name}`);
    if (states[0]) throw new Untestable(`whatever ${sender} sends starts read for ${name}`);
  },
});

const aClientName = fc.constantFrom("touchstone/1", "website/1", "ZulipMobile/30.0 (Android)", "curl/8.5.0", "desktop app", "soup");

interface SentByClient {
  readonly who: PersonName;
  readonly userAgent: string;
  /** Sent by the one who acts, whoever is named as their sender. */
  readonly messages: readonly { readonly sending: Sending; readonly content: ContentShape }[];
}

/** Without read_by_sender the same client name gives the same every time, wherever the message goes and whatever it says. */
export const readByClient = property<SentByClient>({
  clause: "messages.post/read-by-client",
  given: {
    who: anActor(),
    userAgent: aClientName,
    messages: fc.array(fc.record({ sending: aSending, content: aContent() }), { minLength: 2, maxLength: 3 }),
  },
  examples: ["touchstone/1", "website/1"].map((userAgent) => ({
    who: "alice",
    userAgent,
    messages: oneToEach.map((sending) => ({ sending, content: { kind: "phrase", text: "good morning" } })),
  })),
  async holds(session, { who, userAgent, messages }) {
    const { expect } = session;
    const author = session.actor(who);
    const states: boolean[] = [];
    for (const { sending, content } of messages) {
      const fields = fieldsFor(session, { ...sending, sender: who }, contentOf(content));
      const body = expect.succeeded(await author.send("POST /messages", fields, { userAgent }), `sending by ${userAgent}`);
      const id = expect.integer(body.id, "the id in the answer");
      states.push(isRead(expect, await expect.accepted(fetchSource(author, id))));
    }
    expect.same(new Set(states).size, 1, `the number of ways in which messages sent by ${userAgent} start read or unread`);
  },
});

/** Markup, lines and characters of all kinds are kept as they were sent. */
export const contentKept = property<{ sender: PersonName; content: ContentShape }>({
  clause: "messages.post/content-kept",
  given: { sender: anActor(), content: aContent() },
  examples: ["*emphasis* stays Source", "two\nlines", "Üñïcødé 🌻", "a & b < c > \"d\" 'e'"].map((text) => ({
    sender: "alice",
    content: { kind: "text", text },
  })),
  async holds(session, { sender, content }) {
    const { expect } = session;
    const [author, channel, topic, text] = [session.actor(sender), session.channels.general, session.fresh(), contentOf(content)];
    const message = await sendAndFetch(author, channelFields(channel, topic, text));
    expect.same(message.content, text, "the content kept");
    expect.same(await expect.accepted(idsInTopic(author, channel, topic)), [message.id], "the messages of the topic");
  },
});
