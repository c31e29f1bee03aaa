import type { Actor } from "../../client/actor.ts";
import { type CreatedGroup, changeMembers, createGroup, groupOf } from "../../client/groups.ts";
import { bot, deactivatedAccount, unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

/** A group with alice in it and a subgroup, and a second group beside it. */
async function stage(session: Session) {
  const alice = session.as.alice;
  const [inside, beside] = [await createGroup(alice), await createGroup(alice)];
  const wide = session.target.level >= 311;
  const group = await createGroup(alice, { members: [alice.user_id], ...(wide && { subgroups: [inside.id] }) });
  return { alice, bob: session.as.bob, group, inside, beside };
}

async function holdsExactly(actor: Actor, group: CreatedGroup, members: readonly number[], subgroups?: readonly number[]): Promise<void> {
  const { expect } = actor;
  const record = await groupOf(actor, group.id);
  expect.sameSet(record.members, members, "the members of the group");
  if (subgroups) expect.sameSet(record.direct_subgroup_ids, subgroups, "the subgroups of the group");
}

const isChanged = async (actor: Actor, group: CreatedGroup, fields: Body): Promise<void> => {
  const { expect } = actor;
  expect.succeeded(await changeMembers(actor, group, fields), `a change of members with ${Object.keys(fields).join(", ")}`);
};

/** Somebody who is added is a member, beside those who were. */
export const add = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/all-optional", "user-group/members"],
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    await isChanged(alice, group, { add: [bob.user_id] });
    await holdsExactly(bob, group, [alice.user_id, bob.user_id]);
  },
});

/** Several come at once, and go at once. */
export const several = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete"],
  async holds(session) {
    const [alice, bob] = [session.as.alice, session.as.bob];
    const group = await createGroup(alice);
    const both = [alice.user_id, bob.user_id];
    await isChanged(alice, group, { add: both });
    await holdsExactly(alice, group, both);
    await isChanged(alice, group, { delete: both });
    await holdsExactly(alice, group, []);
  },
});

/** Somebody who is removed is no member; the others stay. */
export const remove = property({
  clause: ["user_groups-id.members.post/delete", "user_groups-id.members.post/all-optional", "user-group/members"],
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    await isChanged(alice, group, { add: [bob.user_id] });
    await isChanged(alice, group, { delete: [alice.user_id] });
    await holdsExactly(alice, group, [bob.user_id]);
  },
});

/** A group that is added is a subgroup, beside those that were. */
export const addSubgroups = property({
  clause: ["user_groups-id.members.post/add_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  async holds(session) {
    const { alice, group, inside, beside } = await stage(session);
    await isChanged(alice, group, { add_subgroups: [beside.id] });
    await holdsExactly(alice, group, [alice.user_id], [inside.id, beside.id]);
  },
});

/** A group that is removed is no subgroup. */
export const removeSubgroups = property({
  clause: ["user_groups-id.members.post/delete_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  async holds(session) {
    const { alice, group, inside } = await stage(session);
    await isChanged(alice, group, { delete_subgroups: [inside.id] });
    await holdsExactly(alice, group, [alice.user_id], []);
  },
});

/** Everything can be asked for at once. */
export const together = property({
  clause: "user_groups-id.members.post/together",
  async holds(session) {
    const { alice, bob, group, inside, beside } = await stage(session);
    const fields = { add: [bob.user_id], delete: [alice.user_id], add_subgroups: [beside.id], delete_subgroups: [inside.id] };
    await isChanged(alice, group, fields);
    await holdsExactly(alice, group, [bob.user_id], [beside.id]);
  },
});

/** Everybody's clients hear who came and who went. */
export const isAnnounced = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, group } = await stage(session);
    const queue = await bob.queue({ event_types: ["user_group"] });
    await isChanged(alice, group, { add: [bob.user_id] });
    await isChanged(alice, group, { delete: [alice.user_id] });
    const [came, went] = await queue
      .until("members were removed", ({ op, group_id }) => op === "remove_members" && group_id === group.id)
      .then((events) => events.filter(({ group_id }) => group_id === group.id));
    expect.sameSet(came?.user_ids, [bob.user_id], "who came, in the event");
    expect.sameSet(went?.user_ids, [alice.user_id], "who went, in the event");
  },
});

/** Tries a change that is refused, and sees that nothing of it was done. */
async function refuses(session: Session, fields: (staged: Awaited<ReturnType<typeof stage>>) => Body, what: string): Promise<void> {
  const { expect } = session;
  const staged = await stage(session);
  const { alice, group, inside } = staged;
  expect.refused(await changeMembers(alice, group, fields(staged)), "BAD_REQUEST", {}, what);
  await holdsExactly(alice, group, [alice.user_id], session.target.level >= 311 ? [inside.id] : undefined);
}

/** An id of nobody is refused, for adding and for removing. */
export const unknownUser = property({
  clause: ["user_groups-id.members.post/users-known", "user_groups-id.members.post/no-trace"],
  async holds(session) {
    await refuses(session, () => ({ add: [unknownId] }), "adding a user who does not exist");
    await refuses(session, ({ bob }) => ({ add: [bob.user_id, unknownId] }), "adding a user who does not exist");
    await refuses(session, ({ alice }) => ({ delete: [alice.user_id, unknownId] }), "removing a user who does not exist");
  },
});

/** A deactivated account is refused, for adding and for removing. */
export const deactivatedUser = property({
  clause: ["user_groups-id.members.post/users-active", "user_groups-id.members.post/no-trace"],
  async holds(session) {
    const gone = await deactivatedAccount(session.as.alice);
    await refuses(session, () => ({ add: [gone] }), "adding a deactivated account");
    await refuses(session, ({ bob }) => ({ add: [bob.user_id, gone] }), "adding a deactivated account");
    await refuses(session, ({ alice }) => ({ delete: [alice.user_id, gone] }), "removing a deactivated account");
  },
});

/** An id of no group is refused. */
export const unknownGroup = property({
  clause: ["user_groups-id.members.post/groups-known", "user_groups-id.members.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const [alice, bob] = [session.as.alice, session.as.bob];
    const nowhere = { id: unknownId, name: "" };
    expect.refused(await changeMembers(alice, nowhere, { add: [bob.user_id] }), "BAD_REQUEST", {}, "a group that does not exist");
    await refuses(session, ({ beside }) => ({ add_subgroups: [beside.id, unknownId] }), "adding a group that does not exist");
    await refuses(session, ({ inside }) => ({ delete_subgroups: [inside.id, unknownId] }), "removing a group that does not exist");
  },
});

/** Where one of several changes is refused, none is made. */
export const allOrNothing = property({
  clause: "user_groups-id.members.post/no-trace",
  async holds(session) {
    await refuses(
      session,
      ({ alice, bob }) => ({ add: [bob.user_id], delete: [alice.user_id, unknownId] }),
      "a change with a wrong removal",
    );
    if (session.target.level < 311) return;
    await refuses(session, ({ bob }) => ({ add: [bob.user_id], add_subgroups: [unknownId] }), "a change with a wrong subgroup");
    await refuses(
      session,
      ({ beside }) => ({ add_subgroups: [beside.id], delete_subgroups: [unknownId] }),
      "a change with a wrong subgroup to remove",
    );
  },
});

/** A bot may change the members of its group. */
export const bots = property({
  clause: "user_groups-id.members.post/bots",
  async holds(session) {
    const robo = bot(session);
    const group = await createGroup(robo);
    await isChanged(robo, group, { add: [robo.user_id] });
    await holdsExactly(robo, group, [robo.user_id]);
  },
});

/** Whether somebody who is added is told: noted, not judged. */
export const notices = property({
  clause: "user_groups-id.members.post/notices",
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    const queue = await bob.queue({ event_types: ["message", "user_group"] });
    await isChanged(alice, group, { add: [bob.user_id] });
    const { id } = await createGroup(alice);
    const events = await queue.until("another group was added", (event) => (event.group as { id?: unknown } | undefined)?.id === id);
    const isNotice = (message: unknown) => String((message as { content?: unknown } | undefined)?.content).includes(group.name);
    session.chooses("groupNotices", events.some(({ message }) => isNotice(message)) ? "sent" : "none");
  },
});
