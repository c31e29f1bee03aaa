import fc from "fast-check";
import {
  bringsNotice,
  createGroup,
  createNest,
  createShown,
  joinsOwnGroup,
  listenForNotices,
  mayNotManageAll,
  requireMembers,
  shownGroup,
  userIds,
} from "../../client/groups.ts";
import { bot } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aDescription } from "../../draw/descriptions.ts";
import { aGroupSetting, type SettingShape, settingOf } from "../../draw/group-settings.ts";
import { aMemberList, aNest, emptyNest, groupMakers, type Letter, letters, people } from "../../draw/groups.ts";
import { aName, type NameShape } from "../../draw/names.ts";
import { anActor, somePeople } from "../../draw/people.ts";
import { at } from "../../expect.ts";
import { groupName } from "./trials.ts";

const aMaker = anActor(...groupMakers);
const plainName: NameShape = { tail: "", variant: "as it is" };
const accented: NameShape = { tail: "Gru\u0308ppe 🌱", variant: "as it is" };

/** The answer has an id, and everybody sees a group of that id with what was given. */
export const creates = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id", "user-group/name", "user-group/description"],
  given: { who: aMaker, viewer: aMaker, name: aName, description: aDescription },
  examples: [
    { who: "alice", viewer: "bob", name: accented, description: "Does a thing,\nand ünother" },
    { who: "dana", viewer: "alice", name: plainName, description: "" },
  ],
  async holds(session, { who, viewer, name, description }) {
    const fields = { name: groupName(session, name), description };
    const { id } = await session.expect.accepted(createGroup(session.actor(who), fields));
    const group = await shownGroup(session.actor(viewer), id);
    session.expect.same({ name: group.name, description: group.description }, fields, "the new group");
  },
});

/** Two groups have different ids. */
export const idsDiffer = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id"],
  given: { makers: fc.array(aMaker, { minLength: 2, maxLength: 5 }) },
  examples: [{ makers: ["alice", "alice"] }, { makers: ["alice", "bob"] }],
  async holds(session, { makers }) {
    const ids: number[] = [];
    for (const who of makers) ids.push((await session.expect.accepted(createGroup(session.actor(who)))).id);
    session.expect.same(new Set(ids).size, ids.length, `the number of different ids among ${ids.join(", ")}`);
  },
});

/** The members are those who were listed, and nobody else, also where somebody is listed twice. */
export const members = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  given: { who: aMaker, listed: aMemberList() },
  examples: [
    { who: "alice", listed: people("alice", "bob") },
    { who: "alice", listed: people() },
    { who: "alice", listed: people("bob", "cara", "bob") },
    { who: "bob", listed: people("alice", "bob", "cara", "dana", "owen", "gus", "robo") },
  ],
  async holds(session, { who, listed }) {
    const actor = session.actor(who);
    const group = await session.expect.accepted(createGroup(actor, { members: userIds(actor, listed) }));
    const expected = [...new Set(listed)].map((name) => session.actor(name));
    await requireMembers(actor, group, expected);
  },
});

/** A group may begin without members that are listed. */
export const noMembers = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  given: { who: aMaker, name: aName },
  examples: [{ who: "alice", name: plainName }],
  async holds(session, { who, name }) {
    const actor = session.actor(who);
    const fields = { name: groupName(session, name), members: [] };
    await requireMembers(actor, await session.expect.accepted(createGroup(actor, fields)), []);
  },
});

/** Whether who creates a group is a member of it: noted, not judged. */
export const creator = property({
  clause: "user_groups.create.post/creator",
  given: { who: aMaker, listed: somePeople({ from: ["gus"], max: 1 }) },
  examples: [{ who: "alice", listed: ["gus"] }],
  async holds(session, { who, listed }) {
    const actor = session.actor(who);
    for (const members of [[], userIds(actor, listed)])
      session.chooses("groupCreators", (await joinsOwnGroup(actor, members)) ? "members" : "apart");
  },
});

/** Everybody's clients hear of a new group. */
export const isAnnounced = property({
  clause: "user-group/name",
  given: { who: aMaker, hearer: aMaker, name: aName },
  examples: [{ who: "alice", hearer: "bob", name: plainName }],
  async holds(session, { who, hearer, name }) {
    const queue = await session.actor(hearer).queue({ event_types: ["user_group"] });
    const fields = { name: groupName(session, name) };
    await session.expect.accepted(createGroup(session.actor(who), fields));
    await queue.until("a user group was added", (event) => event.op === "add" && at(event, "group", "name") === fields.name);
  },
});

/** A group can be created with any subgroups, which may have subgroups themselves. */
export const subgroups = property({
  clause: ["user_groups.create.post/subgroups-initial", "user-group/subgroups"],
  given: { who: aMaker, by: aMaker, nest: aNest(), listed: fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4 }) },
  examples: [{ who: "alice", by: "alice", nest: emptyNest, listed: ["a", "b"] as Letter[] }],
  async holds(session, { who, by, nest, listed }) {
    const actor = session.actor(who);
    const groups = await createNest(session.actor(by), nest);
    const group = await session.expect.accepted(createGroup(actor, { subgroups: listed.map((letter) => groups[letter].id) }));
    const expected = [...new Set(listed)].map((letter) => groups[letter]);
    await requireMembers(actor, group, [], expected);
  },
});

const onlyBob = { kind: "lists", members: ["bob"], groups: [] } as SettingShape<never>;
const others = aGroupSetting({ people: ["bob", "cara"] });

/** Subgroups may be given by one who may change neither them nor the new group. */
export const anySubgroups = property({
  clause: ["user_groups.create.post/subgroups-regardless", "user-group/subgroups"],
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
    await requireMembers(alice, group, [], inside);
  },
});

/** A bot may create a group. */
export const bots = property({
  clause: "user_groups.create.post/bots",
  given: { name: aName, description: aDescription, listed: aMemberList() },
  examples: [{ name: plainName, description: "", listed: people() }],
  async holds(session, { name, description, listed }) {
    const robo = bot(session);
    const fields = { name: groupName(session, name), description, members: userIds(robo, listed) };
    const group = await createShown(robo, fields);
    session.expect.same([group.name, group.description], [fields.name, description], "the group that a bot created");
    session.expect.sameSet(group.members, [...new Set(fields.members)], "the members of the group that a bot created");
  },
});

/** Whether the first members are told: noted, not judged. */
export const notices = property({
  clause: "user_groups.create.post/notices",
  given: { listed: somePeople({ from: ["bob", "cara", "dana", "owen"], max: 3 }) },
  examples: [{ listed: ["bob", "cara"] }],
  async holds(session, { listed }) {
    const { alice } = session.as;
    const queues = [];
    for (const name of listed) queues.push(await listenForNotices(session.actor(name)));
    const group = await session.expect.accepted(createGroup(alice, { members: userIds(alice, listed) }));
    const later = await createGroup(alice);
    for (const queue of queues) session.chooses("groupCreationNotices", (await bringsNotice(queue, group, later)) ? "sent" : "none");
  },
});
