import fc from "fast-check";
import { awaitMessage, sendMessage } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { activePeople, anActor, type PersonName, type Recipients, recipients } from "../../draw/people.ts";
import {
  aSending,
  fieldsFor,
  listening,
  oneToEach,
  peopleNamed,
  peopleOf,
  requireArrivals,
  type Sending,
  sendAndFetch,
} from "./sending.ts";

/** Listing oneself among the recipients changes nothing, wherever in the list, by id or by address. */
export const senderListed = property<{ mail: Recipients; place: number; by: "user_id" | "email" }>({
  clause: "messages.post/to-sender-listed",
  given: { mail: recipients(), place: proportion, by: fc.constantFrom("user_id", "email") },
  examples: [
    { mail: { sender: "alice", to: ["bob"] }, place: 0.99, by: "user_id" },
    { mail: { sender: "alice", to: ["bob"] }, place: 0, by: "email" },
  ],
  async holds(session, { mail, place, by }) {
    const { expect } = session;
    const [sender, others] = [session.actor(mail.sender), mail.to.filter((name) => name !== mail.sender)];
    const i = Math.floor(place * (others.length + 1));
    const plain = await sendAndFetch(sender, fieldsFor(session, { ...mail, to: others.length === 0 ? [mail.sender] : others }));
    const conversation = [expect.integer(plain.recipient_id, "recipient_id"), peopleOf(expect, plain)];
    const to = peopleNamed(session, [...others.slice(0, i), mail.sender, ...others.slice(i)]).map((person) => person[by]);
    const listed = await sendAndFetch(sender, { ...fieldsFor(session, mail), to });
    expect.same([listed.recipient_id, peopleOf(expect, listed)], conversation, "recipient_id and people with the sender listed");
  },
});

/** A sender who is the only recipient writes to nobody else. */
export const senderAlone = property<{ who: PersonName; by: "user_id" | "email" }>({
  clause: "messages.post/to-sender-alone",
  given: { who: anActor(), by: fc.constantFrom("user_id", "email") },
  examples: [
    { who: "alice", by: "user_id" },
    { who: "alice", by: "email" },
  ],
  async holds(session, { who, by }) {
    const { expect } = session;
    const sender = session.actor(who);
    const queue = await sender.queue({ event_types: ["message"] });
    const note = await sendAndFetch(sender, { ...fieldsFor(session, { sender: who, to: [who] }), to: [sender[by]] });
    expect.same(peopleOf(expect, note), [sender.user_id], "the people of a note to oneself");
    await awaitMessage(queue, note.id);
  },
});

/** Somebody in a list of recipients, as the list names them. */
interface Named {
  readonly name: PersonName;
  readonly by: "user_id" | "email";
}

const aNamed = fc.record({ name: anActor(), by: fc.constantFrom("user_id" as const, "email" as const) });

const isMixed = (list: readonly Named[]): boolean => new Set(list.map(({ by }) => by)).size === 2;

/** A list of ids and addresses mixed is refused, and its people get nothing; a list of either is sent. */
export const mixedList = property<{ who: PersonName; list: readonly Named[] }>({
  clause: ["messages.post/to-one-kind", "messages.post/no-trace"],
  given: { who: anActor(), list: fc.uniqueArray(aNamed, { minLength: 2, maxLength: 3, selector: ({ name }) => name }).filter(isMixed) },
  examples: (["user_id", "email"] as const).map((by) => ({
    who: "alice",
    list: [
      { name: "alice", by },
      { name: "bob", by: by === "email" ? "user_id" : "email" },
    ],
  })),
  async holds(session, { who, list }) {
    const { expect } = session;
    const [sender, people] = [
      session.actor(who),
      peopleNamed(
        session,
        list.map(({ name }) => name),
      ),
    ];
    const queue = await listening(itemAt(people, -1));
    const fields = fieldsFor(session, { sender: who, to: [who] }, session.fresh("mixed"));
    const mixed = list.map(({ by }, i) => itemAt(people, i)[by]);
    expect.declined(await sender.send("POST /messages", { ...fields, to: mixed }), `a list of ${JSON.stringify(mixed)}`, "to");
    const sent: number[] = [];
    for (const by of ["user_id", "email"] as const)
      sent.push(await expect.accepted(sendMessage(sender, { ...fields, to: people.map((person) => person[by]) })));
    await requireArrivals(queue, fields.content, sent, "the messages that arrive, one to a mixed list refused");
  },
});

interface Unknown {
  readonly who: PersonName;
  /** An id that nobody has; undefined for an address that nobody has. */
  readonly id: IdShape | undefined;
  /** Those who exist, beside the one who does not. */
  readonly beside: readonly PersonName[];
  /** How many of them stand before that one. */
  readonly place: number;
}

/** An id or an address that nobody has is refused, alone and beside those that somebody has, and nobody gets the message. */
export const unknownRecipient = property<Unknown>({
  clause: ["messages.post/unknown-recipient", "messages.post/no-trace"],
  given: {
    who: anActor(),
    id: fc.option(anId("unknown", "zero", "negative"), { nil: undefined }),
    beside: fc.uniqueArray(fc.constantFrom(...activePeople), { maxLength: 2 }),
    place: proportion,
  },
  examples: [{ kind: "unknown", id: unknownId } as const, undefined].flatMap((id) => [
    { who: "alice", id, beside: [], place: 0 },
    { who: "alice", id, beside: ["alice"], place: 0.99 },
    { who: "alice", id, beside: ["bob", "alice"], place: 0 },
  ]),
  async holds(session, { who, id, beside, place }) {
    const { expect } = session;
    const [sender, people, by] = [session.actor(who), peopleNamed(session, beside), id === undefined ? "email" : "user_id"] as const;
    const queue = await listening(people[0] ?? sender);
    const nobody = id === undefined ? `${session.fresh("nobody").replaceAll(" ", "-")}@nowhere.invalid` : idOf(id, { existing: [] });
    const fields = fieldsFor(session, { sender: who, to: [who] }, session.fresh("Is anybody there"));
    const [known, i] = [people.map((person) => person[by]), Math.floor(place * (people.length + 1))];
    const to = [...known.slice(0, i), nobody, ...known.slice(i)];
    expect.refused(await sender.send("POST /messages", { ...fields, to }), "BAD_REQUEST", {}, `a message to ${JSON.stringify(to)}`);
    const sent = await expect.accepted(sendMessage(sender, { ...fields, to: known.length === 0 ? [sender[by]] : known }));
    await requireArrivals(queue, fields.content, [sent], "the messages that arrive, the one to nobody refused");
  },
});

/** Without `to` a message is refused, to a channel and to people; with it the same message is sent. */
export const toMissing = property<{ sending: Sending }>({
  clause: "messages.post/to-required",
  given: { sending: aSending },
  examples: oneToEach.map((sending) => ({ sending })),
  async holds(session, { sending }) {
    const { expect } = session;
    const [sender, fields] = [session.actor(sending.sender), fieldsFor(session, sending)];
    const reply = await sender.send("POST /messages", { ...fields, to: undefined });
    expect.missing(reply, "to", `a message of type ${String(fields.type)} without to`);
    await expect.accepted(sendMessage(sender, fields));
  },
});

/** With which code a message without `to` is refused: noted, not judged. */
export const toMissingCode = property({
  clause: "messages.post/to-missing-code",
  once: "the code is the same for every message",
  async holds(session) {
    const { as, expect } = session;
    const fields = { type: "stream", topic: session.fresh("nowhere"), content: "hello" };
    const reply = await as.alice.send("POST /messages", fields);
    expect.missing(reply, "to", "a message without to");
    await expect.accepted(sendMessage(as.alice, { ...fields, to: session.channels.general }));
    const { code } = reply.body;
    if (code === "BAD_REQUEST" || code === "REQUEST_VARIABLE_MISSING") session.chooses("missingRecipient", code);
  },
});
