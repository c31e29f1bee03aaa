import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  createGroup,
  type GroupSetting,
  groupNamed,
  only,
  requireSameSetting,
  type SettingName,
  settingNames,
  systemGroup,
} from "../../client/groups.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { groupMakers, notASetting } from "../../draw/groups.ts";
import { anActor } from "../../draw/people.ts";

const aMaker = anActor(...groupMakers);
const aSettingName = fc.constantFrom(...settingNames);

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

/** System groups that a setting cannot be, each with the words of the clause that says so. */
const excluded = [
  ["can_manage_group", "role:internet", "can_manage_group-excluded"],
  ["can_manage_group", "role:everyone", "can_manage_group-excluded"],
  ["can_mention_group", "role:internet", "can_mention_group-internet"],
] as const;

const narrowRoles = ["role:members", "role:owners", "role:administrators", "role:moderators", "role:fullmembers", "role:nobody"] as const;

/** A setting cannot be the system groups that are excluded, and can be others. Whether it can be the owners, or everyone, is not for this to say. */
export const systemGroups = property({
  clause: ["can_manage_group-excluded", "can_mention_group-internet", "settings", "integer"],
  given: { who: aMaker, of: fc.constantFrom(...excluded), other: fc.constantFrom(...narrowRoles, "role:everyone") },
  examples: excluded.flatMap((of) => (["role:members", "role:everyone"] as const).map((other) => ({ who: "alice", of, other }) as const)),
  async holds(session, { who, of: [setting, name, words], other }, expect) {
    const actor = session.actor(who);
    await createGroup(actor);
    const isAccepted = await accepts(actor, setting, await systemGroup(actor, name));
    expect.holds(!isAccepted, `${setting} can be ${name}`, `user-group/${words}`);
    const inDoubt = setting === "can_mention_group" ? "role:owners" : "role:everyone";
    const beside = other === inDoubt ? "role:members" : other;
    expect.holds(await accepts(actor, setting, await systemGroup(actor, beside)), `${setting} cannot be ${beside}`);
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
  async holds(session, { who, setting, value }, expect) {
    const actor = session.actor(who);
    await createGroup(actor);
    expect.holds(!(await accepts(actor, setting, value)), `${setting} can be ${JSON.stringify(value)}`);
    expect.holds(await accepts(actor, setting, only(actor)), `${setting} cannot be a person`);
  },
});
