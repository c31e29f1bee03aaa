import { resolvedPrefix } from "../core/channels.ts";
import { type Flag, flagBits, wildcardBits } from "../core/flags.ts";
import type { RecipientId, UserId } from "../core/ids.ts";
import { JsonText } from "../core/json-text.ts";
import { has } from "../core/levels.ts";
import { codePoints, limits } from "../core/limits.ts";
import type { Edit, Message } from "../core/messages.ts";
import { conversationKey } from "../core/places.ts";
import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";
import type { Acquaintance } from "../rules/people/user-access.ts";
import { avatarUrl, displayUser, hidesAddress, seesAddress, unknownUser } from "./user.ts";

/** The two people of a message between two, where each of them has an id as a recipient. @silent rulings.recipientOfPairs */
function pairOf(realm: Realm, { place }: Message): readonly UserId[] | undefined {
  if (place.channel !== undefined || place.conversation.users.length !== 2 || has(realm, "pairsAreGroups")) return undefined;
  return realm.server.rulings.recipientOfPairs === "participant" ? place.conversation.users : undefined;
}

/** Whether a message has another recipient_id for each of its two people, and the viewer is the second of them. */
const isSecondViewer = (realm: Realm, message: Message, viewer: UserId | undefined): boolean =>
  viewer !== undefined && pairOf(realm, message)?.[1] === viewer;

/**
 * The id of a message's recipients: of a channel, of the set of people; between two people, at the levels that have it so, that of the
 * receiver, later that of the other one for each of them. The id of somebody is that of their conversation with themselves.
 */
function recipientIdOf(realm: Realm, message: Message, viewer: UserId | undefined): RecipientId {
  const pair = pairOf(realm, message);
  if (!pair) return message.place.recipient;
  const own = viewer !== undefined && pair.includes(viewer) && has(realm, "recipientsByViewer") ? viewer : message.sender;
  return realm.conversations.require(conversationKey(pair.filter((id) => id !== own))).recipient_id;
}

/** The form in which a requester wants messages shown. */
export interface MessageForm {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  /** Whether an empty topic is shown as such; otherwise by its display name. */
  readonly emptyTopics: boolean;
  /** The people whom the requester knows; undefined for one who knows everybody. */
  readonly knows?: Acquaintance | undefined;
  /** Undefined for a spectator. */
  readonly viewer: UserId | undefined;
}

/** The name that stands for a topic in a form. */
export const shownTopic = (realm: Realm, topic: string, emptyTopics: boolean): string =>
  topic === "" && !emptyTopics ? realm.settings.empty_topic_display_name : topic;

/** The name that stands for a topic that no message need have: before level 334 the empty text stands for itself. */
export const shownName = (realm: Realm, topic: string, emptyTopics: boolean): string =>
  has(realm, "emptyTopic") ? shownTopic(realm, topic, emptyTopics) : topic;

/** The topic of a message as search shows it beside the message; empty for direct messages. */
export function matchedTopic(realm: Realm, message: Message, emptyTopics: boolean): string {
  const asStored = emptyTopics || realm.server.rulings.emptyMatchSubject === "observed" || message.place.channel === undefined;
  return asStored ? message.topic : shownTopic(realm, message.topic, false);
}

const withoutCheck = (topic: string): string => (topic.startsWith(resolvedPrefix) ? topic.slice(resolvedPrefix.length) : topic);

/** Whether a topic is another one resolved, which cut its end off to make room for the mark. */
function isResolvedShort(topic: string, former: string): boolean {
  if (!topic.startsWith(resolvedPrefix) || !topic.endsWith("...") || former.startsWith(resolvedPrefix)) return false;
  return codePoints(resolvedPrefix + former) > limits.topicLength && former.startsWith(topic.slice(resolvedPrefix.length, -3));
}

/** Whether an edit moved a message other than by resolving or unresolving its topic. */
function isMove({ prev_stream, prev_topic, topic = "" }: Edit): boolean {
  if (prev_stream !== undefined) return true;
  if (prev_topic === undefined || isResolvedShort(topic, prev_topic)) return false;
  return withoutCheck(prev_topic) !== withoutCheck(topic);
}

function editHistory(realm: Realm, message: Message, { emptyTopics }: MessageForm): object[] | undefined {
  const chosen = realm.settings.message_edit_history_visibility_policy;
  const policy = chosen === "moves" && !has(realm, "editHistoryPolicy") ? "all" : chosen;
  if (message.edits.length === 0 || policy === "none") return undefined;
  const visible: readonly Edit[] =
    policy === "all"
      ? message.edits
      : message.edits
          .filter((edit) => edit.prev_topic !== undefined || edit.prev_stream !== undefined)
          .map(({ prev_content, prev_rendered_content, ...move }) => move);
  return visible.map(({ topic, prev_topic, ...edit }) => ({
    ...edit,
    ...(edit.prev_content !== undefined && !has(realm, "renderedVersionGone") && { prev_rendered_content_version: 1 }),
    ...(topic !== undefined && { topic: shownTopic(realm, topic, emptyTopics) }),
    ...(prev_topic !== undefined && { prev_topic: shownTopic(realm, prev_topic, emptyTopics) }),
  }));
}

function recipientFields(realm: Realm, message: Message, form: MessageForm): object {
  const { place } = message;
  const recipient_id = recipientIdOf(realm, message, form.viewer);
  if (place.channel !== undefined) {
    const subject = shownTopic(realm, place.topic, form.emptyTopics);
    return { display_recipient: realm.channels.require(place.channel).name, recipient_id, stream_id: place.channel, subject };
  }
  const users = place.conversation.users.map((id) => displayUser(realm.users.require(id)));
  const [first, second] = users;
  if (first && second && users.length === 2 && !has(realm, "pairsAreGroups") && first.email > second.email) users.reverse();
  return { display_recipient: users, recipient_id, subject: "" };
}

/** Whether the requester computes the address of the sender's avatar, unless one was uploaded. */
function computesAvatar(realm: Realm, { sender }: Message, { clientGravatar, viewer }: MessageForm): boolean {
  if (!clientGravatar || viewer === undefined) return false;
  return !hidesAddress(realm).has(sender) || seesAddress(realm, realm.users.require(sender), realm.users.require(viewer));
}

function senderFields(realm: Realm, message: Message, form: MessageForm): object {
  const sender = realm.users.require(message.sender);
  const shown = form.knows?.(sender) === false ? unknownUser(realm, sender.id) : sender;
  return {
    sender_id: sender.id,
    sender_email: shown.email,
    sender_full_name: shown.full_name,
    sender_realm_str: sender.is_system_bot ? `${realm.server.brand}internal` : realm.settings.string_id,
    client: message.client,
    avatar_url: "avatar_url" in shown ? shown.avatar_url : avatarUrl(realm, sender, computesAvatar(realm, message, form)),
  };
}

/** Reactions, each with its person where servers still sent that. */
function reactionsOf(realm: Realm, { reactions }: Message): readonly object[] {
  if (has(realm, "reactionUserGone")) return reactions;
  return reactions.map((reaction) => {
    const { id, email, full_name } = realm.users.require(reaction.user_id);
    return { ...reaction, user: { id, email, full_name } };
  });
}

/** The JSON text of a message without its last brace. */
function wholeText(realm: Realm, message: Message, form: MessageForm): string {
  const whole = {
    id: message.id,
    type: message.place.channel === undefined ? "private" : "stream",
    ...senderFields(realm, message, form),
    content: form.applyMarkdown ? message.rendered : message.content,
    content_type: form.applyMarkdown ? "text/html" : "text/x-markdown",
    ...recipientFields(realm, message, form),
    topic_links: message.topic_links,
    is_me_message: message.is_me_message,
    timestamp: Math.floor(message.sent / 1000),
    reactions: reactionsOf(realm, message),
    submessages: message.submessages,
    ...editTimes(realm, message),
    edit_history: editHistory(realm, message, form),
  };
  return JSON.stringify(whole).slice(0, -1);
}

/** When a message was last edited and moved: one time for both on older servers. */
function editTimes(realm: Realm, { edits }: Message): object {
  if (!has(realm, "lastMoved")) return { last_edit_timestamp: edits[0]?.timestamp };
  // Histories are newest first.
  const last_edit_timestamp = edits.find(({ prev_content }) => prev_content !== undefined)?.timestamp;
  return { last_edit_timestamp, last_moved_timestamp: edits.find(isMove)?.timestamp };
}

/** The JSON text of a message without its last brace, kept with the message while names and settings stay as they are. */
export function messageText(realm: Realm, message: Message, form: MessageForm): string {
  const key = keyOf(realm, message, form);
  if (key === undefined) return wholeText(realm, message, form);
  const kept = realm.epoch.get(message, key) ?? realm.epoch.keep(message, key, new JsonText(wholeText(realm, message, form)));
  return kept.text;
}

/** Returns the number of a form among those whose texts are kept; undefined for a viewer who does not know the sender. */
function keyOf(realm: Realm, message: Message, form: MessageForm): number | undefined {
  if (form.knows?.(realm.users.require(message.sender)) === false) return undefined;
  const side = Number(isSecondViewer(realm, message, form.viewer));
  const avatar = Number(computesAvatar(realm, message, form));
  return Number(form.applyMarkdown) | (avatar << 1) | (Number(form.emptyTopics) << 2) | (side << 3);
}

const flagNames = Object.keys(flagBits) as Flag[];
/** The names of flags, in their fixed order. */
export const currentFlags = (flags: number): string[] => flagNames.filter((flag) => flags & flagBits[flag]);

/** The names of flags, in their fixed order; the deprecated `wildcard_mentioned` last. */
function flagList(flags: number): string[] {
  const names = currentFlags(flags);
  return flags & wildcardBits ? [...names, "wildcard_mentioned"] : names;
}

const flagTexts = new Map<number, string>();

/** The JSON text of the names of flags, in their fixed order. */
export function flagsText(flags: number): string {
  let text = flagTexts.get(flags);
  if (text === undefined) flagTexts.set(flags, (text = JSON.stringify(flagList(flags))));
  return text;
}

/** Marks the numbers of texts that have flags in them, which stand above those of forms. */
const withFlags = 1 << 12;

/**
 * Returns the JSON text of a message as its requester sees it, with fields of a search beside it.
 * @spec    Resources and their fields > Message
 */
export function messageResource(realm: Realm, message: Message, viewer: User | undefined, form: MessageForm, matches?: object): JsonText {
  // A spectator has read everything.
  const flags = viewer ? message.flagsFor(viewer.id) : flagBits.read;
  const shared = keyOf(realm, message, form);
  const key = shared === undefined || matches ? undefined : shared | (flags << 4) | withFlags;
  const kept = key === undefined ? undefined : realm.epoch.get(message, key);
  if (kept !== undefined) return kept;
  const found = matches ? `,${JSON.stringify(matches).slice(1, -1)}` : "";
  // A join, unlike a template, copies its parts into one text, which is far faster to copy into a page.
  const text = new JsonText([messageText(realm, message, form), ',"flags":', flagsText(flags), found, "}"].join(""));
  return key === undefined ? text : realm.epoch.keep(message, key, text);
}
