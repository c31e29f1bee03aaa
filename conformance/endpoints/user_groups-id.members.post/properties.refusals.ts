import fc from "fast-check";
import { changeMembers, createGroup, requireChange, requireMembers, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { deactivatedAccount, departing, unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { type PersonName, somePeople } from "../../draw/people.ts";
import { actors, aMaker, refuses, stage, withId, without } from "./trials.ts";

const anIdOfNothing = anId("unknown", "zero", "negative") as fc.Arbitrary<IdShape>;
const nothing = { kind: "unknown", id: unknownId } as IdShape;
const aPlace = fc.nat(2);
const aSide = fc.constantFrom("add", "delete");

interface Beside {
  readonly who: PersonName;
  readonly side: "add" | "delete";
  /** Whom the same list names, and the mended one. */
  readonly others: readonly PersonName[];
  readonly place: number;
}

/** Requires an account to be refused in one of the lists, and the others in it to be accepted without it. */
async function refusesAccount(session: Session, id: unknown, { who, side, others, place }: Beside, what: string): Promise<void> {
  const staged = await stage(session, { who, members: side === "add" ? [] : others });
  const ids = userIds(staged.actor, others);
  await refuses(staged, `${side} of ${what}`, { [side]: withId(ids, place, id) }, { [side]: ids });
}

/** An id of nobody is refused, for adding and for removing. */
export const unknownUser = property<Beside & { readonly id: IdShape }>({
  clause: ["user_groups-id.members.post/users-known", "user_groups-id.members.post/no-trace"],
  given: { who: aMaker, side: aSide, others: somePeople({ max: 3 }), place: aPlace, id: anIdOfNothing },
  examples: [
    { who: "alice", side: "add", others: ["bob"], place: 1, id: nothing },
    { who: "alice", side: "delete", others: ["alice"], place: 1, id: nothing },
  ],
  holds: (session, { id, ...beside }) => refusesAccount(session, idOf(id, { existing: [] }), beside, "a user who does not exist"),
});

/** A deactivated account is refused, for adding and for removing. */
export const deactivatedUser = property<Beside>({
  clause: ["user_groups-id.members.post/users-active", "user_groups-id.members.post/no-trace"],
  given: { who: aMaker, side: aSide, others: somePeople({ max: 3 }), place: aPlace },
  examples: [
    { who: "alice", side: "add", others: ["bob"], place: 1 },
    { who: "alice", side: "delete", others: ["alice"], place: 1 },
  ],
  holds: async (session, beside) => refusesAccount(session, await deactivatedAccount(session.as.alice), beside, "a deactivated account"),
});

/** A member whose account was deactivated since is refused where members are removed. */
export const formerAccount = property<Omit<Beside, "side"> & { readonly named: boolean }>({
  clause: ["user_groups-id.members.post/users-active-delete", "user_groups-id.members.post/no-trace"],
  given: { who: aMaker, others: somePeople({ max: 3 }), named: fc.boolean(), place: aPlace },
  examples: [
    { who: "alice", others: ["bob"], named: true, place: 1 },
    { who: "alice", others: ["bob"], named: false, place: 0 },
  ],
  async holds(session, { who, others, named, place }) {
    const gone = await departing(session, [who, ...others]);
    const members = [...others, gone.name as PersonName];
    const staged = await stage(session, { who, members });
    await requireMembers(staged.actor, staged.group, actors(session, members));
    await session.steering.act({ action: "deactivate_user", as: gone.name });
    const ids = userIds(staged.actor, others);
    const wrong = { delete: named ? withId(ids, place, gone.user_id) : [gone.user_id] };
    await refuses(staged, "removing a member whose account is deactivated", wrong, { delete: ids });
  },
});

/** An id of no group is refused in the path. */
export const unknownGroup = property({
  clause: "user_groups-id.members.post/groups-known",
  given: { who: aMaker, added: somePeople({ max: 3 }), id: anId("unknown", "zero") as fc.Arbitrary<IdShape> },
  examples: [{ who: "alice", added: ["bob"], id: nothing }],
  async holds(session, { who, added, id }) {
    const actor = session.actor(who);
    const fields = { add: userIds(actor, added) };
    const group = await createGroup(actor);
    const nowhere = { id: Number(idOf(id, { existing: [] })), name: "" };
    session.expect.declined(await changeMembers(actor, nowhere, fields), "a group that does not exist");
    await requireMembers(actor, group, []);
    await requireChange(actor, group, fields);
  },
});

type Aside = Omit<Beside, "others"> & { readonly alone: boolean; readonly id: IdShape };

/** An id of no group is refused among the subgroups, those that come and those that go. */
export const unknownSubgroup = property<Aside>({
  clause: ["user_groups-id.members.post/groups-known", "user_groups-id.members.post/no-trace"],
  given: { who: aMaker, side: aSide, alone: fc.boolean(), place: aPlace, id: anIdOfNothing },
  examples: [
    { who: "alice", side: "add", alone: false, place: 1, id: nothing },
    { who: "alice", side: "delete", alone: false, place: 1, id: nothing },
  ],
  async holds(session, { who, side, alone, place, id }) {
    const staged = await stage(session, { who, members: ["alice"] });
    const [list, known] = [`${side}_subgroups`, [side === "add" ? staged.beside.id : staged.inside.id]];
    const wrong = withId(alone ? [] : known, place, idOf(id, { existing: [] }));
    await refuses(staged, `${list} with a group that does not exist`, { [list]: wrong }, { [list]: known });
  },
});

interface Several {
  readonly who: PersonName;
  readonly come: readonly PersonName[];
  readonly go: readonly PersonName[];
  /** The list with the wrong id. */
  readonly wrong: string;
  readonly id: IdShape;
  readonly place: number;
}

/** Where one of several changes is refused, none is made. */
export const allOrNothing = property<Several>({
  clause: "user_groups-id.members.post/no-trace",
  given: {
    who: aMaker,
    come: somePeople({ max: 3 }),
    go: somePeople({ max: 3 }),
    wrong: fc.constantFrom("add", "delete", "add_subgroups", "delete_subgroups"),
    id: anIdOfNothing,
    place: aPlace,
  },
  examples: ["delete", "add_subgroups", "delete_subgroups", "add"].map((wrong): Several => {
    return { who: "alice", come: ["bob"], go: ["alice"], wrong, id: nothing, place: 1 };
  }),
  async holds(session, { who, come, go, wrong, id, place }) {
    const leaving = without(go, come);
    const staged = await stage(session, { who, members: leaving });
    const { actor, inside, beside } = staged;
    const people = { add: userIds(actor, come), delete: userIds(actor, leaving) };
    const all =
      session.level < levels.subgroupsInCreation ? people : { ...people, add_subgroups: [beside.id], delete_subgroups: [inside.id] };
    const mended = Object.fromEntries(Object.entries(all).filter(([, ids]) => ids.length > 0));
    const list = wrong in all ? wrong : "delete";
    const ids = { ...mended, [list]: withId(mended[list] ?? [], place, idOf(id, { existing: [] })) };
    await refuses(staged, `a change with a wrong id in ${list}`, ids, mended);
  },
});
