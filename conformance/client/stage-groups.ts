import { same, succeeded, typed } from "../expect.ts";
import type { Actor, Session } from "./session.ts";
import { type Row, registered, toldRows } from "./stage-told.ts";
import { Differs, Untestable } from "./verdict.ts";

export const settingNames = [
  "can_add_members_group",
  "can_join_group",
  "can_leave_group",
  "can_manage_group",
  "can_mention_group",
  "can_remove_members_group",
] as const;

/** A group-setting value: the id of a group, or people and groups. */
export type Setting = number | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] };

/** The setting that names some people and nobody else. */
export const only = (...actors: readonly Actor[]): Setting => ({
  direct_members: actors.map((actor) => actor.user_id),
  direct_subgroups: [],
});

export interface MadeGroup {
  readonly id: number;
  readonly name: string;
}

const allGroups = (actor: Actor): Promise<readonly Row[]> => toldRows(actor, "realm_user_groups");

/** A group as a registration shows it to an actor. @throws Differs: it does not */
export async function groupOf(actor: Actor, id: number): Promise<Row> {
  const group = (await allGroups(actor)).find((each) => each.id === id);
  if (!group) throw new Differs(`the group ${id} is not among those that a registration shows`);
  return group;
}

export async function groupNamed(actor: Actor, name: string): Promise<Row | undefined> {
  return (await allGroups(actor)).find((each) => each.name === name);
}

/** The id of a system group. */
export async function systemGroup(actor: Actor, name: string): Promise<number> {
  const group = (await allGroups(actor)).find((each) => each.is_system_group === true && each.name === name);
  if (typeof group?.id !== "number") throw new Untestable(`the target shows no system group ${name}`);
  return group.id;
}

/** Whether a setting of the organization takes in more people than a few with a role, or just these where it names people. */
async function isOpen(actor: Actor, name: string): Promise<boolean | undefined> {
  const value = (await registered(actor, "realm"))[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object") return (value as { direct_members?: readonly number[] }).direct_members?.includes(actor.user_id) ?? false;
  const holders = (await allGroups(actor)).find(({ id }) => id === value)?.name;
  return !["role:nobody", "role:owners", "role:administrators", "role:moderators"].includes(String(holders));
}

/** Creates a group, with a fresh name unless it is given. @throws Untestable: the organization does not let the actor */
export async function createGroup(session: Session, actor: Actor, fields: Row = {}): Promise<MadeGroup> {
  const name = String(fields.name ?? session.fresh("g"));
  const reply = await actor.send("POST /user_groups/create", { name, description: "", members: [], ...fields });
  const isPrivileged = ["owner", "administrator"].includes(actor.member.role);
  if (reply.body.result === "error" && !isPrivileged && (await isOpen(actor, "realm_can_create_groups")) === false)
    throw new Untestable(`the organization does not let ${actor.name} create groups`);
  const { group_id } = succeeded(reply, "creating a user group");
  if (group_id !== undefined || session.target.level >= 317) {
    typed(group_id, "integer", "group_id");
    return { id: Number(group_id), name };
  }
  return { id: Number((await groupNamed(actor, name))?.id), name };
}

/** Makes sure that what groups allow is what decides for these people. @throws Untestable: they may manage all groups */
export async function mayNotManageAll(...actors: readonly Actor[]): Promise<void> {
  for (const actor of actors) {
    const { role } = actor.member;
    const may = role !== "member" || (await isOpen(actor, "realm_can_manage_all_groups"));
    if (may) throw new Untestable(`${actor.name} may manage all groups`);
  }
}

const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** A set of ids, whatever their order. */
export function sameIds(actual: unknown, expected: readonly number[], what: string): void {
  if (!Array.isArray(actual)) throw new Differs(`${what} is ${JSON.stringify(actual)}, not an array`);
  same(ascending(actual), ascending(expected), what);
}

/** Two settings that permit the same people: a group alone is the same in both forms. */
export function sameSetting(actual: unknown, expected: Setting, what: string): void {
  const plain = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const { direct_members = [], direct_subgroups = [] } = value as { direct_members?: number[]; direct_subgroups?: number[] };
    if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0];
    return { direct_members: ascending(direct_members), direct_subgroups: ascending(direct_subgroups) };
  };
  same(plain(actual), plain(expected), what);
}

export const changeMembers = (actor: Actor, group: MadeGroup, fields: Row) => actor.send(`POST /user_groups/${group.id}/members`, fields);
