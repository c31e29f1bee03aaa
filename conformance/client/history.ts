import { type Destination, type History, type HistoryAct, type TopicLetter, topicLetters } from "../draw/histories.ts";
import type { NarrowGround } from "../draw/narrow-terms.ts";
import type { PersonName } from "../draw/people.ts";
import type { KnownIds } from "../draw/references.ts";
import { prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { levels } from "./levels.ts";
import {
  addReaction,
  channelFields,
  channelOperator,
  deleteMessage,
  directFields,
  editMessage,
  fetchAround,
  fetchMessages,
  sendMessage,
  setFlag,
  setPolicy,
  type Term,
  topicNarrow,
} from "./messages.ts";
import { isGivenGeneral, subscribedOf, subscriptionOf } from "./registration.ts";
import type { Session } from "./session.ts";

/** Flags that somebody set or removed; what nobody touched is undefined. */
interface StagedFlags {
  readonly read?: boolean;
  readonly starred?: boolean;
}

/** Facts about a message that are known without asking. */
export interface StagedMessage {
  readonly id: number;
  readonly sender: PersonName;
  /** A topic of the channel general, or a conversation with its people, the first sender before the others. */
  readonly place: { readonly letter: TopicLetter; readonly topic: string } | { readonly people: readonly PersonName[] };
  /** In Markdown. */
  readonly content: string;
  /** The oldest first. */
  readonly reactions: readonly { readonly by: PersonName; readonly emoji: string }[];
  readonly flags: Readonly<Partial<Record<PersonName, StagedFlags>>>;
  /** The members of the cast to whom it was delivered: those subscribed then, or those in the conversation. */
  readonly received: readonly PersonName[];
  readonly isDeleted: boolean;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const letterOf = ({ place }: StagedMessage): TopicLetter | undefined => ("letter" in place ? place.letter : undefined);

/** Returns the ids of messages. */
export const stagedIds = (messages: readonly StagedMessage[]): number[] => messages.map(({ id }) => id);

/** Facts about a history that is played on a server, known without asking. */
export class StagedHistory {
  readonly session: Session;
  /** The channel general. */
  readonly channel: { readonly id: number; readonly name: string };
  /** The names of the topics by their letters, new with this history. */
  readonly topics: Readonly<Record<TopicLetter, string>>;
  /** All messages, the oldest first, deleted ones among them. */
  readonly messages: Writable<StagedMessage>[];
  /** The people who are subscribed to the channel now. */
  readonly subscribed: Set<PersonName>;

  constructor(state: Pick<StagedHistory, "session" | "channel" | "topics" | "messages" | "subscribed">) {
    this.session = state.session;
    this.channel = state.channel;
    this.topics = state.topics;
    this.messages = state.messages;
    this.subscribed = state.subscribed;
  }

  /** The messages that are still there. */
  get notDeleted(): readonly StagedMessage[] {
    return this.messages.filter(({ isDeleted }) => !isDeleted);
  }

  /** Returns the messages of a topic that are still there. */
  inTopic(letter: TopicLetter): readonly StagedMessage[] {
    return this.notDeleted.filter((message) => letterOf(message) === letter);
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

  /** Returns the terms of one topic. */
  narrowTo(letter: TopicLetter): readonly Term[] {
    return topicNarrow(this.session.as.alice, this.channel.id, this.topics[letter]);
  }

  /** Returns the ids that drawn ids stand for: of messages that somebody may fetch, of deleted ones, and of those of others. */
  knownIds(name: PersonName): KnownIds {
    const hidden = this.notDeleted.filter((message) => !this.isVisibleTo(name, message));
    const deleted = this.messages.filter(({ isDeleted }) => isDeleted);
    return { existing: stagedIds(this.visibleTo(name)), deleted: stagedIds(deleted), hidden: stagedIds(hidden) };
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

/** Returns one of the messages that a test picks and that are not deleted: 0 for the newest, near 1 for the oldest. */
export function messageAt({ messages }: StagedHistory, back: number, test: (message: StagedMessage) => boolean) {
  const found = messages.filter((message) => !message.isDeleted && test(message)).reverse();
  return found[Math.floor(back * found.length)];
}

type Play<K extends HistoryAct["act"]> = (stage: StagedHistory, act: Extract<HistoryAct, { act: K }>) => Promise<void>;

/** Returns the fields of a message, its place, and to whom it is delivered. */
function addressed(
  { session, channel, topics, subscribed }: StagedHistory,
  sender: Actor,
  by: PersonName,
  to: Destination,
  content: string,
) {
  if ("topic" in to) {
    const topic = topics[to.topic];
    const fields = channelFields(channel.id, topic, content);
    return { fields, place: { letter: to.topic, topic }, received: [...subscribed] };
  }
  const people = [...new Set([by, ...to.people])];
  const fields = directFields(sender, people.length === 1 ? [sender] : people.slice(1).map((name) => session.actor(name)), content);
  return { fields, place: { people }, received: people };
}

const send: Play<"send"> = async (stage, { by, to, content }) => {
  const sender = stage.session.actor(by);
  const { fields, place, received } = addressed(stage, sender, by, to, content);
  const id = await sendMessage(sender, fields);
  stage.messages.push({ id, sender: by, place, content, reactions: [], flags: {}, received, isDeleted: false });
};

const edit: Play<"edit"> = async (stage, { back, content }) => {
  const message = messageAt(stage, back, () => true);
  if (!message || message.content === content) return;
  await editMessage(stage.session.actor(message.sender), message.id, { content });
  message.content = content;
};

const move: Play<"move"> = async (stage, { by, back, topic: letter }) => {
  const message = messageAt(stage, back, (each) => letterOf(each) !== undefined);
  if (!message || letterOf(message) === letter) return;
  const topic = stage.topics[letter];
  await editMessage(stage.session.actor(by), message.id, { topic });
  message.place = { letter, topic };
};

const has = (message: StagedMessage, by: PersonName, emoji: string): boolean =>
  message.reactions.some((reaction) => reaction.by === by && reaction.emoji === emoji);

const react: Play<"react" | "unreact"> = async (stage, { by, back, emoji }) => {
  const message = messageAt(stage, back, ({ received }) => received.includes(by));
  if (!message || has(message, by, emoji)) return;
  await addReaction(stage.session.actor(by), message.id, emoji);
  message.reactions = [...message.reactions, { by, emoji }];
};

const unreact: Play<"react" | "unreact"> = async (stage, { by, back, emoji }) => {
  const message = messageAt(stage, back, (each) => has(each, by, emoji));
  if (!message) return;
  const { control } = stage.session;
  if (control) await control.act({ action: "unreact", as: by, message_id: message.id, emoji_name: emoji });
  else await stage.session.actor(by).prepare(`DELETE /messages/${message.id}/reactions`, { emoji_name: emoji });
  message.reactions = message.reactions.filter((reaction) => reaction.by !== by || reaction.emoji !== emoji);
};

const flag: Play<"flag" | "unflag"> = async (stage, { act, by, back, flag: name }) => {
  const isSet = act === "flag";
  const canChange = ({ flags }: StagedMessage): boolean => isSet || name === "read" || flags[by]?.starred === true;
  const message = messageAt(stage, back, (each) => each.received.includes(by) && canChange(each));
  if (!message) return;
  await setFlag(stage.session.actor(by), message.id, name, isSet ? "add" : "remove");
  message.flags = { ...message.flags, [by]: { ...message.flags[by], [name]: isSet } };
};

const remove: Play<"delete"> = async (stage, { back }) => {
  const { session } = stage;
  // Before level 281 only administrators delete.
  const byAdministrator = session.level < levels.deletionGroups;
  const message = messageAt(stage, back, ({ received }) => !byAdministrator || received.includes("dana"));
  if (!message) return;
  await deleteMessage(session.actor(byAdministrator ? "dana" : message.sender), message.id);
  message.isDeleted = true;
};

const policy: Play<"policy"> = async ({ session, channel, topics }, { by, topic, policy: value }) => {
  // All policies came with level 170, that of value 3 with 219.
  if (session.level < (value === 3 ? levels.followedPolicy : levels.userTopics)) return;
  prepared.succeeded(await setPolicy(session.actor(by), channel.id, topics[topic], value), "POST /user_topics");
};

/** Returns whether a change of somebody's subscription to general would be noticed by nobody else. */
const isAlone = ({ session }: StagedHistory): boolean => session.target.kind === "embedded" && session.target.steering !== undefined;

const mute: Play<"mute" | "unmute"> = async (stage, { act, by }) => {
  if (!isAlone(stage) || !stage.subscribed.has(by)) return;
  await stage.session.steering.act({ action: "mute_channel", as: by, channel: stage.channel.name, value: act === "mute" });
};

const subscribe: Play<"subscribe" | "unsubscribe"> = async (stage, { act, by }) => {
  const { session, channel, subscribed, messages } = stage;
  if (!isAlone(stage) || subscribed.has(by) === (act === "subscribe")) return;
  await session.steering.act({ action: act, as: by, channel: channel.name });
  if (act === "subscribe") {
    subscribed.add(by);
    return;
  }
  subscribed.delete(by);
  // Servers mark what was sent to a channel as read for those who leave it.
  for (const message of messages) {
    const { read: _, ...rest } = message.flags[by] ?? {};
    if (letterOf(message) !== undefined && message.flags[by]) message.flags = { ...message.flags, [by]: rest };
  }
};

const plays: { readonly [K in HistoryAct["act"]]: (stage: StagedHistory, act: never) => Promise<void> } = {
  send,
  edit,
  move,
  react,
  unreact,
  flag,
  unflag: flag,
  delete: remove,
  policy,
  mute,
  unmute: mute,
  subscribe,
  unsubscribe: subscribe,
};

/** Plays one act, unless it became pointless. @throws Unprepared: the target refuses it */
export const playAct = (stage: StagedHistory, act: HistoryAct): Promise<void> => plays[act.act](stage, act as never);

/** The channel general, and who of the cast is subscribed to it. */
interface General {
  readonly name: string;
  readonly subscribed: readonly PersonName[];
}

/**
 * Returns general where no registration tells who is in it: with all people of the cast who have an account still, as a target is to have it, and with the
 * bots that have its newest message in their history. Undefined where a registration tells it.
 * @throws Unprepared: no message says its name
 */
async function givenGeneral(session: Session): Promise<General | undefined> {
  const { alice } = session.as;
  const { general } = session.channels;
  if (!(await isGivenGeneral(alice, general))) return undefined;
  const [newest] = await fetchMessages(alice, [{ operator: channelOperator(alice), operand: general }], { num_before: 1 });
  const name = prepared.text(newest?.display_recipient, "the display_recipient of a message in general");
  const subscribed: PersonName[] = [];
  for (const member of session.actors(session.active as readonly PersonName[])) {
    const isIn = !member.member.is_bot || (await fetchAround(member, Number(newest?.id))).length > 0;
    if (isIn) subscribed.push(member.name as PersonName);
  }
  return { name, subscribed };
}

/** Returns general as somebody's registration tells it. @throws Unprepared: it does not */
async function toldGeneral(viewer: Actor, id: number): Promise<General> {
  const subscription = prepared.present(await subscriptionOf(viewer, id), `${viewer.name}'s subscription to general`);
  const subscribers = await subscribedOf(viewer, id, subscription);
  const isSubscribed = (name: PersonName): boolean => subscribers.includes(viewer.session.actor(name).user_id);
  return {
    name: prepared.text(subscription.name, "the name of general"),
    subscribed: (Object.keys(viewer.session.target.cast) as PersonName[]).filter(isSubscribed),
  };
}

/** Returns the state before anything is played: fresh topics, and who is subscribed to the channel general. */
export async function emptyStage(session: Session): Promise<StagedHistory> {
  const id = session.channels.general;
  const { name, subscribed } = (await givenGeneral(session)) ?? (await toldGeneral(session.as.alice, id));
  const topics = Object.fromEntries(topicLetters.map((letter) => [letter, session.fresh(letter)])) as Record<TopicLetter, string>;
  return new StagedHistory({ session, channel: { id, name }, topics, messages: [], subscribed: new Set(subscribed) });
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
  const staged = await emptyStage(session);
  for (const act of history) {
    await playAct(staged, act);
    await after?.(staged);
  }
  return staged;
}
