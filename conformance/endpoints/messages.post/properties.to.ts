import type { Actor } from "../../client/actor.ts";
import {
  awaitMessage,
  directFields,
  fetchIds,
  fetchSource,
  idsInTopic,
  requireHidden,
  sendDirect,
  sendMessage,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";
import { arrivals, channelFields, peopleOf, sendAndFetch } from "./sending.ts";

/** A message to a channel is there afterwards, for its sender and for another subscriber. */
export const toChannel = property({
  clause: ["messages.post/sends-to-channel", "messages.post/id-fetches", "messages.post/content-kept"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const [channel, topic, content] = [session.channels.general, session.fresh("lunch"), `Soup is ready ${session.fresh()}`];
    const id = await expect.accepted(sendMessage(alice, channelFields(channel, topic, content)));
    for (const reader of [alice, bob]) {
      const message = await expect.accepted(fetchSource(reader, id));
      const { type, sender_id, stream_id, subject } = message;
      const expected = { type: "stream", sender_id: alice.user_id, stream_id: channel, subject: topic };
      expect.same({ type, sender_id, stream_id, subject }, expected, "the message fetched");
      expect.same([message.id, message.content], [id, content], "its id and content");
      expect.same(await expect.accepted(idsInTopic(reader, channel, topic)), [id], "the list of messages in its topic");
    }
  },
});

/** A direct message is there for its two people and for nobody else. */
export const toPeople = property({
  clause: ["messages.post/sends-to-people", "messages.post/id-fetches", "messages.post/content-kept"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const content = `Between us ${session.fresh()}`;
    const id = await expect.accepted(sendDirect(alice, [bob], content));
    const bySender = [{ operator: "sender", operand: alice.email }];
    for (const reader of [alice, bob]) {
      const message = await expect.accepted(fetchSource(reader, id));
      expect.same([message.type, message.sender_id, message.content], ["private", alice.user_id, content], "type, sender and content");
      expect.same((await expect.accepted(fetchIds(reader, bySender))).includes(id), true, `whether ${reader.name} finds the message`);
    }
    await requireHidden(cara, id, "between others");
    expect.same((await expect.accepted(fetchIds(cara, bySender))).includes(id), false, "whether somebody else finds the message");
  },
});

/** A group conversation reaches all of its three people. */
export const toGroup = property({
  clause: ["messages.post/sends-to-people", "messages.post/to-sender-listed"],
  async holds({ as: { alice, bob, cara }, expect }) {
    const without = await expect.accepted(sendDirect(alice, [bob, cara]));
    const listed = await expect.accepted(sendDirect(alice, [cara, alice, bob]));
    const everybody = [alice, bob, cara].map(({ user_id }) => user_id).sort((a, b) => a - b);
    for (const reader of [alice, bob, cara]) {
      const [first, second] = [await expect.accepted(fetchSource(reader, without)), await expect.accepted(fetchSource(reader, listed))];
      for (const message of [first, second]) expect.same(peopleOf(expect, message), everybody, "the people of the conversation");
      expect.same(second.recipient_id, expect.integer(first.recipient_id, "recipient_id"), "the recipient_id of the second message");
    }
  },
});

/** A channel's name and its id lead to the same channel. */
export const channelByNameOrId = property({
  clause: "messages.post/to-channel-name-or-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    const byId = await sendAndFetch(alice, channelFields(channel, topic, "by id"));
    const name = expect.text(byId.display_recipient, "the display_recipient of a channel message");
    const byName = await sendAndFetch(alice, channelFields(name, topic, "by name"));
    for (const field of ["stream_id", "display_recipient", "recipient_id", "subject"])
      expect.same(byName[field], expect.present(byId[field], `${field} by id`), `${field} by name`);
    expect.same(await expect.accepted(idsInTopic(alice, channel, topic)), [byId.id, byName.id], "the messages of the topic");
  },
});

/** Ids and API addresses of the same people lead to the same conversation. */
export const peopleByIdOrAddress = property({
  clause: "messages.post/to-ids-or-addresses",
  async holds({ as: { alice, bob }, expect }) {
    const fields = directFields(alice, [bob], "hello");
    const byId = await sendAndFetch(alice, fields);
    const byAddress = await sendAndFetch(alice, { ...fields, to: [bob.email], content: "by address" });
    expect.same(byAddress.recipient_id, expect.integer(byId.recipient_id, "recipient_id"), "the recipient_id by address");
    expect.same(peopleOf(expect, byAddress), peopleOf(expect, byId), "the people by address");
    const received = await expect.accepted(fetchSource(bob, byAddress.id));
    expect.same(received.content, "by address", "the content for the recipient");
  },
});

/** Listing oneself among the recipients changes nothing, by id or by address. */
export const senderListed = property({
  clause: "messages.post/to-sender-listed",
  async holds({ as: { alice, bob }, expect }) {
    const fields = directFields(alice, [bob], "hello");
    const plain = await sendAndFetch(alice, fields);
    const conversation = [expect.integer(plain.recipient_id, "recipient_id"), peopleOf(expect, plain)];
    for (const to of [
      [bob.user_id, alice.user_id],
      [alice.email, bob.email],
    ]) {
      const listed = await sendAndFetch(alice, { ...fields, to });
      expect.same([listed.recipient_id, peopleOf(expect, listed)], conversation, "recipient_id and people with the sender listed");
    }
  },
});

/** A sender who is the only recipient writes to nobody else. */
export const senderAlone = property({
  clause: "messages.post/to-sender-alone",
  async holds({ as: { alice }, expect }) {
    const queue = await alice.queue({ event_types: ["message"] });
    for (const to of [[alice.user_id], [alice.email]]) {
      const note = await sendAndFetch(alice, { ...directFields(alice, [], "note"), to });
      expect.same(peopleOf(expect, note), [alice.user_id], "the people of a note to oneself");
      await awaitMessage(queue, note.id);
    }
  },
});

/** A list of ids and addresses mixed is refused, and its people get nothing; a list of either is sent. */
export const mixedList = property({
  clause: ["messages.post/to-one-kind", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const queue = await bob.queue({ event_types: ["message"] });
    const fields = directFields(alice, [bob], session.fresh("mixed"));
    for (const to of [
      [alice.user_id, bob.email],
      [bob.email, alice.user_id],
    ])
      expect.declined(await alice.send("POST /messages", { ...fields, to }), `a list of ${JSON.stringify(to)}`, "to");
    const sent = [];
    for (const to of [
      [alice.user_id, bob.user_id],
      [bob.email, alice.email],
    ])
      sent.push(await expect.accepted(sendMessage(alice, { ...fields, to })));
    expect.same(await arrivals(queue, fields.content), sent, "the messages that arrive, those to mixed lists refused");
  },
});

/** An id or an address that nobody has is refused, alone and beside one that somebody has, and nobody gets the message. */
export const unknownRecipient = property({
  clause: ["messages.post/unknown-recipient", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const queue = await alice.queue({ event_types: ["message"] });
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@nowhere.invalid`;
    const fields = directFields(alice, [alice], session.fresh("Is anybody there"));
    for (const to of [[unknownId], [alice.user_id, unknownId], [address], [alice.email, address]]) {
      const reply = await alice.send("POST /messages", { ...fields, to });
      expect.refused(reply, "BAD_REQUEST", {}, `a message to ${JSON.stringify(to)}`);
    }
    const sent = [];
    for (const to of [[alice.user_id], [alice.email]]) sent.push(await expect.accepted(sendMessage(alice, { ...fields, to })));
    expect.same(await arrivals(queue, fields.content), sent, "the messages that arrive, those to nobody refused");
  },
});

/** Sends a message without `to`, which is refused, and then with it. */
async function sendToNobody(session: Session, actor: Actor, fields: Body): Promise<void> {
  const { expect } = session;
  const reply = await actor.send("POST /messages", { ...fields, to: undefined });
  expect.missing(reply, "to", `a message of type ${String(fields.type)} without to`);
  session.chooses("missingRecipient", reply.body.code === "BAD_REQUEST" ? "observed" : "required");
  await expect.accepted(sendMessage(actor, fields));
}

/** Without `to` a message is refused, to a channel and to people; with it the same message is sent. */
export const toMissing = property({
  clause: "messages.post/to-required",
  async holds(session) {
    const { alice } = session.as;
    await sendToNobody(session, alice, channelFields(session.channels.general, session.fresh()));
    await sendToNobody(session, alice, directFields(alice, [alice], "to whom"));
  },
});
