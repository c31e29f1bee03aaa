import type { Actor } from "../../client/actor.ts";
import {
  awaitMessage,
  directType,
  eventsSoFar,
  fetchIds,
  fetchSource,
  idsInTopic,
  messageOf,
  requireHidden,
  sendDirect,
  sendMessage,
  sendToChannel,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";

/** A message to a channel is there afterwards, for its sender and for another subscriber. */
export const toChannel = property({
  clause: ["messages.post/sends-to-channel", "messages.post/id-fetches", "messages.post/content-kept"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const [topic, content] = [session.fresh("lunch"), `Soup is ready ${session.fresh()}`];
    const id = await sendToChannel(alice, session.channels.general, topic, content);
    for (const reader of [alice, bob]) {
      const message = await fetchSource(reader, id);
      const { type, sender_id, stream_id, subject } = message;
      const expected = { type: "stream", sender_id: alice.user_id, stream_id: session.channels.general, subject: topic };
      expect.same({ type, sender_id, stream_id, subject }, expected, "the message fetched");
      expect.same([message.id, message.content], [id, content], "its id and content");
      expect.same(await idsInTopic(reader, session.channels.general, topic), [id], "the list of messages in its topic");
    }
  },
});

/** A direct message is there for its two people and for nobody else. */
export const toPeople = property({
  clause: ["messages.post/sends-to-people", "messages.post/id-fetches", "messages.post/content-kept"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as as { alice: Actor; bob: Actor; cara: Actor };
    const content = `Between us ${session.fresh()}`;
    const id = await sendDirect(alice, [bob], content);
    for (const reader of [alice, bob]) {
      const message = await fetchSource(reader, id);
      expect.same([message.type, message.sender_id, message.content], ["private", alice.user_id, content], "type, sender and content");
    }
    await requireHidden(cara, id, "between others");
    const listed = await fetchIds(cara, [{ operator: "sender", operand: alice.email }]);
    expect.same(listed.includes(id), false, "whether somebody else finds the message");
  },
});

/** A group conversation reaches all of its three people. */
export const toGroup = property({
  clause: ["messages.post/sends-to-people", "messages.post/to-sender-listed"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as as { alice: Actor; bob: Actor; cara: Actor };
    const ids = [await sendDirect(alice, [bob, cara]), await sendDirect(alice, [cara, alice, bob])];
    const everybody = [alice, bob, cara].map(({ user_id }) => user_id).sort((a, b) => a - b);
    for (const reader of [alice, bob, cara]) {
      const messages = [await fetchSource(reader, ids[0]!), await fetchSource(reader, ids[1]!)];
      for (const message of messages) expect.same(peopleOf(message), everybody, "the people of the conversation");
      expect.same(messages[1]!.recipient_id, messages[0]!.recipient_id, "the recipient_id of the second message");
    }
  },
});

/** The ids of the people of a direct message, in order. */
function peopleOf({ display_recipient }: Readonly<Record<string, unknown>>): number[] {
  const people = Array.isArray(display_recipient) ? (display_recipient as { id: number }[]) : [];
  return people.map(({ id }) => id).sort((a, b) => a - b);
}

/** A channel's name and its id lead to the same channel. */
export const channelByNameOrId = property({
  clause: "messages.post/to-channel-name-or-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    const byId = await fetchSource(alice, await sendToChannel(alice, session.channels.general, topic));
    const fields = { type: "stream", to: byId.display_recipient, topic, content: "by name" };
    const byName = await fetchSource(alice, await sendMessage(alice, fields));
    for (const name of ["stream_id", "display_recipient", "recipient_id", "subject"])
      expect.same(byName[name], byId[name], `${name} by name`);
  },
});

/** Ids and API addresses of the same people lead to the same conversation. */
export const peopleByIdOrAddress = property({
  clause: "messages.post/to-ids-or-addresses",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const type = directType(session.as.alice);
    const byId = await fetchSource(alice, await sendMessage(alice, { type, to: [bob.user_id], content: "by id" }));
    const byAddress = await fetchSource(alice, await sendMessage(alice, { type, to: [bob.email], content: "by address" }));
    expect.same(byAddress.recipient_id, byId.recipient_id, "the recipient_id by address");
    expect.same(peopleOf(byAddress), peopleOf(byId), "the people by address");
    expect.same((await fetchSource(bob, byAddress.id as number)).content, "by address", "the content for the recipient");
  },
});

/** Listing oneself among the recipients changes nothing, by id or by address. */
export const senderListed = property({
  clause: "messages.post/to-sender-listed",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const plain = await fetchSource(alice, await sendDirect(alice, [bob]));
    const type = directType(session.as.alice);
    for (const to of [
      [bob.user_id, alice.user_id],
      [alice.email, bob.email],
    ]) {
      const listed = await fetchSource(alice, await sendMessage(alice, { type, to, content: "hello" }));
      expect.same(
        [listed.recipient_id, peopleOf(listed)],
        [plain.recipient_id, peopleOf(plain)],
        "recipient_id and people with the sender listed",
      );
    }
  },
});

/** A sender who is the only recipient writes to nobody else. */
export const senderAlone = property({
  clause: "messages.post/to-sender-alone",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    for (const to of [[alice.user_id], [alice.email]]) {
      const id = await sendMessage(alice, { type: directType(session.as.alice), to, content: "note" });
      expect.same(peopleOf(await fetchSource(alice, id)), [alice.user_id], "the people of a note to oneself");
      await awaitMessage(queue, id);
    }
  },
});

/** A list of ids and addresses mixed is refused, and its people get nothing. */
export const mixedList = property({
  clause: ["messages.post/to-one-kind", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as as { alice: Actor; bob: Actor };
    const queue = await bob.queue({ event_types: ["message"] });
    const content = session.fresh("mixed");
    for (const to of [
      [alice.user_id, bob.email],
      [bob.email, alice.user_id],
    ]) {
      const reply = await alice.send("POST /messages", { type: directType(session.as.alice), to, content });
      expect.declined(reply, `a list of ${JSON.stringify(to)}`, "to");
    }
    const traces = (await eventsSoFar(queue)).filter((event) => messageOf(event).content === content);
    expect.same(traces, [], "what the refused messages brought");
  },
});

/** An id or an address that nobody has is refused, alone and beside one that somebody has, and nobody gets the message. */
export const unknownRecipient = property({
  clause: ["messages.post/unknown-recipient", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    const address = `${session.fresh("nobody").replaceAll(" ", "-")}@nowhere.invalid`;
    const content = session.fresh("Is anybody there");
    for (const to of [[unknownId], [alice.user_id, unknownId], [address], [alice.email, address]]) {
      const reply = await alice.send("POST /messages", { type: directType(session.as.alice), to, content });
      expect.refused(reply, "BAD_REQUEST", {}, `a message to ${JSON.stringify(to)}`);
    }
    const traces = (await eventsSoFar(queue)).filter((event) => messageOf(event).content === content);
    expect.same(traces, [], "what the refused messages brought");
  },
});

/** Without `to` a message is refused, to a channel and to people. */
export const toMissing = property({
  clause: "messages.post/to-required",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    for (const fields of [{ type: "stream", topic: session.fresh() }, { type: directType(session.as.alice) }]) {
      const reply = await alice.send("POST /messages", { ...fields, content: "to whom" });
      expect.declined(reply, "a message without to", "to");
      session.chooses("missingRecipient", reply.body.code === "BAD_REQUEST" ? "observed" : "required");
    }
  },
});
