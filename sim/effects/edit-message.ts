import { type Channel, subscribersOf, threadOf } from "../core/channels.ts";
import { flagBits, marks } from "../core/flags.ts";
import type { UserId } from "../core/ids.ts";
import { type Edit, fileMessage, type Message, type MessageParts } from "../core/messages.ts";
import { channelPlace, type TopicOrConversation } from "../core/places.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceEdit, type Edited } from "../events/message.ts";
import { topicLinks } from "../markdown/index.ts";
import type { Content } from "../resources/content.ts";
import { linkifiersOf } from "../resources/scope.ts";
import { watchers } from "../rules/messages/access.ts";
import { movedMessages, type PropagateMode } from "../rules/messages/changes.ts";
import { flagsAtStart, partsOf } from "./create-message.ts";
import { withdrawMessages } from "./delete-message.ts";
import { isWhole, loses, type Move, type Notices, reachedByMove, sendNotices, settlePolicies } from "./move-messages.ts";
import type { TopicOf } from "./topic-policies.ts";
import { claimUploads } from "./uploads.ts";

const contentBits = marks.mentioned | marks.alerted;

/** Flags of everyone with a row: what the content decides anew, what people set themselves kept. */
function flagsAfter(turn: Turn, message: Message, place: TopicOrConversation, content: Content): ReadonlyMap<UserId, number> {
  const sender = turn.world.users.require(message.sender);
  const rows = new Set([...message.received, ...message.flags.keys()]);
  const fresh = flagsAtStart(turn, place, rows, { sender, content, client: message.client, readBySender: false });
  const flags = new Map<UserId, number>();
  for (const id of rows) {
    const bits = (message.flagsOf(id) & ~contentBits) | ((fresh.get(id) ?? 0) & contentBits);
    if (bits !== 0 || !message.received.has(id)) flags.set(id, bits);
  }
  return flags;
}

/** The parts that new content decides, in the place where the message is from now on. */
const partsWith = (turn: Turn, message: Message, place: TopicOrConversation, content: Content): Partial<MessageParts> => ({
  ...partsOf(turn, content, place.channel === undefined ? "" : place.topic),
  flags: flagsAfter(turn, message, place, content),
});

type Rows = Pick<MessageParts, "received" | "flags">;

/**
 * The rows of messages that go to another channel: those who were in the old one keep theirs only where they are in the new one
 * too; where the new one hides its history, everyone in it gets one, already read. Messages with the same audience go on sharing it.
 */
function rowsIn({ world }: Turn, from: Channel, to: Channel): (message: Message) => Rows {
  const old = subscribersOf(world, from.id).all;
  const present = subscribersOf(world, to.id).all;
  const gaining = to.history_public_to_subscribers ? [] : [...present.keys()];
  const audiences = new Map<ReadonlySet<UserId>, ReadonlySet<UserId>>();
  return (message) => {
    const keeps = (id: UserId): boolean => present.has(id) || !(message.received.has(id) || old.has(id));
    let received = audiences.get(message.received);
    if (!received) audiences.set(message.received, (received = new Set([...[...message.received].filter(keeps), ...gaining])));
    const flags = new Map([...message.flags].filter(([id]) => keeps(id)));
    for (const id of gaining) if (!message.hasRow(id)) flags.set(id, flagBits.read);
    return { received, flags };
  };
}

/** Returns what changed in a message, as its history keeps it. */
const changesSince = (
  former: Message,
  content: Content | undefined,
  from: TopicOrConversation,
  to: TopicOrConversation,
): Partial<Edit> => ({
  ...(content && { prev_content: former.content, prev_rendered_content: former.rendered }),
  ...(from.channel !== undefined &&
    to.channel !== undefined &&
    from.channel !== to.channel && { prev_stream: from.channel, stream: to.channel }),
  ...(from.channel !== undefined && to.channel !== undefined && from.topic !== to.topic && { prev_topic: from.topic, topic: to.topic }),
});

/** A change by an edit. The content is rendered already; topic and channel are for channel messages only. */
export interface MessageEdit {
  readonly content?: Content;
  readonly topic?: string;
  readonly channel?: Channel;
}

/** The reach of a move beyond its message. */
export interface Following extends Notices {
  readonly mode: PropagateMode;
}

/** Leaves out of a change what is so already; nothing of a move remains for a direct message. */
export function differing({ content, place }: Message, change: MessageEdit): MessageEdit {
  const movable = place.channel !== undefined;
  return {
    ...(change.content && change.content.source !== content && { content: change.content }),
    ...(movable && change.topic !== undefined && change.topic !== place.topic && { topic: change.topic }),
    ...(movable && change.channel && change.channel.id !== place.channel && { channel: change.channel }),
  };
}

const isMove = ({ topic, channel }: MessageEdit): boolean => topic !== undefined || channel !== undefined;

function placeAfter(turn: Turn, { place }: Message, change: MessageEdit): TopicOrConversation {
  if (!isMove(change) || place.channel === undefined) return place;
  return channelPlace(turn, change.channel ?? turn.world.channels.require(place.channel), change.topic ?? place.topic);
}

/** Files a message with its new content and place, and in that place those that move along. */
function fileAll(turn: Turn, editor: User, former: Message, moving: readonly Message[], change: MessageEdit): Message {
  const { world } = turn;
  const place = placeAfter(turn, former, change);
  const from = placeOf(turn, former);
  const rows = from && change.channel ? rowsIn(turn, from.channel, change.channel) : undefined;
  const links = change.topic === undefined ? {} : { topic_links: topicLinks(change.topic, { linkifiers: linkifiersOf(world) }) };
  const move = { place, ...links };
  const file = (message: Message, content?: Content): Message => {
    const changes = changesSince(message, content, former.place, place);
    const edits: readonly Edit[] = [{ user_id: editor.id, timestamp: turn.seconds, ...changes }, ...message.edits];
    const moved = message.with({ ...move, ...rows?.(message), edits });
    const changed = content ? moved.with(partsWith(turn, moved, place, content)) : moved;
    fileMessage(turn, changed);
    if (content && (message.has_attachment || changed.has_attachment)) claimUploads(turn, changed, content.uploads);
    return changed;
  };
  // First, as a mention of the topic is for those who were where it goes before.
  const changed = file(former, change.content);
  for (const other of moving) if (other !== former) file(other);
  return changed;
}

function tell(
  turn: Turn,
  reached: ReadonlySet<UserId>,
  editor: User,
  edited: Pick<Edited, "former" | "message" | "ids" | "mode">,
  change: MessageEdit,
): void {
  const { content, topic, channel } = change;
  announceEdit(turn, reached, editor, { ...edited, content: content !== undefined, topic, channel: channel?.id });
}

const placeOf = ({ world }: Turn, { place }: Message): TopicOf | undefined =>
  place.channel === undefined ? undefined : { channel: world.channels.require(place.channel), topic: place.topic };

/** Resolving is told of only where it is all that happens; a topic that is just resolved did not come from anywhere. */
const noticesOf = ({ content, channel }: MessageEdit, { resolution, inOldThread, inNewThread }: Following): Notices => ({
  resolution: content || channel ? undefined : resolution,
  inOldThread,
  inNewThread: inNewThread && (channel !== undefined || resolution === undefined),
});

/** Moves a message and, as far as the mode says, those of its topic. */
function moveMessages(turn: Turn, editor: User, former: Message, from: TopicOf, change: MessageEdit, following?: Following): Message {
  const { mode = "change_one" } = following ?? {};
  const toChannel = change.channel !== undefined;
  const to: TopicOf = { channel: change.channel ?? from.channel, topic: change.topic ?? from.topic };
  const moving = movedMessages(turn.world, editor, former, mode, toChannel);
  const merging = turn.world.byTopic.oldest(threadOf(turn.world, to.channel.id, to.topic)) !== undefined;
  const watching = toChannel ? new Set(moving.flatMap((each) => [...watchers(turn.world, each)])) : [];
  const message = fileAll(turn, editor, former, moving, change);
  const move: Move = { from, to, toChannel, message, ids: moving.map(({ id }) => id), merging, all: mode === "change_all" };
  const losing = [...watching].filter((id) => loses(turn, move, turn.world.users.require(id)));
  withdrawMessages(turn, former.place, move.ids, losing);
  const whole = isWhole(turn, editor, move);
  const followers = following && settlePolicies(turn, move, whole);
  const reached = toChannel ? reachedByMove(turn, move) : watchers(turn.world, message);
  tell(turn, reached, editor, { former, message, ids: move.ids, mode }, change);
  if (following) sendNotices(turn, editor, move, noticesOf(change, following), whole, followers);
  return message;
}

/**
 * Files the changed message with its new history entry, and tells those who can see it. Of a move that says how it goes on, other
 * messages of the topic come along, people's policies of the topic follow, and notices are sent.
 */
export function editMessage(turn: Turn, editor: User, former: Message, change: MessageEdit, following?: Following): Message {
  const from = placeOf(turn, former);
  if (from && isMove(change)) return moveMessages(turn, editor, former, from, change, following);
  const message = fileAll(turn, editor, former, [former], change);
  tell(turn, watchers(turn.world, message), editor, { former, message, ids: [former.id], mode: "change_one" }, change);
  return message;
}
