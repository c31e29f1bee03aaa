import type { Channel } from "../core/channels.ts";
import { flagBits } from "../core/flags.ts";
import { type Group, systemGroups } from "../core/groups.ts";
import type { ChannelId, GroupId, UserId } from "../core/ids.ts";
import { channelWord, has } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import type { GroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import { announceMessage } from "../events/message.ts";
import { contentOf, messageLink, quoted, silentMention } from "../resources/content.ts";
import type { Privacy } from "../rules/channels/new-channel.ts";
import { createMessage } from "./create-message.ts";

/** The account that the server sends its own notices from. */
export const noticeBot = "notification-bot";

const bot = ({ world }: Turn, key = noticeBot): User => world.users.require(world.usersByKey.require(key));

/** A direct message from a bot of the server to one person. */
export function sendNotice(turn: Turn, to: User, source: string, from = noticeBot): Message {
  const sender = bot(turn, from);
  const content = contentOf(turn.world, sender, source);
  const users = [sender.id, to.id];
  const message = createMessage(turn, { sender, to: { users }, content, client: "Internal", readBySender: true });
  announceMessage(turn, message);
  return message;
}

/**
 * A message from the server to a topic, about what somebody did there: it is rendered with that one's eyes. Where it is said who is to
 * notice it, it is read for all others.
 */
export function sendTopicNotice(
  turn: Turn,
  actor: User,
  place: { readonly channel: Channel; readonly topic: string },
  source: string,
  unreadBy: (id: UserId) => boolean = () => true,
): void {
  const content = contentOf(turn.world, actor, source);
  const channel = turn.world.channels.require(place.channel.id);
  const to = { channel, topic: place.topic };
  const stored = (sent: Message): Message => {
    const flags = new Map(sent.flags);
    for (const id of sent.received) if (!unreadBy(id)) flags.set(id, sent.flagsOf(id) | flagBits.read);
    return sent.with({ flags });
  };
  announceMessage(turn, createMessage(turn, { sender: bot(turn), to, content, client: "Internal", readBySender: true, stored }));
}

/** Sends a direct message from the server to each of the people whom somebody else has added or removed. */
export function noticeMembers(
  turn: Turn,
  actor: User,
  users: readonly UserId[],
  done: "added you to" | "removed you from",
  group: Group,
): void {
  for (const id of users) {
    const user = turn.world.users.require(id);
    if (id === actor.id || isBot(user) || !user.is_active) continue;
    const text = has(turn.world, "groupNoticesAfter")
      ? `${silentMention(actor)} ${done} the group @_*${group.name}*.`
      : `${actor.full_name} ${done} the group ${group.name}.`;
    sendNotice(turn, user, text);
  }
}

/** One bot's owner gets at most one notice in this time. */
const pauseMillis = 5 * 60_000;

/** Tells a bot's owner that a message of the bot went nowhere. Nothing happens for people, or where the owner was told just now. */
export function warnOwner(turn: Turn, bot: User, problem: string): void {
  const { world } = turn;
  const owner = world.users.get(bot.bot_owner);
  if (!owner?.is_active || world.server.rulings.ownerNotices === "none") return;
  const key = `owner notice:${bot.id}`;
  const lastNotice = world.calls.get(key)?.[0];
  if (lastNotice !== undefined && turn.now - lastNotice <= pauseMillis) return;
  world.calls.set(key, [turn.now]);
  sendNotice(turn, owner, `Your bot \`${bot.email}\` tried to send a message to ${channelWord(world)} ${problem}`);
}

/** Says something in the topic of a channel that is for what happens to it, unless the organization wants no such messages. */
function say(turn: Turn, actor: User, id: ChannelId, source: string, unreadBy?: (id: UserId) => boolean): void {
  if (!turn.world.settings.send_channel_events_messages) return;
  const channel = turn.world.channels.require(id);
  const topic = channel.topics_policy === "empty_topic_only" ? "" : `${channelWord(turn.world)} events`;
  sendTopicNotice(turn, actor, { channel, topic }, source, unreadBy);
}

function privacyName({ invite_only, history_public_to_subscribers, is_web_public }: Privacy): string {
  if (is_web_public) return "Web-public";
  if (!invite_only) return "Public";
  return history_public_to_subscribers ? "Private, shared history" : "Private, protected history";
}

const shownDescription = (description: string): string => (description === "" ? "*No description.*" : description);
const inQuotes = (description: string): string => `\`\`\`\` quote\n${shownDescription(description)}\n\`\`\`\``;

/** Says in a new channel who made it and what for. Its creator knows that already. */
export function noticeCreation(turn: Turn, creator: User, channel: Channel): void {
  const made = `**${privacyName(channel)}** ${channelWord(turn.world)} created by ${silentMention(creator)}. **Description:**`;
  say(turn, creator, channel.id, `${made}\n${inQuotes(channel.description)}`, (id) => id !== creator.id);
}

export function noticeName(turn: Turn, actor: User, former: Channel, name: string): void {
  say(turn, actor, former.id, `${silentMention(actor)} renamed ${channelWord(turn.world)} **${former.name}** to **${name}**.`);
}

export function noticeDescription(turn: Turn, actor: User, former: Channel, description: string): void {
  const [before, after] = [former.description, description].map(inQuotes);
  const head = `${silentMention(actor)} changed the description for this ${channelWord(turn.world)}.`;
  say(turn, actor, former.id, `${head}\n\n* **Old description:**\n${before}\n* **New description:**\n${after}`);
}

export function noticePrivacy(turn: Turn, actor: User, former: Channel, privacy: Privacy): void {
  const word = channelWord(turn.world);
  const [before, after] = [former, privacy].map(privacyName);
  const what = `changed the [access permissions](/help/${word}-permissions) for this ${word}`;
  say(turn, actor, former.id, `${silentMention(actor)} ${what} from **${before}** to **${after}**.`);
}

/** Returns how long the organization keeps messages, in words: for ever, in a simulator. */
const shownRetention = (days: number | null): string => (days === null || days === -1 ? "Forever" : `${days} days`);

export function noticeRetention(turn: Turn, actor: User, former: Channel, days: number | null): void {
  const word = channelWord(turn.world);
  const [before, after] = [former.message_retention_days, days].map(shownRetention);
  const head = `${silentMention(actor)} has changed the [message retention period](/help/message-retention-policy) for this ${word}:`;
  const kept = days === null || days === -1 ? "be retained forever" : `be automatically deleted ${days} days after they are sent`;
  const lines = `* **Old retention period**: ${before}\n* **New retention period**: ${after}`;
  say(turn, actor, former.id, `${head}\n${lines}\n\nMessages in this ${word} will now ${kept}.`);
}

function groupName({ world }: Turn, id: GroupId): string {
  const { name } = world.groups.require(id);
  return systemGroups.find((group) => group.name === name)?.displayName ?? `@_*${name}*`;
}

function peopleIn(turn: Turn, setting: GroupSetting): string {
  if (typeof setting === "number") return groupName(turn, setting);
  const people = setting.direct_members.map((id) => silentMention(turn.world.users.require(id)));
  return [...setting.direct_subgroups.map((id) => groupName(turn, id)), ...people].join(", ");
}

export function noticePosting(turn: Turn, actor: User, former: Channel, setting: GroupSetting): void {
  const word = channelWord(turn.world);
  const head = `${silentMention(actor)} changed the [posting permissions](/help/${word}-posting-policy) for this ${word}:`;
  const [before, after] = [former.can_send_message_group, setting].map((one) => peopleIn(turn, one));
  say(turn, actor, former.id, `${head}\n\n* **Old**: ${before}\n* **New**: ${after}`);
}

/** Says that a channel was archived or is in use again. Nobody is called to look. */
export function noticeArchiving(turn: Turn, actor: User, { id, name }: Channel, is_archived: boolean): void {
  const label = has(turn.world, "archivedChannelNotices") ? `**${name}**` : name;
  const source = is_archived ? `Channel ${label} has been archived.` : `Channel ${label} un-archived.`;
  say(turn, actor, id, source, () => false);
}

/** Says in the channel for that which channels were made by whom, to all but that one. Nothing where the organization has no such channel. */
export function announceChannels(turn: Turn, actor: User, made: readonly Channel[]): void {
  const { world } = turn;
  const channel = world.channels.get(world.settings.new_stream_announcements_stream_id as ChannelId);
  if (!channel || made.length === 0) return;
  const word = channelWord(world);
  const what = made.length > 1 ? `the following ${word}s:` : `a new ${word}`;
  const source = `${silentMention(actor)} created ${what} ${made.map(({ name }) => `#**${name}**`).join(", ")}.`;
  sendTopicNotice(turn, actor, { channel, topic: `new ${word}s` }, source, (id) => id !== actor.id);
}

/** Tells somebody in person which channels another one subscribed them to. */
export function noticeSubscriptions(turn: Turn, actor: User, user: User, channels: readonly Channel[]): void {
  const [first, ...more] = channels.map(({ name }) => `#**${name}**`).sort();
  const who = `@**${actor.full_name}|${actor.id}** subscribed you to`;
  const list = [first, ...more].map((name) => `* ${name}\n`).join("");
  sendNotice(turn, user, more.length === 0 ? `${who} ${first}.` : `${who} the following ${channelWord(turn.world)}s:\n\n${list}`);
}

interface Report {
  readonly caller: User;
  /** That of the moderators. */
  readonly channel: Channel;
  readonly message: Message;
  readonly reason: string;
  readonly description: string;
}

/** Reports a message to the moderators: who reports it and why, and the message itself. */
export function reportMessage(turn: Turn, { caller, channel, message, reason, description }: Report): void {
  const { world } = turn;
  const author = world.users.require(message.sender);
  const place = message.place.channel === undefined ? "a direct message" : messageLink(world, message.id, message.place);
  const lines = [
    `${silentMention(caller)} reported ${place} sent by ${silentMention(author)}.`,
    `- Reason: **${reason}**`,
    ...(description === "" ? [] : ["- Notes:", quoted(description)]),
    quoted(message.content),
  ];
  sendTopicNotice(turn, caller, { channel, topic: `${author.full_name}'s moderation requests` }, lines.join("\n"));
}
