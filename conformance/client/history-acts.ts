import type { Destination, HistoryAct, TopicLetter } from "../draw/histories.ts";
import type { PersonName } from "../draw/people.ts";
import { prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { levels } from "./levels.ts";
import { addReaction, channelFields, deleteMessage, directFields, editMessage, setFlag, setPolicy } from "./messages.ts";
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

type Play<K extends HistoryAct["act"]> = (stage: HistoryState, act: Extract<HistoryAct, { act: K }>) => Promise<void>;

/** Returns the fields of a message, its place, and to whom it is delivered. */
function addressed(
  { session, channel, topics, subscribed }: HistoryState,
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
  const body = await sender.prepare("POST /messages", fields);
  const id = prepared.integer(body.id, "the id in the answer to POST /messages");
  stage.messages.push({ id, sender: by, place, content, edits: [], reactions: [], flags: {}, received, isDeleted: false });
  const { automatic_new_visibility_policy: policy } = body;
  if ("letter" in place && typeof policy === "number") stage.policies.set(policyKey(by, place.letter), policy);
};

const edit: Play<"edit"> = async (stage, { back, content }) => {
  const message = messageAt(stage, back, () => true);
  if (!message || message.content === content) return;
  await editMessage(stage.session.actor(message.sender), message.id, { content });
  message.edits = [...message.edits, { by: message.sender, prev_content: message.content }];
  message.content = content;
};

/** Forgets the policies that a move may have changed: everybody's where the topic moved as a whole, else the sender's where it went. */
function forgetPolicies(
  { session, messages, policies }: HistoryState,
  { sender }: StagedMessage,
  from: TopicLetter,
  to: TopicLetter,
): void {
  const isWhole = !messages.some((message) => !message.isDeleted && letterOf(message) === from);
  for (const name of isWhole ? castOf(session) : [sender])
    for (const letter of isWhole ? [from, to] : [to]) policies.set(policyKey(name, letter), undefined);
}

const move: Play<"move"> = async (stage, { by, back, topic: to }) => {
  const message = messageAt(stage, back, (each) => letterOf(each) !== undefined);
  const from = message && letterOf(message);
  if (!message || from === undefined || from === to) return;
  const topic = stage.topics[to];
  await editMessage(stage.session.actor(by), message.id, { topic });
  message.edits = [...message.edits, { by, prev_letter: from }];
  message.place = { letter: to, topic };
  forgetPolicies(stage, message, from, to);
};

const has = (message: StagedMessage, by: PersonName, emoji: string): boolean =>
  message.reactions.some((reaction) => reaction.by === by && reaction.emoji === emoji);

const react: Play<"react" | "unreact"> = async (stage, { by, back, emoji }) => {
  const message = messageAt(stage, back, ({ received }) => received.includes(by));
  if (!message || has(message, by, emoji)) return;
  await addReaction(stage.session.actor(by), message.id, emoji);
  message.reactions = [...message.reactions, { by, emoji }];
  // A personal setting, which some servers have, follows topics in which one takes part.
  const letter = letterOf(message);
  if (letter !== undefined) stage.policies.set(policyKey(by, letter), undefined);
};

const unreact: Play<"react" | "unreact"> = async (stage, { by, back, emoji }) => {
  const message = messageAt(stage, back, (each) => has(each, by, emoji));
  if (!message) return;
  const actor = stage.session.actor(by);
  const { control } = stage.session;
  if (control) await control.act({ action: "unreact", as: by, message_id: message.id, emoji_name: emoji });
  else await actor.prepare(`DELETE /messages/${message.id}/reactions`, { emoji_name: emoji });
  message.reactions = message.reactions.filter((reaction) => reaction.by !== by || reaction.emoji !== emoji);
};

const flag: Play<"flag" | "unflag"> = async (stage, { act, by, back, flag: name }) => {
  const isSet = act === "flag";
  const message = messageAt(
    stage,
    back,
    ({ received, flags }) => received.includes(by) && (isSet || name === "read" || !!flags[by]?.starred),
  );
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

/** Returns whether a server has a policy: all of them since level 170, that of value 3 since 219. */
const hasPolicy = ({ level }: HistoryState["session"], value: number): boolean => level >= (value === 3 ? 219 : 170);

const policy: Play<"policy"> = async ({ session, channel, topics, policies }, { by, topic, policy: value }) => {
  if (!hasPolicy(session, value)) return;
  prepared.succeeded(await setPolicy(session.actor(by), channel.id, topics[topic], value), "POST /user_topics");
  policies.set(policyKey(by, topic), value);
};

/** Returns whether a change of somebody's subscription to general would be noticed by nobody else. */
const isAlone = ({ session }: HistoryState): boolean => session.target.kind === "embedded" && session.target.steering !== undefined;

const mute: Play<"mute" | "unmute"> = async (stage, { act, by }) => {
  if (!isAlone(stage) || !stage.subscribed.has(by)) return;
  const value = act === "mute";
  await stage.session.steering.act({ action: "mute_channel", as: by, channel: stage.channel.name, value });
  if (value) stage.mutedBy.add(by);
  else stage.mutedBy.delete(by);
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

const plays: { readonly [K in HistoryAct["act"]]: (stage: HistoryState, act: never) => Promise<void> } = {
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
export const playAct = (stage: HistoryState, act: HistoryAct): Promise<void> => plays[act.act](stage, act as never);
