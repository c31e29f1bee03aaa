import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { itemAt, present } from "../../client/json.ts";
import {
  channelFields,
  createChannel,
  fetchMessage,
  fetchSource,
  idsInTopic,
  type Message,
  requireArrivals,
  requireHidden,
  sendMessage,
  toldInMarkdown,
  toldMessage,
} from "../../client/messages.ts";
import { boundOf, ifTold, requireSubscribed } from "../../client/registration.ts";
import type { Channels, Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion } from "../../draw/combinators.ts";
import { aContent } from "../../draw/contents.ts";
import { aHistory } from "../../draw/histories.ts";
import {
  activePeople,
  anActor,
  fullMembers,
  members,
  type PersonName,
  participantsOf,
  type Recipients,
  recipients,
  twoPeople,
} from "../../draw/people.ts";
import { delicate, delicateLines } from "../../draw/texts.ts";
import { aPlainTopic, aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { at, type Body, type Checks, type Expect, isEqual, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import { fieldsFor } from "./sending.ts";

/** Returns the ids of the people of a direct message, in ascending order. */
const peopleOf = (expect: Expect, { display_recipient }: Body): number[] =>
  expect
    .objects(display_recipient, "the display_recipient of a direct message")
    .map(({ id }) => expect.integer(id, "the id of one of its people"))
    .sort((a, b) => a - b);

/** Requires a direct message that names its people, with their names and addresses. */
function requirePeople(checks: Checks, message: Body, actors: readonly Actor[], what: string): void {
  const expect = checks.against("message-resource/display-recipient-direct");
  const listed = expect.objects(message.display_recipient, "display_recipient");
  const actual = listed.map(({ id, email }) => ({ id, email }));
  const everybody = actors.map(({ user_id, email }) => ({ id: user_id, email }));
  const others = everybody.filter(({ id }) => id !== message.sender_id);
  // No sentence says that the sender is among them.
  const isOpen = actors.some(({ session }) => !session.isHeldToObserved) && !actual.some(({ id }) => id === message.sender_id);
  const expected = isOpen && others.length > 0 ? others : everybody;
  // A list of other people may say to whom it was sent.
  const areThese = actual.length === expected.length && expected.every(({ id }) => actual.some((one) => one.id === id));
  (areThese ? expect : checks).sameSet(actual, expected, what);
  for (const { full_name, is_mirror_dummy } of listed) {
    expect.typed(full_name, "string", "full_name");
    expect.typed(is_mirror_dummy, "boolean", "is_mirror_dummy");
  }
  const sender = listed.find(({ id }) => id === message.sender_id);
  if (sender !== undefined || expected === everybody)
    expect.same(sender?.full_name, message.sender_full_name, "the sender's name among the people");
}

/** A channel with two of its subscribers. */
const room = (channel: keyof Channels<unknown>, sender: PersonName, reader: PersonName) => ({ channel, sender, reader });

/** A channel of the realm small with two of its subscribers. */
const aRoom = fc.oneof(
  { withCrossShrink: true },
  twoPeople().map(([sender, reader]) => room("general", sender, reader)),
  fc.constantFrom(
    ...[room("team", "alice", "bob"), room("team", "bob", "alice"), room("secret", "alice", "cara"), room("secret", "cara", "alice")],
    ...[room("quiet", "bob", "cara"), room("town-square", "alice", "gus"), room("town-square", "gus", "alice")],
  ),
);

const inGeneral = room("general", "alice", "bob");

/** A message to a channel is there afterwards, for its sender and for any other subscriber, who is told of it once. */
export const toChannel = property({
  clause: ["sends-to-channel", "id-fetches", "content-kept", "events/message-told"],
  given: { room: aRoom, topic: aPlainTopic, content: aContent },
  examples: [
    { room: inGeneral, topic: { kind: "plain" }, content: { kind: "phrase", text: "Soup" } },
    {
      room: room("team", "bob", "alice"),
      topic: { kind: "text", text: delicate },
      content: { kind: "markup", text: `*Soup* ${delicateLines}` },
    },
  ],
  async holds(session, { room: { channel: place, ...people }, topic, content }, expect) {
    const [sender, reader, channel] = [session.actor(people.sender), session.actor(people.reader), session.channel(place)];
    for (const person of [sender, reader]) await requireSubscribed(person, channel);
    const name = topicOf(topic, { fresh: session.fresh("lunch"), limit: await boundOf(sender, "max_topic_length") });
    const queue = await reader.queue({ event_types: ["message"] });
    const text = content.text;
    const id = await expect.accepted(sendMessage(sender, channelFields(channel, name, text)));
    const expected = { id, type: "stream", sender_id: sender.user_id, stream_id: channel, subject: name, content: text };
    const forms = [
      await toldInMarkdown(queue, await toldMessage(queue, id)),
      await expect.accepted(fetchSource(reader, id)),
      await expect.accepted(fetchSource(sender, id), "messages.post/id-fetches"),
    ] as const;
    for (const message of forms)
      for (const [field, value] of Object.entries(expected)) {
        const clause = { id: "messages.post/id-fetches", content: "messages.post/content-kept" }[field];
        const isOfEvent = message === forms[0] && isEqual(forms[1][field], value);
        expect.same(message[field], value, `${field} of the message`, isOfEvent ? "events/message-told" : clause);
      }
    expect.same(await expect.accepted(idsInTopic(reader, channel, name)), [id], "the list of messages in its topic");
  },
});

/** Longer than what a careless bound leaves, and shorter than any that a server may have. */
const longSoup = { kind: "phrase", text: "é🌱 soup  and bread ".repeat(7).trimEnd() } as const;

/** Content and a topic are kept whatever stands in them: for that a server has to take a message and to show it, and no more. */
export const keptAlone = property({
  clause: ["content-kept", "topic-kept", "id-fetches", "sends-to-channel"],
  given: { who: anActor(), topic: fc.constantFrom(" é", "  🌱", " 茶"), content: aContent },
  examples: [
    { who: "alice", topic: " é", content: longSoup },
    { who: "alice", topic: "  🌱", content: { kind: "markup", text: `*Soup* ${delicateLines}` } },
  ],
  async holds(session, { who, topic: end, content }, expect) {
    const sender = session.actor(who);
    const [topic, text] = [session.fresh() + end, content.text];
    const id = await expect.accepted(sendMessage(sender, channelFields(session.channels.general, topic, text)));
    const message = await expect.accepted(fetchSource(sender, id));
    expect.same(message.content, text, "the content of the message");
    expect.same(message.subject, topic, "the topic of the message", "messages.post/topic-kept");
  },
});

type By = "user_id" | "email";

const anyWay = fc.constantFrom<By[]>("user_id", "email");

const listen = (people: readonly Actor[]): Promise<EventQueue[]> =>
  Promise.all(people.map((person) => person.queue({ event_types: ["message"] })));

/** The clauses about fields of a direct message; any other field goes against the first clause of the property. */
const directClauses: Readonly<Record<string, string>> = {
  type: "message-resource/type",
  subject: "message-resource/subject-direct",
  stream_id: "message-resource/stream-id-absent",
  content: "messages.post/content-kept",
};

/** A direct message is there for everybody to whom it is sent, who are told of it once and see the same people, and for nobody else. */
const reaches = (clause: string, mail: fc.Arbitrary<Recipients>, mails: readonly Recipients[]) =>
  property({
    clause: [
      ...[clause, "id-fetches", "content-kept", "events/message-told"],
      ...["display-recipient-direct", "type", "subject-direct", "stream-id-absent"].map((words) => `message-resource/${words}`),
    ],
    given: { mail, by: anyWay, content: aContent, outsider: proportion },
    examples: mails.map((each) => ({ mail: each, by: "user_id", content: { kind: "phrase", text: "between us" }, outsider: 0 }) as const),
    async holds(session, { mail, by, content, outsider }, expect) {
      const sender = session.actor(mail.sender);
      const names = participantsOf(mail);
      const others = activePeople.filter((name) => !names.includes(name));
      const stranger = session.actor(present(atProportion(outsider, others), "stranger"));
      const people = session.actors(names);
      const [queues, [elsewhere]] = [await listen(people), await listen([stranger])];
      const fields = fieldsFor(session, mail, `${session.fresh("m")} ${content.text}`);
      const to = session.actors(mail.to).map((person) => person[by]);
      const id = await expect.accepted(sendMessage(sender, { ...fields, to }));
      const expected = { type: "private", subject: "", stream_id: undefined, sender_id: sender.user_id, content: fields.content };
      for (const queue of queues) {
        const message = await toldInMarkdown(queue, await toldMessage(queue, id));
        const fetched = await expect.accepted(fetchSource(queue.actor, id));
        for (const form of [message, fetched])
          for (const [field, value] of Object.entries(expected)) {
            const isOfEvent = form === message && isEqual(fetched[field], value);
            const clause = isOfEvent ? "events/message-told" : directClauses[field];
            expect.same(at(form, field), value, `${field} for ${queue.actor.name}`, clause);
          }
        const listed = mail.to.length > 1 && mail.to.includes(mail.sender) ? expect.against("messages.post/to-sender-listed") : expect;
        requirePeople(listed, fetched, people, `the people of the conversation for ${queue.actor.name}`);
      }
      await requireArrivals(itemAt(queues, 0), fields.content, [], "what more arrives of the message", "events/message-told");
      await requireArrivals(present(elsewhere, "queue"), fields.content, [], `what arrives of the message for ${stranger.name}`);
      await requireHidden(stranger, id, "between others");
    },
  });

const mails: readonly Recipients[] = [
  { sender: "alice", to: ["bob"] },
  { sender: "alice", to: ["bob", "cara"] },
  { sender: "cara", to: ["alice", "dana", "bob", "owen", "gus"] },
  { sender: "bob", to: ["bob", "alice"] },
];

/** Among others, the sender listed or not. */
export const toPeople = reaches("sends-to-people", recipients(), mails);

const alone = (sender: PersonName): Recipients => ({ sender, to: [sender] });

/** To oneself. */
export const senderAlone = reaches("to-sender-alone", anActor().map(alone), [alone("alice")]);

/** Requires that the same message, some fields said otherwise, goes to the same place. @param otherwise returns these fields */
async function requireAlike(sender: Actor, fields: Body, otherwise: (sent: Partial<Message>) => Body): Promise<void> {
  const { expect } = sender;
  const place = (message: Message): Body => ({
    type: expect.text(message.type, "the type of a message"),
    recipient_id: expect.integer(message.recipient_id, "recipient_id"),
    subject: expect.text(message.subject, "the subject of a message"),
    ...(message.type === "private"
      ? { people: peopleOf(expect, message) }
      : { stream_id: message.stream_id, display_recipient: expect.text(message.display_recipient, "the display_recipient of a message") }),
  });
  const id = await expect.accepted(sendMessage(sender, fields));
  const sent = await ifTold(fetchSource(sender, id));
  const other = otherwise(sent ?? { id });
  const again = await expect.accepted(sendMessage(sender, { ...fields, ...other }));
  // Where no message can be fetched, that it is accepted says as much as can be seen.
  if (!sent) return;
  const second = await expect.accepted(fetchSource(sender, again));
  expect.same(place(second), place(sent), `the place of a message with ${JSON.stringify(other)}`);
}

/** In a topic of the channel general: the message, and what may be said otherwise of it. */
const alikeInChannel = (clause: readonly string[], otherwise: (fields: ReturnType<typeof channelFields>) => Body) =>
  property({
    clause,
    given: { who: anActor() },
    examples: [{ who: "alice" }],
    async holds(session, { who }) {
      const fields = channelFields(session.channels.general, session.fresh());
      await requireAlike(session.actor(who), fields, () => otherwise(fields));
    },
  });

/** `channel` and `stream` send alike. */
export const channelAlias = alikeInChannel(["type-channel-alias", "type-values", "versioning/channel-for-stream"], () => ({
  type: "channel",
}));

/** `subject` names the topic too. */
export const subjectAlias = alikeInChannel(["topic-subject-alias", "versioning/subject-for-topic"], ({ topic }) => ({
  topic: undefined,
  subject: topic,
}));

/** A channel's name, which its messages show, and its id lead to the same channel. */
export const channelByNameOrId = property({
  clause: ["to-channel-name-or-id", "message-resource/display-recipient-channel"],
  given: { room: aRoom },
  examples: [inGeneral, room("quiet", "bob", "cara")].map((each) => ({ room: each })),
  async holds(session, { room: drawn }) {
    const [sender, channel] = [session.actor(drawn.sender), session.channel(drawn.channel)];
    await requireSubscribed(sender, channel);
    await requireAlike(sender, channelFields(channel, session.fresh()), ({ display_recipient }) => {
      if (display_recipient === undefined) throw new Untestable("the name of the channel is not told");
      return { to: display_recipient };
    });
  },
});

/** A channel whose name begins as JSON does is named as any other. */
export const channelNamesLikeJson = property({
  clause: ["to-channel-name-or-id", "sends-to-channel"],
  given: { who: anActor(...fullMembers), word: fc.constantFrom("2 fast", "[team", "{rain", "-1 below") },
  examples: [{ who: "alice", word: "2 fast" }],
  async holds(session, { who, word }, expect) {
    const [sender, name] = [session.actor(who), session.fresh(word)];
    const channel = await createChannel(session, name, [who]);
    const id = await expect.accepted(sendMessage(sender, channelFields(name, session.fresh())));
    expect.same((await fetchMessage(sender, id)).stream_id, channel, `the channel of a message to "${name}"`);
  },
});

/** To people, of whom the sender is none unless there are no others: what may be said otherwise of the message. */
const alikeToPeople = (clause: readonly string[], otherwise: (session: Session, mail: Recipients, to: readonly PersonName[]) => Body) =>
  property<{ mail: Recipients }>({
    clause,
    given: { mail: recipients() },
    examples: [...mails, { sender: "bob" as const, to: ["bob" as const] }].map((mail) => ({ mail })),
    async holds(session, { mail }) {
      const { sender } = mail;
      const others = mail.to.filter((name) => name !== sender);
      const to = others.length === 0 ? [sender] : others;
      await requireAlike(session.actor(sender), fieldsFor(session, { sender, to }), () => otherwise(session, mail, to));
    },
  });

/** `direct` and its old name `private` send alike. */
export const privateAlias = alikeToPeople(["type-private-alias", "type-direct", "type-values", "versioning/private-for-direct"], () => ({
  type: "private",
}));

/** Ids and API addresses of the same people lead to the same conversation. */
export const peopleByIdOrAddress = alikeToPeople(["to-ids-or-addresses"], (session, _, to) => ({
  to: session.actors(to).map(({ email }) => email),
}));

/** Listing oneself among the recipients, named in a way, changes nothing. */
const listed = (by: By, ...clause: readonly string[]) =>
  alikeToPeople(clause, (session, { sender, to }) => ({
    to: session.actors(to.includes(sender) ? to : [sender, ...to]).map((person) => person[by]),
  }));

export const senderListed = listed("user_id", "to-sender-listed");
export const senderListedByAddress = listed("email", "to-sender-listed", "to-ids-or-addresses");

/** A list of ids and addresses mixed is refused, and its people get nothing; a list of either is sent. */
export const mixedList = property({
  clause: ["to-one-kind", "no-trace"],
  given: { who: anActor(), pair: twoPeople(), first: anyWay },
  examples: (["user_id", "email"] as const).map((first) => ({ who: "alice", pair: ["alice", "bob"], first }) as const),
  async holds(session, { who, pair, first }, expect) {
    const [sender, one, other] = [session.actor(who), session.actor(pair[0]), session.actor(pair[1])];
    const queue = await other.queue({ event_types: ["message"] });
    const fields = fieldsFor(session, { sender: who, to: [who] }, session.fresh("mixed"));
    const mixed = [one[first], other[first === "email" ? "user_id" : "email"]];
    expect.declined(await sender.send("POST /messages", { ...fields, to: mixed }), `a list of ${JSON.stringify(mixed)}`, "to");
    const sent: number[] = [];
    for (const by of ["user_id", "email"] as const)
      sent.push(await expect.accepted(sendMessage(sender, { ...fields, to: [one[by], other[by]] })));
    await requireArrivals(queue, fields.content, sent, "the messages that arrive, one to a mixed list refused", "messages.post/no-trace");
  },
});

/** With which code a message without `to` is refused: noted, not judged. */
export const toMissingCode = property({
  clause: "to-missing-code",
  once: "the code is the same for every message",
  async holds(session) {
    const { as, expect } = session;
    const { to, ...fields } = channelFields(session.channels.general, session.fresh("nowhere"));
    const reply = await as.alice.send("POST /messages", fields);
    expect.missing(reply, "to", "a message without to");
    await expect.accepted(sendMessage(as.alice, { ...fields, to }));
    const { code } = reply.body;
    if (code === codes.badRequest || code === "REQUEST_VARIABLE_MISSING") session.chooses("missingRecipient", code);
  },
});

const ignoredTopic = "messages.post/topic-ignored-for-people";

/** The answer to a direct message speaks of no topic policy, and the message has no topic where it is told or read, whatever topic was sent along. */
export const directWithoutTopic = property<{ mail: Recipients; topic: TopicShape }>({
  clause: ["automatic-policy-direct", "topic-ignored-for-people"],
  given: { mail: recipients(), topic: aTopic() },
  examples: mails.slice(0, 1).map((mail) => ({ mail, topic: { kind: "plain" } })),
  async holds(session, { mail, topic }, expect) {
    const sender = session.actor(mail.sender);
    const name = topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });
    const queue = await sender.queue({ event_types: ["message"] });
    const reply = await sender.send("POST /messages", { ...fieldsFor(session, mail), topic: name });
    const { id, automatic_new_visibility_policy: policy } = expect.succeeded(reply, "a direct message with a topic");
    expect.same(policy, undefined, "automatic_new_visibility_policy");
    const message = await expect.accepted(fetchSource(sender, expect.integer(id, "the id in the answer")));
    expect.same(message.subject, "", "the topic of a direct message", ignoredTopic);
    if (queue.isDeaf) return;
    expect.same((await toldMessage(queue, message.id)).subject, "", "the topic of a direct message in its event", ignoredTopic);
  },
});

const soup = { act: "send", by: "alice", to: { topic: "a" }, content: "soup" } as const;
const bread = { ...soup, by: "bob", content: "bread" } as const;

/** Ids increase from message to message, whoever sends them and wherever to, and whatever becomes of those before. */
export const idsIncrease = property({
  clause: ["ids-increase", "message-resource/id", "message-resource/ids-ascend"],
  given: { history: aHistory({ messages: [2, 8], people: [...members, "dana"] }) },
  examples: [
    { history: [soup, bread, { ...soup, to: { people: ["alice"] } }, { ...soup, to: { topic: "b" } }] },
    { history: [soup, bread, { act: "delete", back: 0 }, soup] },
  ],
  async holds(session, { history }, expect) {
    const ids = stagedIds((await stageHistory(session, history)).messages);
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of messages in the order of sending");
  },
});
