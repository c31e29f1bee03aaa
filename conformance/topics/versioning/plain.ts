import fc from "fast-check";
import { aContent, type ContentShape } from "../../draw/contents.ts";
import type { DateForm } from "../../draw/dates.ts";
import { anActor, type PersonName, type Recipients } from "../../draw/people.ts";
import { aTopic, type TopicShape } from "../../draw/topics.ts";
import { aCount } from "../../draw/windows.ts";

/** A topic that every server keeps as it is. */
export const aPlainTopic: fc.Arbitrary<TopicShape> = aTopic("plain", "text", "resolved");

/** The same without the mark of a resolved one. */
export const aTailedTopic: fc.Arbitrary<TopicShape> = aTopic("plain", "text");

export const plainTopic: TopicShape = { kind: "plain" };
export const plainContent: ContentShape = { kind: "phrase", text: "soup" };

/** Alice's note to herself. */
export const toAlice: Recipients = { sender: "alice", to: ["alice"] };

/** A message to a topic of its own. */
export interface TopicMessage {
  readonly who: PersonName;
  readonly topic: TopicShape;
  readonly content: ContentShape;
}

const examples: readonly TopicMessage[] = [{ who: "alice", topic: plainTopic, content: plainContent }];

/** Anybody with a message to a topic. */
export const topicMessages = {
  given: { who: anActor() as fc.Arbitrary<PersonName>, topic: aPlainTopic, content: aContent() },
  examples,
};

/** The form of a day alone. */
export const theDay: DateForm = { kind: "date", fraction: 0, offset: 0 };

/** How many messages are asked for on each side. */
export const someCounts = fc.record({ num_before: aCount, num_after: aCount });
