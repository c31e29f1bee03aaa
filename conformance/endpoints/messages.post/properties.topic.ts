import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { awaitMessage, directFields, fetchSource, messageOf, sendMessage } from "../../client/messages.ts";
import { boundOf, capabilities, emptyTopicName } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { caseVariant, inCase } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { codePoints, letterKinds, repeatedTo, textOf } from "../../draw/texts.ts";
import { aPlainTopic, aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { type Body, jsonText, prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/errors.ts";
import { channelFields, requireSubscribed, sendAndFetch } from "./sending.ts";

/** A text of a message that has a bound. */
interface Bounded {
  readonly limit: "max_message_length" | "max_topic_length";
  /** The name of its field in a message. */
  readonly field: "content" | "subject";
  readonly ruling: "longContent" | "longTopic";
  /** What fills it. */
  readonly filler: fc.Arbitrary<string>;
  readonly fields: (sender: Actor, text: string) => Body;
}

const content: Bounded = {
  limit: "max_message_length",
  field: "content",
  ruling: "longContent",
  // No markup and no emoji: thousands of emoji take some servers longer to render than they allow themselves.
  filler: textOf({ max: 12, kinds: letterKinds }),
  fields: (sender, text) => directFields(sender, [sender], text),
};

const topic: Bounded = {
  limit: "max_topic_length",
  field: "subject",
  ruling: "longTopic",
  filler: textOf({ max: 12 }),
  fields: ({ session }, text) => channelFields(session.channels.general, text),
};

/** Letters of one, two, three and four bytes, the last of two units of UTF-16; and an emoji. */
const fillers = ({ field }: Bounded): readonly string[] => ["a", "é", "中", "𐐀", ...(field === "subject" ? ["🌱"] : [])];

/** Returns a text of so many code points that begins with a name that nothing on the server has. @throws Untestable: the name is longer */
function filledTo({ session }: Actor, length: number, filler: string): string {
  const fresh = `${session.fresh("long")} `;
  const missing = length - codePoints(fresh);
  if (missing < 1) throw new Untestable(`a text that nothing on the server has yet needs more than ${length} characters`);
  return fresh + repeatedTo(missing, filler);
}

/** A text as long as its bound, or shorter, is kept whole, of characters of whatever planes. */
const atBound = (clause: readonly string[], text: Bounded) =>
  property({
    clause,
    given: { who: anActor(), filler: text.filler, by: fc.constantFrom(0, 0, 0, 1, 9) },
    examples: fillers(text).map((filler) => ({ who: "alice", filler, by: 0 }) as const),
    async holds(session, { who, filler, by }) {
      const sender = session.actor(who);
      const sent = filledTo(sender, (await boundOf(sender, text.limit)) - by, filler);
      const kept = (await sendAndFetch(sender, text.fields(sender, sent)))[text.field];
      session.expect.holds(kept === sent, `${text.field} of ${codePoints(sent)} characters of "${filler}" is not kept as it was sent`);
    },
  });

/** Of a text longer than its bound no more than the bound is kept, or it is refused where one as long as the bound is sent. */
const beyondBound = (clause: readonly string[], text: Bounded) =>
  property({
    clause,
    given: {
      who: anActor(),
      filler: text.filler,
      by: fc.oneof({ withCrossShrink: true }, fc.constant(1), fc.integer({ min: 2, max: 300 })),
    },
    examples: fillers(text).map((filler) => ({ who: "alice", filler, by: 1 }) as const),
    async holds(session, { who, filler, by }, expect) {
      const sender = session.actor(who);
      const bound = await boundOf(sender, text.limit);
      const what = `a message with ${text.field} of ${bound + by} characters`;
      const reply = await sender.send("POST /messages", text.fields(sender, filledTo(sender, bound + by, filler)));
      if (reply.body.result === "error") expect.refused(reply, codes.badRequest, {}, what);
      else {
        const id = expect.integer(expect.succeeded(reply, what).id, "the id in the answer");
        const kept = codePoints(expect.text((await expect.accepted(fetchSource(sender, id)))[text.field], `the ${text.field} kept`));
        expect.holds(kept <= bound, `of ${what} ${kept} are kept, where the bound is ${bound}`);
      }
      session.chooses(text.ruling, reply.body.result === "error" ? "refuse" : "truncate");
      await expect.accepted(sendMessage(sender, text.fields(sender, filledTo(sender, bound, filler))));
    },
  });

export const contentAtBound = atBound(["messages.post/content-bound", "messages.post/content-kept", "limits/message-length"], content);
export const contentBeyondBound = beyondBound(["messages.post/content-beyond", "limits/message-length-exceeded"], content);
export const topicAtBound = atBound(["messages.post/topic-bound", "limits/topic-length"], topic);
export const topicBeyondBound = beyondBound(["messages.post/topic-beyond", "limits/topic-length-exceeded"], topic);

/** Sends a message to a topic. Returns the topic that is kept; "refused" where the message is. */
async function topicKept(actor: Actor, channel: number, name: string): Promise<unknown> {
  const { expect } = actor;
  const reply = await actor.send("POST /messages", channelFields(channel, name));
  if (!expect.isAccepted(reply, `the topic "${name}"`, "topic")) return "refused";
  const id = expect.integer(reply.body.id, "the id in the answer");
  return (await expect.accepted(fetchSource(actor, id, { allow_empty_topic_name: true }))).subject;
}

/** A name is read as the empty topic, or refused where that is; any other topic is kept. */
const readAsEmpty = (clause: readonly string[], nameFor: (sender: Actor) => Promise<string>) =>
  property({
    clause: [...clause, "topic-mandatory"],
    given: { who: anActor() },
    examples: [{ who: "alice" }],
    async holds(session, { who }, expect) {
      const { channels } = session;
      const [sender, other] = [session.actor(who), session.fresh()];
      const name = await nameFor(sender);
      const empty = await topicKept(sender, channels.general, "");
      expect.holds(empty === "" || empty === "refused", `the empty topic became ${jsonText(empty)}`);
      expect.same(await topicKept(sender, channels.general, name), empty, `what became of the topic "${name}"`);
      expect.same(await topicKept(sender, channels.general, other), other, "what became of a topic like any other");
    },
  });

export const emptyTopic = readAsEmpty(["messages.post/topic-empty", "conventions/display-name-read"], emptyTopicName);
export const noTopic = readAsEmpty(["messages.post/topic-no-topic"], async () => "(no topic)");

type SpecialTopic = Extract<TopicShape, { kind: "special" }>;

const policies = ["allow_empty_topic", "disable_empty_topic"] as const;
const specialTopics = (["empty", "(no topic)", "display name"] as const).map((special): SpecialTopic => ({ kind: "special", special }));

/** Where a channel allows the empty topic, each way to say it is accepted; where topics are required, each is refused. */
export const mandatoryTopics = property({
  clause: ["topic-mandatory", "topic-empty", "topic-no-topic"],
  given: { who: anActor("alice", "bob", "cara", "dana", "owen"), topic: aTopic("special"), policy: fc.constantFrom(...policies) },
  examples: policies.flatMap((policy) => specialTopics.map((shape) => ({ who: "alice", topic: shape, policy }) as const)),
  async holds(session, { who, topic: shape, policy }, expect) {
    const { steering, level } = session;
    if (level < levels.topicsPolicy) throw new Untestable(`at level ${level} no channel has a rule of its own for topics`);
    const [sender, channel, other] = [session.actor(who), session.fresh("channel"), session.fresh()];
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: [who] });
    const id = prepared.integer(stream_id, "the stream_id of a new channel");
    const name = topicOf(shape, { fresh: "", limit: 0, displayName: await emptyTopicName(sender) });
    await steering.act({ action: "set_channel", channel, property: "topics_policy", value: policy });
    const expected = policy === "allow_empty_topic" ? "" : "refused";
    expect.same(await topicKept(sender, id, name), expected, `what became of "${name}" where the policy is ${policy}`);
    expect.same(await topicKept(sender, id, other), other, "what became of a topic like any other");
  },
});

/** Each message keeps its topic as its sender wrote it, also where others wrote it before in another case. */
export const casings = property({
  clause: "topic-kept",
  given: { first: anActor(), second: anActor(), topic: aPlainTopic, variant: caseVariant },
  examples: (["upper", "lower", "swapped"] as const).map(
    (variant) =>
      ({
        first: "alice",
        second: "bob",
        topic: { kind: "text", text: "Lunch" },
        variant,
      }) as const,
  ),
  async holds(session, { first, second, topic: shape, variant }, expect) {
    const { channels } = session;
    const [writer, other] = [session.actor(first), session.actor(second)];
    const known = topicOf(shape, { fresh: session.fresh("Tea"), limit: await boundOf(writer, "max_topic_length") });
    const id = await expect.accepted(sendMessage(writer, channelFields(channels.general, known)));
    const spelled = inCase(variant, known);
    expect.same(await topicKept(other, channels.general, spelled), spelled, `the topic of a second message, behind one to "${known}"`);
    expect.same((await expect.accepted(fetchSource(other, id))).subject, known, "the topic of the first message");
  },
});

const declarations: readonly (boolean | undefined)[] = [undefined, false, true];

interface Hearing {
  readonly who: PersonName;
  readonly listener: PersonName;
  readonly special: SpecialTopic["special"];
  /** What the queue declares of empty_topic_name; undefined where it declares nothing at all. */
  readonly declared: boolean | undefined;
}

/** Queues that declare support for the empty topic are told of it as it is, all others by its display name, however it was sent. */
export const emptyTold = property<Hearing>({
  clause: ["topic-empty-told", "topic-empty"],
  given: {
    who: anActor(),
    listener: anActor(),
    special: fc.constantFrom("empty", "display name", "(no topic)"),
    declared: fc.constantFrom(...declarations),
  },
  examples: declarations.flatMap((declared) => [
    { who: "alice", listener: "alice", special: "empty", declared },
    { who: "alice", listener: "bob", special: "display name", declared },
  ]),
  async holds(session, { who, listener, special, declared }, expect) {
    const { channels, level } = session;
    const [sender, reader] = [session.actor(who), session.actor(listener)];
    await requireSubscribed(reader, channels.general);
    const name = await emptyTopicName(reader);
    const client_capabilities = declared === undefined ? undefined : { ...capabilities, empty_topic_name: declared };
    const queue = await reader.queue({ event_types: ["message"], client_capabilities });
    // Before level 370 `(no topic)` is a topic like any other.
    const spelled = special === "(no topic)" && level < levels.noTopicMeansEmpty ? "empty" : special;
    const sent = topicOf({ kind: "special", special: spelled }, { fresh: "", limit: 0, displayName: name });
    const id = await sendMessage(sender, channelFields(channels.general, sent));
    const expected = declared === true ? "" : name;
    expect.same(messageOf(await awaitMessage(queue, id)).subject, expected, `the topic told where the empty one is declared: ${declared}`);
  },
});
