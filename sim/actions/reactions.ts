import type { EmojiId } from "../core/ids.ts";
import type { Message, Reaction } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import { refuse } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { addReaction, removeReaction, sameReaction } from "../effects/flags.ts";
import { emojiCode } from "../markdown/index.ts";
import { brandEmoji, emojiNamed, type SentEmoji } from "../rules/messages/reaction.ts";
import { action, fieldSet, noIds, optional } from "./action.ts";
import { actor, jsonWords, message, oneOf, text } from "./fields.ts";
import { mustSee } from "./messages.ts";

const fields = fieldSet({
  as: actor,
  message_id: message,
  emoji_name: text(1),
  emoji_code: optional(text(1)),
  reaction_type: optional(oneOf("unicode_emoji", "realm_emoji", "zulip_extra_emoji")),
});

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

const react = action({
  name: "react",
  fields,
  rules: (realm, { as, message_id: to, emoji_name, emoji_code, reaction_type }) => {
    mustSee(realm, as, to);
    const emoji = emojiOf(realm, { emoji_name, emoji_code, reaction_type });
    const reaction: Reaction = { ...emoji, user_id: as.id };
    if (emoji.reaction_type === "realm_emoji" && realm.emoji.require(Number(emoji.emoji_code) as EmojiId).deactivated) {
      refuse(`the emoji ${jsonWords(emoji_name)} is deactivated`);
    }
    return used(to, reaction) ? refuse("Reaction already exists.") : reaction;
  },
  effect: (turn, { message_id: to }, reaction) => {
    addReaction(turn, to, reaction);
    return noIds;
  },
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

const unreact = action({
  name: "unreact",
  fields,
  rules: (realm, { as, message_id: from, emoji_name, emoji_code, reaction_type }) => {
    const given = { emoji_name, emoji_code, reaction_type };
    mustSee(realm, as, from);
    const own = ownByName(from, as, given) ?? used(from, { ...emojiOf(realm, given), user_id: as.id });
    return own ?? refuse("Reaction doesn't exist.");
  },
  effect: (turn, { message_id: from }, reaction) => {
    removeReaction(turn, from, reaction);
    return noIds;
  },
});

export const reactionActions = [react, unreact];
