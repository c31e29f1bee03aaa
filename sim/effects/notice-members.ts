import type { Group } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import { sendNotice } from "./notice.ts";

/** Sends a direct message from the server to each of the people whom somebody else has added or removed. */
export function noticeMembers(
  turn: Turn,
  actor: User,
  users: readonly UserId[],
  done: "added you to" | "removed you from",
  group: Group,
): void {
  for (const id of users) {
    const user = turn.world.users.require(id);
    if (id === actor.id || isBot(user) || !user.is_active) continue;
    const text = has(turn.world, "groupNoticesAfter")
      ? `@_**${actor.full_name}|${actor.id}** ${done} the group @_*${group.name}*.`
      : `${actor.full_name} ${done} the group ${group.name}.`;
    sendNotice(turn, user, text);
  }
}
