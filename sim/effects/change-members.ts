import { putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import type { MemberStep } from "../rules/group-members.ts";
import { noticeMembers, tellOfGroup } from "./group-events.ts";

/** What the notice says of a change of members. */
const done = { add_members: "added you to", remove_members: "removed you from" } as const;

/** Makes changes of who belongs to a group, in order, and tells everyone of each. */
export function changeMembers(turn: Turn, actor: User, steps: readonly MemberStep[]): void {
  for (const { edit, ids, group } of steps) {
    putGroup(turn, group);
    if (edit === "add_subgroups" || edit === "remove_subgroups") {
      tellOfGroup(turn, group, { op: edit, group_id: group.id, direct_subgroup_ids: ids });
      continue;
    }
    const tell = () => tellOfGroup(turn, group, { op: edit, group_id: group.id, user_ids: ids });
    const notice = () => {
      if (turn.world.server.rulings.groupNotices === "sent") noticeMembers(turn, actor, ids as UserId[], done[edit], group);
    };
    for (const step of has(turn.world, "groupNoticesAfter") ? [tell, notice] : [notice, tell]) step();
  }
}
