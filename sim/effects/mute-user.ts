import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { unreadRows } from "../rules/narrow/source.ts";
import { flagMessages } from "./flag-message.ts";
import { setMutedUsers } from "./set-account.ts";

/** Mutes somebody for an account. What they wrote to it is marked as read first, all at once. */
export function muteUser(turn: Turn, user: User, muted: User): void {
  const unread = [...unreadRows(turn.world, user)].filter(({ sender }) => sender === muted.id);
  flagMessages(turn, user, unread, "read", "add");
  setMutedUsers(turn, user, new Map([...user.muted_users, [muted.id, turn.seconds]]));
}
