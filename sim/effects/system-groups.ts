import type { UserId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { announceSystemMembers } from "../events/user-group.ts";
import { directGroups, fullMembers, systemGroup } from "../rules/groups/membership.ts";

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
