import fc from "fast-check";
import { itemAt } from "../client/json.ts";
import { proportion } from "./combinators.ts";
import { aMarkup } from "./contents.ts";
import { anActor, type PersonName, somePeople } from "./people.ts";
import { aPhrase, textOf } from "./texts.ts";

/** Stands for a topic of the channel general that is new with each history. */
export type TopicLetter = "a" | "b" | "c";

export const topicLetters: readonly TopicLetter[] = ["a", "b", "c"];

/** The destination of a message: a topic, or people beside the sender. */
export type Destination = { readonly topic: TopicLetter } | { readonly people: readonly PersonName[] };

/** A message that an act is about: its place among those that the actor received and that are not deleted, 0 for the newest. */
type MessageBack = number;

export type HistoryAct =
  | { readonly act: "send"; readonly by: PersonName; readonly to: Destination; readonly content: string }
  /** The sender gives a message another content. */
  | { readonly act: "edit"; readonly back: MessageBack; readonly content: string }
  | { readonly act: "move"; readonly by: PersonName; readonly back: MessageBack; readonly topic: TopicLetter }
  | { readonly act: "react" | "unreact"; readonly by: PersonName; readonly back: MessageBack; readonly emoji: string }
  | { readonly act: "flag" | "unflag"; readonly by: PersonName; readonly back: MessageBack; readonly flag: "read" | "starred" }
  /** The sender deletes a message. */
  | { readonly act: "delete"; readonly back: MessageBack }
  | { readonly act: "policy"; readonly by: PersonName; readonly topic: TopicLetter; readonly policy: 0 | 1 | 2 | 3 }
  /** Of the channel general. */
  | { readonly act: "mute" | "unmute"; readonly by: PersonName }
  | { readonly act: "subscribe" | "unsubscribe"; readonly by: PersonName };

/** Acts of several people, in order. */
export type History = readonly HistoryAct[];

/** Returns the history of messages that one person sends to a topic, for examples. */
export const sends = (by: PersonName, topic: TopicLetter, ...contents: readonly string[]): History =>
  contents.map((content) => ({ act: "send", by, to: { topic }, content }));

/** Kinds of acts beside sending. */
export type ActKind = "edit" | "move" | "reaction" | "flag" | "delete" | "policy" | "mute" | "subscription";

const actKinds: readonly ActKind[] = ["edit", "reaction", "flag", "policy", "move", "delete", "mute", "subscription"];

/** Names of emoji that every server knows. */
export const emojiNames = ["smile", "tada", "octopus", "heart"] as const;

/** Content of a message of a history: mostly a readable phrase, at times Markdown or a text of many scripts. */
export const aHistoryContent: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: aPhrase },
  { weight: 2, arbitrary: aMarkup() },
  { weight: 1, arbitrary: textOf() },
);

export interface HistoryOptions {
  /** The least and the greatest number of messages, default 1 and 6. */
  readonly messages?: readonly [min: number, max: number];
  /** The people who act, default alice, bob and cara. */
  readonly people?: readonly PersonName[];
  /** The acts beside sending, default all. */
  readonly acts?: readonly ActKind[];
  /** The topics that are written to, default a, b and c. */
  readonly topics?: readonly TopicLetter[];
  /** Whether there are direct messages, default true. */
  readonly direct?: boolean;
}

type Settled = Required<HistoryOptions>;

function aSend({ people, topics, direct }: Settled): fc.Arbitrary<HistoryAct> {
  const toTopic = fc.record({ topic: fc.constantFrom(...topics) });
  const toPeople = fc.record({
    people: somePeople({ from: [...people.slice(1), ...people.slice(0, 1)], max: Math.min(people.length, 2) }),
  });
  const to: fc.Arbitrary<Destination> = direct
    ? fc.oneof({ withCrossShrink: true }, { weight: 3, arbitrary: toTopic }, { weight: 1, arbitrary: toPeople })
    : toTopic;
  return fc.record({ act: fc.constant("send"), by: anActor(...people), to, content: aHistoryContent });
}

/** Returns the arbitrary of one kind of acts; undefined where nobody among the people does it. */
function actOf(kind: ActKind, { people, topics }: Settled): fc.Arbitrary<HistoryAct> | undefined {
  const by = anActor(...people);
  const topic = fc.constantFrom(...topics);
  const humans = people.filter((name) => name !== "robo");
  const movers = humans.filter((name) => name !== "gus");
  const emoji = fc.constantFrom(...emojiNames);
  const flag = fc.constantFrom("starred", "read");
  if (kind === "edit") return fc.record({ act: fc.constant("edit"), back: proportion, content: aHistoryContent });
  if (kind === "delete") return fc.record({ act: fc.constant("delete"), back: proportion });
  if (kind === "reaction") return fc.record({ act: fc.constantFrom("react", "react", "unreact"), by, back: proportion, emoji });
  if (kind === "flag") return fc.record({ act: fc.constantFrom("flag", "flag", "unflag"), by, back: proportion, flag });
  if (kind === "subscription")
    return people.includes("cara") ? fc.record({ act: fc.constantFrom("unsubscribe", "subscribe"), by: fc.constant("cara") }) : undefined;
  if (kind === "move")
    return movers.length === 0 ? undefined : fc.record({ act: fc.constant("move"), by: anActor(...movers), back: proportion, topic });
  if (humans.length === 0) return undefined;
  if (kind === "mute") return fc.record({ act: fc.constantFrom("mute", "mute", "unmute"), by: anActor(...humans) });
  return fc.record({ act: fc.constant("policy"), by: anActor(...humans), topic, policy: fc.constantFrom(1, 2, 3, 0) });
}

interface Placed {
  /** The place of the act among the messages, counted from the end. */
  readonly back: number;
  readonly act: HistoryAct;
}

/** Returns acts in order: each of the others behind as many of the messages as its place says. */
function interleaved(sends: readonly HistoryAct[], others: readonly Placed[]): History {
  const slotOf = ({ back }: Placed): number => sends.length - Math.floor(back * (sends.length + 1));
  const slots = Array.from({ length: sends.length + 1 }, (_, slot) => others.filter((other) => slotOf(other) === slot));
  return slots.flatMap((placed, slot) => [...(slot === 0 ? [] : [itemAt(sends, slot - 1)]), ...placed.map(({ act }) => act)]);
}

/**
 * A history of acts by several people in topics of the channel general and in direct conversations. What an act refers to is a
 * proportion of what is there then, so that dropping acts keeps the meaning of the others. Shrinks to fewer acts, to the
 * newest messages, and to plain contents.
 */
export function aHistory(options: HistoryOptions = {}): fc.Arbitrary<History> {
  const { messages = [1, 6], people = ["alice", "bob", "cara"], acts = actKinds, topics = topicLetters, direct = true } = options;
  const settled = { messages, people, acts, topics, direct };
  const [minLength, maxLength] = messages;
  const kinds = acts.map((kind) => actOf(kind, settled)).filter((act) => act !== undefined);
  const sends = fc.array(aSend(settled), { minLength, maxLength });
  if (kinds.length === 0) return sends;
  const act = fc.oneof({ withCrossShrink: true }, ...kinds);
  return fc
    .tuple(sends, fc.array(fc.record({ back: proportion, act }), { maxLength: Math.max(4, maxLength) }))
    .map(([sent, others]) => interleaved(sent, others));
}
