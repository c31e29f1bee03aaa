import type { EventQueue } from "../../client/actor.ts";
import { awaitMessage, fetchSource, idsInTopic, messageOf, requireHidden, sendMessage } from "../../client/messages.ts";
import { itemAt, present } from "../../client/present.ts";
import { boundOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { activePeople, type PersonName, participantsOf, type Recipients, recipients } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { at } from "../../expect.ts";
import { aRoom, type Room } from "./rooms.ts";
import { arrivals, channelFields, fieldsFor, peopleNamed, peopleOf, requireSubscribed, sendAndFetch } from "./sending.ts";

interface Post {
  readonly room: Room;
  readonly topic: TopicShape;
  readonly content: ContentShape;
}

/** A message to a channel is there afterwards, for its sender and for any other subscriber, who is told of it once. */
export const toChannel = property<Post>({
  clause: ["messages.post/sends-to-channel", "messages.post/id-fetches", "messages.post/content-kept", "events/message-told"],
  given: { room: aRoom, topic: aTopic("plain", "text", "cased", "resolved"), content: aContent() },
  examples: [
    { room: { channel: "general", sender: "alice", reader: "bob" }, topic: { kind: "plain" }, content: { kind: "phrase", text: "Soup" } },
    { room: { channel: "team", sender: "bob", reader: "alice" }, topic: { kind: "plain" }, content: { kind: "markup", text: "*Soup*" } },
  ],
  async holds(session, { room, topic, content }) {
    const { expect } = session;
    const [sender, reader, channel] = [session.actor(room.sender), session.actor(room.reader), session.channel(room.channel)];
    for (const person of [sender, reader]) await requireSubscribed(person, channel);
    const name = topicOf(topic, { fresh: session.fresh("lunch"), limit: await boundOf(sender, "max_topic_length") });
    const queue = await reader.queue({ event_types: ["message"] });
    const text = contentOf(content);
    const id = await expect.accepted(sendMessage(sender, channelFields(channel, name, text)));
    const expected = { id, type: "stream", sender_id: sender.user_id, stream_id: channel, subject: name, content: text };
    for (const message of [
      messageOf(await awaitMessage(queue, id)),
      await expect.accepted(fetchSource(reader, id)),
      await expect.accepted(fetchSource(sender, id)),
    ])
      for (const [field, value] of Object.entries(expected)) expect.same(message[field], value, `${field} of the message`);
    expect.same(await expect.accepted(idsInTopic(reader, channel, name)), [id], "the list of messages in its topic");
  },
});

interface Mailing {
  readonly mail: Recipients;
  readonly content: ContentShape;
  /** Where, among those who are no part of it, somebody stands who gets nothing of it. */
  readonly outsider: number;
}

const aMailing = { mail: recipients(), content: aContent(), outsider: proportion };

const mailings: readonly Mailing[] = (
  [
    { sender: "alice", to: ["bob"] },
    { sender: "alice", to: ["bob", "cara"] },
    { sender: "cara", to: ["alice", "dana", "bob"] },
    { sender: "bob", to: ["bob", "alice"] },
  ] satisfies readonly Recipients[]
).map((mail) => ({ mail, content: { kind: "phrase", text: "between us" }, outsider: 0 }));

const listen = (session: Session, names: readonly PersonName[]): Promise<EventQueue[]> =>
  Promise.all(peopleNamed(session, names).map((person) => person.queue({ event_types: ["message"] })));

/** A direct message is there for everybody to whom it is sent, who are told of it once, and for nobody else. */
export const toPeople = property<Mailing>({
  clause: ["messages.post/sends-to-people", "messages.post/id-fetches", "messages.post/content-kept", "events/message-told"],
  given: aMailing,
  examples: mailings,
  async holds(session, { mail, content, outsider }) {
    const { expect } = session;
    const people = participantsOf(mail);
    const others = activePeople.filter((name) => !people.includes(name));
    const stranger = session.actor(present(atProportion(outsider, others), "stranger"));
    const [queues, elsewhere] = [await listen(session, people), await stranger.queue({ event_types: ["message"] })];
    const fields = fieldsFor(session, mail, `${session.fresh("m")} ${contentOf(content)}`);
    const id = await expect.accepted(sendMessage(session.actor(mail.sender), fields));
    const expected = { type: "private", sender_id: session.actor(mail.sender).user_id, content: fields.content };
    for (const queue of queues) {
      const { message } = await awaitMessage(queue, id);
      for (const form of [message, await expect.accepted(fetchSource(queue.actor, id))])
        for (const [field, value] of Object.entries(expected)) expect.same(at(form, field), value, `${field} for ${queue.actor.name}`);
    }
    expect.same(await arrivals(itemAt(queues, 0), fields.content), [], "what more arrives of the message");
    expect.same(await arrivals(elsewhere, fields.content), [], `what arrives of the message for ${stranger.name}`);
    await requireHidden(stranger, id, "between others");
  },
});

/** A conversation is of the same people, whoever of them looks, and whether the sender is listed or not. */
export const toGroup = property<Mailing>({
  clause: ["messages.post/sends-to-people", "messages.post/to-sender-listed"],
  given: { ...aMailing, mail: recipients({ min: 2 }) },
  examples: mailings,
  async holds(session, { mail, content }) {
    const { expect } = session;
    const [sender, people] = [session.actor(mail.sender), participantsOf(mail)];
    const everybody = peopleNamed(session, people)
      .map(({ user_id }) => user_id)
      .sort((a, b) => a - b);
    const without = await expect.accepted(sendMessage(sender, fieldsFor(session, mail, contentOf(content))));
    const listed = await expect.accepted(sendMessage(sender, fieldsFor(session, { ...mail, to: [...mail.to, mail.sender] })));
    for (const reader of peopleNamed(session, people)) {
      const [first, second] = [await expect.accepted(fetchSource(reader, without)), await expect.accepted(fetchSource(reader, listed))];
      for (const message of [first, second]) expect.same(peopleOf(expect, message), everybody, "the people of the conversation");
      expect.same(second.recipient_id, expect.integer(first.recipient_id, "recipient_id"), "the recipient_id of the second message");
    }
  },
});

/** A channel's name and its id lead to the same channel. */
export const channelByNameOrId = property<{ room: Room }>({
  clause: "messages.post/to-channel-name-or-id",
  given: { room: aRoom },
  examples: [{ room: { channel: "general", sender: "alice", reader: "bob" } }],
  async holds(session, { room }) {
    const { expect } = session;
    const [sender, channel, topic] = [session.actor(room.sender), session.channel(room.channel), session.fresh()];
    await requireSubscribed(sender, channel);
    const byId = await sendAndFetch(sender, channelFields(channel, topic, "by id"));
    const name = expect.text(byId.display_recipient, "the display_recipient of a channel message");
    const byName = await sendAndFetch(sender, channelFields(name, topic, "by name"));
    for (const field of ["stream_id", "display_recipient", "recipient_id", "subject"])
      expect.same(byName[field], expect.present(byId[field], `${field} by id`), `${field} by name`);
    expect.same(await expect.accepted(idsInTopic(sender, channel, topic)), [byId.id, byName.id], "the messages of the topic");
  },
});

/** Ids and API addresses of the same people lead to the same conversation. */
export const peopleByIdOrAddress = property<{ mail: Recipients }>({
  clause: "messages.post/to-ids-or-addresses",
  given: { mail: recipients() },
  examples: mailings.map(({ mail }) => ({ mail })),
  async holds(session, { mail }) {
    const { expect } = session;
    const [sender, named] = [session.actor(mail.sender), peopleNamed(session, mail.to)];
    const fields = fieldsFor(session, mail);
    const byId = await sendAndFetch(sender, fields);
    const byAddress = await sendAndFetch(sender, { ...fields, to: named.map(({ email }) => email), content: "by address" });
    expect.same(byAddress.recipient_id, expect.integer(byId.recipient_id, "recipient_id"), "the recipient_id by address");
    expect.same(peopleOf(expect, byAddress), peopleOf(expect, byId), "the people by address");
    const received = await expect.accepted(fetchSource(itemAt(named, 0), byAddress.id));
    expect.same(received.content, "by address", "the content for the recipient");
  },
});
