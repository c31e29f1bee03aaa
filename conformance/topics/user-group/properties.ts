import {
  changeMembers,
  createGroup,
  type GroupSetting,
  groupNamed,
  groupsOf,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  requireSetting,
  sameSetting,
  settingNames,
  shownGroup,
  systemGroup,
} from "../../client/groups.ts";
import { unknownId } from "../../client/people.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { at, Untestable } from "../../expect.ts";

type SettingName = (typeof settingNames)[number];

/** Every group that is shown has its fields in their types. */
export const fields = property({
  clause: ["user-group/group-id", "user-group/settings", "user-group/subgroups", "group-setting/read-shape"],
  async holds({ as: { alice, bob }, expect }) {
    const { id } = await createGroup(alice);
    await createGroup(alice, { members: [bob.user_id], subgroups: [id], can_join_group: only(alice, bob) });
    expect.each(await groupsOf(alice), "group", (group) => {
      const name = expect.text(group.name, "the name of a group");
      expect.integer(group.id, `the id of ${name}`);
      expect.text(group.description, `the description of ${name}`);
      for (const list of ["members", "direct_subgroup_ids"])
        for (const each of expect.list(group[list], `${list} of ${name}`)) expect.integer(each, `an item of ${list} of ${name}`);
      for (const setting of settingNames) requireSetting(alice, group[setting], `${setting} of ${name}`);
    });
  },
});

/** Tries to create a group with a setting. Returns whether it is there, with the setting; otherwise it was refused, and left nothing. */
async function accepts(session: Session, setting: SettingName, value: unknown): Promise<boolean> {
  const { expect } = session;
  const [{ alice }, name] = [session.as, session.fresh("g")];
  const reply = await alice.send("POST /user_groups/create", { name, description: "", members: [], [setting]: value });
  const group = await groupNamed(alice, name);
  const [isThere, what] = [group !== undefined, `${setting} ${JSON.stringify(value)}`];
  expect.same(isThere, reply.body.result === "success", `whether the group with ${what} is there`);
  if (!group) expect.declined(reply, what);
  else {
    expect.succeeded(reply, what);
    sameSetting(alice, group[setting], value as GroupSetting, `the setting of a group with ${what}`);
  }
  return isThere;
}

/** Requires a value of a setting to be refused, and another in its place to be accepted. */
async function refuses(session: Session, setting: SettingName, value: unknown, what = JSON.stringify(value)): Promise<void> {
  const { expect } = session;
  await createGroup(session.as.alice);
  expect.holds(!(await accepts(session, setting, value)), `${setting} can be ${what}`);
  expect.holds(await accepts(session, setting, only(session.as.alice)), `${setting} cannot be a person`);
}

/** Everyone, or the internet, cannot manage a group. */
export const manageExcluded = property({
  clause: "user-group/can_manage_group-excluded",
  async holds(session) {
    for (const name of ["role:internet", "role:everyone"])
      await refuses(session, "can_manage_group", await systemGroup(session.as.alice, name), name);
  },
});

/** The internet cannot mention a group. */
export const mentionExcluded = property({
  clause: "user-group/can_mention_group-internet",
  async holds(session) {
    await refuses(session, "can_mention_group", await systemGroup(session.as.alice, "role:internet"), "role:internet");
  },
});

/** Groups that are not excluded are accepted: those that a setting is most likely to be. */
export const notExcluded = property({
  clause: ["user-group/can_manage_group-excluded", "user-group/can_mention_group-internet", "user-group/settings", "group-setting/integer"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    await createGroup(alice);
    for (const [setting, name] of [
      ["can_manage_group", "role:members"],
      ["can_manage_group", "role:owners"],
      ["can_mention_group", "role:everyone"],
      ["can_mention_group", "role:members"],
    ] as const)
      expect.holds(await accepts(session, setting, await systemGroup(alice, name)), `${setting} cannot be ${name}`);
  },
});

/** Whether only owners may mention a group: noted, not judged. */
export const ownersMention = property({
  clause: "user-group/can_mention_group-owners",
  async holds(session) {
    await createGroup(session.as.alice);
    const is = await accepts(session, "can_mention_group", await systemGroup(session.as.alice, "role:owners"));
    session.chooses("ownersMayMention", is ? "observed" : "no");
  },
});

/** Which system groups the other settings may not be: noted, not judged. */
export const otherBounds = property({
  clause: "user-group/settings-not-excluded",
  async holds(session) {
    const { alice } = session.as;
    await createGroup(alice);
    const accepted: boolean[] = [];
    for (const setting of ["can_add_members_group", "can_join_group", "can_leave_group", "can_remove_members_group"] as const)
      for (const name of ["role:internet", "role:everyone"]) accepted.push(await accepts(session, setting, await systemGroup(alice, name)));
    session.chooses("groupSettingBounds", accepted.every(Boolean) ? "none" : "observed");
  },
});

/** Values of other shapes, and ids of nothing, are refused. */
export const otherShapes = property({
  clause: "group-setting/other-shapes",
  async holds(session) {
    const { alice } = session.as;
    const wrong: unknown[] = [
      unknownId,
      true,
      "nobody in particular",
      [alice.user_id],
      { direct_members: [alice.user_id] },
      { direct_members: alice.user_id, direct_subgroups: [] },
      { direct_members: [unknownId], direct_subgroups: [] },
      { direct_members: [], direct_subgroups: [unknownId] },
    ];
    for (const value of wrong) await refuses(session, "can_join_group", value);
  },
});

/** An account that is deactivated disappears from the settings that name it. */
export const withoutDeactivated = property({
  clause: "group-setting/without-deactivated",
  async holds(session) {
    const { expect } = session;
    const { alice, zoe } = session.as;
    const { act } = ownRealm(session);
    await act({ action: "reactivate_user", as: "zoe" });
    const { id } = await createGroup(alice, { can_join_group: only(alice, zoe) });
    await act({ action: "deactivate_user", as: "zoe" });
    const { can_join_group } = await shownGroup(alice, id);
    expect.same(at(can_join_group, "direct_members"), [alice.user_id], "direct_members after an account in it was deactivated");
  },
});

/** Whether can_remove_members_group suffices to remove subgroups: noted, not judged. */
export const subgroupRemoval = property({
  clause: "user_groups-id.members.post/subgroup-removal",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    await mayNotManageAll(bob);
    const sub = await createGroup(alice);
    const group = await createGroup(alice, { subgroups: [sub.id], can_remove_members_group: only(bob) });
    const reply = await changeMembers(bob, group, { delete_subgroups: [sub.id] });
    const isRemoved = reply.body.result === "success";
    if (isRemoved) expect.succeeded(reply, "removing a subgroup");
    else expect.declined(reply, "removing a subgroup");
    await requireMembers(alice, group, [], isRemoved ? [] : [sub]);
    session.chooses("subgroupRemoval", isRemoved ? "removers" : "managers");
  },
});

/** A deactivated group has its members changed from level 391 on, and not before. */
export const deactivated = property({
  clause: "states.group/deactivated-members",
  async holds(session) {
    const { expect, level } = session;
    const { alice, bob, cara } = session.as;
    if (level < 290) throw new Untestable("groups cannot be deactivated at this level");
    const group = await createGroup(alice, { members: [alice.user_id] });
    await requireChange(alice, group, { add: [cara.user_id] });
    await session.steering.act({ action: "deactivate_group", group_id: group.id });
    for (const fields of [{ add: [bob.user_id] }, { delete: [alice.user_id] }]) {
      if (level >= 391) await requireChange(alice, group, fields, "a change of a deactivated group");
      else expect.declined(await changeMembers(alice, group, fields), "a change of a deactivated group");
    }
    await requireMembers(alice, group, level >= 391 ? [bob, cara] : [alice, cara]);
  },
});
