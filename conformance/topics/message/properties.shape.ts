import fc from "fast-check";
import { fetchAround, fetchMessages, idsOf, sendDirect, sendToChannel, shownMessage } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { activePeople, anActor, type PersonName, twoPeople } from "../../draw/people.ts";
import { clauseId, message as record } from "../../text/index.ts";

/** The fields that every message has. */
const always = Object.entries(record.fields).filter(([, { when }]) => when === "always");

interface Fresh {
  readonly pair: readonly [PersonName, PersonName];
  readonly isDirect: boolean;
  readonly isOwn: boolean;
  readonly content: ContentShape;
}

/** A fresh message, of a channel or among people, has every field that is always there, and none that only edits bring. */
export const fields = property<Fresh>({
  clause: [
    ...always.map(([, field]) => clauseId(record, field)),
    "message-resource/last-edit-absent",
    "message-resource/edit-history-absent",
    "message-resource/stream-id",
    "message-resource/stream-id-absent",
  ],
  given: { pair: twoPeople(...activePeople), isDirect: fc.boolean(), isOwn: fc.boolean(), content: aContent() },
  examples: [true, false].flatMap((isDirect) =>
    [true, false].map((isOwn) => ({ pair: ["alice", "bob"], isDirect, isOwn, content: { kind: "phrase", text: "hello" } })),
  ),
  async holds(session, { pair: [from, to], isDirect, isOwn, content }) {
    const { expect } = session;
    const [sender, other] = [session.actor(from), session.actor(to)];
    const [channel, text] = [session.channels.general, contentOf(content)];
    const id = isDirect ? await sendDirect(sender, [other], text) : await sendToChannel(sender, channel, session.fresh(), text);
    const reader = isOwn ? sender : other;
    const listed = expect.first(await expect.accepted(fetchAround(reader, id)), "the message in a list");
    for (const message of [await shownMessage(reader, id), listed]) {
      for (const [name, { type }] of always) expect.typed(message[name], type, name);
      expect.same([message.reactions, message.submessages], [[], []], "reactions and submessages of a fresh message");
      for (const name of ["last_edit_timestamp", "edit_history", "last_moved_timestamp"])
        expect.holds(!(name in message), `a message that was never changed has ${name}`);
      if (isDirect) expect.holds(!("stream_id" in message), "a direct message has a stream_id");
      else expect.same(message.stream_id, channel, "stream_id");
    }
  },
});

/** A message says who sent it, where and in which order. */
export const sender = property({
  clause: [
    "message-resource/id",
    "message-resource/ids-ascend",
    "message-resource/type",
    "message-resource/sender-id",
    "message-resource/sender-email",
    "message-resource/sender-full-name",
    "message-resource/sender-realm-str",
    "message-resource/subject",
    "message-resource/stream-id",
  ],
  given: { names: fc.array(anActor(), { minLength: 2, maxLength: 5 }), reader: anActor() },
  examples: [
    { names: ["alice", "bob", "alice"], reader: "bob" },
    { names: ["alice", "alice"], reader: "alice" },
  ],
  async holds(session, { names, reader }) {
    const { expect } = session;
    const [channel, topic] = [session.channels.general, session.fresh("who")];
    const senders = names.map((name) => session.actor(name));
    const sent: number[] = [];
    for (const actor of senders) sent.push(await sendToChannel(actor, channel, topic));
    expect.holds(
      sent.every((id, i) => i === 0 || id > itemAt(sent, i - 1)),
      `later messages have lower ids: ${sent}`,
    );
    const messages = await expect.accepted(fetchMessages(session.actor(reader), [{ operator: "topic", operand: topic }]));
    expect.same(idsOf(messages), sent, "the ids");
    for (const [i, { type, sender_id, sender_email, subject, stream_id }] of messages.entries()) {
      const { user_id, email } = itemAt(senders, i);
      expect.same([sender_id, sender_email], [user_id, email], "the sender");
      expect.same([type, subject, stream_id], ["stream", topic, channel], "the type and the place");
    }
    const nameOf = new Map<unknown, string>();
    for (const { sender_id, sender_full_name } of messages) {
      const name = expect.text(sender_full_name, "sender_full_name");
      expect.holds(name !== "", "a sender has no name");
      expect.same(name, nameOf.get(sender_id) ?? name, "the name of the same sender");
      nameOf.set(sender_id, name);
    }
    expect.same(new Set(messages.map(({ sender_realm_str }) => sender_realm_str)).size, 1, "the number of organizations");
  },
});
