import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { channelFields, directFields, fetchMessages, fetchSource, idsOf } from "../../client/messages.ts";
import type { CallBeside, Ready } from "../../declare/call.ts";
import { rest, type Say, type StepBeside } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import {
  but,
  type Drawn,
  fields,
  listOf,
  mostly,
  type RequestFields,
  rarely,
  truth,
  unsupported,
  type ValueOf,
} from "../../draw/combinators.ts";
import { aContent, type ContentShape, content } from "../../draw/contents.ts";
import { members, people, somePeople } from "../../draw/people.ts";
import {
  channelOfActor,
  closedChannel,
  formerMembers,
  hugeIds,
  named,
  noneOf,
  ownQueue,
  several,
  somebody,
  somebodyWith,
} from "../../draw/references.ts";
import { isSymbolic, orElse } from "../../draw/symbols.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { textAtLimit } from "../../draw/texts.ts";
import {
  aTopic,
  channelOfConversation,
  peopleOfConversation,
  type TopicShape,
  topic,
  topicBeyond,
  topicOf,
  topicOfConversation,
} from "../../draw/topics.ts";
import { at, type Body } from "../../expect.ts";
import { shaped } from "../shaped.ts";

const receiver = somebodyWith(({ by, received }) => [...received].filter((name) => name !== by));

/** Somebody who answers: one who received a message and did not send it; else anybody. */
const writer: Drawn = mostly([2, orElse(receiver, somebody)], [1, somebody]);

const common = (facts: TargetFacts): Readonly<Record<string, Drawn>> => ({
  content: content(facts),
  // What a server decides by the client's name is compared only where the model holds the same.
  read_by_sender: facts.known ? rarely(truth, 3) : truth,
  colour: unsupported,
});

const topicThere = (facts: TargetFacts): Drawn => mostly([3, orElse(topicOfConversation("to"), topic(facts))], [2, topic(facts)]);

const toChannel = (facts: TargetFacts): Drawn =>
  fields({
    as: writer,
    type: fc.constantFrom("channel", "stream"),
    to: mostly(
      [4, orElse(channelOfConversation("channel name"), channelOfActor("channel name"))],
      [3, channelOfActor("channel name")],
      [2, channelOfActor("channel")],
    ),
    topic: topicThere(facts),
    ...common(facts),
  });

const toPeople = (facts: TargetFacts): Drawn =>
  fields({
    as: writer,
    type: mostly([2, "direct"], [1, "private"]),
    to: mostly([5, orElse(peopleOfConversation, several("user", 1, 3))], [4, several("user", 1, 3)], [3, several("email", 1, 2)]),
    topic: rarely(topic(facts), 20),
    ...common(facts),
  });

/** Messages that come back to the queue that sent them with the name that the client gave them. */
const withEcho = (given: Drawn): Drawn => but(given, { queue_id: ownQueue, local_id: fc.constantFrom("7.01", "x") });

/** Mentions of more people than the sender may mention at once. */
function crowdMentions({ crowded, busy, administrators }: TargetFacts): (readonly [number, Drawn])[] {
  const [channel] = crowded;
  const mention = (to: unknown, topic: string, ...contents: readonly string[]): readonly [number, Drawn] => {
    const place = { type: fc.constant("stream"), to: fc.constant(to), topic: fc.constant(topic) };
    return [2, fields({ as: noneOf(administrators), ...place, content: fc.constantFrom(...contents) })];
  };
  return [
    ...(channel === undefined ? [] : [mention(channel, "lunch", "@**all** soup")]),
    ...busy.map(({ channel: of, topic }) => mention({ ref: "channel name", of }, topic, "@**topic** rain", "soup @**topic**")),
  ];
}

function refused(facts: TargetFacts): Drawn {
  const [channel, direct] = [toChannel(facts), toPeople(facts)];
  const former = formerMembers(facts);
  const nobodies = mostly([1, fc.constantFrom([0], ["x@y"], [])], [former.length > 0 ? 2 : 0, listOf(named("user", former), 1, 1)]);
  return mostly(
    [3, but(channel, { to: fc.constantFrom({ ref: "fresh", of: "no channel" }, 2147483646) })],
    // Texts as well as numbers stand for channels: what is neither, and numbers that none has.
    [2, but(channel, { to: fc.constantFrom(true, false, [true], [false], 1.5, [1.5], ...hugeIds) })],
    [2, but(channel, { to: mostly([1, closedChannel("channel name")], [1, closedChannel("channel")]) })],
    [1, but(channel, { topic: undefined })],
    ...refusedByTable("messages.post", facts, mostly([1, channel], [1, direct])),
    [3, but(mostly([1, channel], [1, direct]), { content: fc.constantFrom("", " ", "\n\n", "\t ") })],
    [6, but(direct, { to: nobodies })],
    [2, but(withEcho(mostly([1, channel], [1, direct])), { local_id: undefined })],
    [2, but(direct, { queue_id: undefined, local_id: fc.constant("7.01") })],
    ...crowdMentions(facts),
  );
}

function accepted(facts: TargetFacts): Drawn {
  const [channel, direct] = [toChannel(facts), toPeople(facts)];
  return mostly(
    [96, channel],
    [48, direct],
    [8, but(channel, { topic: undefined, subject: topicThere(facts) })],
    [16, withEcho(channel)],
    [8, withEcho(direct)],
    // Servers cut what is too long, or refuse it.
    [8, but(channel, { topic: topicBeyond })],
    [1, but(channel, { content: textAtLimit("max_message_length", 1) })],
  );
}

/** The sentence shows by which of several names a value is sent, but for those that are sent most. */
function tell(given: RequestFields, say: Say): string {
  const { type, to, content: text, topic, subject } = given;
  const isChannel = type === "channel" || type === "stream";
  const content = text === undefined ? "nothing" : say(text, "as text");
  const usual = ["to", "content", ...(type === "channel" || type === "direct" ? ["type"] : [])];
  if (!isChannel) return `sends ${content} to ${say(to)}${rest(given, usual, say)}`;
  const byId = isSymbolic(to) && to.ref === "channel" ? " by its id" : "";
  const where = subject !== undefined && topic === undefined ? `subject ${say(subject, "as name")}` : say(topic, "as name");
  const inSentence = topic === undefined ? [...usual, "subject"] : [...usual, "topic"];
  return `sends ${content} to #${say(to, "as name")}${byId} > ${where}${rest(given, inSentence, say)}`;
}

export const step: StepBeside = {
  weight: () => 40,
  draw: (facts) => ({ accepted: accepted(facts), refused: refused(facts) }),
  tell,
  makes: { kind: "message", field: "id" },
};

/** The form of a message, with the people who get one beside its sender. */
const aMessage = fc.record({
  type: fc.constantFrom("direct", "private", "stream", "channel"),
  others: somePeople({ from: members, min: 0, max: 2 }),
  isByAddress: fc.boolean(),
  topic: aTopic("plain", "cased", "resolved") as fc.Arbitrary<TopicShape>,
  content: aContent,
});

type MessageShape = ValueOf<typeof aMessage>;

const ofText = (text: string): ContentShape => ({ kind: "text", text });
const note: MessageShape = { type: "direct", others: [], isByAddress: false, topic: { kind: "plain" }, content: ofText("hello") };

/** Returns the fields of a message of a shape by an actor, in the words that a server of the target's level knows. */
function fieldsOf(by: Actor, { type, others, isByAddress, topic, content }: MessageShape): Body {
  const { session, level } = by;
  const text = `${session.fresh("hello")} ${content.text}`;
  if (type === "stream" || type === "channel") {
    const fields = channelFields(session.channels.general, topicOf(topic, { fresh: session.fresh("Lunch"), limit: 60 }), text);
    return { ...fields, type: level < levels.channelType ? "stream" : type };
  }
  const people = [by, ...others.filter((name) => name !== by.name).map((name) => session.actor(name))];
  const to = isByAddress && { to: people.map(({ email }) => email) };
  return { ...directFields(by, people, text), ...to, ...(type === "private" && { type }) };
}

/** The ids of the caller's newest messages with the content of the request, in the channel that it is for. */
async function withContent({ actor, fields }: Ready): Promise<unknown> {
  const channel = Array.isArray(fields.to) ? [] : [{ operator: "stream", operand: fields.to }];
  const narrow = [...channel, { operator: "sender", operand: actor.email }];
  const messages = await fetchMessages(actor, narrow, { num_before: 50, apply_markdown: false });
  return idsOf(messages.filter(({ content }) => content === fields.content));
}

export const call: CallBeside = {
  beside: { read_by_sender: { value: true }, topic: { value: "ignored for direct messages" } },
  mayRefuse: "the organization may not allow direct messages",
  by: people,
  ...shaped(
    aMessage,
    [
      note,
      { ...note, type: "stream", content: ofText("*emphasis* stays Source") },
      { ...note, others: ["bob"], isByAddress: true, content: ofText("two\nlines") },
      { ...note, type: "private", others: ["bob", "cara"], content: ofText("Üñïcødé 🌻") },
      { ...note, type: "channel", topic: { kind: "resolved" }, content: ofText("a & b < c > \"d\" 'e'") },
    ],
    async (session, by = session.as.alice, shape) => ({ actor: by, route: "POST /messages", fields: fieldsOf(by, shape) }),
  ),
  trace: withContent,
  kept: async (viewer, { fields }, { id }) => {
    const { content, subject, display_recipient } = await viewer.expect.accepted(fetchSource(viewer, Number(id)));
    const listed = Array.isArray(display_recipient) ? display_recipient.flatMap((person) => [at(person, "id"), at(person, "email")]) : [];
    const to = Array.isArray(fields.to) && { to: fields.to.filter((person) => listed.includes(person)) };
    return { content, ...(fields.topic !== undefined && { topic: subject }), ...to };
  },
};
