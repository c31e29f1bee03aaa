import { type Channel, resolvedPrefix } from "../core/channels.ts";
import { channelWord, has } from "../core/levels.ts";
import { defined } from "../core/lookup.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import { sha256Hex } from "../core/rng.ts";
import { type Upload, uploadsOf } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { editMessage as changeMessage, differing, type Following, type MessageEdit } from "../effects/edit-message.ts";
import { announceEditTyping } from "../events/message.ts";
import { type Call, reads, writes, writesOnly } from "../protocol/endpoint.ts";
import { boolean, count, oneOf, optional, required, text } from "../protocol/params.ts";
import { type Content, contentOf } from "../resources/content.ts";
import { historyOf } from "../resources/edit-history.ts";
import { attachmentRecord } from "../resources/personal.ts";
import { accessibleChannel, visibleMessage } from "../rules/messages/access.ts";
import {
  changeableMessage,
  contentLeft,
  mayChangeChannel,
  mayChangeTopic,
  mayEditContent,
  mayMoveAll,
  type PropagateMode,
  propagateModes,
  resolutionOf,
} from "../rules/messages/changes.ts";
import { allowedTopic, mayBeginTopic, mayMentionAll, mayMentionGroups } from "../rules/messages/posting.ts";
import { boundedTopic, checkedTopic, isNoTopic, topicToMoveTo } from "../rules/messages/topics.ts";

/**
 * GET /messages/{message_id}/history: what became of a message since it was sent.
 * @reply   message_history, oldest first
 * @refuses BAD_REQUEST: the organization shows no history; missing or invisible
 */
export const getHistory = reads({
  route: "GET /messages/{message_id}/history",
  params: { allow_empty_topic_name: optional(boolean, { fallback: false, since: "emptyTopic" }) },
  reply: ({ realm, caller, params, path }) => {
    if (realm.settings.message_edit_history_visibility_policy === "none") refuse("Message edit history is disabled in this organization");
    const message = visibleMessage(realm, caller, path.message_id);
    return { message_history: historyOf(realm, message, params.allow_empty_topic_name) };
  },
});

const editParams = {
  content: optional(text()),
  prev_content_sha256: optional(text(), { since: "expectedContent" }),
  propagate_mode: optional<PropagateMode>(oneOf(...propagateModes), { fallback: "change_one" }),
  send_notification_to_new_thread: optional(boolean, { fallback: true }),
  send_notification_to_old_thread: optional(boolean, { fallback: false }),
  stream_id: optional(count),
  topic: optional(text({ stripped: true }), { aliases: ["subject"] }),
};

type EditRequest = Call<"PATCH /messages/{message_id}", typeof editParams>;

/** The changes that a request wants. A topic or channel that the message has already is none. */
interface WantedEdit {
  readonly content: string | undefined;
  readonly topic: string | undefined;
  readonly stream_id: number | undefined;
}

function askedOf({ realm, params: { content, topic, stream_id } }: EditRequest, { place, topic: present }: Message): WantedEdit {
  const meant = topic === undefined ? undefined : topicToMoveTo(realm, topic);
  if (place.channel === undefined) return { content, topic: meant, stream_id };
  return { content, topic: meant === present ? undefined : meant, stream_id: stream_id === place.channel ? undefined : stream_id };
}

/** A topic that a message can be moved to. The empty one is no topic to be resolved, by whichever of its names. */
function checkTopic(realm: Realm, topic: string): void {
  const bare = [resolvedPrefix.trim(), resolvedPrefix + realm.settings.empty_topic_display_name];
  if (has(realm, "emptyTopic") && bare.includes(topic)) refuse("General chat cannot be marked as resolved");
  checkedTopic(realm, topic);
}

/** Refuses a change that fits no message, or not this one, whoever asks for it. */
function checkShape({ realm, params }: EditRequest, message: Message, { content, topic, stream_id }: WantedEdit): void {
  const word = channelWord(realm);
  const moves = topic !== undefined || stream_id !== undefined;
  if (content === undefined && !moves) refuse("Nothing to change");
  if (message.place.channel === undefined) {
    if (stream_id !== undefined) refuse(`Direct messages cannot be moved to ${word}s.`);
    if (topic !== undefined) refuse("Direct messages cannot have topics.");
  }
  if (params.propagate_mode !== "change_one" && !moves) refuse("Invalid propagate_mode without topic edit");
  if (topic !== undefined) checkTopic(realm, topic);
  if (params.stream_id !== undefined && content !== undefined) refuse(`Cannot change message content while changing ${word}`);
  if (content !== undefined && message.submessages.length > 0) refuse("Widgets cannot be edited.");
  const expected = params.prev_content_sha256;
  if (expected !== undefined && expected !== sha256Hex(message.content)) {
    const field_name = "prev_content_sha256";
    refuse(`'${field_name}' value does not match the expected value.`, "EXPECTATION_MISMATCH", { field_name });
  }
}

/** The new content with the eyes of its sender, who alone can change it. */
function rendered({ realm, caller }: EditRequest, { place, topic }: Message, source: string): Content {
  const content = contentOf(realm, caller, source);
  if (place.channel !== undefined) mayMentionAll(realm, caller, realm.channels.require(place.channel), topic, content);
  mayMentionGroups(realm, caller, content);
  return content;
}

/** The change of a message in a channel, its content and its place. */
function changeInChannel(
  request: EditRequest,
  message: Message,
  from: Channel,
  asked: WantedEdit,
  source: string | undefined,
): MessageEdit {
  const { realm, caller, params } = request;
  const topic = asked.topic === undefined ? undefined : boundedTopic(realm, asked.topic);
  const channel = asked.stream_id === undefined ? undefined : accessibleChannel(realm, caller, asked.stream_id);
  const [to, target] = [channel ?? from, topic ?? message.topic];
  const moves = topic !== undefined || channel !== undefined;
  if (has(realm, "topicsPolicy") && (moves || !isNoTopic(target))) allowedTopic(realm, to, target);
  const resolution = asked.topic === undefined ? undefined : resolutionOf(message.topic, asked.topic);
  if (topic !== undefined) mayChangeTopic(realm, caller, message, { from, to }, resolution);
  const content = source === undefined ? undefined : rendered(request, message, source);
  if (channel) mayChangeChannel(realm, caller, message, { from, to });
  if (moves && params.propagate_mode === "change_all") {
    mayMoveAll(realm, caller, message, { topic: topic !== undefined, channel: channel !== undefined }, resolution);
  }
  if (moves) mayBeginTopic(realm, caller, to, target);
  return defined({ content, topic, channel });
}

function followingOf({ params }: EditRequest, message: Message, { topic }: WantedEdit): Following {
  return {
    mode: params.propagate_mode,
    resolution: topic === undefined ? undefined : resolutionOf(message.topic, topic),
    inOldThread: params.send_notification_to_old_thread,
    inNewThread: params.send_notification_to_new_thread,
  };
}

/** The part of a change that changes something; on running servers the content that the message has already, too. @silent rulings.unchangedContent */
const changing = ({ server }: Realm, message: Message, change: MessageEdit): MessageEdit =>
  server.rulings.unchangedContent === "none" ? differing(message, change) : change;

/** The files of the caller's, out of those that a message linked to, that are in no message any more. */
const detached = (realm: Realm, caller: User, linked: readonly Upload[]): object[] =>
  linked
    .map(({ id }) => realm.uploads.require(id))
    .filter(({ owner, messages }) => owner === caller.id && messages.length === 0)
    .map((upload) => attachmentRecord(realm, upload));

/**
 * PATCH /messages/{message_id}: another content for a message, another topic or channel for it and those around it.
 * @reply   nothing beyond the envelope; from level 285 on detached_uploads, the files to which nothing links any more
 * @refuses EXPECTATION_MISMATCH, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED (first_message_id_allowed_to_move, total_messages_in_topic,
 *          total_messages_allowed_to_move), STREAM_WILDCARD_MENTION_NOT_ALLOWED, TOPIC_WILDCARD_MENTION_NOT_ALLOWED;
 *          BAD_REQUEST: everything else that the rules name
 * @silent  rulings.unchangedContent
 */
export const editMessage = writes({
  route: "PATCH /messages/{message_id}",
  params: editParams,
  rules: (request) => {
    const { realm, caller, path, params } = request;
    const message = changeableMessage(realm, caller, path.message_id);
    if (params.content !== undefined) mayEditContent(realm, caller, message);
    const asked = askedOf(request, message);
    checkShape(request, message, asked);
    const source = asked.content === undefined ? undefined : contentLeft(realm, asked.content);
    const { channel } = message.place;
    const following = followingOf(request, message, asked);
    if (channel === undefined) {
      const change = source === undefined ? {} : { content: rendered(request, message, source) };
      return { message, change: changing(realm, message, change), following };
    }
    const change = changeInChannel(request, message, realm.channels.require(channel), asked, source);
    return { message, change: changing(realm, message, change), following };
  },
  effect: ({ turn, caller, found: { message, change, following } }) => {
    const linked = message.has_attachment ? uploadsOf(turn.world, message.id) : [];
    if (Object.keys(change).length > 0) changeMessage(turn, caller, message, change, following);
    return has(turn.world, "detachedUploads") ? { detached_uploads: detached(turn.world, caller, linked) } : {};
  },
});

/**
 * POST /messages/{message_id}/typing: the caller began or stopped editing a message. Nothing is kept of it.
 * @refuses BAD_REQUEST: missing or invisible message, one that the caller may not edit, the caller's settings
 */
export const setEditTyping = writesOnly({
  route: "POST /messages/{message_id}/typing",
  since: "editTyping",
  params: { op: required(oneOf("start", "stop")) },
  rules: ({ realm, caller, path }) => {
    const message = visibleMessage(realm, caller, path.message_id);
    const { channel } = message.place;
    if (channel !== undefined && realm.channels.require(channel).is_archived) refuse("Invalid message(s)");
    mayEditContent(realm, caller, message);
    const { send_private_typing_notifications, send_stream_typing_notifications } = caller.settings;
    const [tells, what] =
      channel === undefined ? [send_private_typing_notifications, "direct"] : [send_stream_typing_notifications, channelWord(realm)];
    return tells ? message : refuse(`User has disabled typing notifications for ${what} messages`);
  },
  effect: ({ turn, caller, params: { op }, found }) => announceEditTyping(turn, caller, op, found),
});
