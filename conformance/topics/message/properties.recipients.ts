import type { Actor } from "../../client/actor.ts";
import { type Message, sendDirect, sendMessage, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import type { Body, Expect } from "../../expect.ts";

const peopleOf = (expect: Expect, { display_recipient }: Message): readonly Body[] =>
  expect.objects(display_recipient, "display_recipient");

/** The display_recipient of a channel message names the channel: writing to that name gets there. */
export const channel = property({
  clause: "message-resource/display-recipient-channel",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [id, topic] = [session.channels.general, session.fresh()];
    const first = await shownMessage(alice, await sendToChannel(alice, id, topic));
    const name = expect.text(first.display_recipient, "the display_recipient of a channel message");
    const fields = { type: "stream", to: name, topic, content: "to the name" };
    const second = await shownMessage(alice, await expect.accepted(sendMessage(alice, fields)));
    expect.same([second.stream_id, second.display_recipient], [id, name], "the channel with that name");
  },
});

/** Requires a direct message that names its people, with their names and addresses. */
function requirePeople(expect: Expect, shown: Message, actors: readonly Actor[], what: string): void {
  const recipients = peopleOf(expect, shown);
  const told = recipients.map(({ id, email }) => ({ id, email }));
  expect.sameSet(
    told,
    actors.map(({ user_id, email }) => ({ id: user_id, email })),
    what,
  );
  for (const { full_name, is_mirror_dummy } of recipients) {
    expect.typed(full_name, "string", "full_name");
    expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
  }
  const sender = recipients.find(({ id }) => id === shown.sender_id);
  expect.same(sender?.full_name, shown.sender_full_name, "the sender's name among the people");
}

/** The people of a direct message are listed with their names and addresses, the same for each of them. */
export const people = property({
  clause: [
    "message-resource/display-recipient-direct",
    "message-resource/type",
    "message-resource/subject-direct",
    "message-resource/stream-id-absent",
  ],
  async holds({ as: { alice, bob }, expect }) {
    const there = await sendDirect(alice, [bob], "hello");
    const back = await sendDirect(bob, [alice], "hello yourself");
    for (const [reader, id] of [
      [alice, there],
      [bob, there],
      [alice, back],
    ] as const) {
      const shown = await shownMessage(reader, id);
      expect.same([shown.type, shown.subject], ["private", ""], "type and subject of a direct message");
      expect.holds(!("stream_id" in shown), "a direct message has a stream_id");
      requirePeople(expect, shown, [alice, bob], `the people of the message for ${reader.name}`);
    }
  },
});

/** A message to oneself has oneself as only person. */
export const self = property({
  clause: "message-resource/display-recipient-direct",
  async holds({ as: { alice }, expect }) {
    requirePeople(expect, await shownMessage(alice, await sendToSelf(alice)), [alice], "the people of a message to oneself");
  },
});

/** A group's people are all that were written to, and the sender. */
export const group = property({
  clause: "message-resource/display-recipient-direct",
  async holds({ as: { alice, bob, cara }, expect }) {
    const id = await sendDirect(alice, [bob, cara], "hello both");
    const all = [alice, bob, cara];
    for (const reader of all) requirePeople(expect, await shownMessage(reader, id), all, `the people of the message for ${reader.name}`);
  },
});

const recipientOf = async (actor: Actor, id: number): Promise<number> =>
  actor.expect.integer((await shownMessage(actor, id)).recipient_id, "recipient_id");

/** recipient_id is equal for equal recipients, and only for those. */
export const recipientId = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const ofTopic = async () => recipientOf(alice, await sendToChannel(alice, session.channels.general, session.fresh()));
    const inChannel = await ofTopic();
    expect.same(await ofTopic(), inChannel, "recipient_id of another topic of the channel");
    const note = await recipientOf(alice, await sendToSelf(alice, "note"));
    expect.same(await recipientOf(alice, await sendToSelf(alice, "more")), note, "recipient_id of the same person");
    expect.holds(note !== inChannel, "a note to oneself has the recipient_id of a channel");
  },
});

/** The same goes for several people, and for who looks at a channel. */
export const recipientIdOfPeople = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    const inChannel = await recipientOf(alice, id);
    expect.same(await recipientOf(bob, id), inChannel, "recipient_id for another reader");
    const note = await recipientOf(alice, await sendToSelf(alice));
    const direct = await recipientOf(alice, await sendDirect(alice, [bob], "one"));
    expect.same(await recipientOf(alice, await sendDirect(alice, [bob], "two")), direct, "recipient_id of the same people");
    expect.holds(new Set([inChannel, note, direct]).size === 3, `different recipients have the recipient_ids ${[inChannel, note, direct]}`);
  },
});

/** The same goes for groups, in whichever order they are named, and for two channels. */
export const recipientIdOfGroups = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const direct = await recipientOf(alice, await sendDirect(alice, [bob], "one"));
    const group = await recipientOf(alice, await sendDirect(alice, [bob, cara], "one"));
    expect.same(await recipientOf(alice, await sendDirect(alice, [cara, bob], "two")), group, "recipient_id of the same group");
    expect.same(await recipientOf(cara, await sendDirect(cara, [alice, bob])), group, "recipient_id of the same group's other side");
    const [general, quiet] = [
      await recipientOf(bob, await sendToChannel(bob, session.channels.general, session.fresh())),
      await recipientOf(bob, await sendToChannel(bob, session.channels.quiet, session.fresh("quiet"), "elsewhere")),
    ];
    const all = [direct, group, general, quiet];
    expect.holds(new Set(all).size === 4, `different recipients have the same recipient_id: ${all}`);
  },
});
