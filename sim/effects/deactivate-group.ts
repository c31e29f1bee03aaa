import { type Group, putGroup } from "../core/groups.ts";
import { deliver } from "../core/queues.ts";
import type { Turn } from "../core/turn.ts";
import { activeUsers } from "../rules/membership.ts";

/** Deactivates a group. For clients that do not know of deactivated groups it is gone. */
export function deactivateGroup(turn: Turn, group: Group): void {
  if (group.deactivated) return;
  putGroup(turn, { ...group, deactivated: true });
  deliver(turn, activeUsers(turn.world), "user_group", (queue) =>
    queue.capabilities.has("include_deactivated_groups")
      ? { op: "update", group_id: group.id, data: { deactivated: true } }
      : { op: "remove", group_id: group.id },
  );
}
