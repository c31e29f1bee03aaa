import { bringsNotice, changeMembers, createGroup, listenForNotices, requireChange, requireMembers } from "../../client/groups.ts";
import { bot, deactivatedAccount, unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

/** A group with alice in it and a subgroup, and a second group beside it. */
async function stage(session: Session) {
  const { alice, bob } = session.as;
  const [inside, beside] = [await createGroup(alice), await createGroup(alice)];
  const wide = session.level >= 311;
  const group = await createGroup(alice, { members: [alice.user_id], ...(wide && { subgroups: [inside.id] }) });
  return { alice, bob, group, inside, beside };
}

/** Somebody who is added is a member, beside those who were. */
export const add = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/all-optional", "user-group/members"],
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    await requireChange(alice, group, { add: [bob.user_id] });
    await requireMembers(bob, group, [alice, bob]);
  },
});

/** Several come at once, and go at once; those who are not named stay. */
export const several = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete", "user-group/members"],
  async holds({ as: { alice, bob, cara } }) {
    const group = await createGroup(alice, { members: [cara.user_id] });
    await requireChange(alice, group, { add: [alice.user_id, bob.user_id] });
    await requireMembers(alice, group, [alice, bob, cara]);
    await requireChange(alice, group, { delete: [bob.user_id, cara.user_id] });
    await requireMembers(alice, group, [alice]);
    await requireChange(alice, group, { add: [bob.user_id, cara.user_id] });
    await requireMembers(alice, group, [alice, bob, cara]);
    await requireChange(alice, group, { delete: [alice.user_id, bob.user_id, cara.user_id] });
    await requireMembers(alice, group, []);
  },
});

/** Somebody who is removed is no member; the others stay. */
export const remove = property({
  clause: ["user_groups-id.members.post/delete", "user_groups-id.members.post/all-optional", "user-group/members"],
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    await requireChange(alice, group, { add: [bob.user_id] });
    await requireChange(alice, group, { delete: [alice.user_id] });
    await requireMembers(alice, group, [bob]);
  },
});

/** A group that is added is a subgroup, beside those that were. */
export const addSubgroups = property({
  clause: ["user_groups-id.members.post/add_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  async holds(session) {
    const { alice, group, inside, beside } = await stage(session);
    await requireChange(alice, group, { add_subgroups: [beside.id] });
    await requireMembers(alice, group, [alice], [inside, beside]);
  },
});

/** A group that is removed is no subgroup. */
export const removeSubgroups = property({
  clause: ["user_groups-id.members.post/delete_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  async holds(session) {
    const { alice, group, inside } = await stage(session);
    await requireChange(alice, group, { delete_subgroups: [inside.id] });
    await requireMembers(alice, group, [alice], []);
  },
});

/** Everything can be asked for at once. */
export const together = property({
  clause: "user_groups-id.members.post/together",
  async holds(session) {
    const { alice, bob, group, inside, beside } = await stage(session);
    const fields = { add: [bob.user_id], delete: [alice.user_id], add_subgroups: [beside.id], delete_subgroups: [inside.id] };
    await requireChange(alice, group, fields);
    await requireMembers(alice, group, [bob], [beside]);
  },
});

/** Everybody's clients hear who came and who went. */
export const isAnnounced = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob, group } = await stage(session);
    const queue = await bob.queue({ event_types: ["user_group"] });
    await requireChange(alice, group, { add: [bob.user_id] });
    await requireChange(alice, group, { delete: [alice.user_id] });
    const events = await queue.until("members were removed", ({ op, group_id }) => op === "remove_members" && group_id === group.id);
    const [came, went] = events.filter(({ group_id }) => group_id === group.id);
    expect.sameSet(came?.user_ids, [bob.user_id], "who came, in the event");
    expect.sameSet(went?.user_ids, [alice.user_id], "who went, in the event");
  },
});

type Requests = (staged: Awaited<ReturnType<typeof stage>>) => readonly [wrong: Body, mended: Body];

/** Tries a change that is refused, sees that nothing of it was done, and then the mended one, which is accepted. */
async function refuses(session: Session, what: string, requests: Requests): Promise<void> {
  const staged = await stage(session);
  const { alice, group, inside } = staged;
  const [wrong, mended] = requests(staged);
  session.expect.declined(await changeMembers(alice, group, wrong), what);
  await requireMembers(alice, group, [alice], session.level >= 311 ? [inside] : undefined);
  await requireChange(alice, group, mended);
}

/** Requires an account to be refused: alone, and beside those whom the same change adds or removes without it. */
async function refusesAccount(session: Session, id: number, who: string): Promise<void> {
  const [alice, bob] = [session.as.alice.user_id, session.as.bob.user_id];
  await refuses(session, `adding ${who}`, () => [{ add: [id] }, { add: [bob] }]);
  await refuses(session, `adding bob and ${who}`, () => [{ add: [bob, id] }, { add: [bob] }]);
  await refuses(session, `removing alice and ${who}`, () => [{ delete: [alice, id] }, { delete: [alice] }]);
}

/** An id of nobody is refused, for adding and for removing. */
export const unknownUser = property({
  clause: ["user_groups-id.members.post/users-known", "user_groups-id.members.post/no-trace"],
  holds: (session) => refusesAccount(session, unknownId, "a user who does not exist"),
});

/** A deactivated account is refused, for adding and for removing. */
export const deactivatedUser = property({
  clause: ["user_groups-id.members.post/users-active", "user_groups-id.members.post/no-trace"],
  holds: async (session) => refusesAccount(session, await deactivatedAccount(session.as.alice), "a deactivated account"),
});

/** An id of no group is refused. */
export const unknownGroup = property({
  clause: ["user_groups-id.members.post/groups-known", "user_groups-id.members.post/no-trace"],
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    const [nowhere, fields] = [{ id: unknownId, name: "" }, { add: [bob.user_id] }];
    session.expect.declined(await changeMembers(alice, nowhere, fields), "a group that does not exist");
    await requireChange(alice, group, fields);
    await refuses(session, "adding a group that does not exist", ({ beside: { id } }) => {
      return [{ add_subgroups: [id, unknownId] }, { add_subgroups: [id] }];
    });
    await refuses(session, "removing a group that does not exist", ({ inside: { id } }) => {
      return [{ delete_subgroups: [id, unknownId] }, { delete_subgroups: [id] }];
    });
  },
});

/** Where one of several changes is refused, none is made. */
export const allOrNothing = property({
  clause: "user_groups-id.members.post/no-trace",
  async holds(session) {
    const [alice, add] = [session.as.alice.user_id, [session.as.bob.user_id]];
    await refuses(session, "a change with a wrong removal", () => {
      return [
        { add, delete: [alice, unknownId] },
        { add, delete: [alice] },
      ];
    });
    if (session.level < 311) return;
    await refuses(session, "a change with a wrong subgroup", ({ beside }) => {
      return [
        { add, add_subgroups: [unknownId] },
        { add, add_subgroups: [beside.id] },
      ];
    });
    await refuses(session, "a change with a wrong subgroup to remove", ({ beside, inside }) => {
      const add_subgroups = [beside.id];
      return [
        { add_subgroups, delete_subgroups: [unknownId] },
        { add_subgroups, delete_subgroups: [inside.id] },
      ];
    });
  },
});

/** A bot may change the members of its group. */
export const bots = property({
  clause: "user_groups-id.members.post/bots",
  async holds(session) {
    const robo = bot(session);
    const group = await createGroup(robo);
    await requireChange(robo, group, { add: [robo.user_id] });
    await requireMembers(robo, group, [robo]);
  },
});

/** Whether people who are added are told: noted, not judged. */
export const notices = property({
  clause: "user_groups-id.members.post/notices",
  async holds(session) {
    const { alice, bob, group } = await stage(session);
    const { cara } = session.as;
    const queues = [await listenForNotices(bob), await listenForNotices(cara)];
    await requireChange(alice, group, { add: [bob.user_id, cara.user_id] });
    const later = await createGroup(alice);
    for (const queue of queues) session.chooses("groupNotices", (await bringsNotice(queue, group, later)) ? "sent" : "none");
  },
});
