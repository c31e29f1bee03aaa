import type { Message, Reaction } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { emojiNamed, emojiSent } from "./emoji.ts";

/** The fields of an emoji in a request. */
interface Given {
  readonly emoji_name: string | undefined;
  readonly emoji_code: string | undefined;
  readonly reaction_type: string | undefined;
}

const uses =
  (code: string, type: string) =>
  (reaction: Reaction): boolean =>
    reaction.emoji_code === code && reaction.reaction_type === type;

/**
 * The reaction that somebody may add. Who uses an emoji that the message has already joins it, under its name there, also where it
 * could not be chosen any more.
 * @refuses REACTION_ALREADY_EXISTS: it is theirs already; BAD_REQUEST: no emoji, or its parts do not go together
 */
export function newReaction(realm: Realm, user: User, { reactions }: Message, given: Given & { readonly emoji_name: string }): Reaction {
  const { emoji_name, emoji_code, reaction_type } = given;
  const isWhole = emoji_code !== undefined && reaction_type !== undefined;
  const whole = isWhole ? { emoji_code, reaction_type } : emojiNamed(realm, emoji_name);
  const code = emoji_code ?? whole.emoji_code;
  const type = reaction_type ?? whole.reaction_type;
  const present = reactions.filter(uses(code, type));
  if (present.some(({ user_id }) => user_id === user.id)) refuse("Reaction already exists.", "REACTION_ALREADY_EXISTS");
  return { ...(present[0] ?? emojiSent(realm, emoji_name, code, type)), user_id: user.id };
}

const unknownEmoji = (): never => refuse("At least one of the following arguments must be present: emoji_name, emoji_code");

/**
 * The reaction that somebody may take back. Without a type it is one with a Unicode emoji.
 * @refuses REACTION_DOES_NOT_EXIST: it is not there; BAD_REQUEST: neither name nor code, or nothing of that name
 */
export function ownReaction(realm: Realm, user: User, { reactions }: Message, given: Given): Reaction {
  const { emoji_name, emoji_code, reaction_type = "unicode_emoji" } = given;
  const code = emoji_code ?? emojiNamed(realm, emoji_name ?? unknownEmoji()).emoji_code;
  const own = reactions.filter(uses(code, reaction_type)).find(({ user_id }) => user_id === user.id);
  return own ?? refuse("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST");
}
