import type { Actor } from "../../client/actor.ts";
import { fetchMessage, type Message, sendDirect, sendToChannel, startThread } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";

interface Person {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly is_mirror_dummy: boolean;
}

const peopleOf = ({ display_recipient }: Message): readonly Person[] => expect.objects<Person>(display_recipient, "display_recipient");

/** The display_recipient of a channel message names the channel: writing to that name gets there. */
export const channel = property({
  clause: "message-resource/display-recipient-channel",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { channel: id, name, topic } = await startThread(session, ["one"]);
    const message = { type: "stream", to: name, topic, content: "to the name" };
    const sent = expect.succeeded(await alice.send("POST /messages", message));
    const { stream_id, display_recipient } = await fetchMessage(alice, Number(sent.id));
    expect.same([stream_id, display_recipient], [id, name], "the channel with that name");
  },
});

/** The people of a direct message are listed with their names and addresses, the same for each of them. */
export const people = property({
  clause: [
    "message-resource/display-recipient-direct",
    "message-resource/type",
    "message-resource/subject-direct",
    "message-resource/stream-id-absent",
  ],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendDirect(alice, [bob], "hello");
    const back = await sendDirect(bob, [alice], "hello yourself");
    const expected = [alice, bob].map((actor) => [actor.user_id, actor.email]).sort();
    for (const [actor, message] of [
      [alice, id],
      [bob, id],
      [alice, back],
    ] as const) {
      const shown = await fetchMessage(actor, message);
      expect.same([shown.type, shown.subject], ["private", ""], "type and subject of a direct message");
      expect.holds(!("stream_id" in shown), "a direct message has a stream_id");
      const recipients = peopleOf(shown);
      expect.same(recipients.map((person) => [person.id, person.email]).sort(), expected, `the people of the message for ${actor.name}`);
      for (const { full_name, is_mirror_dummy } of recipients) {
        expect.typed(full_name, "string", "full_name");
        expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
      }
      const own = recipients.find((person) => person.id === shown.sender_id);
      expect.same(own?.full_name, shown.sender_full_name, "the sender's name among the people");
    }
  },
});

/** A message to oneself has oneself as only person. */
export const self = property({
  clause: "message-resource/display-recipient-direct",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    expect.same(
      peopleOf(await fetchMessage(alice, await sendDirect(alice, [alice], "note"))).map(({ id }) => id),
      [alice.user_id],
      "the people of a message to oneself",
    );
  },
});

/** A group's people are all that were written to, and the sender. */
export const group = property({
  clause: "message-resource/display-recipient-direct",
  async holds(session) {
    const { expect } = session;
    const { alice, bob, cara } = session.as;
    const id = await sendDirect(alice, [bob, cara], "hello both");
    const expected = [alice, bob, cara].map(({ user_id }) => user_id).sort();
    for (const actor of [alice, bob, cara]) {
      expect.same(
        peopleOf(await fetchMessage(actor, id))
          .map((person) => person.id)
          .sort(),
        expected,
        `the people of the message for ${actor.name}`,
      );
    }
  },
});

const recipientOf = async (actor: Actor, id: number): Promise<unknown> => (await fetchMessage(actor, id)).recipient_id;

/** recipient_id is equal for equal recipients, and only for those. */
export const recipientId = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { channel: general, ids } = await startThread(session, ["one"]);
    const inChannel = await recipientOf(alice, ids[0]!);
    expect.typed(inChannel, "integer", "recipient_id");
    const other = await sendToChannel(alice, general, session.fresh("other"), "two");
    expect.same(await recipientOf(alice, other), inChannel, "recipient_id of another topic of the channel");
    const note = await recipientOf(alice, await sendDirect(alice, [alice], "note"));
    expect.same(await recipientOf(alice, await sendDirect(alice, [alice], "more")), note, "recipient_id of the same person");
    expect.holds(note !== inChannel, "a note to oneself has the recipient_id of a channel");
  },
});

/** The same goes for several people, and for who looks at a channel. */
export const recipientIdOfPeople = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const { ids } = await startThread(session, ["one"]);
    const inChannel = await recipientOf(alice, ids[0]!);
    expect.same(await recipientOf(bob, ids[0]!), inChannel, "recipient_id for another reader");
    const note = await recipientOf(alice, await sendDirect(alice, [alice], "note"));
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
    expect.same(
      await recipientOf(cara, await sendDirect(cara, [alice, bob], "three")),
      group,
      "recipient_id of the same group's other side",
    );
    const { ids } = await startThread(session, ["one"]);
    const general = await recipientOf(bob, ids[0]!);
    const quiet = await recipientOf(bob, await sendToChannel(bob, session.channels.quiet, session.fresh("quiet"), "elsewhere"));
    expect.holds(
      new Set([direct, group, general, quiet]).size === 4,
      `different recipients have the same recipient_id: ${[direct, group, general, quiet]}`,
    );
  },
});
