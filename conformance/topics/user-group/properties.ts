import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  createGroup,
  createNest,
  type GroupSetting,
  groupNamed,
  groupsOf,
  only,
  requireSameSetting,
  requireSetting,
  type SettingName,
  settingNames,
  spelled,
  systemGroup,
} from "../../client/groups.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, aNest, emptyNest, groupMakers, letters, notASetting } from "../../draw/groups.ts";
import { anActor } from "../../draw/people.ts";

const aMaker = anActor(...groupMakers);
const aSettingName = fc.constantFrom(...settingNames);

/** Every group that is shown has its fields in their types. */
export const fields = property({
  clause: ["group-id", "settings", "subgroups", "read-shape"],
  given: { nest: aNest(), setting: aSettingName, value: aGroupSetting({ groups: letters }) },
  examples: [
    {
      nest: { ...emptyNest, a: { members: ["bob"], subgroups: ["b"] } },
      setting: "can_join_group",
      value: { kind: "lists", members: ["alice", "bob"], groups: ["a"] },
    },
  ],
  async holds({ as: { alice }, expect }, { nest, setting, value }) {
    const groups = await createNest(alice, nest);
    await createGroup(alice, { [setting]: spelled(alice, groups, value) });
    expect.each(await groupsOf(alice), "group", (group) => {
      const name = expect.text(group.name, "the name of a group");
      expect.integer(group.id, `the id of ${name}`);
      expect.text(group.description, `the description of ${name}`);
      for (const list of ["members", "direct_subgroup_ids"])
        for (const each of expect.list(group[list], `${list} of ${name}`)) expect.integer(each, `an item of ${list} of ${name}`);
      for (const each of settingNames) requireSetting(alice, group[each], `${each} of ${name}`);
    });
  },
});

/** Tries to create a group with a setting. Returns whether it is there, with the setting; otherwise it was refused, and left nothing. */
async function accepts(actor: Actor, setting: SettingName, value: unknown): Promise<boolean> {
  const { expect } = actor;
  const name = actor.session.fresh("g");
  const reply = await actor.send("POST /user_groups/create", { name, description: "", members: [], [setting]: value });
  const group = await groupNamed(actor, name);
  const [isThere, what] = [group !== undefined, `${setting} ${JSON.stringify(value)}`];
  expect.same(isThere, reply.body.result === "success", `whether the group with ${what} is there`);
  if (!group) expect.declined(reply, what);
  else {
    expect.succeeded(reply, what);
    await requireSameSetting(actor, group[setting], value as GroupSetting, `the setting of a group with ${what}`);
  }
  return isThere;
}

/** Requires a value of a setting to be refused, and another in its place to be accepted. */
async function refuses(actor: Actor, setting: SettingName, value: unknown, what = JSON.stringify(value)): Promise<void> {
  const { expect } = actor;
  await createGroup(actor);
  expect.holds(!(await accepts(actor, setting, value)), `${setting} can be ${what}`);
  expect.holds(await accepts(actor, setting, only(actor)), `${setting} cannot be a person`);
}

/** Returns a property: system groups of some names cannot have a setting. */
const excluded = (clause: string, setting: SettingName, ...names: readonly [string, ...string[]]) =>
  property({
    clause,
    given: { who: aMaker, name: fc.constantFrom(...names) },
    examples: names.map((name) => ({ who: "alice", name }) as const),
    async holds(session, { who, name }) {
      const actor = session.actor(who);
      await refuses(actor, setting, await systemGroup(actor, name), name);
    },
  });

/** Everyone, or the internet, cannot manage a group. */
export const manageExcluded = excluded("user-group/can_manage_group-excluded", "can_manage_group", "role:internet", "role:everyone");

/** The internet cannot mention a group. */
export const mentionExcluded = excluded("user-group/can_mention_group-internet", "can_mention_group", "role:internet");

const narrowRoles = ["role:members", "role:owners", "role:administrators", "role:moderators", "role:fullmembers", "role:nobody"] as const;

/** Returns whether a setting may not be a system group, or running servers differ on it. */
const isInDoubt = (setting: SettingName, name: string): boolean =>
  name === (setting === "can_mention_group" ? "role:owners" : "role:everyone");

/** Groups that are not excluded are accepted. */
export const notExcluded = property({
  clause: ["can_manage_group-excluded", "can_mention_group-internet", "settings", "integer"],
  given: { who: aMaker, setting: aSettingName, name: fc.constantFrom(...narrowRoles, "role:everyone") },
  examples: [
    { who: "alice", setting: "can_manage_group", name: "role:members" },
    { who: "alice", setting: "can_manage_group", name: "role:owners" },
    { who: "alice", setting: "can_mention_group", name: "role:everyone" },
    { who: "alice", setting: "can_mention_group", name: "role:members" },
  ],
  async holds(session, { who, setting, name: drawn }) {
    const actor = session.actor(who);
    const name = isInDoubt(setting, drawn) ? "role:members" : drawn;
    await createGroup(actor);
    session.expect.holds(await accepts(actor, setting, await systemGroup(actor, name)), `${setting} cannot be ${name}`);
  },
});

/** Whether only owners may mention a group: noted, not judged. */
export const ownersMention = property({
  clause: "can_mention_group-owners",
  given: { who: aMaker },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const actor = session.actor(who);
    await createGroup(actor);
    const is = await accepts(actor, "can_mention_group", await systemGroup(actor, "role:owners"));
    session.chooses("ownersMayMention", is ? "observed" : "no");
  },
});

/** Notes which system groups the other settings may not be, without judging. */
export const otherBounds = property({
  clause: "settings-not-excluded",
  once: "the choice is of four settings and two groups together",
  async holds(session) {
    const { alice } = session.as;
    await createGroup(alice);
    const accepted: boolean[] = [];
    for (const setting of settingNames.filter((name) => !["can_manage_group", "can_mention_group"].includes(name)))
      for (const name of ["role:internet", "role:everyone"]) accepted.push(await accepts(alice, setting, await systemGroup(alice, name)));
    session.chooses("groupSettingBounds", accepted.every(Boolean) ? "none" : "bounded");
  },
});

const wrongShapes: readonly unknown[] = [
  unknownId,
  true,
  "nobody in particular",
  [1],
  { direct_members: [] },
  { direct_subgroups: [] },
  { direct_members: 1, direct_subgroups: [] },
  { direct_members: [unknownId], direct_subgroups: [] },
  { direct_members: [], direct_subgroups: [unknownId] },
];

/** Values of other shapes, and ids of nothing, are refused. */
export const otherShapes = property({
  clause: "other-shapes",
  given: { who: aMaker, setting: aSettingName, value: notASetting },
  examples: wrongShapes.map((value) => ({ who: "alice", setting: "can_join_group", value }) as const),
  holds: (session, { who, setting, value }) => refuses(session.actor(who), setting, value),
});
