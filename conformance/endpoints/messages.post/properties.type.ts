import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { fetchIds, fetchSource, sendMessage } from "../../client/messages.ts";
import { boundOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aHistory, type History, topicLetters } from "../../draw/histories.ts";
import { anActor, members, type PersonName, type Recipients, recipients } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import {
  aSending,
  channelFields,
  fieldsFor,
  listening,
  oneToEach,
  requireArrivals,
  requireSubscribed,
  type Sending,
  sendAndFetch,
} from "./sending.ts";

const types: readonly string[] = ["direct", "channel", "stream", "private"];

/** A text that is none of the four types. */
const noType = fc
  .oneof({ withCrossShrink: true }, fc.constantFrom("topic", "Stream", "group", "streams", "", "Direct", "0", "null"), textOf({ max: 12 }))
  .filter((type) => !types.includes(type));

/** A type that is none of the four is refused, and nothing is sent; with a type that is, the same message is sent. */
export const unknownType = property<{ sending: Sending; type: string }>({
  clause: ["messages.post/type-values", "messages.post/no-trace"],
  given: { sending: aSending, type: noType },
  examples: ["topic", "Stream", "group", "streams", ""].flatMap((type) => oneToEach.map((sending) => ({ sending, type }))),
  async holds(session, { sending, type }) {
    const { expect } = session;
    const sender = session.actor(sending.sender);
    if (!sending.to) await requireSubscribed(sender, session.channels.general);
    const queue = await listening(sender);
    const fields = fieldsFor(session, sending, session.fresh("hello"));
    expect.declined(await sender.send("POST /messages", { ...fields, type }), `a message of type "${type}"`, "type");
    const sent = await expect.accepted(sendMessage(sender, fields));
    await requireArrivals(queue, fields.content, [sent], `the messages that arrive, one of type "${type}" refused`);
  },
});

/** Without a type a message is refused, and nothing is sent; with one it is sent. */
export const typeMissing = property<{ sending: Sending }>({
  clause: ["messages.post/type-required", "messages.post/no-trace"],
  given: { sending: aSending },
  examples: oneToEach.map((sending) => ({ sending })),
  async holds(session, { sending }) {
    const { expect } = session;
    const sender = session.actor(sending.sender);
    if (!sending.to) await requireSubscribed(sender, session.channels.general);
    const queue = await listening(sender);
    const fields = fieldsFor(session, sending, session.fresh("hello"));
    expect.missing(await sender.send("POST /messages", { ...fields, type: undefined }), "type");
    const sent = await expect.accepted(sendMessage(sender, fields));
    await requireArrivals(queue, fields.content, [sent], "the messages that arrive, one without a type refused");
  },
});

/** `channel` and `stream` send alike. */
export const channelAlias = property<{ who: PersonName; topic: TopicShape }>({
  clause: ["messages.post/type-channel-alias", "messages.post/type-values"],
  given: { who: anActor(), topic: aTopic("plain", "text", "cased", "resolved") },
  examples: [{ who: "alice", topic: { kind: "plain" } }],
  async holds(session, { who, topic }) {
    const { expect } = session;
    const sender = session.actor(who);
    const name = topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });
    const fields = channelFields(session.channels.general, name);
    const plain = await sendAndFetch(sender, fields);
    const alias = await sendAndFetch(sender, { ...fields, type: "channel" });
    for (const field of ["type", "stream_id", "recipient_id", "display_recipient", "subject"])
      expect.same(
        alias[field],
        expect.present(plain[field], `${field} of a message sent as stream`),
        `${field} of a message sent as channel`,
      );
  },
});

const mails: readonly Recipients[] = oneToEach.flatMap(({ sender, to }) => (to ? [{ sender, to }] : []));

/** `direct` and its old name `private` send alike. */
export const privateAlias = property<{ mail: Recipients }>({
  clause: ["messages.post/type-private-alias", "messages.post/type-direct", "messages.post/type-values"],
  given: { mail: recipients() },
  examples: mails.map((mail) => ({ mail })),
  async holds(session, { mail }) {
    const { expect } = session;
    const sender = session.actor(mail.sender);
    const fields = fieldsFor(session, mail);
    const plain = await sendAndFetch(sender, { ...fields, type: "direct" });
    const alias = await sendAndFetch(sender, { ...fields, type: "private" });
    for (const name of ["type", "recipient_id", "display_recipient", "subject"])
      expect.same(alias[name], expect.present(plain[name], `${name} of a message sent as direct`), `${name} of a message sent as private`);
  },
});

/** The answer to a direct message speaks of no topic policy, and the message has no topic, whatever topic was sent along. */
export const directWithoutPolicy = property<{ mail: Recipients; topic: TopicShape }>({
  clause: ["messages.post/automatic-policy-direct", "messages.post/topic-ignored-for-people"],
  given: { mail: recipients(), topic: aTopic() },
  examples: mails.map((mail) => ({ mail, topic: { kind: "plain" } })),
  async holds(session, { mail, topic }) {
    const { expect } = session;
    const sender = session.actor(mail.sender);
    const name = topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });
    const body = expect.succeeded(
      await sender.send("POST /messages", { ...fieldsFor(session, mail), topic: name }),
      "a direct message with a topic",
    );
    expect.same(body.automatic_new_visibility_policy, undefined, "automatic_new_visibility_policy");
    const message = await expect.accepted(fetchSource(sender, expect.integer(body.id, "the id in the answer")));
    expect.same(message.subject, "", "the topic of a direct message");
  },
});

/** Ids increase from message to message, whoever sends them and wherever to, and whatever becomes of those before. */
export const idsIncrease = property<{ history: History }>({
  clause: "messages.post/ids-increase",
  given: { history: aHistory({ messages: [2, 8], people: [...members, "dana"] }) },
  examples: [
    [
      { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
      { act: "send", by: "bob", to: { topic: "a" }, content: "bread" },
      { act: "send", by: "alice", to: { people: ["alice"] }, content: "rain" },
      { act: "send", by: "alice", to: { topic: "b" }, content: "plum" },
    ],
    [
      { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
      { act: "send", by: "alice", to: { topic: "a" }, content: "bread" },
      { act: "delete", back: 0 },
      { act: "send", by: "alice", to: { topic: "a" }, content: "rain" },
    ],
  ].map((history) => ({ history: history as History })),
  async holds(session, { history }) {
    const { expect, as } = session;
    const staged = await expect.accepted(stageHistory(session, history));
    const ids = stagedIds(staged.messages);
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of messages in the order of sending");
    for (const letter of topicLetters)
      expect.same(
        await expect.accepted(fetchIds(as.alice, staged.narrowTo(letter))),
        stagedIds(staged.inTopic(letter)),
        `the ids of topic ${letter}`,
      );
  },
});
