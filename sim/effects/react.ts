import { flagBits } from "../core/flags.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import { announceReaction } from "../events/reaction.ts";

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
  announceReaction(turn, message, op, reaction);
  return message;
}
