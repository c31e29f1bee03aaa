import { type Channel, subscribersOf } from "../core/channels.ts";
import { marks, type OwnFlag } from "../core/flags.ts";
import type { ChannelId, MessageId, QueueId, UserId } from "../core/ids.ts";
import { JsonText } from "../core/json-text.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message, Reaction } from "../core/messages.ts";
import { audienceOf, type TopicOrConversation } from "../core/places.ts";
import type { Queue, QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { currentFlags, flagsText, messageText, shownName, shownTopic } from "../resources/message.ts";
import { watchers } from "../rules/messages/access.ts";
import type { PropagateMode } from "../rules/messages/changes.ts";
import { isMuted } from "../rules/messages/topics.ts";
import { matchesQueueNarrow } from "../rules/narrow/queue-narrow.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { deliver, offer, type Payload, tell } from "./deliver.ts";

/** The queue that asked for its own message back, and under what name. */
export interface Echo {
  readonly queue: QueueId;
  readonly local_id: string;
}

/** Joins texts of messages and of flags. Queues that see the message alike get one and the same text, and not merely an equal one. */
function joiner(): (message: string, flags: string) => JsonText {
  const known = new Map<string, Map<string, JsonText>>();
  return (message, flags) => {
    let byFlags = known.get(message);
    if (!byFlags) known.set(message, (byFlags = new Map()));
    let joined = byFlags.get(flags);
    if (!joined) byFlags.set(flags, (joined = new JsonText(`{"type":"message","message":${message}},"flags":${flags}`)));
    return joined;
  };
}

/**
 * The event of a new message as each queue wants it: `message`, `flags`, and `local_message_id` in the queue that the send named.
 * Undefined for a queue whose narrow it does not match.
 */
function payloadOf({ world }: Turn, message: Message, echo: Echo | undefined): Payload {
  const joined = joiner();
  return (options, queue) => {
    if (!matchesQueueNarrow(world, options, message)) return undefined;
    const { owner, applyMarkdown, clientGravatar, capabilities } = options;
    const form = {
      applyMarkdown,
      clientGravatar,
      emptyTopics: capabilities.has("empty_topic_name"),
      knows: knownTo(world, world.users.require(owner)),
      viewer: owner,
    };
    const text = joined(messageText(world, message, form), flagsText(message.flagsOf(owner)));
    const echoed = echo?.queue === queue && owner === message.sender;
    return echoed ? new JsonText(`${text.text},"local_message_id":${JSON.stringify(echo.local_id)}`) : text;
  };
}

/** The queues of others that get a message: those that take every public channel, and the one that asked for it by name. */
function otherQueues({ world }: Turn, message: Message, echo: Echo | undefined): QueueId[] {
  const { channel } = message.place;
  if (channel === undefined) return [];
  const named = world.server.rulings.localEcho === "named" ? echo?.queue : undefined;
  const asking = world.channels.require(channel).invite_only ? [] : [...world.publicQueues.keys()];
  const isOfSender = (queue: Queue | undefined): boolean => queue?.options.owner === message.sender;
  if (named !== undefined && isOfSender(world.queues.get(named)) && !asking.includes(named)) asking.push(named);
  return asking.filter((id) => !message.received.has(world.queues.require(id).options.owner)).sort();
}

/**
 * Sends `message` of a new message to the queues of all who received it, to those that take every public channel, and to the one that
 * asked for it by name.
 */
export function announceMessage(turn: Turn, message: Message, echo?: Echo): void {
  if (turn.world.queues.size === 0) return;
  const payload = payloadOf(turn, message, echo);
  deliver(turn, message.received, "message", payload);
  offer(turn, otherQueues(turn, message, echo), "message", payload);
}

/** The changes of an edit. */
export interface Edited {
  readonly former: Message;
  readonly message: Message;
  /** The messages that moved, the edited one among them. */
  readonly ids: readonly MessageId[];
  readonly content: boolean;
  /** The new topic, of a message that went to another one. */
  readonly topic: string | undefined;
  readonly channel: ChannelId | undefined;
  readonly mode: PropagateMode;
}

const channelFields = ({ world }: Turn, { place: { channel } }: Message) =>
  channel === undefined ? {} : { stream_name: world.channels.require(channel).name, stream_id: channel };

const contentFields = ({ content, rendered, is_me_message }: Message) => ({ content, rendered_content: rendered, is_me_message });

const editedFields = ({ world }: Turn, { former, message }: Edited) => ({
  orig_content: former.content,
  orig_rendered_content: former.rendered,
  ...(!has(world, "renderedVersionGone") && { prev_rendered_content_version: 1 }),
  ...contentFields(message),
});

/** The flags of the owner of a queue, among which deprecated ones are not. */
const flagsOf = (message: Message, owner: UserId): readonly string[] =>
  message.hasRow(owner) ? currentFlags(message.flagsOf(owner)) : ["read"];

function placeFields({ world }: Turn, { former, message, topic, channel, mode }: Edited, emptyTopics: boolean) {
  const isMove = topic !== undefined || channel !== undefined;
  return {
    ...(isMove && { propagate_mode: mode, orig_subject: shownTopic(world, former.topic, emptyTopics) }),
    ...(topic !== undefined && { subject: shownTopic(world, topic, emptyTopics), topic_links: message.topic_links }),
  };
}

/** Sends `update_message` of an edit or a move to those who see the message. */
export function announceEdit(turn: Turn, reached: ReadonlySet<UserId>, editor: User, edited: Edited): void {
  const { former, message, ids, content, channel } = edited;
  const common = {
    user_id: editor.id,
    edit_timestamp: turn.seconds,
    message_id: message.id,
    message_ids: listedIds(turn.world, ids),
    rendering_only: false,
    ...channelFields(turn, former),
    ...(content && editedFields(turn, edited)),
    ...(channel !== undefined && { new_stream_id: channel }),
  };
  deliver(turn, reached, "update_message", ({ capabilities, owner }) => ({
    ...common,
    ...placeFields(turn, edited, capabilities.has("empty_topic_name")),
    flags: flagsOf(message, owner),
  }));
}

/** Sends `update_message` of a message that is rendered anew, and otherwise is as it was, to those who see it. */
export function announceRendering(turn: Turn, message: Message): void {
  const { id } = message;
  const event = {
    user_id: null,
    edit_timestamp: turn.seconds,
    message_id: id,
    message_ids: [id],
    rendering_only: true,
    ...channelFields(turn, message),
    ...contentFields(message),
  };
  deliver(turn, watchers(turn.world, message), "update_message", ({ owner }) => ({
    ...event,
    flags: flagsOf(message, owner),
  }));
}

/** Ids as events list them: ascending; before level 393 in an order that clients cannot rely on. */
const listedIds = (realm: Pick<Realm, "server">, ids: readonly MessageId[]): readonly MessageId[] =>
  has(realm, "sortedMessageIds") ? ids : ids.toReversed();

function placeFor({ world }: Turn, place: TopicOrConversation, { capabilities }: QueueOptions) {
  if (place.channel === undefined) return { message_type: "private" };
  return { message_type: "stream", stream_id: place.channel, topic: shownTopic(world, place.topic, capabilities.has("empty_topic_name")) };
}

/**
 * Sends `delete_message` of messages that were in one place to those for whom they are gone: all ids in one event with the capability
 * `bulk_message_deletion`, without it each message in one of its own.
 */
export function announceDeletion(turn: Turn, place: TopicOrConversation, ids: readonly MessageId[], reached: Iterable<UserId>): void {
  const message_ids = listedIds(turn.world, ids);
  deliver(turn, reached, "delete_message", (options) => {
    const where = placeFor(turn, place, options);
    if (options.capabilities.has("bulk_message_deletion")) return { message_ids, ...where };
    return message_ids.map((message_id) => ({ message_id, ...where }));
  });
}

/** Sends `submessage` of what somebody did in a widget to those who can see its message. */
export function announceSubmessage(turn: Turn, message: Message, submessage: Message["submessages"][number]): void {
  const { id, msg_type, sender_id, content } = submessage;
  tell(turn, watchers(turn.world, message), "submessage", { msg_type, message_id: message.id, submessage_id: id, sender_id, content });
}

function detailsOf(turn: Turn, user: User, message: Message, emptyTopics: boolean) {
  const { place } = message;
  const mark = message.flagsOf(user.id) & marks.mentioned ? { mentioned: true } : {};
  if (place.channel === undefined) return { type: "private", user_ids: place.conversation.users.filter((id) => id !== user.id), ...mark };
  return {
    type: "stream",
    stream_id: place.channel,
    topic: shownTopic(turn.world, place.topic, emptyTopics),
    unmuted_stream_msg: !isMuted(turn.world, user, message),
    ...mark,
  };
}

/** Sends `update_message_flags` of messages with a flag more or less to the account. */
export function announceFlags(turn: Turn, user: User, messages: readonly Message[], flag: OwnFlag, op: "add" | "remove"): void {
  const unread = flag === "read" && op === "remove";
  deliver(turn, [user.id], "update_message_flags", ({ capabilities }) => {
    const entry = (message: Message) => [message.id, detailsOf(turn, user, message, capabilities.has("empty_topic_name"))] as const;
    const message_details = unread ? Object.fromEntries(messages.map(entry)) : undefined;
    return { op, operation: op, flag, messages: messages.map(({ id }) => id), all: false, message_details };
  });
}

/** Sends `update_message_flags` to an account that marked everything as read. */
export const announceAllRead = (turn: Turn, { id }: User): void =>
  tell(turn, [id], "update_message_flags", { op: "add", operation: "add", flag: "read", messages: [], all: true });

/** The person of a reaction. Up to level 327, and from 339 to 483. */
function userField(realm: Realm, { user_id }: Reaction) {
  const returned = has(realm, "reactionEventUser") && !has(realm, "reactionEventUserGone");
  if (has(realm, "reactionUserGone") && !returned) return {};
  const { email, full_name } = realm.users.require(user_id);
  return { user: { user_id, email, full_name } };
}

/** Sends `reaction` to those who can see the message. */
export function announceReaction(turn: Turn, message: Message, op: "add" | "remove", reaction: Reaction): void {
  const { user_id, emoji_name, emoji_code, reaction_type } = reaction;
  const event = { op, user_id, ...userField(turn.world, reaction), message_id: message.id, emoji_name, emoji_code, reaction_type };
  tell(turn, watchers(turn.world, message), "reaction", event);
}

/** The place where somebody types. */
export type TypingPlace =
  | { readonly channel: Channel; readonly topic: string }
  | { readonly recipients: readonly User[]; readonly channel?: undefined };

const typist = ({ id, email }: User) => ({ user_id: id, email });

/** Those of the people who are active and, since level 253, want to know who types. */
function typingListeners({ world }: Turn, sender: User, ids: Iterable<UserId>): UserId[] {
  const optional = has(world, "typingReceivers");
  const echoes = world.server.rulings.typingToSender === "delivered";
  return [...ids].filter((id) => {
    const user = world.users.require(id);
    return user.is_active && (!optional || user.settings.receives_typing_notifications) && (echoes || id !== sender.id);
  });
}

function announceToPeople(turn: Turn, sender: User, op: "start" | "stop", recipients: readonly User[]): void {
  const message_type = has(turn.world, "directTyping") ? "direct" : "private";
  const ids = recipients.map(({ id }) => id);
  const event = { op, message_type, sender: typist(sender), recipients: recipients.map(typist) };
  tell(turn, typingListeners(turn, sender, ids), "typing", event);
}

/** Tells nobody where a channel has many subscribers. @silent rulings.typingInLargeChannels */
function announceInChannel(turn: Turn, sender: User, op: "start" | "stop", channel: Channel, topic: string): void {
  const { world } = turn;
  const { active } = subscribersOf(world, channel.id);
  if (world.server.rulings.typingInLargeChannels === "observed" && active.size > limits.typingSubscribers) return;
  deliver(turn, typingListeners(turn, sender, active), "typing", ({ capabilities }) => {
    if (!capabilities.has("stream_typing_notifications")) return undefined;
    const topicName = shownName(world, topic, capabilities.has("empty_topic_name"));
    return { op, message_type: "stream", sender: typist(sender), stream_id: channel.id, topic: topicName };
  });
}

/** Sends `typing` to everyone in a conversation or a channel. Nothing is kept. */
export function announceTyping(turn: Turn, sender: User, op: "start" | "stop", place: TypingPlace): void {
  if (place.channel) announceInChannel(turn, sender, op, place.channel, place.topic);
  else announceToPeople(turn, sender, op, place.recipients);
}

function recipientOf({ world }: Turn, { place }: Message, emptyTopics: boolean) {
  if (place.channel === undefined) return { type: "direct", user_ids: place.conversation.users };
  return { type: "channel", channel_id: place.channel, topic: shownTopic(world, place.topic, emptyTopics) };
}

/** Sends `typing_edit_message` to everyone in the conversation or the channel of a message that its sender edits. Large channels are not told. */
export function announceEditTyping(turn: Turn, sender: User, op: "start" | "stop", message: Message): void {
  const reached = audienceOf(turn.world, message.place);
  if (message.place.channel !== undefined && reached.size > limits.typingSubscribers) return;
  deliver(turn, typingListeners(turn, sender, reached), "typing_edit_message", ({ capabilities }) => ({
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient: recipientOf(turn, message, capabilities.has("empty_topic_name")),
  }));
}
