import type { MessageId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import { foldTopic, policies, policyKey, topicKey } from "../core/topics.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import { topicUrl } from "../markdown/index.ts";
import type { Resolution } from "../rules/messages/moved-messages.ts";
import { deleteMessage } from "./delete-message.ts";
import type { TopicOf } from "./move-policies.ts";
import { noticeBot, sendTopicNotice } from "./notice.ts";

/** Characters that would end or change a link to a topic. */
const breaking = /[`>*&[\]]|\$\$/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", ">": "&gt;", $$: "&#36;&#36;" };
const escaped = (name: string): string => name.replace(breaking, (found) => entities[found] ?? `&#${found.charCodeAt(0)};`);

const urlOf = ({ world }: Turn, { channel, topic }: TopicOf): string =>
  topicUrl({ scope: { has: (change) => has(world, change) } }, { stream_id: channel.id, name: channel.name }, topic);

/** A link to a topic, in Markdown. */
function linkTo(turn: Turn, place: TopicOf): string {
  const { channel, topic } = place;
  if (`${channel.name}\n${topic}`.search(breaking) === -1) return `#**${channel.name}>${topic}**`;
  const topicName = topic === "" ? turn.world.settings.empty_topic_display_name : topic;
  return `[#${escaped(channel.name)} > ${escaped(topicName)}](${urlOf(turn, place).slice(1)})`;
}

const silentMention = ({ full_name, id }: User): string => `@_**${full_name}|${id}**`;

const saysResolution = / has marked this topic as (un)?resolved\.$/;

/** The notice of resolving or unresolving a topic that an undo of it takes back. */
function noticeToTakeBack({ world, now }: Turn, { channel, topic }: TopicOf): Message | undefined {
  const thread = world.threads.get(topicKey(channel.id, foldTopic(topic)));
  const id = thread === undefined ? undefined : world.byTopic.newest(thread);
  const newest = id === undefined ? undefined : world.messages.require(id);
  if (!newest || world.users.require(newest.sender).key !== noticeBot || !saysResolution.test(newest.content)) return undefined;
  return now - newest.sent <= limits.resolveUndoSeconds * 1000 ? newest : undefined;
}

/** Those who wrote or reacted to messages. */
const involvedIn = ({ world }: Turn, ids: readonly MessageId[]): Set<UserId> =>
  new Set(
    ids.map((id) => world.messages.require(id)).flatMap(({ sender, reactions }) => [sender, ...reactions.map(({ user_id }) => user_id)]),
  );

/**
 * Says in a topic that it was marked as resolved or the mark taken away. Just after the opposite, that notice goes instead. Unread it is
 * for people by their settings; on older servers for those who wrote or reacted to what was moved.
 */
export function announceResolution(
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
  const follows = (id: UserId): boolean =>
    followers?.has(id) ?? world.policies.get(policyKey(id, place.channel.id, place.topic))?.visibility_policy === policies.followed;
  const notices = (id: UserId): boolean => {
    const user = world.users.require(id);
    const { resolved_topic_notice_auto_read_policy: readBy } = user.settings;
    return !isBot(user) && (readBy === "never" || (readBy === "except_followed" && follows(id)));
  };
  const involved = involvedIn(turn, moved);
  const unreadBy = has(world, "resolvedNotices") ? notices : (id: UserId) => involved.has(id);
  sendTopicNotice(turn, editor, place, `${silentMention(editor)} has marked this topic as ${resolution}.`, unreadBy);
}

/** The facts that are told of a move of messages. */
interface Moved {
  readonly from: TopicOf;
  readonly to: TopicOf;
  readonly message: Message;
  readonly count: number;
  /** Whether nothing was left behind, as far as the mover sees. */
  readonly whole: boolean;
  /** Whether there was nothing where it went, as far as the mover sees. */
  readonly alone: boolean;
}

/** Says in the topic where messages came to where they are from. */
export function announceArrival(turn: Turn, editor: User, { from, to, message, count, whole, alone }: Moved): void {
  const link = `[A message](${turn.world.server.url}${urlOf(turn, to)}/near/${message.id})`;
  const what = whole && alone ? "This topic was" : count === 1 ? `${link} was` : `${count} messages were`;
  sendTopicNotice(turn, editor, to, `${what} moved here from ${linkTo(turn, from)} by ${silentMention(editor)}.`);
}

/** Says in the topic that messages left where they went. */
export function announceDeparture(turn: Turn, editor: User, { from, to, count, whole }: Moved): void {
  const some = count === 1 ? "A message was moved from this topic" : `${count} messages were moved from this topic`;
  const what = whole ? "This topic was moved" : some;
  sendTopicNotice(turn, editor, from, `${what} to ${linkTo(turn, to)} by ${silentMention(editor)}.`);
}
