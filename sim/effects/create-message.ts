import type { Channel } from "../core/channels.ts";
import { flagBits, noRows, type Rows, rowsOfOne } from "../core/flags.ts";
import type { ChannelId, MessageId, SubmessageId, UserId } from "../core/ids.ts";
import { fileMessage, Message, type Submessage } from "../core/messages.ts";
import { audienceOf, channelPlace, conversationOf, type TopicOrConversation } from "../core/places.ts";
import { oncePer, remembering } from "../core/remembering.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceSubmessage } from "../events/message.ts";
import { hasAlertWord, type LinkifierRule, topicLinks } from "../markdown/index.ts";
import type { Content } from "../resources/content.ts";
import { linkifiersOf } from "../resources/scope.ts";
import { participants } from "../rules/messages/access.ts";
import { typedWidget } from "../rules/messages/submessage.ts";
import { claimUploads } from "./uploads.ts";

export type Destination =
  | { readonly channel: Channel; readonly topic: string }
  | { readonly users: readonly UserId[]; readonly channel?: undefined };

interface Draft {
  readonly sender: User;
  readonly to: Destination;
  readonly content: Content;
  readonly client: string;
  /** Whether the sender's own row starts read. */
  readonly readBySender: boolean;
  /** The content for an interactive widget that the message brings along, as JSON; absent, what its content types. */
  readonly widget?: string | undefined;
  /** Returns the message as it is to be stored; absent, just as it was sent. */
  readonly stored?: (sent: Message) => Message;
}

const nothing: readonly never[] = [];

/** Those who get a message: subscribers or people of the conversation, and bots that it mentions. @silent rulings.mentionedBots */
function audience({ world }: Turn, place: TopicOrConversation, content: Content): ReadonlySet<UserId> {
  const named = audienceOf(world, place);
  if (place.channel === undefined && world.server.rulings.mentionedBots === "no") return named;
  const bots = content.mentions.filter((id) => !named.has(id) && world.users.require(id).bot_type === 1);
  return bots.length === 0 ? named : new Set([...named, ...bots]);
}

/** The flags with which a message starts, for those recipients who get any. */
export function flagsAtStart(turn: Turn, place: TopicOrConversation, received: ReadonlySet<UserId>, draft: Omit<Draft, "to">): Rows {
  const { content, sender } = draft;
  const wildcard = content.channelWildcard ? flagBits.stream_wildcard_mentioned : 0;
  const inTopic = content.topicWildcard && place.channel !== undefined ? participants(turn.world, place.thread).add(sender.id) : undefined;
  let flags = noRows;
  let own: Map<UserId, number> | undefined;
  for (const id of received) {
    const user = turn.world.users.require(id);
    let bits = wildcard;
    if (id === sender.id ? draft.readBySender : user.muted_users.has(sender.id)) bits |= flagBits.read;
    if (content.mentions.includes(id)) bits |= flagBits.mentioned;
    if (inTopic?.has(id)) bits |= flagBits.topic_wildcard_mentioned;
    if (user.alert_words.length > 0 && hasAlertWord(content.alertText, user.alert_words)) bits |= flagBits.has_alert_word;
    if (bits === 0) continue;
    if (flags === noRows) flags = rowsOfOne(id, bits);
    else flags = (own ??= new Map(flags)).set(id, bits);
  }
  return flags;
}

const linksBy = oncePer((linkifiers: readonly LinkifierRule[]) =>
  remembering((topic): Message["topic_links"] => topicLinks(topic, { linkifiers }), { most: 10_000 }),
);

/** The links in a topic, worked out once for each topic and set of linkifiers. */
const linksOf = ({ world }: Turn, topic: string): Message["topic_links"] => (topic === "" ? nothing : linksBy(linkifiersOf(world))(topic));

/** The parts of a message that its content and topic decide. */
export const partsOf = (turn: Turn, content: Content, topic: string) => ({
  content: content.source,
  html: content.html,
  has_link: content.hasLink,
  has_image: content.hasImage,
  has_attachment: content.hasAttachment,
  is_me_message: content.isMeMessage,
  mentions: content.mentions,
  topic_links: linksOf(turn, topic),
});

function widgetsOf(
  turn: Turn,
  message_id: MessageId,
  { sender, content, widget = typedWidget(content.source) }: Draft,
): readonly Submessage[] {
  if (widget === undefined) return nothing;
  const id = turn.nextId("submessage");
  return [{ id, message_id, sender_id: sender.id, msg_type: "widget", content: widget }];
}

/** Stores a new message, with a row for everyone who receives it and flags by its mentions. The caller sends the event (`announceMessage`), after what else changes. */
export function createMessage(turn: Turn, draft: Draft): Message {
  const { sender, to, content } = draft;
  const place = to.channel ? channelPlace(turn, to.channel, to.topic) : conversationOf(turn, to.users);
  const received = audience(turn, place, content);
  const id = turn.nextId("message");
  // Field by field: spreading so many costs more than all the rest of a send.
  const sent = new Message({
    id,
    sender: sender.id,
    place,
    content: content.source,
    html: content.html,
    client: draft.client,
    sent: turn.now,
    received,
    flags: flagsAtStart(turn, place, received, draft),
    has_link: content.hasLink,
    has_image: content.hasImage,
    has_attachment: content.hasAttachment,
    is_me_message: content.isMeMessage,
    mentions: content.mentions,
    topic_links: linksOf(turn, to.channel ? to.topic : ""),
    edits: nothing,
    reactions: nothing,
    submessages: widgetsOf(turn, id, draft),
  });
  const message = draft.stored?.(sent) ?? sent;
  fileMessage(turn, message);
  if (message.has_attachment) claimUploads(turn, message, content.uploads);
  if (to.channel?.first_message_id === null) beginChannel(turn, to.channel.id, id);
  return message;
}

function beginChannel({ world }: Turn, id: ChannelId, first_message_id: MessageId): void {
  const channel = world.channels.require(id);
  if (channel.first_message_id === null) world.channels.set(id, { ...channel, first_message_id });
}

/** Attaches to a message what somebody did in its widget, and tells those who can see it. */
export function addSubmessage(turn: Turn, sender: User, message: Message, msg_type: string, content: string): SubmessageId {
  const id = turn.nextId("submessage");
  const submessage = { id, message_id: message.id, sender_id: sender.id, msg_type, content };
  const changed = message.with({ submessages: [...message.submessages, submessage] });
  fileMessage(turn, changed);
  announceSubmessage(turn, changed, submessage);
  return id;
}
