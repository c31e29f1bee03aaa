import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  type CreatedGroup,
  createGroup,
  createNest,
  groupNamed,
  mayNotManageAll,
  requireMembers,
  requireSameSetting,
  settingNames,
  shownGroup,
  spelled,
  systemGroup,
  userIds,
} from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, emptyNest, groupMakers, type SettingShape } from "../../draw/groups.ts";
import { anActor, type PersonName, somePeople } from "../../draw/people.ts";
import { at, type Checks, prepared } from "../../expect.ts";

const aMaker = anActor(...groupMakers);

/** Whether who creates a group is a member of it: noted, not judged. */
export const creator = property({
  clause: "creator",
  given: { who: aMaker, listed: somePeople({ from: ["gus"], max: 1 }) },
  examples: [{ who: "alice", listed: ["gus"] }],
  async holds(session, { who, listed }) {
    const actor = session.actor(who);
    for (const members of [[], userIds(actor, listed)]) {
      const name = session.fresh("g");
      await actor.prepare("POST /user_groups/create", { name, description: "", members });
      const shown = prepared.list((await groupNamed(actor, name))?.members, "the members of the new group");
      session.chooses("groupCreators", shown.includes(actor.user_id) ? "members" : "apart");
    }
  },
});

const onlyBob = { kind: "lists", members: ["bob"], groups: [] } as SettingShape<never>;
const others = aGroupSetting({ people: ["bob", "cara"] });

/** Subgroups may be given by one who may change neither them nor the new group. */
export const anySubgroups = property({
  clause: ["subgroups-regardless", "user-group/subgroups"],
  given: { add: others, manage: others, join: others, number: fc.integer({ min: 1, max: 3 }) },
  examples: [{ add: onlyBob, manage: onlyBob, join: onlyBob, number: 1 }],
  async holds(session, { add, manage, join, number }) {
    const { alice, bob } = session.as;
    // One who may manage all groups shows less, and nothing wrong: a server that is held to the text alone need not tell who may.
    if (session.isHeldToObserved) await mayNotManageAll(alice);
    const [can_add_members_group, can_manage_group, can_join_group] = [add, manage, join].map((shape) => spelled(bob, {}, shape));
    const strict = { can_add_members_group, can_manage_group, can_join_group };
    const inside = [];
    for (let i = 0; i < number; i++) inside.push(await createGroup(bob, strict));
    // Who may create groups no sentence says: she may, as this one shows.
    if (!session.isHeldToObserved) await createGroup(alice, strict);
    const group = await session.expect.accepted(createGroup(alice, { ...strict, subgroups: inside.map(({ id }) => id) }));
    const brokenBy = (list: string) => (list === "subgroups" ? "user-group/subgroups" : undefined);
    await requireMembers(alice, group, [], inside, brokenBy);
  },
});

/** A group that a setting names: of a nest, or the moderators. */
type Holder = "a" | "b" | "moderators";

const aValue = aGroupSetting({ groups: ["a", "b", "moderators"], people: groupMakers, duplicates: true });
const theGroup = (group: Holder) => ({ kind: "group", group }) as SettingShape<Holder>;
const lists = (members: readonly PersonName[], ...groups: readonly Holder[]): SettingShape<Holder> => ({ kind: "lists", members, groups });

/** Returns the ids of the groups that settings name. Creates those of a nest, where one of them is named. */
async function holdersOf(
  actor: Actor,
  shapes: readonly SettingShape<Holder>[],
): Promise<Readonly<Record<Holder, Pick<CreatedGroup, "id">>>> {
  const named = shapes.flatMap((shape) => (shape.kind === "group" ? [shape.group] : shape.groups));
  const none = { id: 0 };
  const moderators = named.includes("moderators") ? { id: await systemGroup(actor, "role:moderators") } : none;
  if (!named.includes("a") && !named.includes("b")) return { a: none, b: none, moderators };
  const { a, b } = await createNest(actor, { ...emptyNest, a: { members: ["bob"], subgroups: ["c"] } });
  return { a, b, moderators };
}

/** Requires a setting in the shape in which settings are read: the id of a group, or lists of ids of people and groups. */
function requireSetting(expect: Checks, value: unknown, what: string): void {
  expect.typed(value, "integer or object", what);
  if (typeof value === "number") return;
  for (const part of ["direct_members", "direct_subgroups"])
    for (const id of expect.list(at(value, part), `${part} in ${what}`)) expect.integer(id, `an id in ${part} of ${what}`);
}

type Settings = { readonly [S in (typeof settingNames)[number]]?: SettingShape<Holder> };

/** A group that is created with any settings, as groups and as objects, is shown with them, and with some value of all others. */
export const settings = property<{ readonly who: (typeof groupMakers)[number]; readonly settings: Settings }>({
  clause: ["settings-optional", "user-group/settings", "group-setting/integer", "group-setting/object", "group-setting/read-shape"],
  given: {
    who: aMaker,
    settings: fc.record(Object.fromEntries(settingNames.map((name) => [name, aValue])), { requiredKeys: [] }),
  },
  examples: [
    { who: "alice", settings: {} },
    ...settingNames.map((name) => ({ who: "alice" as const, settings: { [name]: lists(["alice"]) } })),
    { who: "alice", settings: { can_manage_group: theGroup("moderators") } },
    { who: "bob", settings: { can_mention_group: lists([]) } },
    {
      who: "bob",
      settings: {
        can_add_members_group: theGroup("a"),
        can_join_group: theGroup("b"),
        can_leave_group: theGroup("moderators"),
        can_manage_group: lists(["alice"]),
        can_mention_group: lists(["alice"], "moderators", "a"),
        can_remove_members_group: lists([]),
      },
    },
  ],
  async holds(session, { who, settings }, expect) {
    const actor = session.actor(who);
    const holders = await holdersOf(actor, Object.values(settings));
    const given = Object.entries(settings).map(([name, shape]) => [name, spelled(actor, holders, shape)] as const);
    const { id } = await expect.accepted(createGroup(actor, Object.fromEntries(given)));
    const group = await shownGroup(actor, id);
    const own = expect.against("user-group/settings");
    for (const name of settingNames) session.told(group, name);
    for (const [name, value] of given) await requireSameSetting(actor, group[name], value, `${name} of the new group`, own);
    const read = expect.against("group-setting/read-shape");
    for (const name of settingNames) requireSetting(read, group[name], `${name} of the new group`);
  },
});
