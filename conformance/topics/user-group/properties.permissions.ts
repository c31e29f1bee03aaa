import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  changeMembers,
  createGroup,
  createNest,
  type GroupSetting,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  settingNames,
  userIds,
} from "../../client/groups.ts";
import { directFields, fetchMessage } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aGroupSetting, type SettingShape } from "../../draw/group-settings.ts";
import { aNest, emptyNest, groupMakers, includesPerson, type Letter, letters, type Nest } from "../../draw/groups.ts";
import { anActor, type PersonName, twoPeople } from "../../draw/people.ts";
import { prepared } from "../../expect.ts";
import { nobody, onlyBob, permits, theGroup } from "./permits.ts";
import { actorsOf, spelled } from "./trials.ts";

/** Those who may add members add them, and others do not. */
export const adds = permits({
  clause: "user-group/can_add_members_group",
  setting: "can_add_members_group",
  beside: ["can_join_group", "can_leave_group", "can_remove_members_group", "can_mention_group"],
  side: "add",
  isOfSelf: false,
  examples: [
    {},
    { value: nobody, beside: ["can_join_group", "can_leave_group", "can_remove_members_group"] },
    { value: nobody, withSelf: true },
  ],
});

/** Those who may join join, and others do not. */
export const joins = permits({
  clause: "user-group/can_join_group",
  setting: "can_join_group",
  beside: ["can_leave_group", "can_remove_members_group", "can_mention_group"],
  side: "add",
  isOfSelf: true,
  examples: [{}, { value: nobody, beside: ["can_leave_group", "can_remove_members_group", "can_mention_group"] }],
});

/** Those who may leave leave, and others do not. */
export const leaves = permits({
  clause: "user-group/can_leave_group",
  setting: "can_leave_group",
  beside: ["can_join_group", "can_add_members_group", "can_mention_group"],
  side: "delete",
  isOfSelf: true,
  examples: [{}, { value: nobody, beside: ["can_join_group", "can_add_members_group", "can_mention_group"] }],
});

/** Those who may remove members remove them, and others do not. */
export const removes = permits({
  clause: "user-group/can_remove_members_group",
  setting: "can_remove_members_group",
  beside: ["can_join_group", "can_leave_group", "can_add_members_group", "can_mention_group"],
  side: "delete",
  isOfSelf: false,
  examples: [{}, { value: nobody, beside: ["can_join_group", "can_leave_group", "can_add_members_group"] }],
});

const chain: Nest = {
  a: { members: [], subgroups: ["b"] },
  b: { members: ["cara"], subgroups: ["c"] },
  c: { members: ["bob"], subgroups: [] },
};

/** A setting that is a group permits its members, and those of its subgroups at any depth. */
export const throughGroups = permits({
  clause: ["group-setting/integer", "group-setting/object", "user-group/can_join_group"],
  setting: "can_join_group",
  beside: [],
  side: "add",
  isOfSelf: true,
  examples: [
    { value: theGroup("c"), nest: chain },
    { value: theGroup("b"), nest: chain },
    { value: theGroup("a"), nest: chain },
    { value: { kind: "lists", members: ["alice"], groups: ["a"] }, nest: chain },
    { value: theGroup("a") },
    { who: "cara", value: theGroup("c"), nest: chain },
  ],
});

interface Management {
  readonly who: PersonName;
  readonly value: SettingShape<Letter>;
  readonly nest: Nest;
  readonly act: "add" | "delete" | "add_subgroups" | "delete_subgroups";
}

const asBob = { who: "bob", value: onlyBob, nest: emptyNest } as const;

/** Creates a group of alice's with a subgroup, and with a setting for managing it as its only one that names others. */
async function stageManaged(session: Session, nest: Nest, value: SettingShape<Letter>) {
  const { alice } = session.as;
  const groups = await createNest(alice, nest);
  const closed = Object.fromEntries(settingNames.map((name) => [name, only(alice)]));
  const settings = { ...closed, can_manage_group: spelled(alice, groups, value) };
  const group = await createGroup(alice, { ...settings, members: [alice.user_id], subgroups: [groups.b.id] });
  return { group, groups };
}

/** Those who may manage a group change its members and subgroups in every way. Others, whom no setting names, change no members. */
export const manages = property<Management>({
  clause: "user-group/can_manage_group",
  given: {
    who: anActor("bob", "cara"),
    value: aGroupSetting({ groups: letters }),
    nest: aNest(),
    act: fc.constantFrom("add", "delete", "add_subgroups", "delete_subgroups"),
  },
  examples: [
    { ...asBob, act: "add" },
    { ...asBob, act: "delete" },
    { ...asBob, act: "add_subgroups" },
    { ...asBob, act: "delete_subgroups" },
    { ...asBob, value: theGroup("a"), nest: { ...emptyNest, a: { members: ["bob"], subgroups: [] } }, act: "add" },
    { ...asBob, value: nobody, act: "add" },
  ],
  async holds(session, { who, value, nest, act }) {
    const { alice } = session.as;
    const actor = session.actor(who);
    await mayNotManageAll(actor);
    const { group, groups } = await stageManaged(session, nest, value);
    const third = Object.hasOwn(session.target.cast, "cara") ? "cara" : "dana";
    const changes = {
      add: { sent: userIds(alice, ["bob", third]), members: ["alice", "bob", third], subgroups: [groups.b] },
      delete: { sent: [alice.user_id], members: [], subgroups: [groups.b] },
      add_subgroups: { sent: [groups.c.id], members: ["alice"], subgroups: [groups.b, groups.c] },
      delete_subgroups: { sent: [groups.b.id], members: ["alice"], subgroups: [] },
    } as const;
    const isManager = includesPerson(nest, value, who);
    // Who else may change subgroups is not said.
    const tried = !isManager && act.endsWith("subgroups") ? "add" : act;
    const { sent, members, subgroups } = changes[tried];
    if (!isManager) {
      session.expect.declined(await changeMembers(actor, group, { [tried]: sent }), `${tried} by somebody whom no setting names`);
      await requireMembers(alice, group, actorsOf(session, ["alice"]), [groups.b]);
    }
    await requireChange(isManager ? actor : alice, group, { [tried]: sent }, `${tried} by a manager`);
    await requireMembers(alice, group, actorsOf(session, members), subgroups);
  },
});

/** Returns whether a mention of a group reaches its member; otherwise it was refused, or mentions nobody. */
async function mentions(from: Actor, to: Actor, can_mention_group: GroupSetting): Promise<boolean> {
  const { expect, session } = from;
  const { name } = await createGroup(session.as.alice, { can_mention_group, members: [to.user_id] });
  const reply = await from.send("POST /messages", directFields(from, [to], `Hello @*${name}*, are you there?`));
  if (reply.body.result === "error") {
    expect.declined(reply, "a mention of a group");
    return false;
  }
  const id = expect.integer(expect.succeeded(reply, "a mention of a group").id, "the id of the message");
  const { flags } = await fetchMessage(to, id);
  return prepared.list(flags, "the flags of a message").includes("mentioned");
}

const aPair = twoPeople(...groupMakers);

interface Mention {
  /** Who mentions the group, and who is in it. */
  readonly pair: readonly [PersonName, PersonName];
  readonly value: SettingShape<Letter>;
  readonly nest: Nest;
}

/** Those who may mention a group mention its members, and others do not. */
export const mentionsGroup = property<Mention>({
  clause: "user-group/can_mention_group",
  given: { pair: aPair, value: aGroupSetting({ groups: letters }), nest: aNest() },
  examples: [
    { pair: ["bob", "alice"], value: onlyBob, nest: emptyNest },
    { pair: ["alice", "bob"], value: onlyBob, nest: emptyNest },
    { pair: ["alice", "bob"], value: nobody, nest: emptyNest },
  ],
  async holds(session, { pair, value, nest }) {
    const [name, member] = pair;
    const [from, to] = [session.actor(name), session.actor(member)];
    const { alice } = session.as;
    const reaches = await mentions(from, to, spelled(alice, await createNest(alice, nest), value));
    const may = includesPerson(nest, value, name);
    session.expect.same(reaches, may, `whether a mention by ${name}, who ${may ? "may" : "may not"}, reaches the members`);
    if (!may) session.expect.holds(await mentions(from, to, only(from)), "a mention with permission does not reach the members");
  },
});
