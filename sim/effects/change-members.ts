import { putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceMembers, announceSubgroups } from "../events/user-group.ts";
import type { MemberStep } from "../rules/groups/group-members.ts";
import { noticeMembers } from "./notice-members.ts";

/** The notice's words for a change of members. */
const done = { add_members: "added you to", remove_members: "removed you from" } as const;

/** Makes changes of who belongs to a group, in order, and tells everyone of each. */
export function changeMembers(turn: Turn, actor: User, steps: readonly MemberStep[]): void {
  for (const { edit, ids, group } of steps) {
    putGroup(turn, group);
    if (edit === "add_subgroups" || edit === "remove_subgroups") {
      announceSubgroups(turn, group, edit, ids);
      continue;
    }
    const tell = () => announceMembers(turn, group, edit, ids);
    const notice = () => {
      if (turn.world.server.rulings.groupNotices === "sent") noticeMembers(turn, actor, ids as UserId[], done[edit], group);
    };
    for (const step of has(turn.world, "groupNoticesAfter") ? [tell, notice] : [notice, tell]) step();
  }
}
