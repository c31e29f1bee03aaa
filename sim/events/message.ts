import { policies, policyKey } from "../core/channels.ts";
import { marks, type OwnFlag } from "../core/flags.ts";
import type { ChannelId, MessageId, QueueId, SubmessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message, Reaction } from "../core/messages.ts";
import type { TopicOrConversation } from "../core/places.ts";
import type { Queue, QueueOptions } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { currentFlags, flagsText, messageText, shownTopic } from "../resources/message.ts";
import { watchers } from "../rules/messages/access.ts";
import type { PropagateMode } from "../rules/messages/changes.ts";
import { matchesQueueNarrow } from "../rules/narrow/queue-narrow.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { deliver, EventText, offer, type Payload } from "./deliver.ts";

/** The queue that asked for its own message back, and under what name. */
export interface Echo {
  readonly queue: QueueId;
  readonly local_id: string;
}

/** Joins texts of messages and of flags. Queues that see the message alike get one and the same text, and not merely an equal one. */
function joiner(): (message: string, flags: string) => EventText {
  const known = new Map<string, Map<string, EventText>>();
  return (message, flags) => {
    let byFlags = known.get(message);
    if (!byFlags) known.set(message, (byFlags = new Map()));
    let joined = byFlags.get(flags);
    if (!joined) byFlags.set(flags, (joined = new EventText(`{"type":"message","message":${message}},"flags":${flags}`)));
    return joined;
  };
}

/**
 * The event of a new message as each queue wants it: `message`, `flags`, and `local_message_id` in the queue that the send named.
 * Undefined for a queue whose narrow it does not match.
 */
function payloadOf({ world }: Turn, message: Message, echo: Echo | undefined): Payload<never> {
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
    return echoed ? new EventText(`${text.text},"local_message_id":${JSON.stringify(echo.local_id)}`) : text;
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

interface NewContent {
  readonly orig_content?: string;
  readonly orig_rendered_content?: string;
  /** Up to level 283. */
  readonly prev_rendered_content_version?: 1;
  readonly content: string;
  readonly rendered_content: string;
  readonly is_me_message: boolean;
}

interface NewPlace {
  readonly new_stream_id?: ChannelId;
  readonly propagate_mode?: PropagateMode;
  readonly orig_subject?: string;
  readonly subject?: string;
  readonly topic_links?: Message["topic_links"];
}

interface UpdateMessageEvent extends Partial<NewContent>, NewPlace {
  /** Null where the server itself changes a message. */
  readonly user_id: UserId | null;
  /** UNIX seconds. */
  readonly edit_timestamp: number;
  readonly message_id: MessageId;
  readonly message_ids: readonly MessageId[];
  /** Since level 114. */
  readonly rendering_only: boolean;
  /** Of a channel message: where it was. */
  readonly stream_name?: string;
  readonly stream_id?: ChannelId;
  /** Of the account that gets the event. */
  readonly flags: readonly string[];
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

const channelFields = ({ world }: Turn, { place: { channel } }: Message): Pick<UpdateMessageEvent, "stream_name" | "stream_id"> =>
  channel === undefined ? {} : { stream_name: world.channels.require(channel).name, stream_id: channel };

const contentFields = ({ content, rendered, is_me_message }: Message): NewContent => ({
  content,
  rendered_content: rendered,
  is_me_message,
});

function editedFields({ world }: Turn, { former, message }: Edited): NewContent {
  return {
    orig_content: former.content,
    orig_rendered_content: former.rendered,
    ...(!has(world, "renderedVersionGone") && { prev_rendered_content_version: 1 }),
    ...contentFields(message),
  };
}

/** The flags of the owner of a queue, among which deprecated ones are not. */
const flagsOf = (message: Message, owner: UserId): readonly string[] =>
  message.hasRow(owner) ? currentFlags(message.flagsOf(owner)) : ["read"];

function placeFields({ world }: Turn, { former, message, topic, channel, mode }: Edited, emptyTopics: boolean): NewPlace {
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
  deliver<UpdateMessageEvent>(turn, reached, "update_message", ({ capabilities, owner }) => ({
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
  deliver<UpdateMessageEvent>(turn, watchers(turn.world, message), "update_message", ({ owner }) => ({
    ...event,
    flags: flagsOf(message, owner),
  }));
}

type MessagePlace =
  | { readonly message_type: "private" }
  | { readonly message_type: "stream"; readonly stream_id: ChannelId; readonly topic: string };

/** With the capability `bulk_message_deletion` one event has all ids, without it each message has an event of its own. */
type DeleteMessageEvent = MessagePlace & ({ readonly message_ids: readonly MessageId[] } | { readonly message_id: MessageId });

/** Ids as events list them: ascending; before level 393 in an order that clients cannot rely on. */
const listedIds = (realm: Pick<Realm, "server">, ids: readonly MessageId[]): readonly MessageId[] =>
  has(realm, "sortedMessageIds") ? ids : ids.toReversed();

function placeFor({ world }: Turn, place: TopicOrConversation, { capabilities }: QueueOptions): MessagePlace {
  if (place.channel === undefined) return { message_type: "private" };
  return { message_type: "stream", stream_id: place.channel, topic: shownTopic(world, place.topic, capabilities.has("empty_topic_name")) };
}

/** Sends `delete_message` of messages that were in one place to those for whom they are gone. */
export function announceDeletion(turn: Turn, place: TopicOrConversation, ids: readonly MessageId[], reached: Iterable<UserId>): void {
  const message_ids = listedIds(turn.world, ids);
  deliver<DeleteMessageEvent>(turn, reached, "delete_message", (options) => {
    const where = placeFor(turn, place, options);
    if (options.capabilities.has("bulk_message_deletion")) return { message_ids, ...where };
    return message_ids.map((message_id) => ({ message_id, ...where }));
  });
}

interface SubmessageEvent {
  readonly msg_type: string;
  readonly message_id: MessageId;
  readonly submessage_id: SubmessageId;
  readonly sender_id: UserId;
  readonly content: string;
}

/** Sends `submessage` of what somebody did in a widget to those who can see its message. */
export function announceSubmessage(turn: Turn, message: Message, submessage: Message["submessages"][number]): void {
  const { id, msg_type, sender_id, content } = submessage;
  const event = { msg_type, message_id: message.id, submessage_id: id, sender_id, content };
  deliver<SubmessageEvent>(turn, watchers(turn.world, message), "submessage", () => event);
}

/** The place of a message that became unread. */
type MessageDetails = { readonly mentioned?: true } & (
  | { readonly type: "private"; readonly user_ids: readonly UserId[] }
  | { readonly type: "stream"; readonly stream_id: ChannelId; readonly topic: string; readonly unmuted_stream_msg: boolean }
);

interface UpdateMessageFlagsEvent {
  /** Since level 32. */
  readonly op: "add" | "remove";
  readonly operation: "add" | "remove";
  readonly flag: OwnFlag;
  readonly messages: readonly MessageId[];
  /** Whether all messages were marked as read, none of which is listed. */
  readonly all: boolean;
  /** By message id, where messages became unread. Since level 121. */
  readonly message_details?: Readonly<Record<MessageId, MessageDetails>> | undefined;
}

function isUnmuted({ world }: Turn, user: User, { place }: Message): boolean {
  if (place.channel === undefined) return true;
  const policy = world.policies.get(policyKey(user.id, place.channel, place.topic))?.visibility_policy ?? policies.none;
  if (policy !== policies.none) return policy !== policies.muted;
  return !world.subscribers.get(place.channel)?.all.get(user.id)?.is_muted;
}

function detailsOf(turn: Turn, user: User, message: Message, emptyTopics: boolean): MessageDetails {
  const { place } = message;
  const mark = message.flagsOf(user.id) & marks.mentioned ? ({ mentioned: true } as const) : {};
  if (place.channel === undefined) return { type: "private", user_ids: place.conversation.users.filter((id) => id !== user.id), ...mark };
  return {
    type: "stream",
    stream_id: place.channel,
    topic: shownTopic(turn.world, place.topic, emptyTopics),
    unmuted_stream_msg: isUnmuted(turn, user, message),
    ...mark,
  };
}

/** Sends `update_message_flags` of messages with a flag more or less to the account. */
export function announceFlags(turn: Turn, user: User, messages: readonly Message[], flag: OwnFlag, op: "add" | "remove"): void {
  const unread = flag === "read" && op === "remove";
  deliver<UpdateMessageFlagsEvent>(turn, [user.id], "update_message_flags", ({ capabilities }) => {
    const entry = (message: Message) => [message.id, detailsOf(turn, user, message, capabilities.has("empty_topic_name"))] as const;
    const message_details = unread ? Object.fromEntries(messages.map(entry)) : undefined;
    return { op, operation: op, flag, messages: messages.map(({ id }) => id), all: false, message_details };
  });
}

/** Sends `update_message_flags` to an account that marked everything as read. */
export function announceAllRead(turn: Turn, user: User): void {
  deliver<UpdateMessageFlagsEvent>(turn, [user.id], "update_message_flags", () => ({
    op: "add",
    operation: "add",
    flag: "read",
    messages: [],
    all: true,
  }));
}

interface ReactionUser {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
}

interface ReactionEvent extends Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type"> {
  readonly op: "add" | "remove";
  readonly user_id: UserId;
  /** Up to level 327, and from 339 to 483. */
  readonly user?: ReactionUser;
  readonly message_id: MessageId;
}

function userField(realm: Realm, { user_id }: Reaction): Pick<ReactionEvent, "user"> {
  const returned = has(realm, "reactionEventUser") && !has(realm, "reactionEventUserGone");
  if (has(realm, "reactionUserGone") && !returned) return {};
  const { email, full_name } = realm.users.require(user_id);
  return { user: { user_id, email, full_name } };
}

/** Sends `reaction` to those who can see the message. */
export function announceReaction(turn: Turn, message: Message, op: "add" | "remove", reaction: Reaction): void {
  const { user_id, emoji_name, emoji_code, reaction_type } = reaction;
  const user = userField(turn.world, reaction);
  deliver<ReactionEvent>(turn, watchers(turn.world, message), "reaction", () => ({
    op,
    user_id,
    ...user,
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  }));
}
