import type { TopicLetter } from "../draw/histories.ts";
import type { PersonName } from "../draw/people.ts";
import type { Session } from "./session.ts";

/** The place of a message: a topic of the channel general, or a conversation with its people, the first sender before the others. */
export type StagedPlace = { readonly letter: TopicLetter; readonly topic: string } | { readonly people: readonly PersonName[] };

/** A change of a message, with what was there before. */
export interface StagedEdit {
  readonly by: PersonName;
  readonly prev_content?: string;
  readonly prev_letter?: TopicLetter;
}

export interface StagedReaction {
  readonly by: PersonName;
  readonly emoji: string;
}

/** Flags that somebody set or removed; what nobody touched is undefined. */
export interface StagedFlags {
  readonly read?: boolean;
  readonly starred?: boolean;
}

/** Facts about a message that are known without asking. */
export interface StagedMessage {
  readonly id: number;
  readonly sender: PersonName;
  readonly place: StagedPlace;
  /** In Markdown. */
  readonly content: string;
  /** The oldest first. */
  readonly edits: readonly StagedEdit[];
  /** The oldest first. */
  readonly reactions: readonly StagedReaction[];
  readonly flags: Readonly<Partial<Record<PersonName, StagedFlags>>>;
  /** The members of the cast to whom it was delivered: those subscribed then, or those in the conversation. */
  readonly received: readonly PersonName[];
  readonly isDeleted: boolean;
}

/** A type whose fields can be written. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The state of a history while it is played. */
export interface HistoryState {
  readonly session: Session;
  /** The channel general. */
  readonly channel: { readonly id: number; readonly name: string };
  readonly topics: Readonly<Record<TopicLetter, string>>;
  /** The oldest first. */
  readonly messages: Writable<StagedMessage>[];
  readonly subscribed: Set<PersonName>;
  readonly mutedBy: Set<PersonName>;
  /** Policies by person and topic, such as `alice a`; undefined where servers may differ in what became of one. */
  readonly policies: Map<string, number | undefined>;
}

export const policyKey = (name: PersonName, letter: TopicLetter): string => `${name} ${letter}`;

export const letterOf = ({ place }: StagedMessage): TopicLetter | undefined => ("letter" in place ? place.letter : undefined);

/** Returns the names of the cast in the target's order. */
export const castOf = ({ target }: Session): PersonName[] => Object.keys(target.cast) as PersonName[];

/** Returns one of the messages that a test picks and that are not deleted: 0 for the newest, near 1 for the oldest. */
export function messageAt(
  { messages }: HistoryState,
  back: number,
  test: (message: StagedMessage) => boolean,
): Writable<StagedMessage> | undefined {
  const found = messages.filter((message) => !message.isDeleted && test(message)).reverse();
  return found[Math.floor(back * found.length)];
}
