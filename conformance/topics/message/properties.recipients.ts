import { objectsOf, one, type Shown, thread, whisper, write } from "../../client/history.ts";
import type { Actor } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { holds, same, succeeded, typed } from "../../expect.ts";

interface Person {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
  readonly is_mirror_dummy: boolean;
}

const peopleOf = ({ display_recipient }: Shown): readonly Person[] => objectsOf<Person>(display_recipient, "display_recipient");

/** The display_recipient of a channel message names the channel: writing to that name gets there. */
export const channel = property({
  clause: "message-resource/display-recipient-channel",
  async holds(session) {
    const alice = session.as.alice!;
    const { channel: id, name, topic } = await thread(session, ["one"]);
    const message = { type: "stream", to: name, topic, content: "to the name" };
    const sent = succeeded(await alice.send("POST /messages", message));
    const { stream_id, display_recipient } = await one(alice, Number(sent.id));
    same([stream_id, display_recipient], [id, name], "the channel with that name");
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
    const { alice, bob } = session.as;
    const id = await whisper(alice!, [bob!], "hello");
    const back = await whisper(bob!, [alice!], "hello yourself");
    const expected = [alice!, bob!].map((actor) => [actor.user_id, actor.email]).sort();
    for (const [actor, message] of [
      [alice!, id],
      [bob!, id],
      [alice!, back],
    ] as const) {
      const shown = await one(actor, message);
      same([shown.type, shown.subject], ["private", ""], "type and subject of a direct message");
      holds(!("stream_id" in shown), "a direct message has a stream_id");
      const recipients = peopleOf(shown);
      same(recipients.map((person) => [person.id, person.email]).sort(), expected, `the people of the message for ${actor.name}`);
      for (const { full_name, is_mirror_dummy } of recipients) {
        typed(full_name, "string", "full_name");
        typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
      }
      const own = recipients.find((person) => person.id === shown.sender_id);
      same(own?.full_name, shown.sender_full_name, "the sender's name among the people");
    }
  },
});

/** A message to oneself has oneself as only person. */
export const self = property({
  clause: "message-resource/display-recipient-direct",
  async holds(session) {
    const alice = session.as.alice!;
    same(
      peopleOf(await one(alice, await whisper(alice, [alice], "note"))).map(({ id }) => id),
      [alice.user_id],
      "the people of a message to oneself",
    );
  },
});

/** A group's people are all that were written to, and the sender. */
export const group = property({
  clause: "message-resource/display-recipient-direct",
  async holds(session) {
    const { alice, bob, cara } = session.as;
    const id = await whisper(alice!, [bob!, cara!], "hello both");
    const expected = [alice!, bob!, cara!].map(({ user_id }) => user_id).sort();
    for (const actor of [alice!, bob!, cara!]) {
      same(
        peopleOf(await one(actor, id))
          .map((person) => person.id)
          .sort(),
        expected,
        `the people of the message for ${actor.name}`,
      );
    }
  },
});

const recipientOf = async (actor: Actor, id: number): Promise<unknown> => (await one(actor, id)).recipient_id;

/** recipient_id is equal for equal recipients, and only for those. */
export const recipientId = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const alice = session.as.alice!;
    const { channel: general, ids } = await thread(session, ["one"]);
    const inChannel = await recipientOf(alice, ids[0]!);
    typed(inChannel, "integer", "recipient_id");
    const other = await write(alice, general, session.fresh("other"), "two");
    same(await recipientOf(alice, other), inChannel, "recipient_id of another topic of the channel");
    const note = await recipientOf(alice, await whisper(alice, [alice], "note"));
    same(await recipientOf(alice, await whisper(alice, [alice], "more")), note, "recipient_id of the same person");
    holds(note !== inChannel, "a note to oneself has the recipient_id of a channel");
  },
});

/** The same goes for several people, and for who looks at a channel. */
export const recipientIdOfPeople = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { alice, bob } = session.as;
    const { ids } = await thread(session, ["one"]);
    const inChannel = await recipientOf(alice!, ids[0]!);
    same(await recipientOf(bob!, ids[0]!), inChannel, "recipient_id for another reader");
    const note = await recipientOf(alice!, await whisper(alice!, [alice!], "note"));
    const direct = await recipientOf(alice!, await whisper(alice!, [bob!], "one"));
    same(await recipientOf(alice!, await whisper(alice!, [bob!], "two")), direct, "recipient_id of the same people");
    holds(new Set([inChannel, note, direct]).size === 3, `different recipients have the recipient_ids ${[inChannel, note, direct]}`);
  },
});

/** The same goes for groups, in whichever order they are named, and for two channels. */
export const recipientIdOfGroups = property({
  clause: "message-resource/recipient-id",
  async holds(session) {
    const { alice, bob, cara } = session.as;
    const direct = await recipientOf(alice!, await whisper(alice!, [bob!], "one"));
    const group = await recipientOf(alice!, await whisper(alice!, [bob!, cara!], "one"));
    same(await recipientOf(alice!, await whisper(alice!, [cara!, bob!], "two")), group, "recipient_id of the same group");
    same(await recipientOf(cara!, await whisper(cara!, [alice!, bob!], "three")), group, "recipient_id of the same group's other side");
    const { ids } = await thread(session, ["one"]);
    const general = await recipientOf(bob!, ids[0]!);
    const quiet = await recipientOf(bob!, await write(bob!, session.channels.quiet!, session.fresh("quiet"), "elsewhere"));
    holds(
      new Set([direct, group, general, quiet]).size === 4,
      `different recipients have the same recipient_id: ${[direct, group, general, quiet]}`,
    );
  },
});
