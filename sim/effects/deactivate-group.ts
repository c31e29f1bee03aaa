import { type Group, putGroup } from "../core/groups.ts";
import type { Turn } from "../core/turn.ts";
import { announceActivation } from "../events/user-group.ts";

/** Deactivates a group. Nothing happens where it is deactivated already. */
export function deactivateGroup(turn: Turn, group: Group): void {
  if (group.deactivated) return;
  const changed = { ...group, deactivated: true };
  putGroup(turn, changed);
  announceActivation(turn, changed);
}
