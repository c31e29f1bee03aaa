import { type Group, putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import {
  announceActivation,
  announceGroupChange,
  announceMembers,
  announceSubgroups,
  announceSystemMembers,
} from "../events/user-group.ts";
import type { MemberStep } from "../rules/groups/group-setting.ts";
import { directGroups, fullMembers, systemGroup } from "../rules/groups/membership.ts";
import { noticeMembers } from "./notices.ts";

/** Changes a group, one thing after the other, and tells everyone of each. */
export function changeGroup(turn: Turn, former: Group, changes: readonly Partial<Group>[]): void {
  let group = former;
  for (const change of changes) {
    group = { ...group, ...change };
    putGroup(turn, group);
    if ("deactivated" in change) announceActivation(turn, group);
    else announceGroupChange(turn, group, change);
  }
}

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

/** Deactivates a group. Nothing happens where it is deactivated already. */
export function deactivateGroup(turn: Turn, group: Group): void {
  if (!group.deactivated) changeGroup(turn, group, [{ deactivated: true }]);
}

/**
 * Tells everyone how an account went from the system groups of one role to those of another, of the full members last; of a new account,
 * into which it came.
 */
export function tellOfRole(turn: Turn, former: User | undefined, user: User): void {
  const full = systemGroup(turn.world, "role:fullmembers");
  const idsOf = (one: User) => directGroups(turn.world, one).flatMap(({ id, is_system_group }) => (is_system_group ? [id] : []));
  const [before, after] = [former ? idsOf(former) : [], idsOf(user)];
  const changes = [
    ...before.filter((id) => !after.includes(id)).map((id) => ({ id, op: "remove_members" as const })),
    ...after.filter((id) => !before.includes(id)).map((id) => ({ id, op: "add_members" as const })),
  ];
  changes.sort((a, b) => Number(a.id === full) - Number(b.id === full));
  for (const { id, op } of changes) announceSystemMembers(turn, id, op, [user.id]);
}

/** Does something after which other members may be full members, and tells everyone of those. */
export function regroupingFullMembers(turn: Turn, change: () => void): void {
  const before = fullMembers(turn.world);
  change();
  const after = fullMembers(turn.world);
  const group = systemGroup(turn.world, "role:fullmembers");
  const without = (ids: readonly UserId[], others: readonly UserId[]) => ids.filter((id) => !others.includes(id));
  announceSystemMembers(turn, group, "remove_members", without(before, after));
  announceSystemMembers(turn, group, "add_members", without(after, before));
}
