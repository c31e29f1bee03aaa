import { has } from "../../core/levels.ts";
import type { Message, Reaction } from "../../core/messages.ts";
import { emojiInUse } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { emojiCode, emojiName } from "../../markdown/index.ts";

/** An emoji with the parts that tell it from all others. */
export type SentEmoji = Pick<Reaction, "emoji_name" | "emoji_code" | "reaction_type">;

/** The name of the one emoji that is the brand's. */
export const brandEmoji = "zulip";

/** Returns which face the server calls `smile`. */
const smilesOf = (realm: Realm) => (has(realm, "slightSmile") ? "current" : "former");

/** Returns what a name stands for: custom emoji go before the brand's, that before the table. @refuses BAD_REQUEST: nothing */
export function emojiNamed(realm: Realm, emoji_name: string): SentEmoji {
  const custom = emojiInUse(realm, emoji_name);
  if (custom) return { emoji_name, emoji_code: String(custom.id), reaction_type: "realm_emoji" };
  if (emoji_name === brandEmoji) return { emoji_name, emoji_code: brandEmoji, reaction_type: "zulip_extra_emoji" };
  const emoji_code = emojiCode(emoji_name, smilesOf(realm));
  return emoji_code ? { emoji_name, emoji_code, reaction_type: "unicode_emoji" } : refuse(`Emoji '${emoji_name}' does not exist`);
}

/** Refuses an emoji whose name, code and type do not go together. */
function check(realm: Realm, { emoji_name, emoji_code }: SentEmoji, type: string): void {
  if (type === "realm_emoji") {
    const custom = [...realm.emoji.values()].find(({ id }) => String(id) === emoji_code) ?? refuse("Invalid custom emoji.");
    if (custom.name !== emoji_name) refuse("Invalid custom emoji name.");
    if (custom.deactivated) refuse("This custom emoji has been deactivated.");
  } else if (type === "zulip_extra_emoji") {
    if (emoji_code !== brandEmoji) refuse("Invalid emoji code.");
    if (emoji_name !== brandEmoji) refuse("Invalid emoji name.");
  } else if (type !== "unicode_emoji") refuse("Invalid emoji type.");
  else if (emojiName(emoji_code, smilesOf(realm)) === undefined) refuse("Invalid emoji code.");
  else if (emojiCode(emoji_name, smilesOf(realm)) !== emoji_code) refuse("Invalid emoji name.");
}

/**
 * The emoji that a request means: by its name alone, or by name, code and type, which must go together.
 * @refuses BAD_REQUEST: no such emoji, one that was deactivated, parts that do not go together
 */
export function emojiSent(realm: Realm, emoji_name: string, code: string | undefined, type: string | undefined): SentEmoji {
  if (code === undefined || type === undefined) {
    const named = emojiNamed(realm, emoji_name);
    return emojiSent(realm, emoji_name, code ?? named.emoji_code, type ?? named.reaction_type);
  }
  const emoji = { emoji_name, emoji_code: code, reaction_type: type } as SentEmoji;
  check(realm, emoji, type);
  return emoji;
}

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
