import type { Channel } from "../core/channels.ts";
import { ownFlags } from "../core/flags.ts";
import type { EmojiId, QueueId } from "../core/ids.ts";
import { withoutSpaceAround } from "../core/limits.ts";
import type { Message, Reaction } from "../core/messages.ts";
import { closeQueue, queuesOf } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { addSubmessage as attach } from "../effects/create-message.ts";
import { differing, editMessage, type Following, type MessageEdit } from "../effects/edit-message.ts";
import { addReaction, flagMessage, removeReaction, sameReaction } from "../effects/flags.ts";
import { type AnyEvent, sendAny } from "../events/queue.ts";
import { emojiCode } from "../markdown/index.ts";
import { object, wrong } from "../reader/index.ts";
import { contentOf } from "../resources/content.ts";
import { accessibleChannel, maySee } from "../rules/messages/access.ts";
import { contentLeft, type PropagateMode, propagateModes, resolutionOf } from "../rules/messages/changes.ts";
import { brandEmoji, emojiNamed, type SentEmoji } from "../rules/messages/reaction.ts";
import { boundedTopic, topicToSendTo } from "../rules/messages/topics.ts";
import { action, creation, optional, type ReadField } from "./action.ts";
import { actor, channelById, jsonWords, member, message, oneOf, text } from "./fields.ts";

/** Refuses one who does not see a message. */
function mustSee(realm: Realm, user: User, which: Message): void {
  if (!maySee(realm, user, which)) refuse(`${user.key} does not see message ${which.id}`);
}

function newContent(realm: Realm, editor: User, { sender }: Message, given: string): MessageEdit["content"] & object {
  if (sender !== editor.id) refuse(`content: only ${realm.users.require(sender).key}, who sent it, may change it`);
  return contentOf(realm, editor, contentLeft(realm, given));
}

interface Wanted {
  readonly content: string | undefined;
  readonly topic: string | undefined;
  readonly stream_id: Channel | undefined;
  readonly propagate_mode: PropagateMode | undefined;
}

/** Returns what an edit comes to, as far as it differs from what is. Only of resolving a topic is there a notice, as nobody can turn that off. */
function editOf(
  realm: Realm,
  editor: User,
  which: Message,
  { content, topic, stream_id, propagate_mode: mode = "change_one" }: Wanted,
): { readonly change: MessageEdit; readonly following: Following } {
  if (which.place.channel === undefined && (topic !== undefined || stream_id))
    refuse("direct messages have no topic and no channel to change");
  const asked = topic === undefined ? undefined : topicToSendTo(realm, withoutSpaceAround(topic));
  const change = differing(which, {
    ...(content !== undefined && { content: newContent(realm, editor, which, content) }),
    ...(asked !== undefined && { topic: boundedTopic(realm, asked) }),
    ...(stream_id && { channel: accessibleChannel(realm, editor, stream_id.id) }),
  });
  if (Object.keys(change).length === 0) refuse("nothing to change: give a content, topic or stream_id that the message does not have");
  const resolution = asked === undefined ? undefined : resolutionOf(which.topic, asked);
  return { change, following: { mode, resolution, inOldThread: false, inNewThread: false } };
}

const edit = action("edit_message", {
  as: actor,
  message_id: message,
  content: optional(text()),
  topic: optional(text()),
  stream_id: optional(channelById),
  propagate_mode: optional(oneOf(...propagateModes)),
})({
  rules: (realm, { as, message_id: which, ...wanted }) => {
    mustSee(realm, as, which);
    return editOf(realm, as, which, wanted);
  },
  effect: (turn, { as, message_id: which }, { change, following }) => editMessage(turn, as, which, change, following),
});

const setFlag = action("set_flag", {
  as: actor,
  message_id: message,
  flag: oneOf(...ownFlags),
  op: oneOf("add", "remove"),
})({
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, flag, op }) => flagMessage(turn, as, which, flag, op),
});

const addSubmessage = creation("add_submessage", { as: actor, message_id: message, msg_type: text(1), content: text() })({
  rules: (realm, { as, message_id: which }) => mustSee(realm, as, which),
  effect: (turn, { as, message_id: which, msg_type, content }) => ({ submessage_id: attach(turn, as, which, msg_type, content) }),
});

/** The event queues of an account, or all. */
const queueIds = ({ world }: Turn, owner: User | undefined): QueueId[] =>
  owner ? queuesOf(world, owner.id) : [...world.queues.values()].map(({ id }) => id);

const endQueues = action("end_queues", { as: optional(member) })({
  effect: (turn, { as }) => {
    for (const id of queueIds(turn, as)) closeQueue(turn, turn.world.queues.require(id));
  },
});

const anEvent: ReadField<AnyEvent> = (value, at) => {
  const event = object(value, at, 'an object with a type, such as {"type": "weather"}');
  const { type, id } = event;
  if (typeof type !== "string" || type === "") return wrong(at.at("type"), type, "a text");
  if (id !== undefined) wrong(at.at("id"), id, "none: each queue counts its own");
  return { ...event, type };
};

const sendEvent = action("send_event", { event: anEvent, as: optional(member) })({
  effect: (turn, { event, as }) => sendAny(turn, queueIds(turn, as), event),
});

/** Event queues, as servers that start anew and those of later levels treat them. */
export const queueActions = [endQueues, sendEvent];

const fields = {
  as: actor,
  message_id: message,
  emoji_name: text(1),
  emoji_code: optional(text(1)),
  reaction_type: optional(oneOf("unicode_emoji", "realm_emoji", "zulip_extra_emoji")),
};

/** Whether a name belongs to a code within its type. */
function fits(realm: Realm, { emoji_name, emoji_code, reaction_type }: SentEmoji): boolean {
  if (reaction_type === "zulip_extra_emoji") return emoji_name === brandEmoji && emoji_code === brandEmoji;
  if (reaction_type === "realm_emoji")
    return /^\d+$/.test(emoji_code) && realm.emoji.get(Number(emoji_code) as EmojiId)?.name === emoji_name;
  return emojiCode(emoji_name) === emoji_code;
}

interface Given {
  readonly emoji_name: string;
  readonly emoji_code: string | undefined;
  readonly reaction_type: SentEmoji["reaction_type"] | undefined;
}

function emojiOf(realm: Realm, { emoji_name, emoji_code, reaction_type }: Given): SentEmoji {
  if (emoji_code === undefined && reaction_type === undefined) return emojiNamed(realm, emoji_name);
  const code = emoji_code ?? (reaction_type === "unicode_emoji" ? emojiCode(emoji_name) : emojiNamed(realm, emoji_name).emoji_code);
  const emoji = { emoji_name, emoji_code: code ?? "", reaction_type: reaction_type ?? "unicode_emoji" };
  return fits(realm, emoji)
    ? emoji
    : refuse(`emoji_name ${jsonWords(emoji_name)} does not go with ${emoji.reaction_type} ${jsonWords(code ?? null)}`);
}

const used = ({ reactions }: Message, wanted: Reaction): Reaction | undefined => reactions.find((one) => sameReaction(one, wanted));

const react = action(
  "react",
  fields,
)({
  rules: (realm, { as, message_id: to, ...given }) => {
    mustSee(realm, as, to);
    const emoji = emojiOf(realm, given);
    const reaction: Reaction = { ...emoji, user_id: as.id };
    if (emoji.reaction_type === "realm_emoji" && realm.emoji.require(Number(emoji.emoji_code) as EmojiId).deactivated) {
      refuse(`the emoji ${jsonWords(given.emoji_name)} is deactivated`);
    }
    return used(to, reaction) ? refuse("Reaction already exists.") : reaction;
  },
  effect: (turn, { message_id: to }, reaction) => addReaction(turn, to, reaction),
});

/** A reaction of one's own under the name that it was made by, whatever became of the emoji since. */
const ownByName = ({ reactions }: Message, user: User, { emoji_name, emoji_code, reaction_type }: Given): Reaction | undefined =>
  reactions.find(
    (one) =>
      one.user_id === user.id &&
      one.emoji_name === emoji_name &&
      one.emoji_code === (emoji_code ?? one.emoji_code) &&
      one.reaction_type === (reaction_type ?? one.reaction_type),
  );

const unreact = action(
  "unreact",
  fields,
)({
  rules: (realm, { as, message_id: from, ...given }) => {
    mustSee(realm, as, from);
    const own = ownByName(from, as, given) ?? used(from, { ...emojiOf(realm, given), user_id: as.id });
    return own ?? refuse("Reaction doesn't exist.");
  },
  effect: (turn, { message_id: from }, reaction) => removeReaction(turn, from, reaction),
});

export const messageActions = [edit, setFlag, addSubmessage, react, unreact];
