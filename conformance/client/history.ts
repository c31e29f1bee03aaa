import { type History, type TopicLetter, topicLetters } from "../draw/histories.ts";
import type { NarrowGround } from "../draw/narrow-terms.ts";
import type { PersonName } from "../draw/people.ts";
import type { KnownIds } from "../draw/references.ts";
import { prepared } from "../expect.ts";
import { castOf, type HistoryState, letterOf, playAct, policyKey, type StagedMessage } from "./history-acts.ts";
import { channelOperator, type Term } from "./messages.ts";
import { subscribedOf, subscriptionOf } from "./registration.ts";
import type { Session } from "./session.ts";

export type { StagedEdit, StagedFlags, StagedMessage, StagedPlace, StagedReaction } from "./history-acts.ts";

/** Facts about a history that was played on a server, known without asking. */
export class StagedHistory {
  readonly session: Session;
  /** The channel general. */
  readonly channel: { readonly id: number; readonly name: string };
  /** The names of the topics by their letters, new with this history. */
  readonly topics: Readonly<Record<TopicLetter, string>>;
  /** All messages, the oldest first, deleted ones among them. */
  readonly messages: readonly StagedMessage[];
  /** The people who are subscribed to the channel now. */
  readonly subscribed: ReadonlySet<PersonName>;
  /** The people who muted the channel in this history. */
  readonly mutedBy: ReadonlySet<PersonName>;
  readonly #policies: HistoryState["policies"];

  constructor({ session, channel, topics, messages, subscribed, mutedBy, policies }: HistoryState) {
    this.session = session;
    this.channel = channel;
    this.topics = topics;
    this.messages = messages;
    this.subscribed = subscribed;
    this.mutedBy = mutedBy;
    this.#policies = policies;
  }

  /** The messages that are still there. */
  get notDeleted(): readonly StagedMessage[] {
    return this.messages.filter(({ isDeleted }) => !isDeleted);
  }

  get deleted(): readonly StagedMessage[] {
    return this.messages.filter(({ isDeleted }) => isDeleted);
  }

  /** Returns the messages of a topic that are still there. */
  inTopic(letter: TopicLetter): readonly StagedMessage[] {
    return this.notDeleted.filter((message) => letterOf(message) === letter);
  }

  /** The messages of the channel that are still there, in whichever topic. */
  get inChannel(): readonly StagedMessage[] {
    return this.notDeleted.filter((message) => letterOf(message) !== undefined);
  }

  /** Returns the messages of the conversation of exactly these people that are still there. */
  between(...people: readonly PersonName[]): readonly StagedMessage[] {
    const wanted = new Set(people);
    return this.notDeleted.filter(({ place }) => "people" in place && isSameSet(new Set(place.people), wanted));
  }

  /** Returns whether somebody may fetch a message: those of a conversation theirs, and those who may read the channel its messages. */
  isVisibleTo(name: PersonName, { place, isDeleted }: StagedMessage): boolean {
    if (isDeleted) return false;
    if ("people" in place) return place.people.includes(name);
    return this.subscribed.has(name) || this.session.actor(name).role !== "guest";
  }

  /** Returns the messages that somebody may fetch. */
  visibleTo(name: PersonName): readonly StagedMessage[] {
    return this.messages.filter((message) => this.isVisibleTo(name, message));
  }

  /** Returns the messages of somebody's own history: those delivered to them that they may still fetch. */
  receivedBy(name: PersonName): readonly StagedMessage[] {
    return this.visibleTo(name).filter(({ received }) => received.includes(name));
  }

  /** Returns somebody's policy of a topic; undefined where servers may differ in what a move or a reaction made of it. */
  policyOf(name: PersonName, letter: TopicLetter): number | undefined {
    const key = policyKey(name, letter);
    return this.#policies.has(key) ? this.#policies.get(key) : 0;
  }

  /** Returns the terms of one topic. */
  narrowTo(letter: TopicLetter): readonly Term[] {
    return [
      { operator: channelOperator(this.session.as.alice), operand: this.channel.id },
      { operator: "topic", operand: this.topics[letter] },
    ];
  }

  /** Returns the ids that drawn ids stand for: of messages that somebody may fetch, of deleted ones, and of those of others. */
  knownIds(name: PersonName): KnownIds {
    const hidden = this.notDeleted.filter((message) => !this.isVisibleTo(name, message));
    return { existing: stagedIds(this.visibleTo(name)), deleted: stagedIds(this.deleted), hidden: stagedIds(hidden) };
  }

  /** The names that drawn narrows over this history use: those who wrote or were written to, the channel, all topics, the messages that are left. */
  get narrowGround(): NarrowGround {
    const { session, topics, messages, channel } = this;
    const involved = messages.flatMap(({ sender, place }) => [sender, ...("people" in place ? place.people : [])]);
    const names = [...new Set<PersonName>(involved.length === 0 ? ["alice"] : involved)];
    return {
      level: session.level,
      people: names.map((name) => session.actor(name)).map(({ user_id, email }) => ({ user_id, email })),
      channels: [channel],
      topics: topicLetters.map((letter) => topics[letter]),
      messages: stagedIds(this.notDeleted),
    };
  }
}

const isSameSet = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean => a.size === b.size && [...a].every((item) => b.has(item));

/** Returns the ids of messages. */
export const stagedIds = (messages: readonly StagedMessage[]): number[] => messages.map(({ id }) => id);

/** Returns the state before anything is played: fresh topics, and who is subscribed to the channel general. */
export async function emptyStage(session: Session): Promise<HistoryState> {
  const id = session.channels.general;
  const subscription = prepared.present(await subscriptionOf(session.as.alice, id), "alice's subscription to general");
  const subscribers = await subscribedOf(session.as.alice, id, subscription);
  const topics = Object.fromEntries(topicLetters.map((letter) => [letter, session.fresh(letter)])) as Record<TopicLetter, string>;
  return {
    session,
    channel: { id, name: prepared.text(subscription.name, "the name of general") },
    topics,
    messages: [],
    subscribed: new Set(castOf(session).filter((name) => subscribers.includes(session.actor(name).user_id))),
    mutedBy: new Set(),
    policies: new Map(),
  };
}

/**
 * Plays a history on the server, act by act. Acts that became pointless are left out, such as another deletion of a message, and so
 * are changes of subscriptions where others share the realm.
 * @param after called after each act, with what is known then
 * @throws Unprepared: the target refuses an act; Untestable: the cast lacks somebody
 */
export async function stageHistory(
  session: Session,
  history: History,
  after?: (staged: StagedHistory) => Promise<void>,
): Promise<StagedHistory> {
  const stage = await emptyStage(session);
  const staged = new StagedHistory(stage);
  for (const act of history) {
    await playAct(stage, act);
    await after?.(staged);
  }
  return staged;
}
