import { createGroup, groupNamed, groupOf, only, sameSetting, settingNames, systemGroup } from "../../client/groups.ts";
import { bot, unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";

/** The answer has an id, and everybody sees a group of that id with what was given. */
export const creates = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id", "user-group/name", "user-group/description"],
  async holds(session) {
    const { expect } = session;
    const [name, description] = [session.fresh("Grüppe"), "Does a thing,\nand ünother"];
    const { id } = await createGroup(session.as.alice, { name, description });
    const group = await groupOf(session.as.alice, id);
    expect.same(group.name, name, "the name of the new group");
    expect.same(group.description, description, "the description of the new group");
  },
});

/** Two groups have different ids. */
export const idsDiffer = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id"],
  async holds(session) {
    const { expect } = session;
    const [one, other] = [await createGroup(session.as.alice), await createGroup(session.as.alice)];
    expect.holds(one.id !== other.id, `two groups have the id ${one.id}`);
  },
});

/** The members are those who were listed, and nobody else. */
export const members = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { id } = await createGroup(alice, { members: [alice.user_id, session.as.bob.user_id] });
    expect.sameSet((await groupOf(alice, id)).members, [alice.user_id, session.as.bob.user_id], "the members of the new group");
  },
});

/** A group may begin without members, its creator included. */
export const noMembers = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  async holds(session) {
    const { expect } = session;
    const { id } = await createGroup(session.as.alice, { members: [] });
    expect.sameSet((await groupOf(session.as.alice, id)).members, [], "the members of a group created without any");
  },
});

/** Everybody's clients hear of a new group. */
export const isAnnounced = property({
  clause: "user-group/name",
  async holds(session) {
    const queue = await session.as.bob.queue({ event_types: ["user_group"] });
    const { name } = await createGroup(session.as.alice);
    await queue.until(
      "a user group was added",
      ({ op, group }) => op === "add" && (group as { name?: unknown } | undefined)?.name === name,
    );
  },
});

/** Name, description and members are required. */
export const required = property({
  clause: [
    "user_groups.create.post/name-required",
    "user_groups.create.post/description-required",
    "user_groups.create.post/members-required",
    "user_groups.create.post/no-trace",
  ],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const name = session.fresh("g");
    await createGroup(alice);
    const all: Readonly<Record<string, unknown>> = { name, description: "", members: [] };
    for (const left of Object.keys(all)) expect.missing(await alice.send("POST /user_groups/create", { ...all, [left]: undefined }), left);
    expect.holds(!(await groupNamed(alice, name)), "the group is there although its creation was refused");
  },
});

/** A member who does not exist is refused. */
export const unknownMember = property({
  clause: ["user_groups.create.post/members-unknown", "user_groups.create.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const name = session.fresh("g");
    await createGroup(alice);
    const fields = { name, description: "", members: [alice.user_id, unknownId] };
    expect.refused(await alice.send("POST /user_groups/create", fields), "BAD_REQUEST", {}, "a member who does not exist");
    expect.holds(!(await groupNamed(alice, name)), "the group is there although its creation was refused");
  },
});

/** A group can be created with subgroups. */
export const subgroups = property({
  clause: ["user_groups.create.post/subgroups-initial", "user-group/subgroups"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const ids = [(await createGroup(alice)).id, (await createGroup(alice)).id];
    const { id } = await createGroup(alice, { subgroups: ids });
    expect.sameSet((await groupOf(alice, id)).direct_subgroup_ids, ids, "the subgroups of the new group");
  },
});

/** A subgroup that does not exist is refused. */
export const unknownSubgroup = property({
  clause: ["user_groups.create.post/subgroups-unknown", "user_groups.create.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const name = session.fresh("g");
    const { id } = await createGroup(alice);
    const fields = { name, description: "", members: [], subgroups: [id, unknownId] };
    expect.refused(await alice.send("POST /user_groups/create", fields), "BAD_REQUEST", {}, "a subgroup that does not exist");
    expect.holds(!(await groupNamed(alice, name)), "the group is there although its creation was refused");
  },
});

/** Subgroups may be given by one who may change neither them nor the new group. */
export const anySubgroups = property({
  clause: ["user_groups.create.post/subgroups-regardless", "user-group/subgroups"],
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    const strict = { can_add_members_group: only(bob), can_manage_group: only(bob), can_join_group: only(bob) };
    const other = await createGroup(bob, strict);
    const { id } = await createGroup(alice, { ...strict, subgroups: [other.id] });
    expect.sameSet((await groupOf(alice, id)).direct_subgroup_ids, [other.id], "the subgroups of the new group");
  },
});

/** Each setting may be given alone, as a group and as an object, and is what everybody sees. */
export const settings = property({
  clause: [
    "user_groups.create.post/settings-optional",
    "user-group/settings",
    "group-setting/integer",
    "group-setting/object",
    "group-setting/read-shape",
  ],
  async holds(session) {
    const alice = session.as.alice;
    const holder = (await createGroup(alice)).id;
    const moderators = await systemGroup(alice, "role:moderators");
    for (const setting of settingNames) {
      const both = { direct_members: [alice.user_id], direct_subgroups: [moderators, holder] };
      for (const value of [holder, moderators, only(alice), both]) {
        const { id } = await createGroup(alice, { [setting]: value });
        sameSetting((await groupOf(alice, id))[setting], value, `${setting} of the new group`);
      }
    }
  },
});

/** All settings may be given at once, each its own. */
export const allSettings = property({
  clause: ["user_groups.create.post/settings-optional", "user-group/settings"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const ids: number[] = [];
    for (const _ of settingNames) ids.push((await createGroup(alice)).id);
    const given = Object.fromEntries(settingNames.map((name, i) => [name, ids[i]]));
    const group = await groupOf(alice, (await createGroup(alice, given)).id);
    for (const name of settingNames) expect.same(group[name], given[name], `${name} of the new group`);
  },
});

/** Settings that are left out have a value all the same. */
export const settingsLeftOut = property({
  clause: ["user_groups.create.post/settings-optional", "group-setting/read-shape"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const group = await groupOf(alice, (await createGroup(alice)).id);
    for (const name of settingNames) expect.typed(group[name], "integer or object", `${name} of a group created without it`);
  },
});

/** A bot may create a group. */
export const bots = property({
  clause: "user_groups.create.post/bots",
  async holds(session) {
    const { expect } = session;
    const robo = bot(session);
    const { id, name } = await createGroup(robo);
    expect.same((await groupOf(robo, id)).name, name, "the name of a group that a bot created");
  },
});

/** Whether the first members are told: noted, not judged. */
export const notices = property({
  clause: "user_groups.create.post/notices",
  async holds(session) {
    const bob = session.as.bob;
    const [queue, name] = [await bob.queue({ event_types: ["message", "user_group"] }), session.fresh("g")];
    await createGroup(session.as.alice, { name, members: [bob.user_id] });
    const { id } = await createGroup(session.as.alice);
    const events = await queue.until("a second user group was added", ({ group }) => (group as { id?: unknown } | undefined)?.id === id);
    const isNotice = (message: unknown) => String((message as { content?: unknown } | undefined)?.content).includes(name);
    session.chooses("groupCreationNotices", events.some(({ message }) => isNotice(message)) ? "sent" : "none");
  },
});
