import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { awaitMessage, fetchSource, messageOf, sendMessage } from "../../client/messages.ts";
import { boundOf, capabilities, emptyTopicName } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { type CaseVariant, caseVariant, inCase } from "../../draw/names.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { channelFields, requireSubscribed } from "./sending.ts";
import { topicKept } from "./texts.ts";

interface TwoCasings {
  readonly first: PersonName;
  readonly second: PersonName;
  readonly topic: TopicShape;
  readonly variant: CaseVariant;
}

/** Each message keeps its topic as its sender wrote it, also where others wrote it before in another case. */
export const casings = property<TwoCasings>({
  clause: "messages.post/topic-kept",
  given: { first: anActor(), second: anActor(), topic: aTopic("text", "plain", "cased", "resolved"), variant: caseVariant },
  examples: (["upper", "lower", "swapped"] as const).map((variant) => ({
    first: "alice",
    second: "bob",
    topic: { kind: "text", text: "Lunch" },
    variant,
  })),
  async holds(session, { first, second, topic, variant }) {
    const { expect, channels } = session;
    const [writer, other] = [session.actor(first), session.actor(second)];
    const known = topicOf(topic, { fresh: session.fresh("Tea"), limit: await boundOf(writer, "max_topic_length") });
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
  readonly special: "empty" | "(no topic)" | "display name";
  /** What the queue declares of empty_topic_name; undefined where it declares nothing at all. */
  readonly declared: boolean | undefined;
}

/** Queues that declare support for the empty topic are told of it as it is, all others by its display name, however it was sent. */
export const emptyTold = property<Hearing>({
  clause: ["messages.post/topic-empty-told", "messages.post/topic-empty"],
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
  async holds(session, { who, listener, special, declared }) {
    const { expect, channels, level } = session;
    const [sender, reader] = [session.actor(who), session.actor(listener)];
    await requireSubscribed(reader, channels.general);
    const name = await emptyTopicName(reader);
    const client_capabilities = declared === undefined ? undefined : { ...capabilities, empty_topic_name: declared };
    const queue = await reader.queue({ event_types: ["message"], client_capabilities });
    // Before level 370 `(no topic)` is a topic like any other.
    const spelled = special === "(no topic)" && level < levels.noTopicMeansEmpty ? "empty" : special;
    const topic = topicOf({ kind: "special", special: spelled }, { fresh: "", limit: 0, displayName: name });
    const id = await sendMessage(sender, channelFields(channels.general, topic));
    const expected = declared === true ? "" : name;
    expect.same(messageOf(await awaitMessage(queue, id)).subject, expected, `the topic told where the empty one is declared: ${declared}`);
  },
});
