import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { idsInTopic, sendMessage } from "../../client/messages.ts";
import { boundOf, emptyTopicName } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, type Recipients, recipients } from "../../draw/people.ts";
import { codePoints, repeatedTo, textOf } from "../../draw/texts.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { jsonText, prepared, Untestable } from "../../expect.ts";
import { channelFields, fieldsFor, listening, requireArrivals, requireSubscribed, sendAndFetch } from "./sending.ts";
import { aFiller, anExcess, filledTo, sendBeyond, topicKept } from "./texts.ts";

/** Without content a message is refused and nothing is sent; with content it is sent. */
export const contentMissing = property({
  clause: ["messages.post/content-required", "messages.post/no-trace"],
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect } = session;
    const [sender, to, topic] = [session.actor(who), session.channels.general, session.fresh()];
    expect.missing(await sender.send("POST /messages", { type: "stream", to, topic }), "content");
    const sent = await expect.accepted(sendMessage(sender, channelFields(to, topic)));
    expect.same(await expect.accepted(idsInTopic(sender, to, topic)), [sent], "what is in the topic");
  },
});

interface LongContent {
  readonly mail: Recipients;
  readonly filler: string;
}

/** Content as long as the bound is kept whole, counted in code points. */
export const contentAtBound = property<LongContent & { missing: number }>({
  clause: ["messages.post/content-bound", "messages.post/content-kept"],
  given: { mail: recipients(), filler: aFiller, missing: fc.constantFrom(0, 1) },
  examples: ["x", "𝒜"].map((filler) => ({ mail: { sender: "alice", to: ["alice"] }, filler, missing: 0 })),
  async holds(session, { mail, filler, missing }) {
    const sender = session.actor(mail.sender);
    const length = (await boundOf(sender, "max_message_length")) - missing;
    const content = repeatedTo(length, filler);
    const message = await sendAndFetch(sender, fieldsFor(session, mail, content));
    session.expect.holds(message.content === content, `content of ${length} characters of "${filler}" is not kept as it was sent`);
  },
});

/** Of content longer than the bound no more than the bound is kept, or it is refused where content as long as the bound is sent. */
export const contentBeyondBound = property<LongContent & { excess: number }>({
  clause: "messages.post/content-beyond",
  given: { mail: recipients(), filler: aFiller, excess: anExcess },
  examples: ["x", "𝒜"].map((filler) => ({ mail: { sender: "alice", to: ["alice"] }, filler, excess: 1 })),
  async holds(session, { mail, filler, excess }) {
    const sender = session.actor(mail.sender);
    const bound = await boundOf(sender, "max_message_length");
    const text = repeatedTo(bound + excess, filler);
    await sendBeyond(sender, fieldsFor(session, mail, text), { text, bound, field: "content", ruling: "longContent" });
    await session.expect.accepted(sendMessage(sender, fieldsFor(session, mail, repeatedTo(bound, filler))));
  },
});

/** A topic as long as the bound is kept whole, counted in code points. */
export const topicAtBound = property({
  clause: "messages.post/topic-bound",
  given: { who: anActor(), filler: textOf({ max: 8 }), missing: fc.constantFrom(0, 1) },
  examples: ["x", "🌱"].map((filler) => ({ who: "alice", filler, missing: 0 })),
  async holds(session, { who, filler, missing }) {
    const sender = session.actor(who);
    const topic = filledTo((await boundOf(sender, "max_topic_length")) - missing, session.fresh(), filler);
    const { subject } = await sendAndFetch(sender, channelFields(session.channels.general, topic));
    session.expect.same(subject, topic, `a topic of ${codePoints(topic)} characters`);
  },
});

/** Of a topic longer than the bound no more than the bound is kept, or it is refused where one as long as the bound is sent. */
export const topicBeyondBound = property({
  clause: "messages.post/topic-beyond",
  given: { who: anActor(), filler: textOf({ max: 8 }), excess: anExcess },
  examples: ["x", "🌱"].map((filler) => ({ who: "alice", filler, excess: 1 })),
  async holds(session, { who, filler, excess }) {
    const [sender, channel, fresh] = [session.actor(who), session.channels.general, session.fresh()];
    const bound = await boundOf(sender, "max_topic_length");
    const text = filledTo(bound + excess, fresh, filler);
    await sendBeyond(sender, channelFields(channel, text), { text, bound, field: "subject", ruling: "longTopic" });
    await session.expect.accepted(sendMessage(sender, channelFields(channel, filledTo(bound, fresh, filler))));
  },
});

/** A message to a channel without a topic is refused; with one it is sent. */
export const topicMissing = property({
  clause: "messages.post/topic-required",
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect } = session;
    const sender = session.actor(who);
    await requireSubscribed(sender, session.channels.general);
    const queue = await listening(sender);
    const { topic, ...fields } = channelFields(session.channels.general, session.fresh(), session.fresh("hello"));
    expect.missing(await sender.send("POST /messages", fields), "topic", "a message to a channel without a topic");
    const sent = await expect.accepted(sendMessage(sender, { ...fields, topic }));
    await requireArrivals(queue, fields.content, [sent], "the messages that arrive, the first without a topic");
  },
});

/** `subject` names the topic too. */
export const subjectAlias = property<{ who: PersonName; topic: TopicShape }>({
  clause: "messages.post/topic-subject-alias",
  given: { who: anActor(), topic: aTopic("plain", "text", "cased", "resolved") },
  examples: [{ who: "alice", topic: { kind: "plain" } }],
  async holds(session, { who, topic }) {
    const sender = session.actor(who);
    const subject = topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });
    const fields = { type: "stream", to: session.channels.general, content: "hello" };
    session.expect.same((await sendAndFetch(sender, { ...fields, subject })).subject, subject, "the topic");
  },
});

/** The empty topic and its display name mean the same: both are the empty topic, or both are refused where topics are required. */
export const emptyTopic = property({
  clause: ["messages.post/topic-empty", "messages.post/topic-mandatory"],
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect, channels } = session;
    const [sender, other] = [session.actor(who), session.fresh()];
    const name = await emptyTopicName(sender);
    const empty = await topicKept(sender, channels.general, "");
    expect.holds(empty === "" || empty === "refused", `the empty topic became ${jsonText(empty)}`);
    expect.same(await topicKept(sender, channels.general, name), empty, `what became of the topic "${name}"`);
    expect.same(await topicKept(sender, channels.general, other), other, "what became of a topic like any other");
  },
});

/** `(no topic)` is read as the empty topic, or refused where that is. */
export const noTopic = property({
  clause: ["messages.post/topic-no-topic", "messages.post/topic-mandatory"],
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const { expect, channels } = session;
    const [sender, other] = [session.actor(who), session.fresh()];
    const empty = await topicKept(sender, channels.general, "");
    expect.holds(empty === "" || empty === "refused", `the empty topic became ${jsonText(empty)}`);
    expect.same(await topicKept(sender, channels.general, "(no topic)"), empty, "what became of (no topic)");
    expect.same(await topicKept(sender, channels.general, other), other, "what became of a topic like any other");
  },
});

type SpecialTopic = Extract<TopicShape, { kind: "special" }>;

const policies = ["allow_empty_topic", "disable_empty_topic"] as const;
const specialTopics: readonly SpecialTopic[] = [
  { kind: "special", special: "empty" },
  { kind: "special", special: "(no topic)" },
  { kind: "special", special: "display name" },
];

/** Where a channel allows the empty topic, each way to say it is accepted; where topics are required, each is refused. */
export const mandatoryTopics = property<{ who: PersonName; topic: SpecialTopic; policy: string }>({
  clause: ["messages.post/topic-mandatory", "messages.post/topic-empty", "messages.post/topic-no-topic"],
  given: { who: anActor("alice", "bob", "cara", "dana", "owen"), topic: aTopic("special"), policy: fc.constantFrom(...policies) },
  examples: policies.flatMap((policy) => specialTopics.map((topic) => ({ who: "alice", topic, policy }))),
  async holds(session, { who, topic, policy }) {
    const { expect, steering, level } = session;
    if (level < levels.topicsPolicy) throw new Untestable(`at level ${level} no channel has a rule of its own for topics`);
    const [sender, channel, other] = [session.actor(who), session.fresh("channel"), session.fresh()];
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: [who] });
    const id = prepared.integer(stream_id, "the stream_id of a new channel");
    const name = topicOf(topic, { fresh: "", limit: 0, displayName: await emptyTopicName(sender) });
    await steering.act({ action: "set_channel", channel, property: "topics_policy", value: policy });
    const expected = policy === "allow_empty_topic" ? "" : "refused";
    expect.same(await topicKept(sender, id, name), expected, `what became of "${name}" where the policy is ${policy}`);
    expect.same(await topicKept(sender, id, other), other, "what became of a topic like any other");
  },
});
