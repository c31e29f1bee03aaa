import { type Group, putGroup } from "../core/groups.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { GroupSetting, GroupSettingName } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import {
  announceActivation,
  announceGroupChange,
  announceMembers,
  announceSubgroups,
  announceSystemMembers,
} from "../events/user-group.ts";
import type { MemberStep } from "../rules/groups/group-members.ts";
import { directGroups, fullMembers, systemGroup } from "../rules/groups/membership.ts";
import { noticeMembers } from "./notices.ts";

/** One thing about a group that changes. */
export type GroupChange =
  | { readonly name: string }
  | { readonly description: string }
  | { readonly deactivated: false }
  | { readonly setting: GroupSettingName; readonly value: GroupSetting };

/** Takes a deactivated group back into use. */
function reactivated(turn: Turn, former: Group): Group {
  const group = { ...former, deactivated: false };
  putGroup(turn, group);
  announceActivation(turn, group);
  return group;
}

function changed(turn: Turn, former: Group, change: Partial<Group>): Group {
  const group = { ...former, ...change };
  putGroup(turn, group);
  announceGroupChange(turn, group, change);
  return group;
}

/** Changes a group, one thing after the other, and tells everyone of each. */
export function changeGroup(turn: Turn, group: Group, changes: readonly GroupChange[]): void {
  let current = group;
  for (const change of changes) {
    if ("deactivated" in change) current = reactivated(turn, current);
    else current = changed(turn, current, "setting" in change ? { [change.setting]: change.value } : change);
  }
}

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

/** Deactivates a group. Nothing happens where it is deactivated already. */
export function deactivateGroup(turn: Turn, group: Group): void {
  if (group.deactivated) return;
  const changed = { ...group, deactivated: true };
  putGroup(turn, changed);
  announceActivation(turn, changed);
}

/** Tells everyone which system groups an account came into: that of its role, then that of full members. */
export function tellOfNewcomer(turn: Turn, user: User): void {
  const full = systemGroup(turn.world, "role:fullmembers");
  const ids = directGroups(turn.world, user).map(({ id }) => id);
  for (const id of ids.filter((one) => one !== full)) announceSystemMembers(turn, id, "add_members", [user.id]);
  if (ids.includes(full)) announceSystemMembers(turn, full, "add_members", [user.id]);
}

/** Tells everyone how an account went from the system groups of one role to those of another; of the full members last. */
export function tellOfRole(turn: Turn, former: User, user: User): void {
  const { world } = turn;
  const full = systemGroup(world, "role:fullmembers");
  const idsOf = (one: User) => directGroups(world, one).flatMap(({ id, is_system_group }) => (is_system_group ? [id] : []));
  const [before, after] = [idsOf(former), idsOf(user)];
  const lost = before.filter((id) => !after.includes(id));
  const gained = after.filter((id) => !before.includes(id));
  for (const id of lost.filter((one) => one !== full)) announceSystemMembers(turn, id, "remove_members", [user.id]);
  for (const id of gained.filter((one) => one !== full)) announceSystemMembers(turn, id, "add_members", [user.id]);
  if (lost.includes(full)) announceSystemMembers(turn, full, "remove_members", [user.id]);
  if (gained.includes(full)) announceSystemMembers(turn, full, "add_members", [user.id]);
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
