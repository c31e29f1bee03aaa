import { type Group, putGroup } from "../core/groups.ts";
import { deliver } from "../core/queues.ts";
import { type GroupSetting, type GroupSettingName, groupSettingNames } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { groupRecord, settingValue } from "../resources/group.ts";
import { activeUsers } from "../rules/membership.ts";
import { tellOfGroup } from "./group-events.ts";

/** One thing about a group that changes. */
export type GroupChange =
  | { readonly name: string }
  | { readonly description: string }
  | { readonly deactivated: false }
  | { readonly setting: GroupSettingName; readonly value: GroupSetting };

/** Takes a deactivated group back into use. For clients that do not know of deactivated groups it is new. */
function reactivated(turn: Turn, former: Group): Group {
  const group = { ...former, deactivated: false };
  putGroup(turn, group);
  deliver(turn, activeUsers(turn.world), "user_group", (queue) =>
    queue.capabilities.has("include_deactivated_groups")
      ? { op: "update", group_id: group.id, data: { deactivated: false } }
      : { op: "add", group: groupRecord(turn.world, group) },
  );
  return group;
}

function changed(turn: Turn, former: Group, data: Partial<Group>): Group {
  const group = { ...former, ...data };
  putGroup(turn, group);
  const told = Object.entries(data).map(([name, value]) => [
    name,
    groupSettingNames.some((setting) => setting === name) ? settingValue(turn.world, value as GroupSetting) : value,
  ]);
  tellOfGroup(turn, group, { op: "update", group_id: group.id, data: Object.fromEntries(told) });
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
