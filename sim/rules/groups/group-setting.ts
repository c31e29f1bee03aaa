import type { SystemGroupName } from "../../core/groups.ts";
import type { GroupId, UserId } from "../../core/ids.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { GroupSetting, GroupSettingName } from "../../core/settings.ts";
import { activeAccounts } from "../people/accounts.ts";
import { systemGroup } from "./membership.ts";

const ascending = <T extends number>(ids: Iterable<T>): T[] => [...new Set(ids)].sort((a, b) => a - b);

/** A group-setting value sorted, and a group's id where it is just that group. */
export function simplified(realm: Realm, value: SentSetting): GroupSetting {
  if (typeof value === "number") return value as GroupId;
  const direct_members = ascending(value.direct_members as readonly UserId[]);
  const direct_subgroups = ascending(value.direct_subgroups as readonly GroupId[]);
  if (direct_members.length > 0 || direct_subgroups.length > 1) return { direct_members, direct_subgroups };
  return direct_subgroups[0] ?? systemGroup(realm, "role:nobody");
}

/** A group-setting value as it is stored: simplified, and of active people only. */
export function normalised(realm: Realm, value: GroupSetting): GroupSetting {
  if (typeof value === "number") return value;
  return simplified(realm, { ...value, direct_members: value.direct_members.filter((id) => realm.users.get(id)?.is_active) });
}

/** A group-setting value as sent: whether its ids are any is not looked at yet. */
export type SentSetting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** Ids of groups in use, each once. @refuses BAD_REQUEST: the first id that is no group, or that of a deactivated one */
export function usableGroups(realm: Realm, ids: readonly number[]): GroupId[] {
  const groups = ids.map((id) => realm.groups.get(id as GroupId) ?? refuse(`Invalid user group ID: ${id}`));
  if (groups.some((group) => group.deactivated)) refuse("User group is deactivated.");
  return [...new Set(groups.map((group) => group.id))];
}

function usableGroup(realm: Realm, id: number): GroupId {
  const group = realm.groups.get(id as GroupId) ?? refuse("Invalid user group");
  return group.deactivated ? refuse("User group is deactivated.") : group.id;
}

/** The system groups that a setting must not be. @silent rulings.groupSettingBounds, rulings.ownersMayMention */
function excluded({ server: { rulings } }: Realm, setting: GroupSettingName): readonly SystemGroupName[] {
  if (setting === "can_mention_group") return rulings.ownersMayMention === "no" ? ["role:internet", "role:owners"] : ["role:internet"];
  if (setting === "can_manage_group") return ["role:internet", "role:everyone"];
  if (rulings.groupSettingBounds === "none") return [];
  return setting === "can_leave_group" ? ["role:internet"] : ["role:internet", "role:everyone"];
}

/**
 * A group-setting value of some setting as it will be stored.
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be
 */
export function checkedPeople(realm: Realm, setting: string, sent: SentSetting, excluded: readonly SystemGroupName[]): GroupSetting {
  const value: GroupSetting =
    typeof sent === "number"
      ? usableGroup(realm, sent)
      : normalised(realm, {
          direct_members: activeAccounts(realm, sent.direct_members),
          direct_subgroups: usableGroups(realm, sent.direct_subgroups),
        });
  const bad = typeof value === "number" && excluded.find((name) => systemGroup(realm, name) === value);
  return bad ? refuse(`'${setting}' setting cannot be set to '${bad}' group.`) : value;
}

/**
 * A permission setting of a user group as it will be stored.
 * @spec    Resources and their fields > User group
 * @refuses BAD_REQUEST: unknown or deactivated people or groups, a system group that the setting must not be
 */
export const checkedSetting = (realm: Realm, setting: GroupSettingName, sent: SentSetting): GroupSetting =>
  checkedPeople(realm, setting, sent, excluded(realm, setting));
