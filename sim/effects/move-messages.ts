import { policies, policyOf, subscribersOf, threadOf } from "../core/channels.ts";
import type { MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, isGuest, type User } from "../core/users.ts";
import { topicUrl } from "../markdown/index.ts";
import { silentMention } from "../resources/content.ts";
import { firstSeen, involvedIn, maySee } from "../rules/messages/access.ts";
import type { Resolution } from "../rules/messages/changes.ts";
import { startersPolicy } from "../rules/messages/topics.ts";
import { deleteMessage } from "./delete-message.ts";
import { noticeBot, sendTopicNotice } from "./notices.ts";
import { movePolicies, setPolicy, type TopicOf } from "./topic-policies.ts";

/** Characters that would end or change a link to a topic. */
const breaking = /[`>*&[\]]|\$\$/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", ">": "&gt;", $$: "&#36;&#36;" };
const escaped = (name: string): string => name.replace(breaking, (found) => entities[found] ?? `&#${found.charCodeAt(0)};`);

const urlOf = ({ world }: Turn, { channel, topic }: TopicOf): string =>
  topicUrl({ scope: { has: (change) => has(world, change) } }, { stream_id: channel.id, name: channel.name }, topic);

function linkTo(turn: Turn, place: TopicOf): string {
  const { channel, topic } = place;
  if (`${channel.name}\n${topic}`.search(breaking) === -1) return `#**${channel.name}>${topic}**`;
  const topicName = topic === "" ? turn.world.settings.empty_topic_display_name : topic;
  return `[#${escaped(channel.name)} > ${escaped(topicName)}](${urlOf(turn, place).slice(1)})`;
}

const saysResolution = / has marked this topic as (un)?resolved\.$/;

/** The notice of resolving or unresolving a topic that an undo of it takes back. */
function noticeToTakeBack(turn: Turn, place: TopicOf): Message | undefined {
  const { world, now } = turn;
  const newest = world.messages.get(world.byTopic.newest(threadOf(world, place.channel.id, place.topic)));
  if (!newest || world.users.require(newest.sender).key !== noticeBot || !saysResolution.test(newest.content)) return undefined;
  return now - newest.sent <= limits.resolveUndoSeconds * 1000 ? newest : undefined;
}

/**
 * Says in a topic that it was marked as resolved or the mark taken away. Just after the opposite, that notice goes instead. Unread it is
 * for people by their settings; on older servers for those who wrote or reacted to what was moved.
 */
function announceResolution(
  turn: Turn,
  editor: User,
  place: TopicOf,
  resolution: Resolution,
  moved: readonly MessageId[],
  followers: Set<UserId> | undefined,
): void {
  const { world } = turn;
  const former = noticeToTakeBack(turn, place);
  if (former) {
    deleteMessage(turn, editor, former);
    return;
  }
  const follows = (id: UserId): boolean => followers?.has(id) ?? policyOf(world, id, place.channel.id, place.topic) === policies.followed;
  const notices = (id: UserId): boolean => {
    const user = world.users.require(id);
    const { resolved_topic_notice_auto_read_policy: readBy } = user.settings;
    return !isBot(user) && (readBy === "never" || (readBy === "except_followed" && follows(id)));
  };
  const involved = involvedIn(world, moved);
  const unreadBy = has(world, "resolvedNotices") ? notices : (id: UserId) => involved.has(id);
  sendTopicNotice(turn, editor, place, `${silentMention(editor)} has marked this topic as ${resolution}.`, unreadBy);
}

/** Says in the topic where messages came to where they are from; of a whole topic that went where there was nothing, that it did. */
function announceArrival(turn: Turn, editor: User, { from, to, message, ids }: Move, isWholeTopic: boolean): void {
  const link = `[A message](${turn.world.server.url}${urlOf(turn, to)}/near/${message.id})`;
  const what = isWholeTopic ? "This topic was" : ids.length === 1 ? `${link} was` : `${ids.length} messages were`;
  sendTopicNotice(turn, editor, to, `${what} moved here from ${linkTo(turn, from)} by ${silentMention(editor)}.`);
}

/** Says in the topic that messages left where they went. */
function announceDeparture(turn: Turn, editor: User, { from, to, ids }: Move, whole: boolean): void {
  const some = ids.length === 1 ? "A message was moved from this topic" : `${ids.length} messages were moved from this topic`;
  const what = whole ? "This topic was moved" : some;
  sendTopicNotice(turn, editor, from, `${what} to ${linkTo(turn, to)} by ${silentMention(editor)}.`);
}

/** A move of messages, once they are where they went. */
export interface Move {
  readonly from: TopicOf;
  readonly to: TopicOf;
  readonly toChannel: boolean;
  /** The message that was named, as it is now. */
  readonly message: Message;
  readonly ids: readonly MessageId[];
  /** Whether there were messages where it went. */
  readonly merging: boolean;
  /** Whether all of a topic was to go. */
  readonly all: boolean;
}

/** Notices of a move. */
export interface Notices {
  readonly resolution: Resolution | undefined;
  readonly inOldThread: boolean;
  readonly inNewThread: boolean;
}

/** The oldest message in a topic that somebody sees, of those that did not just come there. */
const oldestOther = ({ world }: Turn, viewer: User, { channel, topic }: TopicOf, moved: readonly MessageId[]): MessageId | undefined =>
  firstSeen(world, viewer, world.byTopic.ascending(threadOf(world, channel.id, topic)), new Set(moved));

/** Whether somebody no longer sees what was moved. */
export const loses = ({ world }: Turn, { toChannel, message }: Move, user: User): boolean => toChannel && !maySee(world, user, message);

/**
 * Returns whom a move to another channel reaches: those with a row and, where the old channel shares its history, the subscribers of both who
 * see it now. Guests who come to see it only by this get no event: their clients do not know of the message.
 */
export function reachedByMove({ world }: Turn, { from, to, message }: Move): Set<UserId> {
  const reached = new Set<UserId>([...message.received, ...message.flags.keys()]);
  const [old, present] = [subscribersOf(world, from.channel.id), subscribersOf(world, to.channel.id)];
  if (from.channel.history_public_to_subscribers) {
    for (const id of old.active) reached.add(id);
    for (const id of present.active) if (old.all.has(id) || !isGuest(world.users.require(id))) reached.add(id);
  }
  for (const id of reached) if (!maySee(world, world.users.require(id), message)) reached.delete(id);
  return reached;
}

/** The policy of the message's sender, where that message now is the first one that the sender sees there. */
function followAsStarter(turn: Turn, move: Move): void {
  const { to, message, ids } = move;
  const sender = turn.world.users.require(message.sender);
  if (loses(turn, move, sender)) return;
  const first = oldestOther(turn, sender, to, ids);
  const policy = first === undefined || message.id < first ? startersPolicy(turn.world, sender, to.channel) : undefined;
  if (policy !== undefined) setPolicy(turn, sender, to.channel.id, to.topic, policy);
}

/** Whether a move left nothing behind that the mover sees. */
export const isWhole = (turn: Turn, editor: User, { from, all }: Move): boolean => all || oldestOther(turn, editor, from, []) === undefined;

/** People's policies follow a topic that moved as a whole; gives who followed it. A topic that has just other capitals now is the same. */
export function settlePolicies(turn: Turn, move: Move, whole: boolean): Set<UserId> | undefined {
  const { from, to, merging } = move;
  const [former, thread] = [from, to].map(({ channel, topic }) => threadOf(turn.world, channel.id, topic));
  if (former === thread) return undefined;
  if (whole) return movePolicies(turn, from, to, merging, (user) => loses(turn, move, user));
  if (has(turn.world, "followedMoves")) followAsStarter(turn, move);
  return undefined;
}

/** Sends the notices of a move: of resolving the topic, then where the messages are now, then where they were. */
export function sendNotices(turn: Turn, editor: User, move: Move, notices: Notices, whole: boolean, followers?: Set<UserId>): void {
  const { to, ids } = move;
  const alone = oldestOther(turn, editor, to, ids) === undefined;
  if (notices.resolution) announceResolution(turn, editor, to, notices.resolution, ids, followers);
  if (notices.inNewThread) announceArrival(turn, editor, move, whole && alone);
  if (notices.inOldThread) announceDeparture(turn, editor, move, whole);
}
