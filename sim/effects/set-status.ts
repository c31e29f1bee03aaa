import type { UserStatus } from "../core/personal.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceStatus } from "../events/presence.ts";

const noStatus = { status_text: "", emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" } as const;

/** Changes parts of a person's status, and tells of those parts everyone who may know of the person. */
export function setStatus(turn: Turn, user: User, change: Partial<UserStatus>, away: boolean | undefined): void {
  const status = { ...noStatus, ...turn.world.statuses.get(user.id), ...change, user_id: user.id };
  if (status.status_text === "" && status.emoji_name === "") turn.world.statuses.delete(user.id);
  else turn.world.statuses.set(user.id, status);
  announceStatus(turn, user, change, away);
}
