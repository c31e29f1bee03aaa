import { type Group, systemGroups } from "../../core/groups.ts";
import type { GroupId, UserId } from "../../core/ids.ts";
import { ascending } from "../../core/lookup.ts";
import type { Realm } from "../../core/realm.ts";
import type { GroupSetting } from "../../core/settings.ts";
import { untilWritten } from "../../core/table.ts";
import { roles, type User } from "../../core/users.ts";

const dayMillis = 86_400_000;

/** Whether the waiting period of new accounts is over. */
function isFullMember(realm: Realm, user: User): boolean {
  if (user.role < roles.member) return true;
  return user.role === roles.member && realm.now - user.joined >= realm.settings.waiting_period_threshold * dayMillis;
}

/** The system group of each role: the narrowest of those up to it. */
const groupOfRole = new Map<number, string>([...systemGroups].reverse().map(({ name, largestRole }) => [largestRole, name]));
groupOfRole.set(roles.member, "role:members");

/** Whether an account is a direct member of a system group: of that of its role, and as a full member of that of full members too. */
function isDirectMember(realm: Realm, user: User, { name }: Group): boolean {
  if (name === "role:fullmembers") return user.role === roles.member && isFullMember(realm, user);
  return name === groupOfRole.get(user.role);
}

const inSystemGroup = (realm: Realm, user: User, group: Group): boolean =>
  systemGroups.some(({ name, largestRole }) => name === group.name && user.role <= largestRole) &&
  (group.name !== "role:fullmembers" || isFullMember(realm, user));

const untilUsersChange = untilWritten<readonly User[]>();

/** The active accounts of the organization, by id. A registration that lists the groups asks for them once for each system group. */
export const accountsInUse = ({ users }: Realm): readonly User[] =>
  untilUsersChange(users, () => users.values().filter((user) => user.is_active && !user.is_system_bot));

const idsOf = (users: readonly User[]): UserId[] => users.map(({ id }) => id);

/** Direct members of a group, ascending. Those of the system groups follow from the roles. */
export function directMembers(realm: Realm, group: Group): UserId[] {
  if (!group.is_system_group) return ascending(group.members);
  return idsOf(accountsInUse(realm).filter((user) => isDirectMember(realm, user, group)));
}

/** The groups of which an account is a direct member, by id: system groups and others, the deactivated ones too. */
export const directGroups = (realm: Realm, user: User): Group[] =>
  realm.groups.values().filter((group) => (group.is_system_group ? isDirectMember(realm, user, group) : group.members.has(user.id)));

/** The members that are full members, by id. */
export const fullMembers = (realm: Realm): UserId[] => directMembers(realm, realm.groups.require(systemGroup(realm, "role:fullmembers")));

/** A group with all its subgroups, at any depth. */
export function withSubgroups(realm: Realm, id: GroupId, seen = new Set<GroupId>()): Set<GroupId> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const sub of realm.groups.get(id)?.direct_subgroups ?? []) withSubgroups(realm, sub, seen);
  return seen;
}

/** Whether a user belongs to a group, directly or through its subgroups. */
function inGroup(realm: Realm, user: User, id: GroupId): boolean {
  const whole = realm.groups.get(id);
  if (whole?.is_system_group) return inSystemGroup(realm, user, whole);
  for (const part of withSubgroups(realm, id)) {
    const group = realm.groups.get(part);
    if (group && (group.is_system_group ? inSystemGroup(realm, user, group) : group.members.has(user.id))) return true;
  }
  return false;
}

/** Whether a group-setting value includes a user. */
export function included(realm: Realm, user: User, setting: GroupSetting): boolean {
  if (typeof setting === "number") return inGroup(realm, user, setting);
  return setting.direct_members.includes(user.id) || setting.direct_subgroups.some((id) => inGroup(realm, user, id));
}

/** Active people and bots of a group, directly or through its subgroups, ascending. */
export const activeMembers = (realm: Realm, id: GroupId): UserId[] =>
  idsOf(accountsInUse(realm).filter((user) => inGroup(realm, user, id)));

/** Active accounts of the organization: whom organization-wide events reach. */
export const activeUsers = (realm: Realm): UserId[] => idsOf(accountsInUse(realm));

/** The id of a system group, which every realm has. */
export const systemGroup = (realm: Realm, name: (typeof systemGroups)[number]["name"]): GroupId => realm.groupsByName.require(name);
