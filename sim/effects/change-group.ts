import { type Group, putGroup } from "../core/groups.ts";
import type { GroupSetting, GroupSettingName } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { announceActivation, announceGroupChange } from "../events/user-group.ts";

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
