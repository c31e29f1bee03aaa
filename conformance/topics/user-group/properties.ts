import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  changeMembers,
  createGroup,
  createNest,
  groupNamed,
  groupOf,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  requireSameSetting,
  type SettingName,
  settingNames,
  shownGroup,
  spelled,
  systemGroup,
  userIds,
} from "../../client/groups.ts";
import { isObject } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { departing, unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import {
  aGroupSetting,
  aNest,
  emptyNest,
  type GroupSetting,
  groupMakers,
  includesPerson,
  letters,
  notASetting,
} from "../../draw/groups.ts";
import { anActor, somePeople } from "../../draw/people.ts";
import { at, type Checks, prepared, Untestable } from "../../expect.ts";

const aMaker = anActor(...groupMakers);
const aSettingName = fc.constantFrom(...settingNames);

/**
 * Tries to create a group with a setting. Returns whether it is there, with the setting; otherwise it was refused, and left nothing.
 * @param given the checks of the setting that it is given
 */
async function accepts(actor: Actor, setting: SettingName, value: unknown, given: Checks = actor.expect): Promise<boolean> {
  const { expect } = actor;
  const name = actor.session.fresh("g");
  const reply = await actor.send("POST /user_groups/create", { name, description: "", members: [], [setting]: value });
  const group = await groupNamed(actor, name);
  const [isThere, what] = [group !== undefined, `${setting} ${JSON.stringify(value)}`];
  expect.same(isThere, reply.body.result === "success", `whether the group with ${what} is there`);
  if (!group) expect.declined(reply, what);
  else {
    expect.succeeded(reply, what);
    await requireSameSetting(actor, group[setting], value as GroupSetting, `the setting of a group with ${what}`, given);
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

/** A setting cannot be the system groups that are excluded, nor is it one that nobody gave, and it can be others. Whether it can be the owners, or everyone, is not for this to say. */
export const systemGroups = property({
  clause: ["can_manage_group-excluded", "can_mention_group-internet", "settings", "integer"],
  given: {
    who: aMaker,
    of: fc.constantFrom(...excluded),
    other: fc.constantFrom(...narrowRoles, "role:everyone"),
    isWithin: fc.boolean(),
  },
  examples: excluded.flatMap((of) =>
    (["role:members", "role:everyone"] as const).map((other, i) => ({ who: "alice", of, other, isWithin: i > 0 }) as const),
  ),
  async holds(session, { who, of: [setting, name, words], other, isWithin }, expect) {
    const actor = session.actor(who);
    const made = await createGroup(actor);
    const group = await systemGroup(actor, name);
    // That an object with one group alone is that group, running servers say, and not the text.
    const isAlone = isWithin && session.isHeldToObserved;
    const [isExcluded, isGiven] = [expect.against(`user-group/${words}`), expect.against("user-group/settings")];
    isExcluded.holds((await groupOf(actor, made.id))[setting] !== group, `${setting} of a new group is ${name}`);
    const isAccepted = await accepts(actor, setting, isAlone ? { direct_members: [], direct_subgroups: [group] } : group, isExcluded);
    isExcluded.holds(!isAccepted, `${setting} can be ${name}`);
    const inDoubt = setting === "can_mention_group" ? "role:owners" : "role:everyone";
    const beside = other === inDoubt ? "role:members" : other;
    isGiven.holds(await accepts(actor, setting, await systemGroup(actor, beside), isGiven), `${setting} cannot be ${beside}`);
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

/** Whether a value has one of the two lists of a setting: what the other one is then no sentence says. */
const isPart = (value: unknown): boolean =>
  isObject(value) && Object.hasOwn(value, "direct_members") !== Object.hasOwn(value, "direct_subgroups");

/** Values of other shapes, and ids of nothing, are refused. */
export const otherShapes = property({
  clause: "other-shapes",
  given: { who: aMaker, setting: aSettingName, value: notASetting },
  examples: wrongShapes.map((value) => ({ who: "alice", setting: "can_join_group", value }) as const),
  async holds(session, { who, setting, value }, expect) {
    const actor = session.actor(who);
    if (isPart(value)) session.needsObserved("an object with one of its lists is refused");
    await createGroup(actor);
    expect.holds(!(await accepts(actor, setting, value)), `${setting} can be ${JSON.stringify(value)}`);
    expect.holds(await accepts(actor, setting, only(actor)), `${setting} cannot be a person`);
  },
});

/** An account that was deactivated before is not in the settings of a group that name it, where a server takes it at all. */
export const namedDeactivated = property({
  clause: "without-deactivated",
  given: { setting: fc.constantFrom(...settingNames), others: somePeople({ from: groupMakers, max: 3 }) },
  examples: [{ setting: "can_join_group", others: ["alice"] }],
  async holds(session, { setting, others }, expect) {
    const { alice, zoe } = session.as;
    const ids = userIds(alice, others);
    const fields = {
      name: session.fresh("g"),
      description: "",
      members: [],
      [setting]: { direct_members: [...ids, zoe.user_id], direct_subgroups: [] },
    };
    const reply = await alice.send("POST /user_groups/create", fields);
    if (!expect.isAccepted(reply, "a group with a deactivated account in a setting")) {
      // Then none is in it, and the others may be.
      await expect.accepted(createGroup(alice, { [setting]: { direct_members: ids, direct_subgroups: [] } }));
      return;
    }
    const group = await groupNamed(alice, fields.name);
    const shown = at(prepared.present(group, "the new group")[setting], "direct_members");
    expect.sameSet(shown, ids, `direct_members of ${setting} that named a deactivated account`);
  },
});

/** An account that is deactivated disappears from the settings that name it. */
export const withoutDeactivated = property({
  clause: "without-deactivated",
  given: { setting: fc.constantFrom(...settingNames), others: somePeople({ from: groupMakers, max: 3 }), place: fc.nat(3) },
  examples: [
    { setting: "can_join_group", others: ["alice"], place: 1 },
    { setting: "can_manage_group", others: ["alice", "bob"], place: 0 },
  ],
  async holds(session, { setting, others, place }, expect) {
    const { alice } = session.as;
    const gone = await departing(session, ["alice", ...others]);
    const ids = userIds(alice, others);
    const direct_members = [...ids.slice(0, place), gone.user_id, ...ids.slice(place)];
    const { id } = await createGroup(alice, { [setting]: { direct_members, direct_subgroups: [] } });
    const before = prepared.list(at((await groupOf(alice, id))[setting], "direct_members"), `direct_members of ${setting}`);
    prepared.sameSet(before, direct_members, `direct_members of ${setting}`);
    await session.steering.act({ action: "deactivate_user", as: gone.name });
    const after = at((await shownGroup(alice, id))[setting], "direct_members");
    expect.sameSet(after, ids, `direct_members of ${setting} after an account in it was deactivated`);
  },
});

/** Whether a guest changes the members of a group whose setting names them: noted, not judged. */
export const guests = property({
  clause: ["user_groups-id.members.post/guests", "user_groups-id.members.post/delete"],
  given: { who: aMaker },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, { gus }] = [session.actor(who), session.as];
    const group = await createGroup(actor, { members: [gus.user_id], can_leave_group: only(gus) });
    await requireMembers(actor, group, [gus]);
    const hasLeft = expect.isAccepted(
      await changeMembers(gus, group, { delete: [gus.user_id] }),
      "leaving a group whose setting names a guest",
    );
    await requireMembers(actor, group, hasLeft ? [] : [gus]);
    session.chooses("guestEditors", hasLeft ? "yes" : "no");
  },
});

/** Whether can_remove_members_group suffices to remove subgroups: noted, not judged. */
export const subgroupRemoval = property({
  clause: "user_groups-id.members.post/subgroup-removal",
  given: { who: anActor("bob", "cara"), value: aGroupSetting({ groups: letters }), nest: aNest },
  examples: [{ who: "bob", value: { kind: "lists", members: ["bob"], groups: [] }, nest: emptyNest }],
  async holds(session, { who, value, nest }, expect) {
    const [{ alice }, actor] = [session.as, session.actor(who)];
    await mayNotManageAll(actor);
    if (!includesPerson(nest, value, who)) throw new Untestable("the setting does not name who removes the subgroup");
    const groups = await createNest(alice, nest);
    const sub = await createGroup(alice);
    const group = await createGroup(alice, { subgroups: [sub.id], can_remove_members_group: spelled(alice, groups, value) });
    const reply = await changeMembers(actor, group, { delete_subgroups: [sub.id] });
    const isRemoved = expect.isAccepted(reply, "removing a subgroup");
    await requireMembers(alice, group, [], isRemoved ? [] : [sub]);
    session.chooses("subgroupRemoval", isRemoved ? "removers" : "managers");
  },
});

/** A deactivated group has its members changed from level 391 on, and not before. */
export const deactivated = property({
  clause: "deactivated-members",
  given: { members: somePeople({ min: 0, max: 3 }), side: fc.constantFrom("add", "delete"), about: somePeople({ max: 3 }) },
  examples: [
    { members: ["alice", "cara"], side: "add", about: ["bob"] },
    { members: ["cara"], side: "delete", about: ["alice"] },
  ],
  async holds(session, { members, side, about }, expect) {
    const { level } = session;
    const { alice } = session.as;
    if (level < levels.deactivatedGroups) throw new Untestable("nobody sees deactivated groups at this level");
    const without = members.filter((name) => !about.includes(name));
    const withAll = [...without, ...about];
    const [before, after] = side === "add" ? [without, withAll] : [withAll, without];
    const group = await createGroup(alice, { members: userIds(alice, before) });
    const ids = userIds(alice, about);
    await requireChange(alice, group, { [side]: ids });
    await requireChange(alice, group, { [side === "add" ? "delete" : "add"]: ids });
    await session.steering.act({ action: "deactivate_group", group_id: group.id });
    const [isChanged, what] = [level >= levels.deactivatedGroupMembers, "a change of a deactivated group"];
    if (isChanged) await requireChange(alice, group, { [side]: ids }, what);
    else expect.declined(await changeMembers(alice, group, { [side]: ids }), what);
    await requireMembers(alice, group, session.actors(isChanged ? after : before));
  },
});
