import { flagBits } from "../core/flags.ts";
import { has } from "../core/levels.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import { deliver } from "../core/queues.ts";
import type { Realm } from "../core/realm.ts";
import type { Turn } from "../core/turn.ts";
import { watchers } from "../rules/watchers.ts";

/** Adds a reaction after the others, and tells those who can see the message. Who reacts to an older message gets a row for it. */
export function addReaction(turn: Turn, message: Message, reaction: Reaction): Message {
  const { user_id } = reaction;
  const flags = message.hasRow(user_id) ? message.flags : new Map(message.flags).set(user_id, flagBits.read | flagBits.historical);
  return refile(turn, message.with({ reactions: [...message.reactions, reaction], flags }), "add", reaction);
}

/** Takes a reaction away, and tells those who can see the message. */
export function removeReaction(turn: Turn, message: Message, reaction: Reaction): Message {
  return refile(turn, message.with({ reactions: message.reactions.filter((other) => !sameReaction(other, reaction)) }), "remove", reaction);
}

/** Whether two reactions are one person's use of one emoji, by whatever name. */
export const sameReaction = (a: Reaction, b: Reaction): boolean =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;

function refile(turn: Turn, message: Message, op: "add" | "remove", reaction: Reaction): Message {
  fileMessage(turn, message);
  const { user_id, emoji_name, emoji_code, reaction_type } = reaction;
  const user = legacyUser(turn.world, reaction);
  deliver(turn, watchers(turn.world, message), "reaction", () => ({
    op,
    user_id,
    ...user,
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  }));
  return message;
}

/** The user object of reaction events, which came and went with the levels. */
function legacyUser(realm: Realm, { user_id }: Reaction): { user?: object } {
  const returned = has(realm, "reactionEventUser") && !has(realm, "reactionEventUserGone");
  if (has(realm, "reactionUserGone") && !returned) return {};
  const { email, full_name } = realm.users.get(user_id)!;
  return { user: { user_id, email, full_name } };
}
