import type { GroupId, UserId } from "./ids.ts";
import type { GroupSetting, GroupSettingName } from "./settings.ts";
import type { Turn } from "./turn.ts";

export interface Group extends Readonly<Record<GroupSettingName, GroupSetting>> {
  readonly id: GroupId;
  readonly name: string;
  readonly description: string;
  readonly members: ReadonlySet<UserId>;
  readonly direct_subgroups: ReadonlySet<GroupId>;
  readonly is_system_group: boolean;
  readonly creator_id: UserId | null;
  /** UNIX seconds. */
  readonly date_created: number | null;
  readonly deactivated: boolean;
}

/** The eight system groups from the narrowest on: each contains the one before it, and `role:nobody` stands alone. */
export const systemGroups = [
  { name: "role:nobody", displayName: "Nobody", description: "Nobody", largestRole: 0 },
  { name: "role:owners", displayName: "Owners", description: "Owners of this organization", largestRole: 100 },
  {
    name: "role:administrators",
    displayName: "Administrators",
    description: "Administrators of this organization, including owners",
    largestRole: 200,
  },
  {
    name: "role:moderators",
    displayName: "Moderators",
    description: "Moderators of this organization, including administrators",
    largestRole: 300,
  },
  {
    name: "role:fullmembers",
    displayName: "Full members",
    description: "Members of this organization, not including new accounts and guests",
    largestRole: 400,
  },
  { name: "role:members", displayName: "Members", description: "Members of this organization, not including guests", largestRole: 400 },
  { name: "role:everyone", displayName: "Everyone", description: "Everyone in this organization, including guests", largestRole: 600 },
  { name: "role:internet", displayName: "Everyone on the internet", description: "Everyone on the Internet", largestRole: 600 },
] as const;

export type SystemGroupName = (typeof systemGroups)[number]["name"];

/** Forgets a group, and that it is part of others. */
export function dropGroup(turn: Turn, { id, name }: Group): void {
  const { world } = turn;
  for (const group of [...world.groups.values()]) {
    if (!group.direct_subgroups.has(id)) continue;
    const direct_subgroups = new Set([...group.direct_subgroups].filter((sub) => sub !== id));
    world.groups.set(group.id, { ...group, direct_subgroups });
  }
  world.groups.delete(id);
  world.groupsByName.delete(name);
}

export function putGroup(turn: Turn, group: Group): void {
  const { world } = turn;
  const former = world.groups.get(group.id);
  if (former) world.groupsByName.delete(former.name);
  world.groups.set(group.id, group);
  world.groupsByName.set(group.name, group.id);
}
