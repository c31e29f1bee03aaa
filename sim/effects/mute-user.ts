import { flagBits } from "../core/flags.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { flagMessages } from "./flag-message.ts";
import { setMutedUsers } from "./set-account.ts";

/** Mutes somebody for an account. What they wrote to it is marked as read first, all at once. */
export function muteUser(turn: Turn, user: User, muted: User): void {
  const unread = [...turn.world.messages.values()].filter(
    (message) => message.sender === muted.id && message.hasRow(user.id) && !(message.flagsOf(user.id) & flagBits.read),
  );
  flagMessages(turn, user, unread, "read", "add");
  setMutedUsers(turn, user, new Map([...user.muted_users, [muted.id, turn.seconds]]));
}
