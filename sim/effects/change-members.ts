import { putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceMembers, announceSubgroups } from "../events/user_group.ts";
import type { MemberStep } from "../rules/groups/group-members.ts";
import { noticeMembers } from "./notice-members.ts";

/** What the notice says of a change of members. */
const done = { add_members: "added you to", remove_members: "removed you from" } as const;

/** Makes changes of who belongs to a group, in order, and tells everyone of each. */
export function changeMembers(turn: Turn, actor: User, steps: readonly MemberStep[]): void {
  for (const { edit, ids, group } of steps) {
    putGroup(turn, group);
    if (edit === "add_members" || edit === "remove_members") {
      announceMembers(turn, group, edit, ids);
      if (turn.world.server.rulings.groupNotices === "sent") noticeMembers(turn, actor, ids as UserId[], done[edit], group);
    } else announceSubgroups(turn, group, edit, ids);
  }
}
