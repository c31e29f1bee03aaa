import { type GroupSetting, type Letter, type Nest, type SettingShape, settingOf } from "../draw/groups.ts";
import { at, type Body, type Checks, isEqual, prepared, Untestable } from "../expect.ts";
import { settingNames } from "../text/index.ts";
import type { Actor } from "./actor.ts";
import { levels } from "./levels.ts";
import { ifTold, includesUser, isAllowed, isIn, recordsIn, recordsOf, recordsWith, standing } from "./registration.ts";
import type { Reply } from "./target.ts";

export { settingNames };

export type SettingName = (typeof settingNames)[number];

/** Returns the setting that names some people and nobody else. */
export const only = (...actors: readonly Actor[]): GroupSetting => ({
  direct_members: actors.map((actor) => actor.user_id),
  direct_subgroups: [],
});

/** A group that a run has created. */
export interface CreatedGroup {
  readonly id: number;
  readonly name: string;
}

/** Returns the groups that a registration shows. */
export const groupsOf = (actor: Actor): Promise<readonly Body[]> => recordsOf(actor, "realm_user_groups");

/** Returns a group as a registration shows it. @param checks those of who has to be shown it @throws Unprepared: it shows none with the id */
export const groupOf = async (actor: Actor, id: number, checks: Checks = prepared): Promise<Body> =>
  checks.first(await recordsWith(actor, "realm_user_groups", "id", id), `the group ${id} in a registration`);

/** Returns a group as a registration shows it. @throws Differs: it shows none with the id; Unprepared: it shows no groups at all */
export const shownGroup = (actor: Actor, id: number): Promise<Body> => groupOf(actor, id, actor.expect);

/** Returns the group of a name; undefined where a registration shows none. */
export const groupNamed = async (actor: Actor, name: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "realm_user_groups", "name", name))[0];

/** Returns the id of a system group. @throws Unprepared: a registration does not show it */
export async function systemGroup(actor: Actor, name: string): Promise<number> {
  const groups = await recordsOf(actor, "realm_user_groups", "realm_user_groups", standing);
  const found = groups.find((group) => group.is_system_group === true && group.name === name);
  return prepared.integer(found?.id, `the id of the system group ${name} in a registration`);
}

const privileged = ["role:nobody", "role:owners", "role:administrators", "role:moderators"];

/** Returns whether a setting of the organization takes in more people than a few with a role; undefined where it is not said. */
async function isOpenTo(actor: Actor, name: string): Promise<boolean | undefined> {
  const state = await standing(actor, ["realm", "realm_user_groups"]);
  const value = state[name];
  if (value === undefined || value === null) return undefined;
  const groups = recordsIn(actor, state, "realm_user_groups");
  if (typeof value === "object") return includesUser(groups, value, actor.user_id);
  return !privileged.includes(String(groups.find(({ id }) => id === value)?.name));
}

/** Whether live servers make the creator of a group a member of it, by their casts: learned with the first group that is created there. */
const creatorsJoin = new WeakMap<object, boolean>();

/** Takes the creator of a group out of it. @throws Untestable: that is refused */
async function takeOut(actor: Actor, group: CreatedGroup): Promise<void> {
  const reply = await changeMembers(actor, group, { delete: [actor.user_id] });
  if (reply.body.result !== "success") throw new Untestable("who creates a group is a member of it, and may not leave it");
}

/** Takes the creator of a group out of it, where a registration tells that they became a member without being listed. @throws Untestable: that is refused */
async function leaveOwnGroup(actor: Actor, group: CreatedGroup): Promise<void> {
  const { cast, kind } = actor.session.target;
  if (creatorsJoin.get(cast) === false) return;
  const told = await ifTold(groupOf(actor, group.id));
  if (!told) return;
  const isMember = isIn(told.members, actor.user_id);
  if (kind === "live") creatorsJoin.set(cast, isMember);
  if (isMember) await takeOut(actor, group);
}

const isAdministrator = ({ role }: Actor): boolean => role === "owner" || role === "administrator";

/** Returns why somebody may not create groups: a registration tells that the organization does not let them. */
export async function mayNotCreate(actor: Actor): Promise<string | undefined> {
  if (isAdministrator(actor)) return undefined;
  const isOpen = await ifTold(isOpenTo(actor, "realm_can_create_groups"));
  return isOpen === false ? `the organization does not let ${actor.name} create groups` : undefined;
}

/** Whether a group without members was refused, where a server is not held to taking it. */
const isOtherwiseOpen = ({ session }: Actor, { body }: Reply, members: unknown): boolean =>
  body.result === "error" && !session.isHeldToObserved && Array.isArray(members) && members.length === 0;

/** Creates a group, with a fresh name unless it is given, and with the members listed alone. @throws Unprepared: it is refused */
export async function createGroup(actor: Actor, fields: Body = {}): Promise<CreatedGroup> {
  const name = typeof fields.name === "string" ? fields.name : actor.session.fresh("g");
  const sent = { name, description: "", members: [], ...fields };
  const first = await actor.send("POST /user_groups/create", sent);
  // Whether a group may be created without members no sentence says: the creator is one until it is there.
  const isFilled = isOtherwiseOpen(actor, first, sent.members);
  const reply = isFilled ? await actor.send("POST /user_groups/create", { ...sent, members: [actor.user_id] }) : first;
  const why = reply.body.result === "error" ? await mayNotCreate(actor) : undefined;
  if (why !== undefined) throw new Untestable(why);
  const { group_id } = prepared.succeeded(reply, "POST /user_groups/create");
  const id = group_id !== undefined || actor.level >= levels.groupIdInReply ? group_id : (await groupNamed(actor, name))?.id;
  const group = { id: prepared.integer(id, "the id of the new group"), name };
  if (isFilled) await takeOut(actor, group);
  else if (!isIn(fields.members, actor.user_id)) await leaveOwnGroup(actor, group);
  return group;
}

/** Returns the ids of members of the cast. @throws Untestable: the target does not give one of them */
export const userIds = ({ session }: Actor, names: readonly string[]): number[] => names.map((name) => session.actor(name).user_id);

/** Creates the groups of a nest, each after its subgroups. @throws Unprepared: one is refused */
export async function createNest(actor: Actor, nest: Nest): Promise<Readonly<Record<Letter, CreatedGroup>>> {
  const created = new Map<Letter, CreatedGroup>();
  const create = async (letter: Letter): Promise<CreatedGroup> => {
    const subgroups = nest[letter].subgroups.map((inner) => created.get(inner)?.id);
    const group = await createGroup(actor, { members: userIds(actor, nest[letter].members), ...(subgroups.length > 0 && { subgroups }) });
    created.set(letter, group);
    return group;
  };
  const c = await create("c");
  const b = await create("b");
  return { a: await create("a"), b, c };
}

/** Returns a setting over some groups as it is sent. */
export const spelled = <G extends string>(
  { session }: Actor,
  groups: Readonly<Record<G, Pick<CreatedGroup, "id">>>,
  shape: SettingShape<G>,
): GroupSetting => settingOf(shape, { userId: (name) => session.actor(name).user_id, groupId: (group) => groups[group].id });

/** Makes sure that what groups allow is what decides for these people. @throws Untestable: they may manage all groups */
export async function mayNotManageAll(...actors: readonly Actor[]): Promise<void> {
  for (const actor of actors) {
    const may = actor.role !== "member" || (await isOpenTo(actor, "realm_can_manage_all_groups"));
    if (may) throw new Untestable(`${actor.name} may manage all groups`);
  }
}

/** Returns ids in ascending order, nothing twice. */
const sorted = (ids: readonly unknown[]): unknown[] => [...new Set(ids)].sort((a, b) => Number(a) - Number(b));

/** Returns a setting in the one form that settings have which name the same: a group alone as its id, lists sorted, nothing twice. */
function plainSetting(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const [members = [], groups = []] = ["direct_members", "direct_subgroups"].map((name) => {
    const ids = at(value, name);
    return Array.isArray(ids) ? sorted(ids) : [];
  });
  return members.length === 0 && groups.length === 1 ? groups[0] : { direct_members: members, direct_subgroups: groups };
}

/** Requires two settings that permit the same people. Nobody may also be shown as the system group of nobody. */
export async function requireSameSetting(
  actor: Actor,
  actual: unknown,
  expected: GroupSetting,
  what: string,
  expect: Checks,
): Promise<void> {
  const isSystemGroup = isEqual(plainSetting(expected), only()) && typeof actual === "number";
  expect.same(plainSetting(actual), isSystemGroup ? await systemGroup(actor, "role:nobody") : plainSetting(expected), what);
}

/** Returns the ids that a group is shown with. No sentence says how: other servers than running ones may show twice what was given twice. */
const shownIds = ({ session }: Actor, shown: readonly unknown[]): readonly unknown[] =>
  session.isHeldToObserved ? shown : [...new Set(shown)];

/** Returns a list of ids as it was sent, where what is shown has the same ones: in any order, and however often they were sent, each once. */
export function asSent(actor: Actor, sent: unknown, shown: readonly unknown[]): unknown {
  const listed = shownIds(actor, shown).toSorted((a, b) => Number(a) - Number(b));
  return Array.isArray(sent) && isEqual(sorted(sent), listed) ? sent : shown;
}

/** Returns the clause that wrong members or subgroups of a group go against; undefined where that is the property's first. */
type BrokenBy = (list: "members" | "subgroups", shown: readonly unknown[], expected: readonly unknown[]) => string | undefined;

/** Requires a group to be shown with exactly these members, and with exactly these subgroups where they are given. */
export async function requireMembers(
  actor: Actor,
  { id }: CreatedGroup,
  members: readonly Actor[],
  subgroups?: readonly CreatedGroup[],
  brokenBy: BrokenBy = () => undefined,
): Promise<void> {
  const group = await shownGroup(actor, id);
  const requireList = (list: "members" | "subgroups", shown: readonly unknown[], expected: readonly unknown[]): void => {
    actor.expect.against(brokenBy(list, shown, expected)).sameSet(shown, expected, `the ${list} of the group`);
  };
  const [people, groups] = [members.map(({ user_id }) => user_id), subgroups?.map((each) => each.id)];
  const { session } = actor;
  requireList("members", actor.expect.list(session.told(group, "members"), "the members of the group"), people);
  if (!groups) return;
  const shown = actor.expect.list(session.told(group, "direct_subgroup_ids"), "the subgroups of the group");
  requireList("subgroups", shownIds(actor, shown), groups);
}

/** Returns who may change a group that somebody has created. Before groups had managers, administrators changed those of others. */
export const editorOf = (creator: Actor): Actor =>
  creator.level >= 283 || isAdministrator(creator) ? creator : creator.session.actor("dana");

/** Sends a change of the members of a group that somebody has created. */
export const changeMembers = (creator: Actor, group: CreatedGroup, fields: Body): Promise<Reply> =>
  editorOf(creator).send(`POST /user_groups/${group.id}/members`, fields);

/** Requires a change of the members of a group to be accepted. */
export async function requireChange(
  actor: Actor,
  group: CreatedGroup,
  fields: Body,
  what = "",
  expect: Checks = actor.expect,
): Promise<void> {
  const sent = `a change of members with ${Object.keys(fields).join(", ")}`;
  expect.succeeded(await changeMembers(actor, group, fields), what || sent);
}

/** Returns whether the actor may delete what others wrote. Before level 281, without a setting for it, administrators may. */
export const mayDeleteAny = async (actor: Actor): Promise<boolean> =>
  actor.level < levels.deletionGroups ? isAdministrator(actor) : isAllowed(actor, "realm_can_delete_any_message_group");

/** Returns whether the organization lets the actor delete their own messages, within the time limit. */
export const mayDeleteOwn = async (actor: Actor): Promise<boolean> =>
  actor.level < levels.deletionGroups
    ? isAdministrator(actor)
    : isAllowed(actor, "realm_can_delete_any_message_group", "realm_can_delete_own_message_group");

/** Policies for everyone and for members; of servers before level 352. */
const openPolicies: readonly unknown[] = [1, 2, 3];

/** Returns whether the actor may mention everyone in a channel, or in a topic, of many. */
export async function mayMentionMany(actor: Actor): Promise<boolean> {
  if (actor.level >= levels.can_mention_many_users_group) return isAllowed(actor, "realm_can_mention_many_users_group");
  return isAdministrator(actor) || openPolicies.includes((await standing(actor, ["realm"])).realm_wildcard_mention_policy);
}

/** Returns who may delete what an actor wrote: before groups decided it that was an administrator's to do on most servers. */
export const deleterFor = (actor: Actor): Actor => (actor.level < levels.deletionGroups ? actor.session.as.dana : actor);
