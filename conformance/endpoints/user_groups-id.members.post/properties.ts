import fc from "fast-check";
import { changeMembers, createGroup, createNest, groupsOf, requireChange, requireMembers, userIds } from "../../client/groups.ts";
import { present } from "../../client/json.ts";
import { departing } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aNest, groupMakers, type Letter, letters, people } from "../../draw/groups.ts";
import { activePeople, anActor, type PersonName, somePeople } from "../../draw/people.ts";
import { at, type Body } from "../../expect.ts";

const endpoint = "user_groups-id.members.post";

const aMaker = anActor(...groupMakers);

/** A member whose account was deactivated since is refused where members are removed, and so are those beside it. */
export const formerAccount = property({
  clause: ["users-active-delete", "no-trace"],
  given: { who: aMaker, others: somePeople({ max: 3 }), isBeside: fc.boolean(), place: fc.nat(2) },
  examples: [
    { who: "alice", others: ["bob"], isBeside: true, place: 1 },
    { who: "alice", others: ["bob"], isBeside: false, place: 0 },
  ],
  async holds(session, { who, others, isBeside, place }) {
    const actor = session.actor(who);
    const gone = await departing(session, [who, ...others]);
    const ids = userIds(actor, others);
    const group = await createGroup(actor, { members: [...ids, gone.user_id] });
    const all = [...session.actors(others), gone];
    await requireMembers(actor, group, all);
    await session.steering.act({ action: "deactivate_user", as: gone.name });
    const shown = async () => (await groupsOf(actor)).find(({ id }) => id === group.id)?.members;
    const before = await shown();
    const removed = isBeside ? [...ids.slice(0, place), gone.user_id, ...ids.slice(place)] : [gone.user_id];
    session.expect.declined(await changeMembers(actor, group, { delete: removed }), "removing a member whose account is deactivated");
    session.expect.same(await shown(), before, "the members after the refused change", `${endpoint}/no-trace`);
    await requireChange(actor, group, { delete: ids });
  },
});

const some = <T>(from: readonly T[], maxLength: number): fc.Arbitrary<readonly T[]> => fc.array(fc.constantFrom(...from), { maxLength });

/** A change of one of the groups of a nest. Its lists may be empty, or name somebody twice. */
const aChange = fc.record({
  group: fc.constantFrom(...letters),
  add: some<PersonName>(activePeople, 4),
  delete: some<PersonName>(activePeople, 4),
  add_subgroups: some(letters, 3),
  delete_subgroups: some(letters, 3),
});

const aboutA = { group: "a", add_subgroups: [], delete_subgroups: [] } as const;

/** A nest in which people and groups are added to a group and removed again. @param subgroups those that it has before */
const growing = (subgroups: readonly Letter[], add_subgroups: readonly Letter[], ...added: readonly [PersonName, ...PersonName[]]) =>
  ({
    who: "alice",
    nest: {
      a: { members: people("bob"), subgroups },
      b: { members: people("bob"), subgroups: [] },
      c: { members: people("dana"), subgroups: [] },
    },
    changes: [
      { ...aboutA, add: [added[0], ...added], delete: ["bob"], add_subgroups },
      { ...aboutA, group: "b", add: ["alice"], delete: [], add_subgroups: ["c"] },
      { ...aboutA, add: ["dana"], delete: [added[0], ...added], delete_subgroups: ["b", "c"] },
    ],
  }) as const;

/** Makes a change in a list of what a group has. Returns what is sent: what comes that is not there, what goes that is, each as often as it is named. */
function changeIn<T>(there: Set<T>, add: readonly T[], remove: readonly T[]) {
  const sent = { add: add.filter((one) => !there.has(one)), remove: remove.filter((one) => there.has(one)) };
  for (const one of sent.add) there.add(one);
  for (const one of sent.remove) there.delete(one);
  return sent;
}

/** Returns the clause that a wrong list of what a group has goes against, after some ids were to come and others to go. */
function brokenBy(list: "members" | "subgroups", shown: readonly unknown[], expected: readonly unknown[], changed: Body): string {
  const named = (word: "add" | "delete"): readonly unknown[] => {
    const ids = changed[list === "members" ? word : `${word}_subgroups`];
    return Array.isArray(ids) ? ids : [];
  };
  const words = (["add", "delete"] as const).find((word) => named(word).some((id) => shown.includes(id) !== expected.includes(id)));
  if (words === undefined) return `user-group/${list}`;
  return `${endpoint}/${words}${list === "members" ? "" : "_subgroups"}`;
}

/** Groups with subgroups are what follows from all changes made to them: sets, in whatever order and how often something is named. */
export const nested = property({
  clause: ["add", "delete", "add_subgroups", "delete_subgroups", "together", "user-group/members", "user-group/subgroups"],
  given: { who: aMaker, nest: aNest, changes: fc.array(aChange, { minLength: 1, maxLength: 4 }) },
  // Not every target gives a third member, and more.
  examples: [growing(["b"], ["c", "c"], "cara"), growing([], ["c", "c", "b"], "owen", "cara", "gus", "dana", "robo")],
  async holds(session, { who, nest, changes }) {
    const actor = session.actor(who);
    const groups = await createNest(actor, nest);
    const sets = letters.map((letter) => ({ letter, members: new Set(nest[letter].members), inner: new Set(nest[letter].subgroups) }));
    for (const { group, ...change } of changes) {
      const set = sets.find(({ letter }) => letter === group);
      const { members, inner } = present(set, "group");
      const people = changeIn(members, change.add, change.delete);
      // Only later letters: no group contains itself.
      const inside = change.add_subgroups.filter((letter) => letter > group);
      const nestedIn = changeIn(inner, inside, change.delete_subgroups);
      const lists = {
        add: userIds(actor, people.add),
        delete: userIds(actor, people.remove),
        add_subgroups: nestedIn.add.map((letter) => groups[letter].id),
        delete_subgroups: nestedIn.remove.map((letter) => groups[letter].id),
      };
      const fields = Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0));
      const [only, ...more] = Object.keys(fields);
      const checks = actor.expect.against(more.length === 0 ? `${endpoint}/${only}` : undefined);
      if (only !== undefined) await requireChange(actor, groups[group], fields, "", checks);
      for (const { letter, ...now } of sets)
        await requireMembers(
          actor,
          groups[letter],
          session.actors([...now.members]),
          [...now.inner].map((each) => groups[each]),
          (list, shown, expected) => brokenBy(list, shown, expected, letter === group ? fields : {}),
        );
    }
  },
});

/** Whether first members, or people who are added, are told: noted, not judged. */
export const notices = property({
  clause: ["notices", "user_groups.create.post/notices"],
  // An administrator may be who adds them on older servers, and is not told of that.
  given: { named: somePeople({ from: ["bob", "cara", "gus"], max: 3 }), areFirst: fc.boolean() },
  examples: [
    { named: ["bob", "cara"], areFirst: true },
    { named: ["bob", "cara"], areFirst: false },
  ],
  async holds(session, { named, areFirst }) {
    const { alice } = session.as;
    const queues = [];
    for (const name of named) queues.push(await session.actor(name).queue({ event_types: ["message", "user_group"] }));
    const members = userIds(alice, areFirst ? named : ["alice"]);
    const group = await session.expect.accepted(createGroup(alice, { members }));
    if (!areFirst) await requireChange(alice, group, { add: userIds(alice, named) });
    const later = await createGroup(alice);
    for (const queue of queues) {
      const events = await queue.until("a later group was added", (event) => at(event, "group", "id") === later.id);
      const isTold = events.some((event) => String(at(event, "message", "content")).includes(group.name));
      session.chooses(areFirst ? "groupCreationNotices" : "groupNotices", isTold ? "sent" : "none");
    }
  },
});
