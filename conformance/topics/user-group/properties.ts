import {
  changeMembers,
  createGroup,
  type GroupSetting,
  groupNamed,
  groupOf,
  mayNotManageAll,
  only,
  settingNames,
  systemGroup,
} from "../../client/groups.ts";
import { unknownId } from "../../client/people.ts";
import { recordsOf } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

type SettingName = (typeof settingNames)[number];

/** Every group that is shown has its fields in their types. */
export const fields = property({
  clause: ["user-group/group-id", "user-group/settings", "user-group/subgroups", "group-setting/read-shape"],
  async holds(session) {
    const { expect } = session;
    for (const group of await recordsOf(session.as.alice, "realm_user_groups")) {
      const { id, name, description, members, direct_subgroup_ids } = group;
      expect.typed(id, "integer", "the id of a group");
      expect.typed(name, "string", "the name of a group");
      expect.typed(description, "string", "the description of a group");
      for (const ids of [members, direct_subgroup_ids]) {
        expect.typed(ids, "array", `members or subgroups of ${name}`);
        for (const each of ids as unknown[]) expect.typed(each, "integer", `a member or subgroup of ${name}`);
      }
      for (const setting of settingNames) readable(group[setting], `${setting} of ${name}`);
    }
  },
});

function readable(value: unknown, what: string): void {
  expect.typed(value, "integer or object", what);
  if (typeof value !== "object" || value === null) return;
  const lists = value as Readonly<Record<string, unknown>>;
  for (const part of ["direct_members", "direct_subgroups"]) {
    expect.typed(lists[part], "array", `${part} in ${what}`);
    for (const id of lists[part] as unknown[]) expect.typed(id, "integer", `an id in ${part} of ${what}`);
  }
}

/** Tries to create a group with a setting. Gives whether it is there; a refusal is BAD_REQUEST and leaves nothing. */
async function accepts(session: Session, setting: SettingName, value: unknown): Promise<boolean> {
  const { expect } = session;
  const [alice, name] = [session.as.alice, session.fresh("g")];
  const reply = await alice.send("POST /user_groups/create", { name, description: "", members: [], [setting]: value });
  const isThere = (await groupNamed(alice, name)) !== undefined;
  expect.same(isThere, reply.body.result === "success", `whether the group with ${setting} ${JSON.stringify(value)} is there`);
  if (!isThere) expect.refused(reply, "BAD_REQUEST", {}, `${setting} ${JSON.stringify(value)}`);
  return isThere;
}

async function refuses(session: Session, setting: SettingName, value: unknown, what = JSON.stringify(value)): Promise<void> {
  const { expect } = session;
  await createGroup(session.as.alice);
  expect.holds(!(await accepts(session, setting, value)), `${setting} can be ${what}`);
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
  clause: ["user-group/can_manage_group-excluded", "user-group/can_mention_group-internet"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
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
    const alice = session.as.alice;
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
    const alice = session.as.alice;
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
    const [alice, zoe] = [session.as.alice, session.as.zoe];
    const { act } = ownRealm(session);
    await act({ action: "reactivate_user", as: "zoe" });
    const { id } = await createGroup(alice, { can_join_group: only(alice, zoe) });
    await act({ action: "deactivate_user", as: "zoe" });
    const { direct_members } = (await groupOf(alice, id)).can_join_group as Exclude<GroupSetting, number>;
    expect.same(direct_members, [alice.user_id], "direct_members after an account in it was deactivated");
  },
});

/** Whether can_remove_members_group suffices to remove subgroups: noted, not judged. */
export const subgroupRemoval = property({
  clause: "user_groups-id.members.post/subgroup-removal",
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    await mayNotManageAll(bob);
    const sub = await createGroup(alice);
    const group = await createGroup(alice, { subgroups: [sub.id], can_remove_members_group: only(bob) });
    const reply = await changeMembers(bob, group, { delete_subgroups: [sub.id] });
    if (reply.body.result === "success") expect.succeeded(reply);
    else expect.refused(reply, "BAD_REQUEST");
    session.chooses("subgroupRemoval", reply.body.result === "success" ? "removers" : "managers");
  },
});

/** A deactivated group has its members changed from level 391 on, and not before. */
export const deactivated = property({
  clause: "states.group/deactivated-members",
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    if (session.target.level < 290) throw new Untestable("groups cannot be deactivated at this level");
    const group = await createGroup(alice, { members: [alice.user_id] });
    await session.steering.act({ action: "deactivate_group", group_id: group.id });
    for (const fields of [{ add: [bob.user_id] }, { delete: [alice.user_id] }]) {
      const reply = await changeMembers(alice, group, fields);
      if (session.target.level >= 391) expect.succeeded(reply, "a change of a deactivated group");
      else expect.refused(reply, "BAD_REQUEST", {}, "a change of a deactivated group");
    }
  },
});
