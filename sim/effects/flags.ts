import { flagBits, historyFlags, type OwnFlag } from "../core/flags.ts";
import { fileMessage, type Message, type Reaction } from "../core/messages.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceAllRead, announceFlags, announceReaction } from "../events/message.ts";
import type { Flagged } from "../rules/messages/flags.ts";
import { unreadRows } from "../rules/narrow/candidates.ts";

/** Flags of a message after a change. Flagging a message from before one's time makes a row for it. */
function flagsAfter(message: Message, user: User, flag: OwnFlag, op: "add" | "remove"): ReadonlyMap<User["id"], number> {
  const bit = flagBits[flag];
  const former = message.flagsFor(user.id);
  const bits = op === "add" ? former | bit : former & ~bit;
  if (bits === former) return message.flags;
  const flags = new Map(message.flags);
  if (bits === 0 && message.received.has(user.id)) flags.delete(user.id);
  else flags.set(user.id, bits);
  return flags;
}

/** Files the messages of which a flag changes, and gives them as they are then. */
function change(turn: Turn, user: User, messages: readonly Message[], flag: OwnFlag, op: "add" | "remove"): readonly Message[] {
  return messages.flatMap((former) => {
    const flags = flagsAfter(former, user, flag, op);
    if (flags === former.flags) return [];
    const message = former.with({ flags });
    fileMessage(turn, message);
    return [message];
  });
}

/** Sets or clears one of a user's own flags, and tells the user's clients of the messages that have changed, which come back. */
export function flagMessages(
  turn: Turn,
  user: User,
  messages: readonly Message[],
  flag: OwnFlag,
  op: "add" | "remove",
): readonly Message[] {
  const changed = change(turn, user, messages, flag, op);
  if (changed.length > 0) announceFlags(turn, user, changed, flag, op);
  return changed;
}

/** The same as a client asks for it: it is told in any case, of each message as often as it asked. */
export function flagAsAsked(turn: Turn, user: User, { messages, flag, op }: Flagged): void {
  const changed = new Map(change(turn, user, [...new Set(messages)], flag, op).map((message) => [message.id, message]));
  const asked = messages.map((message) => changed.get(message.id) ?? message);
  announceFlags(turn, user, asked, flag, op);
}

/** The same for one message. Nothing happens where it is so already. */
export const flagMessage = (turn: Turn, user: User, message: Message, flag: OwnFlag, op: "add" | "remove"): Message =>
  flagMessages(turn, user, [message], flag, op)[0] ?? message;

/** Marks all that a user has not read as read. Clients are told so without ids. */
export function readEverything(turn: Turn, user: User): void {
  change(turn, user, [...unreadRows(turn.world, user)], "read", "add");
  announceAllRead(turn, user);
}

/** Adds a reaction after the others, and tells those who can see the message. Who reacts to an older message gets a row for it. */
export function addReaction(turn: Turn, message: Message, reaction: Reaction): Message {
  const { user_id } = reaction;
  const flags = message.hasRow(user_id) ? message.flags : new Map(message.flags).set(user_id, historyFlags);
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
