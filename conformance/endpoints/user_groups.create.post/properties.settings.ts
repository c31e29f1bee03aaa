import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { createNest, createShown, requireSameSetting, requireSetting, settingNames, systemGroup } from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, type SettingShape, settingOf } from "../../draw/group-settings.ts";
import { emptyNest, groupMakers } from "../../draw/groups.ts";
import { anActor } from "../../draw/people.ts";

/** A group that a setting names: of a nest, or the moderators. */
type Holder = "a" | "b" | "moderators";

const holders = ["a", "b", "moderators"] as const;
const aValue = aGroupSetting({ groups: holders, people: groupMakers, duplicates: true });
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

/** Requires a group that is created with some settings to be shown with them, and with some value of all others. */
async function requireSettings(actor: Actor, settings: Settings): Promise<void> {
  const ids = await holdersOf(actor, Object.values(settings));
  const ground = { userId: (name: string) => actor.session.actor(name).user_id, groupId: (group: Holder) => ids[group] };
  const given = Object.entries(settings).map(([name, shape]) => [name, settingOf(shape, ground)] as const);
  const group = await createShown(actor, Object.fromEntries(given));
  for (const [name, value] of given) await requireSameSetting(actor, group[name], value, `${name} of the new group`);
  for (const name of settingNames) requireSetting(actor, group[name], `${name} of the new group`);
}

/** Each setting may be given alone, as a group and as an object, and is what everybody sees. */
export const settings = property({
  clause: [
    "user_groups.create.post/settings-optional",
    "user-group/settings",
    "group-setting/integer",
    "group-setting/object",
    "group-setting/read-shape",
  ],
  given: { who: anActor(...groupMakers), setting: fc.constantFrom(...settingNames), value: aValue },
  examples: [
    ...settingNames.map((setting) => ({ who: "alice" as const, setting, value: onlyAlice })),
    { who: "alice", setting: "can_join_group", value: theGroup("a") },
    { who: "alice", setting: "can_manage_group", value: theGroup("moderators") },
    { who: "bob", setting: "can_leave_group", value: both },
    { who: "bob", setting: "can_mention_group", value: nobody },
  ],
  holds: (session, { who, setting, value }) => requireSettings(session.actor(who), { [setting]: value }),
});

/** All settings may be given at once, each its own. */
export const allSettings = property({
  clause: ["user_groups.create.post/settings-optional", "user-group/settings"],
  given: {
    settings: fc.record({
      can_add_members_group: aValue,
      can_join_group: aValue,
      can_leave_group: aValue,
      can_manage_group: aValue,
      can_mention_group: aValue,
      can_remove_members_group: aValue,
    }),
  },
  examples: [
    {
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
  holds: ({ as: { alice } }, { settings }) => requireSettings(alice, settings),
});

/** Settings that are left out have a value all the same. */
export const settingsLeftOut = property({
  clause: ["user_groups.create.post/settings-optional", "group-setting/read-shape"],
  given: { who: anActor(...groupMakers), given: fc.subarray([...settingNames]), value: aValue },
  examples: [
    { who: "alice", given: [], value: nobody },
    { who: "alice", given: ["can_join_group", "can_leave_group"], value: onlyAlice },
  ],
  holds: (session, { who, given, value }) =>
    requireSettings(session.actor(who), Object.fromEntries(given.map((setting) => [setting, value]))),
});
