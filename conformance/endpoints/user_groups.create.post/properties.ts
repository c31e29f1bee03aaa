import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  createGroup,
  createNest,
  createShown,
  joinsOwnGroup,
  mayNotManageAll,
  requireMembers,
  requireSameSetting,
  requireSetting,
  settingNames,
  systemGroup,
  userIds,
} from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, emptyNest, groupMakers, type SettingShape, settingOf } from "../../draw/groups.ts";
import { anActor, somePeople } from "../../draw/people.ts";

const aMaker = anActor(...groupMakers);

/** Whether who creates a group is a member of it: noted, not judged. */
export const creator = property({
  clause: "creator",
  given: { who: aMaker, listed: somePeople({ from: ["gus"], max: 1 }) },
  examples: [{ who: "alice", listed: ["gus"] }],
  async holds(session, { who, listed }) {
    const actor = session.actor(who);
    for (const members of [[], userIds(actor, listed)])
      session.chooses("groupCreators", (await joinsOwnGroup(actor, members)) ? "members" : "apart");
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
    await mayNotManageAll(alice);
    const spelled = (shape: SettingShape<never>) => settingOf(shape, { userId: (name) => session.actor(name).user_id, groupId: Number });
    const strict = { can_add_members_group: spelled(add), can_manage_group: spelled(manage), can_join_group: spelled(join) };
    const inside = [];
    for (let i = 0; i < number; i++) inside.push(await createGroup(bob, strict));
    const group = await session.expect.accepted(createGroup(alice, { ...strict, subgroups: inside.map(({ id }) => id) }));
    const brokenBy = (list: string) => (list === "subgroups" ? "user-group/subgroups" : undefined);
    await requireMembers(alice, group, [], inside, brokenBy);
  },
});

/** A group that a setting names: of a nest, or the moderators. */
type Holder = "a" | "b" | "moderators";

const aValue = aGroupSetting({ groups: ["a", "b", "moderators"], people: groupMakers, duplicates: true });
const theGroup = (group: Holder) => ({ kind: "group", group }) as SettingShape<Holder>;
const onlyAlice = { kind: "lists", members: ["alice"], groups: [] } as SettingShape<Holder>;
const nobody = { kind: "lists", members: [], groups: [] } as SettingShape<Holder>;
const both = { kind: "lists", members: ["alice"], groups: ["moderators", "a"] } as SettingShape<Holder>;

/** Returns the ids of the groups that settings name. Creates those of a nest, where one of them is named. */
async function holdersOf(actor: Actor, shapes: readonly SettingShape<Holder>[]): Promise<Readonly<Record<Holder, number>>> {
  const named = shapes.flatMap((shape) => (shape.kind === "group" ? [shape.group] : shape.groups));
  const moderators = named.includes("moderators") ? await systemGroup(actor, "role:moderators") : 0;
  if (!named.includes("a") && !named.includes("b")) return { a: 0, b: 0, moderators };
  const { a, b } = await createNest(actor, { ...emptyNest, a: { members: ["bob"], subgroups: ["c"] } });
  return { a: a.id, b: b.id, moderators };
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
    ...settingNames.map((name) => ({ who: "alice" as const, settings: { [name]: onlyAlice } })),
    { who: "alice", settings: { can_manage_group: theGroup("moderators") } },
    { who: "bob", settings: { can_mention_group: nobody } },
    {
      who: "bob",
      settings: {
        can_add_members_group: theGroup("a"),
        can_join_group: theGroup("b"),
        can_leave_group: theGroup("moderators"),
        can_manage_group: onlyAlice,
        can_mention_group: both,
        can_remove_members_group: nobody,
      },
    },
  ],
  async holds(session, { who, settings }) {
    const actor = session.actor(who);
    const ids = await holdersOf(actor, Object.values(settings));
    const ground = { userId: (name: string) => session.actor(name).user_id, groupId: (group: Holder) => ids[group] };
    const given = Object.entries(settings).map(([name, shape]) => [name, settingOf(shape, ground)] as const);
    const group = await createShown(actor, Object.fromEntries(given));
    const own = actor.expect.against("user-group/settings");
    for (const [name, value] of given) await requireSameSetting(actor, group[name], value, `${name} of the new group`, own);
    const read = { expect: actor.expect.against("group-setting/read-shape") };
    for (const name of settingNames) requireSetting(read, group[name], `${name} of the new group`);
  },
});
