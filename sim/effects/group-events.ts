import type { Group } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { isBot, type User } from "../core/users.ts";
import { activeUsers } from "../rules/membership.ts";
import { sendNotice } from "./notice.ts";

/** Tells everyone of a group or of a change of it. Of deactivated groups only those hear who know that there are such. */
export function tellOfGroup(turn: Turn, { deactivated }: Group, event: Readonly<Record<string, unknown>>): void {
  deliver(turn, activeUsers(turn.world), "user_group", (queue) =>
    deactivated && !queue.capabilities.has("include_deactivated_groups") ? undefined : event,
  );
}

/** Sends a direct message from the server to each of the people whom somebody else has added or removed. */
export function noticeMembers(
  turn: Turn,
  actor: User,
  users: readonly UserId[],
  done: "added you to" | "removed you from",
  group: Group,
): void {
  for (const id of users) {
    const user = turn.world.users.get(id)!;
    if (id === actor.id || isBot(user) || !user.is_active) continue;
    const text = has(turn.world, "groupNoticesAfter")
      ? `@_**${actor.full_name}|${actor.id}** ${done} the group @_*${group.name}*.`
      : `${actor.full_name} ${done} the group ${group.name}.`;
    sendNotice(turn, user, text);
  }
}
