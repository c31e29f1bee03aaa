import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { type Message, sendDirect, sendMessage, sendToChannel, sendToSelf, shownMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor, type PersonName, participantsOf, type Recipients, recipients } from "../../draw/people.ts";
import { type Body, type Expect, Untestable } from "../../expect.ts";
import { mayDependOnViewer, recipientOf } from "./pairs.ts";

const peopleOf = (expect: Expect, { display_recipient }: Message): readonly Body[] =>
  expect.objects(display_recipient, "display_recipient");

/** The display_recipient of a channel message names the channel: writing to that name gets there. */
export const channel = property({
  clause: "message-resource/display-recipient-channel",
  given: { who: anActor("alice", "bob", "cara", "dana", "owen"), to: fc.constantFrom("general", "quiet", "team", "town-square") },
  examples: [
    { who: "alice", to: "general" },
    { who: "bob", to: "quiet" },
  ],
  async holds(session, { who, to }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [id, topic] = [session.channel(to), session.fresh()];
    const first = await shownMessage(actor, await sendToChannel(actor, id, topic));
    const name = expect.text(first.display_recipient, "the display_recipient of a channel message");
    const fields = { type: "stream", to: name, topic, content: "to the name" };
    const second = await shownMessage(actor, await expect.accepted(sendMessage(actor, fields)));
    expect.same([second.stream_id, second.display_recipient], [id, name], "the channel with that name");
  },
});

/** Requires a direct message that names its people, with their names and addresses. */
function requirePeople(expect: Expect, message: Message, actors: readonly Actor[], what: string): void {
  const listed = peopleOf(expect, message);
  const actual = listed.map(({ id, email }) => ({ id, email }));
  expect.sameSet(
    actual,
    actors.map(({ user_id, email }) => ({ id: user_id, email })),
    what,
  );
  for (const { full_name, is_mirror_dummy } of listed) {
    expect.typed(full_name, "string", "full_name");
    expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
  }
  const sender = listed.find(({ id }) => id === message.sender_id);
  expect.same(sender?.full_name, message.sender_full_name, "the sender's name among the people");
}

const actorsOf = (session: Session, names: readonly PersonName[]): Actor[] => names.map((name) => session.actor(name));

/** Sends a direct message. Returns its id. */
const sendMail = (session: Session, { sender, to }: Recipients): Promise<number> =>
  sendDirect(session.actor(sender), actorsOf(session, to), "hello");

const direct = (sender: PersonName, ...to: readonly PersonName[]): { readonly mail: Recipients } => ({ mail: { sender, to } });

/** The people of a direct message are listed with their names and addresses, the same for each of them. */
export const people = property<{ readonly mail: Recipients }>({
  clause: [
    "message-resource/display-recipient-direct",
    "message-resource/type",
    "message-resource/subject-direct",
    "message-resource/stream-id-absent",
  ],
  given: { mail: recipients({ max: 2 }) },
  examples: [direct("alice", "bob"), direct("bob", "alice", "alice"), direct("alice", "alice")],
  async holds(session, { mail }) {
    const { expect } = session;
    const id = await sendMail(session, mail);
    const all = actorsOf(session, participantsOf(mail));
    for (const reader of all) {
      const message = await shownMessage(reader, id);
      expect.same([message.type, message.subject], ["private", ""], "type and subject of a direct message");
      expect.holds(!("stream_id" in message), "a direct message has a stream_id");
      requirePeople(expect, message, all, `the people of the message for ${reader.name}`);
    }
  },
});

/** A message to oneself has oneself as only person, named once, twice or by nobody else. */
export const self = property({
  clause: "message-resource/display-recipient-direct",
  given: { who: anActor(), times: fc.integer({ min: 1, max: 3 }) },
  examples: [{ who: "alice", times: 1 }],
  async holds(session, { who, times }) {
    const actor = session.actor(who);
    const id = await sendDirect(actor, Array(times).fill(actor));
    requirePeople(session.expect, await shownMessage(actor, id), [actor], "the people of a message to oneself");
  },
});

/** A group's people are all that were written to, and the sender, however the sender names them. */
export const group = property<{ readonly mail: Recipients }>({
  clause: "message-resource/display-recipient-direct",
  given: { mail: recipients({ min: 2, max: 4 }) },
  examples: [direct("alice", "bob", "cara"), direct("alice", "cara", "bob", "cara", "alice")],
  async holds(session, { mail }) {
    const all = actorsOf(session, participantsOf(mail));
    const id = await sendMail(session, mail);
    for (const reader of all)
      requirePeople(session.expect, await shownMessage(reader, id), all, `the people of the message for ${reader.name}`);
  },
});

/** recipient_id is equal for equal recipients, and only for those: a channel's topics share one, and nobody's notes have it. */
export const recipientId = property({
  clause: "message-resource/recipient-id",
  given: { who: anActor(), other: anActor() },
  examples: [{ who: "alice", other: "alice" }],
  async holds(session, { who, other }) {
    const { expect } = session;
    const [actor, second] = [session.actor(who), session.actor(other)];
    const ofTopic = async (sender: Actor) => recipientOf(actor, await sendToChannel(sender, session.channels.general, session.fresh()));
    const inChannel = await ofTopic(actor);
    expect.same(await ofTopic(second), inChannel, "recipient_id of another topic of the channel");
    const note = await recipientOf(actor, await sendToSelf(actor, "note"));
    expect.same(
      (await recipientOf(second, await sendToSelf(second, "more"))) === note,
      who === other,
      "whether two notes have one recipient_id",
    );
    expect.holds(note !== inChannel, "a note to oneself has the recipient_id of a channel");
  },
});

const sameSet = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));

/** Two conversations have the same recipient_id exactly where they have the same people, whoever writes and in whichever order they are named. */
export const recipientIdOfPeople = property<{ readonly one: Recipients; readonly other: Recipients }>({
  clause: "message-resource/recipient-id",
  given: { one: recipients({ from: ["alice", "bob", "cara"], max: 2 }), other: recipients({ from: ["alice", "bob", "cara"], max: 2 }) },
  examples: [
    { one: { sender: "alice", to: ["bob"] }, other: { sender: "alice", to: ["bob"] } },
    { one: { sender: "alice", to: ["bob"] }, other: { sender: "bob", to: ["alice"] } },
    { one: { sender: "alice", to: ["bob"] }, other: { sender: "alice", to: ["alice"] } },
    { one: { sender: "alice", to: ["bob", "cara"] }, other: { sender: "cara", to: ["bob", "alice"] } },
    { one: { sender: "alice", to: ["bob", "cara"] }, other: { sender: "alice", to: ["bob"] } },
  ],
  async holds(session, { one, other }) {
    const { expect } = session;
    const idOf = async (mail: Recipients) => recipientOf(session.actor(mail.sender), await sendMail(session, mail));
    if (one.sender !== other.sender && mayDependOnViewer(session, one, other)) throw new Untestable("what stands for two people is open");
    const isSame = sameSet(participantsOf(one), participantsOf(other));
    expect.same((await idOf(one)) === (await idOf(other)), isSame, "whether the two conversations have one recipient_id");
  },
});

interface Readers {
  readonly mail: Recipients;
  readonly channels: readonly string[];
}

/** All people of a conversation see the same recipient_id, and no channel has it; two channels have different ones. */
export const recipientIdOfGroups = property<Readers>({
  clause: "message-resource/recipient-id",
  given: {
    mail: recipients({ from: activePeople, max: 3 }),
    channels: fc.shuffledSubarray(["general", "quiet", "town-square"], { minLength: 2 }),
  },
  examples: [{ mail: { sender: "bob", to: ["alice", "cara"] }, channels: ["general", "quiet"] }],
  async holds(session, { mail, channels }) {
    const { expect } = session;
    const id = await sendMail(session, mail);
    const seen: number[] = [];
    for (const reader of actorsOf(session, participantsOf(mail))) seen.push(await recipientOf(reader, id));
    if (!mayDependOnViewer(session, mail))
      expect.same(new Set(seen).size, 1, "the number of recipient_ids that the people of one conversation see");
    const { bob } = session.as;
    const all = [seen[0]];
    for (const name of channels) all.push(await recipientOf(bob, await sendToChannel(bob, session.channel(name), session.fresh("there"))));
    expect.holds(new Set(all).size === all.length, `different recipients have the same recipient_id: ${all}`);
  },
});
