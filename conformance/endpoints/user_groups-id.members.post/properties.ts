import fc from "fast-check";
import { changeMembers, createGroup, requireChange, requireMembers, userIds } from "../../client/groups.ts";
import { bot } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aMemberList, aNest, emptyNest, type Nest, people } from "../../draw/groups.ts";
import { type PersonName, somePeople } from "../../draw/people.ts";
import { aChange, type ChangeShape, NestSets } from "./sets.ts";
import { actors, aMaker, type Start, stage, without } from "./trials.ts";

/** Somebody who is added is a member, beside those who were. */
export const add = property<Start & { readonly viewer: PersonName; readonly added: readonly PersonName[] }>({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/all-optional", "user-group/members"],
  given: { who: aMaker, viewer: aMaker, members: somePeople({ min: 0 }), added: aMemberList(undefined, 1) },
  examples: [
    { who: "alice", viewer: "bob", members: ["alice"], added: people("bob") },
    { who: "alice", viewer: "alice", members: [], added: people("bob", "cara", "bob") },
  ],
  async holds(session, { who, viewer, members, added }) {
    const { actor, group } = await stage(session, { who, members: without(members, added) });
    await requireChange(actor, group, { add: userIds(actor, added) });
    await requireMembers(session.actor(viewer), group, actors(session, [...new Set([...members, ...added])]));
  },
});

/** Somebody who is removed is no member; the others stay. */
export const remove = property<Start & { readonly viewer: PersonName; readonly removed: readonly PersonName[] }>({
  clause: ["user_groups-id.members.post/delete", "user_groups-id.members.post/all-optional", "user-group/members"],
  given: { who: aMaker, viewer: aMaker, members: somePeople({ min: 0 }), removed: aMemberList(undefined, 1) },
  examples: [
    { who: "alice", viewer: "alice", members: ["bob"], removed: people("alice") },
    { who: "alice", viewer: "bob", members: ["alice"], removed: people("bob", "cara", "bob") },
  ],
  async holds(session, { who, viewer, members, removed }) {
    const { actor, group } = await stage(session, { who, members: [...new Set([...members, ...removed])] });
    await requireChange(actor, group, { delete: userIds(actor, removed) });
    await requireMembers(session.actor(viewer), group, actors(session, without(members, removed)));
  },
});

/** A request for no change is accepted or refused, and changes nothing. */
export const nothing = property<Start & { readonly fields: object }>({
  clause: "user_groups-id.members.post/none-required",
  given: {
    who: aMaker,
    members: somePeople({ min: 0 }),
    fields: fc.constantFrom({}, { add: [] }, { delete: [] }, { add: [], delete: [] }),
  },
  examples: [{ who: "alice", members: ["bob"], fields: {} }],
  async holds(session, { who, members, fields }) {
    const { expect } = session;
    const { actor, group } = await stage(session, { who, members });
    const reply = await changeMembers(actor, group, { ...fields });
    const isRefused = reply.body.result === "error";
    session.chooses("emptyMemberUpdate", isRefused ? "observed" : "accepted");
    if (isRefused) expect.declined(reply, "a request for no change");
    else expect.bare(reply, "a request for no change");
    await requireMembers(actor, group, actors(session, members));
  },
});

const peopleAlone = (nest: Nest): Nest => ({
  a: { ...nest.a, subgroups: [] },
  b: { ...nest.b, subgroups: [] },
  c: { ...nest.c, subgroups: [] },
});

const aboutA = { group: "a", add_subgroups: [], delete_subgroups: [], isOpen: false } as const;

/** Several come at once, and go at once; those who are not named stay. */
export const several = property({
  clause: ["user_groups-id.members.post/add", "user_groups-id.members.post/delete", "user-group/members"],
  given: { who: aMaker, nest: aNest(), changes: fc.array(aChange(true), { minLength: 1, maxLength: 4 }) },
  examples: [
    {
      who: "alice",
      nest: { ...emptyNest, a: { members: people("cara"), subgroups: [] } } as Nest,
      changes: [
        { ...aboutA, add: ["alice", "bob"], delete: [] },
        { ...aboutA, add: [], delete: ["bob", "cara"] },
        { ...aboutA, add: ["bob", "cara"], delete: [] },
        { ...aboutA, add: [], delete: ["alice", "bob", "cara"] },
      ] as ChangeShape[],
    },
  ],
  async holds(session, { who, nest, changes }) {
    const sets = await NestSets.create(session.actor(who), peopleAlone(nest));
    for (const change of changes) await sets.change(change);
    await sets.requireShown(true);
  },
});

/** Groups with subgroups are what follows from all changes made to them: sets, in whatever order and how often something is named. */
export const nested = property({
  clause: [
    "user_groups-id.members.post/add",
    "user_groups-id.members.post/delete",
    "user_groups-id.members.post/add_subgroups",
    "user_groups-id.members.post/delete_subgroups",
    "user_groups-id.members.post/together",
    "user-group/members",
    "user-group/subgroups",
  ],
  given: { who: aMaker, nest: aNest(), changes: fc.array(aChange(false), { minLength: 1, maxLength: 4 }) },
  // Not every target gives a third member.
  examples: ["cara", "owen"].map((third) => ({
    who: "alice",
    nest: {
      a: { members: people("bob"), subgroups: ["b"] },
      b: { members: people("bob"), subgroups: [] },
      c: { members: people("dana"), subgroups: [] },
    } as Nest,
    changes: [
      { ...aboutA, add: [third, third], delete: ["bob"], add_subgroups: ["c", "c"] },
      { ...aboutA, group: "b", add: ["alice"], delete: [], add_subgroups: ["c"] },
      { ...aboutA, add: [], delete: [third, third], delete_subgroups: ["b"] },
    ] as ChangeShape[],
  })),
  async holds(session, { who, nest, changes }) {
    const sets = await NestSets.create(session.actor(who), nest);
    for (const change of changes) {
      await sets.change(change);
      await sets.requireShown(false);
    }
  },
});

/** Groups that are added are subgroups, beside those that were. */
export const addSubgroups = property<Start & { readonly number: number }>({
  clause: ["user_groups-id.members.post/add_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  given: { who: aMaker, members: somePeople({ min: 0 }), number: fc.integer({ min: 1, max: 3 }) },
  examples: [{ who: "alice", members: ["alice"], number: 1 }],
  async holds(session, { who, members, number }) {
    const { actor, group, inside, beside } = await stage(session, { who, members });
    const added = [beside];
    while (added.length < number) added.push(await createGroup(actor));
    await requireChange(actor, group, { add_subgroups: added.map(({ id }) => id) });
    await requireMembers(actor, group, actors(session, members), [inside, ...added]);
  },
});

/** A group that is removed is no subgroup. */
export const removeSubgroups = property<Start & { readonly times: number; readonly stays: boolean }>({
  clause: ["user_groups-id.members.post/delete_subgroups", "user_groups-id.members.post/all-optional", "user-group/subgroups"],
  given: { who: aMaker, members: somePeople({ min: 0 }), times: fc.integer({ min: 1, max: 2 }), stays: fc.boolean() },
  examples: [{ who: "alice", members: ["alice"], times: 1, stays: false }],
  async holds(session, { who, members, times, stays }) {
    const { actor, group, inside, beside } = await stage(session, { who, members });
    if (stays) await requireChange(actor, group, { add_subgroups: [beside.id] });
    await requireChange(actor, group, { delete_subgroups: Array(times).fill(inside.id) });
    await requireMembers(actor, group, actors(session, members), stays ? [beside] : []);
  },
});

interface Exchange {
  readonly who: PersonName;
  readonly stay: readonly PersonName[];
  readonly come: readonly PersonName[];
  readonly go: readonly PersonName[];
}

/** Everything can be asked for at once. */
export const together = property<Exchange>({
  clause: "user_groups-id.members.post/together",
  given: { who: aMaker, stay: somePeople({ min: 0 }), come: somePeople(), go: somePeople() },
  examples: [{ who: "alice", stay: [], come: ["bob"], go: ["alice"] }],
  async holds(session, given) {
    const { who, come } = given;
    const go = without(given.go, come);
    const stay = without(given.stay, [...come, ...go]);
    const { actor, group, inside, beside } = await stage(session, { who, members: [...stay, ...go] });
    const people = { add: userIds(actor, come), ...(go.length > 0 && { delete: userIds(actor, go) }) };
    await requireChange(actor, group, { ...people, add_subgroups: [beside.id], delete_subgroups: [inside.id] });
    await requireMembers(actor, group, actors(session, [...stay, ...come]), [beside]);
  },
});

/** A bot may change the members of its group. */
export const bots = property({
  clause: "user_groups-id.members.post/bots",
  given: { come: aMemberList(undefined, 1), go: somePeople({ min: 0 }) },
  examples: [{ come: people("robo"), go: [] as PersonName[] }],
  async holds(session, { come, go }) {
    const robo = bot(session);
    const group = await createGroup(robo);
    await requireChange(robo, group, { add: userIds(robo, come) });
    await requireMembers(robo, group, actors(session, [...new Set(come)]));
    const gone = go.filter((name) => come.includes(name));
    if (gone.length === 0) return;
    await requireChange(robo, group, { delete: userIds(robo, gone) });
    await requireMembers(robo, group, actors(session, without([...new Set(come)], gone)));
  },
});
