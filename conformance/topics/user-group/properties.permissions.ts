import type { Actor } from "../../client/actor.ts";
import {
  type CreatedGroup,
  changeMembers,
  createGroup,
  groupOf,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  settingNames,
  shownGroup,
  systemGroup,
} from "../../client/groups.ts";
import { directFields, fetchMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, prepared } from "../../expect.ts";

/** Alice's group with bob beside it, whom only the named settings permit anything. */
async function stage(session: Session, settings: readonly (typeof settingNames)[number][], members: "bob" | "alice") {
  const { alice, bob } = session.as;
  await mayNotManageAll(bob);
  const closed = Object.fromEntries(settingNames.map((name) => [name, only(alice)]));
  const opened = Object.fromEntries(settings.map((name) => [name, only(bob)]));
  const fields = { ...closed, ...opened, members: [(members === "bob" ? bob : alice).user_id] };
  return { alice, bob, group: await createGroup(alice, fields) };
}

async function may(actor: Actor, group: CreatedGroup, fields: Body, members: readonly Actor[], what: string): Promise<void> {
  await requireChange(actor, group, fields, what);
  await requireMembers(actor, group, members);
}

async function mayNot(actor: Actor, group: CreatedGroup, fields: Body, what: string): Promise<void> {
  const { expect } = actor;
  const members = prepared.list((await groupOf(actor, group.id)).members, "the members of a group");
  expect.declined(await changeMembers(actor, group, fields), what);
  expect.sameSet((await shownGroup(actor, group.id)).members, members, "the members after a refused change");
}

/** Those who may add members add them, and others do not. */
export const adds = property({
  clause: "user-group/can_add_members_group",
  async holds(session) {
    const { cara } = session.as;
    const { alice, bob, group } = await stage(session, ["can_add_members_group"], "alice");
    await may(bob, group, { add: [cara.user_id] }, [alice, cara], "adding a member with permission");
    const other = await stage(session, ["can_join_group", "can_leave_group", "can_remove_members_group"], "alice");
    await mayNot(bob, other.group, { add: [cara.user_id] }, "adding a member without permission");
  },
});

/** Those who may join join, and others do not. */
export const joins = property({
  clause: "user-group/can_join_group",
  async holds(session) {
    const { alice, bob, group } = await stage(session, ["can_join_group"], "alice");
    await may(bob, group, { add: [bob.user_id] }, [alice, bob], "joining with permission");
    const other = await stage(session, ["can_leave_group", "can_remove_members_group", "can_mention_group"], "alice");
    await mayNot(bob, other.group, { add: [bob.user_id] }, "joining without permission");
  },
});

/** Those who may leave leave, and others do not. */
export const leaves = property({
  clause: "user-group/can_leave_group",
  async holds(session) {
    const { bob, group } = await stage(session, ["can_leave_group"], "bob");
    await may(bob, group, { delete: [bob.user_id] }, [], "leaving with permission");
    const other = await stage(session, ["can_join_group", "can_add_members_group", "can_mention_group"], "bob");
    await mayNot(bob, other.group, { delete: [bob.user_id] }, "leaving without permission");
  },
});

/** Those who may remove members remove them, and others do not. */
export const removes = property({
  clause: "user-group/can_remove_members_group",
  async holds(session) {
    const { alice, bob, group } = await stage(session, ["can_remove_members_group"], "alice");
    await may(bob, group, { delete: [alice.user_id] }, [], "removing a member with permission");
    const other = await stage(session, ["can_join_group", "can_leave_group", "can_add_members_group"], "alice");
    await mayNot(bob, other.group, { delete: [alice.user_id] }, "removing a member without permission");
  },
});

/** Those who may manage a group change its members and subgroups in every way. */
export const manages = property({
  clause: "user-group/can_manage_group",
  async holds(session) {
    const { alice, bob, group } = await stage(session, ["can_manage_group"], "alice");
    const sub = await createGroup(alice);
    await may(bob, group, { add: [bob.user_id] }, [alice, bob], "adding a member as a manager");
    await may(bob, group, { delete: [alice.user_id] }, [bob], "removing a member as a manager");
    await may(bob, group, { add_subgroups: [sub.id] }, [bob], "adding a subgroup as a manager");
    await requireMembers(bob, group, [bob], [sub]);
    await may(bob, group, { delete_subgroups: [sub.id] }, [bob], "removing a subgroup as a manager");
    await requireMembers(bob, group, [bob], []);
  },
});

/** A setting that is a group permits its members, and those of its subgroups. */
export const throughGroups = property({
  clause: ["group-setting/integer", "group-setting/object", "user-group/can_join_group"],
  async holds({ as: { alice, bob } }) {
    await mayNotManageAll(bob);
    const inner = await createGroup(alice, { members: [bob.user_id] });
    const outer = await createGroup(alice, { subgroups: [inner.id] });
    const nobody = await systemGroup(alice, "role:nobody");
    for (const holder of [inner.id, outer.id, { direct_members: [alice.user_id], direct_subgroups: [outer.id] }]) {
      const group = await createGroup(alice, { can_join_group: holder, can_add_members_group: nobody });
      await may(bob, group, { add: [bob.user_id] }, [bob], "joining as a member of the group that may");
    }
    const empty = await createGroup(alice);
    const closed = await createGroup(alice, { can_join_group: empty.id, can_add_members_group: nobody });
    await mayNot(bob, closed, { add: [bob.user_id] }, "joining as a member of no group that may");
  },
});

/** Returns whether alice's mention of a group reaches bob, who is in it; otherwise it was refused, or mentions nobody. */
async function mentions(session: Session, can_mention_group: unknown): Promise<boolean> {
  const { expect } = session;
  const { alice, bob } = session.as;
  const { name } = await createGroup(alice, { can_mention_group, members: [bob.user_id] });
  const reply = await alice.send("POST /messages", directFields(alice, [bob], `Hello @*${name}*, are you there?`));
  if (reply.body.result === "error") {
    expect.declined(reply, "a mention of a group");
    return false;
  }
  const id = expect.integer(expect.succeeded(reply, "a mention of a group").id, "the id of the message");
  const { flags } = await fetchMessage(bob, id);
  return prepared.list(flags, "the flags of a message").includes("mentioned");
}

/** Those who may mention a group mention its members, and others do not. */
export const mentionsGroup = property({
  clause: "user-group/can_mention_group",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    expect.holds(await mentions(session, only(alice)), "a mention with permission does not reach the members");
    expect.holds(!(await mentions(session, only(bob))), "a mention without permission reaches the members");
  },
});
