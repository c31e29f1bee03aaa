import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { createGroup, userIds } from "../../client/groups.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aMemberList, groupMakers, people } from "../../draw/groups.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { anActor, type PersonName, somePeople } from "../../draw/people.ts";
import { type Look, newGroup, refuses } from "./trials.ts";

const aMaker = anActor(...groupMakers);
const anIdOfNothing = anId("unknown", "zero", "negative") as fc.Arbitrary<IdShape>;
const nothing = { kind: "unknown", id: unknownId } as IdShape;
const aPlace = fc.nat(3);

/** Returns a list with one more item at a place in it. */
const withItem = (list: readonly number[], place: number, item: unknown): unknown[] => [
  ...list.slice(0, place),
  item,
  ...list.slice(place),
];

/** Requires a group to be refused without one of its parameters, and to be accepted with it. */
async function refusesWithout(actor: Actor, parameter: string, listed: readonly PersonName[]): Promise<void> {
  const all = { ...newGroup(actor.session), members: userIds(actor, listed) };
  await refuses(actor, { ...all, [parameter]: undefined }, all, (reply) => actor.expect.missing(reply, parameter));
}

/** Name and description are required. */
export const required = property({
  clause: ["user_groups.create.post/name-required", "user_groups.create.post/description-required", "user_groups.create.post/no-trace"],
  given: { who: aMaker, left: fc.constantFrom("name", "description"), listed: aMemberList() },
  examples: [
    { who: "alice", left: "name", listed: people() },
    { who: "alice", left: "description", listed: people() },
  ],
  holds: (session, { who, left, listed }) => refusesWithout(session.actor(who), left, listed),
});

/** The list of members is required. */
export const members = property({
  clause: ["user_groups.create.post/members-required", "user_groups.create.post/no-trace"],
  given: { who: aMaker, listed: aMemberList() },
  examples: [{ who: "alice", listed: people() }],
  holds: (session, { who, listed }) => refusesWithout(session.actor(who), "members", listed),
});

/** A member who does not exist is refused, wherever in the list. */
export const unknownMember = property({
  clause: ["user_groups.create.post/members-unknown", "user_groups.create.post/no-trace"],
  given: { who: aMaker, others: somePeople({ min: 0, max: 3 }), id: anIdOfNothing, place: aPlace },
  examples: [
    { who: "alice", others: ["alice"], id: nothing, place: 1 },
    { who: "alice", others: ["bob", "cara"], id: nothing, place: 0 },
  ],
  async holds(session, { who, others, id, place }) {
    const [{ expect }, actor] = [session, session.actor(who)];
    const mended = { ...newGroup(session), members: userIds(actor, others) };
    const look: Look = (reply) => expect.refused(reply, "BAD_REQUEST", {}, "a member who does not exist");
    await refuses(actor, { ...mended, members: withItem(mended.members, place, idOf(id, { existing: [] })) }, mended, look);
  },
});

/** A subgroup that does not exist is refused, wherever in the list. */
export const unknownSubgroup = property({
  clause: ["user_groups.create.post/subgroups-unknown", "user_groups.create.post/no-trace"],
  given: { who: aMaker, others: fc.nat(2), id: anIdOfNothing, place: aPlace },
  examples: [{ who: "alice", others: 1, id: nothing, place: 1 }],
  async holds(session, { who, others, id, place }) {
    const [{ expect }, actor] = [session, session.actor(who)];
    const known: number[] = [];
    for (let i = 0; i < others; i++) known.push((await createGroup(actor)).id);
    const mended = { ...newGroup(session), subgroups: known };
    const wrong = { ...mended, subgroups: withItem(known, place, idOf(id, { existing: [] })) };
    await refuses(actor, wrong, mended, (reply) => expect.declined(reply, "a subgroup that does not exist"));
  },
});
