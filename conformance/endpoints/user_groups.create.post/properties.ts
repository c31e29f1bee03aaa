import type { Actor } from "../../client/actor.ts";
import {
  bringsNotice,
  createGroup,
  createShown,
  groupNamed,
  listenForNotices,
  mayNotManageAll,
  only,
  requireMembers,
  requireSetting,
  sameSetting,
  settingNames,
  systemGroup,
} from "../../client/groups.ts";
import { bot, unknownId } from "../../client/people.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { at, type Body } from "../../expect.ts";

type Look = (reply: Reply) => void;

/** Requires a refusal that leaves no group, and that the mended request makes one. */
async function refuses(alice: Actor, wrong: Body, mended: Body & { readonly name: string }, look: Look): Promise<void> {
  const { expect } = alice;
  await createGroup(alice);
  look(await alice.send("POST /user_groups/create", wrong));
  expect.holds(!(await groupNamed(alice, mended.name)), "the group is there although its creation was refused");
  expect.same((await createShown(alice, mended)).name, mended.name, "the name of the group of the mended request");
}

/** The answer has an id, and everybody sees a group of that id with what was given. */
export const creates = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id", "user-group/name", "user-group/description"],
  async holds(session) {
    const fields = { name: session.fresh("Grüppe"), description: "Does a thing,\nand ünother" };
    const { name, description } = await createShown(session.as.alice, fields);
    session.expect.same({ name, description }, fields, "the new group");
  },
});

/** Two groups have different ids. */
export const idsDiffer = property({
  clause: ["user_groups.create.post/group-id", "user-group/group-id"],
  async holds({ as: { alice }, expect }) {
    const [one, other] = [await expect.accepted(createGroup(alice)), await expect.accepted(createGroup(alice))];
    expect.holds(one.id !== other.id, `two groups have the id ${one.id}`);
  },
});

/** The members are those who were listed, and nobody else. */
export const members = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  async holds({ as: { alice, bob }, expect }) {
    const group = await expect.accepted(createGroup(alice, { members: [alice.user_id, bob.user_id] }));
    await requireMembers(alice, group, [alice, bob]);
  },
});

/** A group may begin without members, its creator included. */
export const noMembers = property({
  clause: ["user_groups.create.post/members-initial", "user-group/members"],
  async holds({ as: { alice }, expect }) {
    await requireMembers(alice, await expect.accepted(createGroup(alice, { members: [] })), []);
  },
});

/** Everybody's clients hear of a new group. */
export const isAnnounced = property({
  clause: "user-group/name",
  async holds({ as: { alice, bob }, expect }) {
    const queue = await bob.queue({ event_types: ["user_group"] });
    const { name } = await expect.accepted(createGroup(alice));
    await queue.until("a user group was added", (event) => event.op === "add" && at(event, "group", "name") === name);
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
    for (const left of ["name", "description", "members"]) {
      const all = { name: session.fresh("g"), description: "", members: [] };
      await refuses(session.as.alice, { ...all, [left]: undefined }, all, (reply) => session.expect.missing(reply, left));
    }
  },
});

/** A member who does not exist is refused. */
export const unknownMember = property({
  clause: ["user_groups.create.post/members-unknown", "user_groups.create.post/no-trace"],
  async holds(session) {
    const [{ expect }, { alice }] = [session, session.as];
    const mended = { name: session.fresh("g"), description: "", members: [alice.user_id] };
    const look: Look = (reply) => expect.refused(reply, "BAD_REQUEST", {}, "a member who does not exist");
    await refuses(alice, { ...mended, members: [alice.user_id, unknownId] }, mended, look);
  },
});

/** A group can be created with subgroups. */
export const subgroups = property({
  clause: ["user_groups.create.post/subgroups-initial", "user-group/subgroups"],
  async holds({ as: { alice }, expect }) {
    const both = [await createGroup(alice), await createGroup(alice)];
    const group = await expect.accepted(createGroup(alice, { subgroups: both.map(({ id }) => id) }));
    await requireMembers(alice, group, [], both);
  },
});

/** A subgroup that does not exist is refused. */
export const unknownSubgroup = property({
  clause: ["user_groups.create.post/subgroups-unknown", "user_groups.create.post/no-trace"],
  async holds(session) {
    const [{ expect }, { alice }] = [session, session.as];
    const { id } = await createGroup(alice);
    const mended = { name: session.fresh("g"), description: "", members: [], subgroups: [id] };
    const wrong = { ...mended, subgroups: [id, unknownId] };
    await refuses(alice, wrong, mended, (reply) => expect.declined(reply, "a subgroup that does not exist"));
  },
});

/** Subgroups may be given by one who may change neither them nor the new group. */
export const anySubgroups = property({
  clause: ["user_groups.create.post/subgroups-regardless", "user-group/subgroups"],
  async holds({ as: { alice, bob }, expect }) {
    await mayNotManageAll(alice);
    const strict = { can_add_members_group: only(bob), can_manage_group: only(bob), can_join_group: only(bob) };
    const other = await createGroup(bob, strict);
    const group = await expect.accepted(createGroup(alice, { ...strict, subgroups: [other.id] }));
    await requireMembers(alice, group, [], [other]);
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
  async holds({ as: { alice } }) {
    const holder = (await createGroup(alice)).id;
    const moderators = await systemGroup(alice, "role:moderators");
    for (const setting of settingNames) {
      const both = { direct_members: [alice.user_id], direct_subgroups: [moderators, holder] };
      for (const value of [holder, moderators, only(alice), both]) {
        const group = await createShown(alice, { [setting]: value });
        sameSetting(alice, group[setting], value, `${setting} of the new group`);
      }
    }
  },
});

/** All settings may be given at once, each its own. */
export const allSettings = property({
  clause: ["user_groups.create.post/settings-optional", "user-group/settings"],
  async holds({ as: { alice }, expect }) {
    const given: Record<string, number> = {};
    for (const name of settingNames) given[name] = (await createGroup(alice)).id;
    const group = await createShown(alice, given);
    for (const name of settingNames) expect.same(group[name], given[name], `${name} of the new group`);
  },
});

/** Settings that are left out have a value all the same. */
export const settingsLeftOut = property({
  clause: ["user_groups.create.post/settings-optional", "group-setting/read-shape"],
  async holds({ as: { alice } }) {
    const group = await createShown(alice);
    for (const name of settingNames) requireSetting(alice, group[name], `${name} of a group created without it`);
  },
});

/** A bot may create a group. */
export const bots = property({
  clause: "user_groups.create.post/bots",
  async holds(session) {
    const [robo, name] = [bot(session), session.fresh("g")];
    session.expect.same((await createShown(robo, { name })).name, name, "the name of a group that a bot created");
  },
});

/** Whether the first members are told: noted, not judged. */
export const notices = property({
  clause: "user_groups.create.post/notices",
  async holds(session) {
    const { alice, bob, cara } = session.as;
    const queues = [await listenForNotices(bob), await listenForNotices(cara)];
    const group = await session.expect.accepted(createGroup(alice, { members: [bob.user_id, cara.user_id] }));
    const later = await createGroup(alice);
    for (const queue of queues) session.chooses("groupCreationNotices", (await bringsNotice(queue, group, later)) ? "sent" : "none");
  },
});
