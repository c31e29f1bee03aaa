import fc from "fast-check";
import {
  changeMembers,
  createGroup,
  createNest,
  groupOf,
  mayNotManageAll,
  requireChange,
  requireMembers,
  settingNames,
  shownGroup,
  spelled,
  userIds,
} from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { departing } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, aNest, emptyNest, groupMakers, includesPerson, letters } from "../../draw/groups.ts";
import { anActor, somePeople } from "../../draw/people.ts";
import { at, prepared, Untestable } from "../../expect.ts";

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

/** Whether can_remove_members_group suffices to remove subgroups: noted, not judged. */
export const subgroupRemoval = property({
  clause: "user_groups-id.members.post/subgroup-removal",
  given: { who: anActor("bob", "cara"), value: aGroupSetting({ groups: letters }), nest: aNest() },
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
    const others = members.filter((name) => !about.includes(name));
    const [without, withAll] = [others, [...others, ...about]];
    const [before, after] = side === "add" ? [without, withAll] : [withAll, without];
    const group = await createGroup(alice, { members: userIds(alice, before) });
    const reverse = side === "add" ? "delete" : "add";
    await requireChange(alice, group, { [side]: userIds(alice, about) });
    await requireChange(alice, group, { [reverse]: userIds(alice, about) });
    await session.steering.act({ action: "deactivate_group", group_id: group.id });
    const fields = { [side]: userIds(alice, about) };
    if (level >= levels.deactivatedGroupMembers) await requireChange(alice, group, fields, "a change of a deactivated group");
    else expect.declined(await changeMembers(alice, group, fields), "a change of a deactivated group");
    const expected = level >= levels.deactivatedGroupMembers ? after : before;
    await requireMembers(alice, group, session.actors(expected));
  },
});
