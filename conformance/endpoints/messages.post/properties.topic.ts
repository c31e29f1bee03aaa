import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { levels } from "../../client/levels.ts";
import { awaitMessage, channelFields, createChannel, fetchSource, messageOf, sendMessage } from "../../client/messages.ts";
import { boundOf, capabilities, emptyTopicName, emptyTopicReader, requireSubscribed } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor } from "../../draw/people.ts";
import { caseVariant, inCase } from "../../draw/texts.ts";
import { aPlainTopic, aTopic, topicOf } from "../../draw/topics.ts";
import { type Body, jsonText, Untestable } from "../../expect.ts";

/** Sends a message to a topic. Returns the topic that is kept; "refused" where the message is. */
async function topicKept(actor: Actor, channel: number, name: string, parameter: "topic" | "subject" = "topic"): Promise<unknown> {
  const { expect } = actor;
  const { topic: _, ...fields } = channelFields(channel, name);
  const reply = await actor.send("POST /messages", { ...fields, [parameter]: name });
  if (!expect.isAccepted(reply, `the topic "${name}"`, "topic")) return "refused";
  const id = expect.integer(reply.body.id, "the id in the answer");
  return (await expect.accepted(fetchSource(actor, id, { allow_empty_topic_name: true }))).subject;
}

/** A name is read as the empty topic, or refused where that is; any other topic is kept. */
const readAsEmpty = (clause: readonly string[], nameFor: (sender: Actor) => Promise<string>) =>
  property({
    clause: [...clause, "topic-mandatory", "topic-subject-alias"],
    given: { who: anActor() },
    examples: [{ who: "alice" }],
    async holds(session, { who }, expect) {
      const { channels } = session;
      const [sender, other] = [session.actor(who), session.fresh()];
      const name = await nameFor(sender);
      const empty = await topicKept(sender, channels.general, "");
      expect.holds(empty === "" || empty === "refused", `the empty topic became ${jsonText(empty)}`);
      const required = empty === "refused" ? "messages.post/topic-mandatory" : undefined;
      expect.same(await topicKept(sender, channels.general, name), empty, `what became of the topic "${name}"`, required);
      const byAlias = await topicKept(sender, channels.general, "", "subject");
      expect.same(byAlias, empty, "what became of the empty subject", "messages.post/topic-subject-alias");
      expect.same(await topicKept(sender, channels.general, other), other, "what became of a topic like any other");
    },
  });

export const emptyTopic = readAsEmpty(["messages.post/topic-empty", "conventions/display-name-read"], emptyTopicName);
export const noTopic = readAsEmpty(["messages.post/topic-no-topic"], async () => "(no topic)");

/** A subject that is too long becomes what a topic does: it is its alias. */
export const subjectBeyondBound = property({
  clause: ["topic-subject-alias", "topic-beyond"],
  given: { who: anActor() },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [sender, channel] = [session.actor(who), session.channels.general];
    const long = session.fresh().padEnd((await boundOf(sender, "max_topic_length")) + 1, "x");
    const kept = await topicKept(sender, channel, long);
    expect.same(await topicKept(sender, channel, long, "subject"), kept, `what became of a subject of ${long.length} characters`);
  },
});

const policies = ["allow_empty_topic", "disable_empty_topic"] as const;
const specialTopics = (["empty", "(no topic)", "display name"] as const).map((special) => ({ kind: "special", special }) as const);

/** Each way to say the empty topic is accepted where a channel allows it; each is refused where topics are required. */
export const mandatoryTopics = property({
  clause: ["topic-mandatory", "topic-empty", "topic-no-topic"],
  given: { who: anActor("alice", "bob", "cara", "dana", "owen", "robo"), topic: aTopic("special"), policy: fc.constantFrom(...policies) },
  examples: policies.flatMap((policy) =>
    specialTopics.map((shape) => ({ who: shape.special === "empty" ? "robo" : "alice", topic: shape, policy }) as const),
  ),
  async holds(session, { who, topic: shape, policy }, expect) {
    const { steering, level } = session;
    if (level < levels.topicsPolicy) throw new Untestable(`at level ${level} no channel has a rule of its own for topics`);
    const [sender, channel, other] = [session.actor(who), session.fresh("channel"), session.fresh()];
    const id = await createChannel(session, channel, [who]);
    const name = topicOf(shape, { fresh: "", limit: 0, displayName: await emptyTopicName(sender) });
    await steering.act({ action: "set_channel", channel, property: "topics_policy", value: policy });
    const isAllowed = policy === "allow_empty_topic";
    const allowed = `messages.post/${shape.special === "(no topic)" ? "topic-no-topic" : "topic-empty"}`;
    const what = `what became of "${name}" where the policy is ${policy}`;
    const kept = await topicKept(sender, id, name);
    // A refusal may have any reason.
    expect.same(kept, isAllowed ? "" : "refused", what, isAllowed && kept !== "refused" ? allowed : undefined);
    expect.same(await topicKept(sender, id, other), other, "what became of a topic like any other");
  },
});

/** Each message keeps its topic as its sender wrote it, also where others wrote it before in another case. */
export const casings = property({
  clause: "topic-kept",
  given: { first: anActor(), second: anActor(), topic: aPlainTopic, variant: caseVariant },
  examples: (["upper", "lower", "swapped"] as const).map(
    (variant) => ({ first: "alice", second: "bob", topic: { kind: "text", text: "Lunch" }, variant }) as const,
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

/** Queues that declare support for the empty topic are told of it as it is, all others by its display name, however it was sent. */
export const emptyTold = property({
  clause: ["topic-empty-told", "topic-empty"],
  given: {
    who: anActor(),
    listener: anActor(),
    special: fc.constantFrom("empty", "display name", "(no topic)"),
    /** The queue's declaration of empty_topic_name; undefined where it declares nothing at all. */
    declared: fc.constantFrom(...declarations),
  },
  examples: declarations.flatMap((declared) => [
    { who: "alice", listener: "alice", special: "empty", declared } as const,
    { who: "alice", listener: "bob", special: "display name", declared } as const,
  ]),
  async holds(session, { who, listener, special, declared }, expect) {
    const { channels, level } = session;
    const [sender, reader] = [session.actor(who), session.actor(listener)];
    await requireSubscribed(reader, channels.general);
    const name = await emptyTopicName(reader);
    const read = await emptyTopicReader(reader);
    const isDeclared = declared === true;
    const listen = (client_capabilities: Body | undefined) => reader.queue({ event_types: ["message"], client_capabilities });
    // What the reader's other queues declared, those that are older or newer, is of no account.
    const older = await listen({ ...capabilities, empty_topic_name: !isDeclared });
    const queue = await listen(declared === undefined ? undefined : { ...capabilities, empty_topic_name: declared });
    // Before level 370 `(no topic)` is a topic like any other.
    const spelled = special === "(no topic)" && level < levels.noTopicMeansEmpty ? "empty" : special;
    const sent = topicOf({ kind: "special", special: spelled }, { fresh: "", limit: 0, displayName: name });
    const id = await sendMessage(sender, channelFields(channels.general, sent));
    for (const [each, knows] of [
      [queue, isDeclared],
      [older, !isDeclared],
    ] as const) {
      const { subject } = messageOf(await awaitMessage(each, id));
      if (subject === undefined) session.needsObserved("subject in events of messages");
      expect.same(knows ? read(subject) : subject, knows ? "" : name, `the topic told where the empty one is declared: ${knows}`);
    }
  },
});
