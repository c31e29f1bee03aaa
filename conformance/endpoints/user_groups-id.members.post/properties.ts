import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  bringsNotice,
  type CreatedGroup,
  changeMembers,
  createGroup,
  createNest,
  groupsOf,
  listenForNotices,
  requireChange,
  requireMembers,
  userIds,
} from "../../client/groups.ts";
import { departing } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { aNest, groupMakers, type Letter, letters, type Nest, people } from "../../draw/groups.ts";
import { activePeople, anActor, type PersonName, somePeople } from "../../draw/people.ts";

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
    session.expect.same(await shown(), before, "the members after the refused change");
    await requireChange(actor, group, { delete: ids });
  },
});

/** A change of one of the groups of a nest. */
interface NestChange {
  readonly group: Letter;
  readonly add: readonly PersonName[];
  readonly delete: readonly PersonName[];
  readonly add_subgroups: readonly Letter[];
  readonly delete_subgroups: readonly Letter[];
  /** Whether it also adds what is in the group and removes what is not, which servers may refuse. */
  readonly isOpen: boolean;
}

const some = <T>(from: readonly T[], maxLength: number): fc.Arbitrary<readonly T[]> => fc.array(fc.constantFrom(...from), { maxLength });

/** Lists may be empty, or name somebody twice. */
const aChange: fc.Arbitrary<NestChange> = fc.record({
  group: fc.constantFrom(...letters),
  add: some(activePeople, 4),
  delete: some(activePeople, 4),
  add_subgroups: some(letters, 3),
  delete_subgroups: some(letters, 3),
  isOpen: fc.nat(4).map((n) => n === 4),
});

interface Sets {
  readonly members: ReadonlySet<number>;
  readonly subgroups: ReadonlySet<number>;
}

/** The groups of a nest on a server, beside the sets that they have to be. */
class NestSets {
  readonly #actor: Actor;
  readonly #groups: Readonly<Record<Letter, CreatedGroup>>;
  readonly #sets: Record<Letter, Sets>;

  constructor(actor: Actor, groups: Readonly<Record<Letter, CreatedGroup>>, nest: Nest) {
    const setsOf = (letter: Letter): Sets => ({
      members: new Set(userIds(actor, nest[letter].members)),
      subgroups: new Set(nest[letter].subgroups.map((inner) => groups[inner].id)),
    });
    this.#actor = actor;
    this.#groups = groups;
    this.#sets = { a: setsOf("a"), b: setsOf("b"), c: setsOf("c") };
  }

  /** Whether a group is another or contains it, at any depth. */
  #holds(letter: Letter, inner: Letter): boolean {
    const isInside = (each: Letter): boolean => this.#sets[letter].subgroups.has(this.#groups[each].id) && this.#holds(each, inner);
    return letter === inner || letters.some(isInside);
  }

  /** Returns the lists of a change: without groups that would contain themselves, and without what servers may refuse unless it is open. */
  #listsOf({ group, add, add_subgroups, isOpen, ...removed }: NestChange) {
    const { members, subgroups } = this.#sets[group];
    const idOf = (letter: Letter): number => this.#groups[letter].id;
    const comes = (set: ReadonlySet<number>, ids: readonly number[]) => ids.filter((id) => isOpen || !set.has(id));
    const goes = (set: ReadonlySet<number>, ids: readonly number[], come: readonly number[]) =>
      ids.filter((id) => (isOpen || set.has(id)) && !come.includes(id));
    const people = comes(members, userIds(this.#actor, add));
    const groups = comes(subgroups, add_subgroups.filter((letter) => !this.#holds(letter, group)).map(idOf));
    return {
      add: people,
      delete: goes(members, userIds(this.#actor, removed.delete), people),
      add_subgroups: groups,
      delete_subgroups: goes(subgroups, removed.delete_subgroups.map(idOf), groups),
    };
  }

  /** Makes a change, on the server and in the sets. An open one may be refused. */
  async change(change: NestChange): Promise<void> {
    const { expect } = this.#actor;
    const lists = this.#listsOf(change);
    const fields = Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0));
    if (Object.keys(fields).length === 0) return;
    const what = `a change of members with ${Object.keys(fields).join(", ")}`;
    const reply = await changeMembers(this.#actor, this.#groups[change.group], fields);
    if (change.isOpen && reply.body.result !== "success") return void expect.declined(reply, what);
    expect.succeeded(reply, what);
    const { members, subgroups } = this.#sets[change.group];
    this.#sets[change.group] = {
      members: new Set([...members, ...lists.add].filter((id) => !lists.delete.includes(id))),
      subgroups: new Set([...subgroups, ...lists.add_subgroups].filter((id) => !lists.delete_subgroups.includes(id))),
    };
  }

  /** Requires each group to be shown as its sets. */
  async requireShown(): Promise<void> {
    const { expect } = this.#actor;
    const registered = await groupsOf(this.#actor);
    for (const letter of letters) {
      const { members, subgroups } = this.#sets[letter];
      const found = registered.filter(({ id }) => id === this.#groups[letter].id);
      const group = expect.first(found, `the group ${letter} in a registration`);
      expect.sameSet(group.members, [...members], `the members of the group ${letter}`);
      expect.sameSet(group.direct_subgroup_ids, [...subgroups], `the subgroups of the group ${letter}`);
    }
  }
}

const aboutA = { group: "a", add_subgroups: [], delete_subgroups: [], isOpen: false } as const;

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
      { ...aboutA, add: [], delete: [added[0], ...added], delete_subgroups: ["b", "c"] },
    ],
  }) as const;

/** Groups with subgroups are what follows from all changes made to them: sets, in whatever order and how often something is named. */
export const nested = property<{ readonly who: PersonName; readonly nest: Nest; readonly changes: readonly NestChange[] }>({
  clause: ["add", "delete", "add_subgroups", "delete_subgroups", "together", "user-group/members", "user-group/subgroups"],
  given: { who: aMaker, nest: aNest(), changes: fc.array(aChange, { minLength: 1, maxLength: 4 }) },
  // Not every target gives a third member, and more.
  examples: [growing(["b"], ["c", "c"], "cara"), growing([], ["c", "c", "b"], "owen", "cara", "gus", "dana", "robo")],
  async holds(session, { who, nest, changes }) {
    const actor = session.actor(who);
    const sets = new NestSets(actor, await createNest(actor, nest), nest);
    for (const change of changes) {
      await sets.change(change);
      await sets.requireShown();
    }
  },
});

/** Whether people who are added are told: noted, not judged. */
export const notices = property({
  clause: "notices",
  given: { added: somePeople({ from: ["bob", "cara", "owen"], max: 3 }) },
  examples: [{ added: ["bob", "cara"] }],
  async holds(session, { added }) {
    const { alice } = session.as;
    const group = await createGroup(alice, { members: [alice.user_id] });
    const queues = [];
    for (const name of added) queues.push(await listenForNotices(session.actor(name)));
    await requireChange(alice, group, { add: userIds(alice, added) });
    const later = await createGroup(alice);
    for (const queue of queues) session.chooses("groupNotices", (await bringsNotice(queue, group, later)) ? "sent" : "none");
  },
});
