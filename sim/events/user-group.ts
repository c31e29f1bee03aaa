import type { Group } from "../core/groups.ts";
import type { GroupId, UserId } from "../core/ids.ts";
import { type GroupSetting, groupSettingNames } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { groupRecord, settingValue } from "../resources/group.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver, tellEveryone } from "./deliver.ts";

type MemberOp = "add_members" | "remove_members";

/** Sends `user_group` to everyone; of a deactivated group only to queues with the capability `include_deactivated_groups`. */
function send(turn: Turn, { deactivated }: Group, event: object): void {
  deliver(turn, activeUsers(turn.world), "user_group", ({ capabilities }) =>
    deactivated && !capabilities.has("include_deactivated_groups") ? undefined : event,
  );
}

/** Sends `user_group` of a new group to everyone. */
export const announceGroup = (turn: Turn, group: Group): void => send(turn, group, { op: "add", group: groupRecord(turn.world, group) });

/** Sends `user_group` of members who come or go to everyone. */
export const announceMembers = (turn: Turn, group: Group, op: MemberOp, user_ids: readonly number[]): void =>
  send(turn, group, { op, group_id: group.id, user_ids });

/** Sends `user_group` of members who come into a system group or leave it to everyone. Nothing is sent of nobody. */
export function announceSystemMembers(turn: Turn, group_id: GroupId, op: MemberOp, user_ids: readonly UserId[]): void {
  if (user_ids.length > 0) tellEveryone(turn, "user_group", { op, group_id, user_ids });
}

/** Sends `user_group` of subgroups that come or go to everyone. */
export const announceSubgroups = (
  turn: Turn,
  group: Group,
  op: "add_subgroups" | "remove_subgroups",
  direct_subgroup_ids: readonly number[],
): void => send(turn, group, { op, group_id: group.id, direct_subgroup_ids });

/** Sends `user_group` of changed fields to everyone. */
export function announceGroupChange(turn: Turn, group: Group, change: Partial<Group>): void {
  const data = Object.entries(change).map(([name, value]) => [
    name,
    groupSettingNames.some((setting) => setting === name) ? settingValue(turn.world, value as GroupSetting) : value,
  ]);
  send(turn, group, { op: "update", group_id: group.id, data: Object.fromEntries(data) });
}

/** Sends `user_group` of a group that was deleted, as groups could be before level 290, to everyone. */
export const announceGroupGone = (turn: Turn, { id }: Group): void => tellEveryone(turn, "user_group", { op: "remove", group_id: id });

/**
 * Sends `user_group` of a group that was deactivated or taken back into use to everyone. For queues without the capability
 * `include_deactivated_groups` it goes and comes.
 */
export function announceActivation(turn: Turn, group: Group): void {
  const { id, deactivated } = group;
  deliver(turn, activeUsers(turn.world), "user_group", ({ capabilities }) => {
    if (capabilities.has("include_deactivated_groups")) return { op: "update", group_id: id, data: { deactivated } };
    return deactivated ? { op: "remove", group_id: id } : { op: "add", group: groupRecord(turn.world, group) };
  });
}
