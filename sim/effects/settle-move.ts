import { noSubscribers } from "../core/channels.ts";
import type { MessageId, TopicId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import { foldTopic, topicKey } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import { isGuest, type User } from "../core/users.ts";
import { maySee } from "../rules/messages/access.ts";
import type { Resolution } from "../rules/messages/moved-messages.ts";
import { startersPolicy } from "../rules/messages/topic-policy.ts";
import { announceArrival, announceDeparture, announceResolution } from "./move-notices.ts";
import { movePolicies, type TopicOf } from "./move-policies.ts";
import { setPolicy } from "./set-policy.ts";

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

export const threadOf = ({ world }: Turn, { channel, topic }: TopicOf): TopicId | undefined =>
  world.threads.get(topicKey(channel.id, foldTopic(topic)));

/** The oldest message in a topic that somebody sees, of those that did not just come there. */
function oldestOther(turn: Turn, viewer: User, place: TopicOf, moved: readonly MessageId[]): MessageId | undefined {
  const thread = threadOf(turn, place);
  if (thread === undefined) return undefined;
  const passed = new Set(moved);
  for (const id of turn.world.byTopic.ascending(thread)) {
    if (!passed.has(id) && maySee(turn.world, viewer, turn.world.messages.require(id))) return id;
  }
  return undefined;
}

/** Whether somebody no longer sees what was moved. */
export const loses = ({ world }: Turn, { toChannel, message }: Move, user: User): boolean => toChannel && !maySee(world, user, message);

/**
 * Returns whom a move to another channel reaches: those with a row and, where the old channel shares its history, the subscribers of both who
 * see it now. Guests who come to see it only by this get no event: their clients do not know of the message.
 */
export function reachedByMove({ world }: Turn, { from, to, message }: Move): Set<UserId> {
  const reached = new Set<UserId>([...message.received, ...message.flags.keys()]);
  const subscribersOf = ({ channel }: TopicOf) => world.subscribers.get(channel.id) ?? noSubscribers;
  const [old, present] = [subscribersOf(from), subscribersOf(to)];
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
  if (threadOf(turn, from) === threadOf(turn, to)) return undefined;
  if (whole) return movePolicies(turn, from, to, merging, (user) => loses(turn, move, user));
  if (has(turn.world, "followedMoves")) followAsStarter(turn, move);
  return undefined;
}

/** Sends the notices of a move: of resolving the topic, then where the messages are now, then where they were. */
export function sendNotices(turn: Turn, editor: User, move: Move, notices: Notices, whole: boolean, followers?: Set<UserId>): void {
  const { from, to, message, ids } = move;
  const alone = oldestOther(turn, editor, to, ids) === undefined;
  const moved = { from, to, message, count: ids.length, whole, alone };
  if (notices.resolution) announceResolution(turn, editor, to, notices.resolution, ids, followers);
  if (notices.inNewThread) announceArrival(turn, editor, moved);
  if (notices.inOldThread) announceDeparture(turn, editor, moved);
}
