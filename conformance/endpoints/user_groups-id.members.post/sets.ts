import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { type CreatedGroup, changeMembers, createNest, groupsOf, userIds } from "../../client/groups.ts";
import { type Letter, letters, type Nest } from "../../draw/groups.ts";
import { activePeople, type PersonName } from "../../draw/people.ts";

/** A change of one of the groups of a nest. */
export interface ChangeShape {
  readonly group: Letter;
  readonly add: readonly PersonName[];
  readonly delete: readonly PersonName[];
  readonly add_subgroups: readonly Letter[];
  readonly delete_subgroups: readonly Letter[];
  /** Whether it also adds what is in the group and removes what is not, which servers may refuse. */
  readonly isOpen: boolean;
}

const some = <T>(from: readonly T[], maxLength: number): fc.Arbitrary<readonly T[]> => fc.array(fc.constantFrom(...from), { maxLength });

/** A change of people, and unless it is of people alone, of subgroups. Lists may be empty, or name somebody twice. */
export const aChange = (isOfPeopleAlone: boolean): fc.Arbitrary<ChangeShape> => {
  const subgroups = isOfPeopleAlone ? fc.constant([]) : some(letters, 3);
  return fc.record({
    group: fc.constantFrom(...letters),
    add: some(activePeople, 4),
    delete: some(activePeople, 4),
    add_subgroups: subgroups,
    delete_subgroups: subgroups,
    isOpen: fc.nat(4).map((n) => n === 4),
  });
};

interface Sets {
  readonly members: ReadonlySet<number>;
  readonly subgroups: ReadonlySet<number>;
}

/** The lists of a request to change a group. */
interface Lists {
  readonly add: readonly number[];
  readonly delete: readonly number[];
  readonly add_subgroups: readonly number[];
  readonly delete_subgroups: readonly number[];
}

/** Returns a set with what is added and without what is removed. */
const changed = (set: ReadonlySet<number>, add: readonly number[], remove: readonly number[]): ReadonlySet<number> =>
  new Set([...set, ...add].filter((id) => !remove.includes(id)));

/** The groups of a nest on a server, beside the sets that they have to be. */
export class NestSets {
  readonly #actor: Actor;
  readonly #groups: Readonly<Record<Letter, CreatedGroup>>;
  readonly #sets: Record<Letter, Sets>;

  private constructor(actor: Actor, groups: Readonly<Record<Letter, CreatedGroup>>, nest: Nest) {
    const setsOf = (letter: Letter): Sets => ({
      members: new Set(userIds(actor, nest[letter].members)),
      subgroups: new Set(nest[letter].subgroups.map((inner) => groups[inner].id)),
    });
    this.#actor = actor;
    this.#groups = groups;
    this.#sets = { a: setsOf("a"), b: setsOf("b"), c: setsOf("c") };
  }

  /** Creates the groups of a nest. @throws Unprepared: one is refused */
  static async create(actor: Actor, nest: Nest): Promise<NestSets> {
    return new NestSets(actor, await createNest(actor, nest), nest);
  }

  /** Whether a group is another or contains it, at any depth. */
  #holds(letter: Letter, inner: Letter): boolean {
    const isInside = (each: Letter): boolean => this.#sets[letter].subgroups.has(this.#groups[each].id) && this.#holds(each, inner);
    return letter === inner || letters.some(isInside);
  }

  /** Returns the lists of a change: without groups that would contain themselves, and without what servers may refuse unless it is open. */
  #listsOf(shape: ChangeShape): Lists {
    const { members, subgroups } = this.#sets[shape.group];
    const ids = (chosen: readonly Letter[]): number[] => chosen.map((letter) => this.#groups[letter].id);
    const may = (isIn: boolean) => isIn || shape.isOpen;
    const add = userIds(this.#actor, shape.add).filter((id) => may(!members.has(id)));
    const add_subgroups = ids(shape.add_subgroups.filter((letter) => !this.#holds(letter, shape.group))).filter((id) =>
      may(!subgroups.has(id)),
    );
    return {
      add,
      delete: userIds(this.#actor, shape.delete).filter((id) => may(members.has(id)) && !add.includes(id)),
      add_subgroups,
      delete_subgroups: ids(shape.delete_subgroups).filter((id) => may(subgroups.has(id)) && !add_subgroups.includes(id)),
    };
  }

  /** Makes a change, on the server and in the sets. An open one may be refused. */
  async change(shape: ChangeShape): Promise<void> {
    const { expect } = this.#actor;
    const lists = this.#listsOf(shape);
    const fields = Object.fromEntries(Object.entries(lists).filter(([, ids]) => ids.length > 0));
    if (Object.keys(fields).length === 0) return;
    const what = `a change of members with ${Object.keys(fields).join(", ")}`;
    const reply = await changeMembers(this.#actor, this.#groups[shape.group], fields);
    if (shape.isOpen && reply.body.result !== "success") {
      expect.declined(reply, what);
      return;
    }
    expect.succeeded(reply, what);
    const { members, subgroups } = this.#sets[shape.group];
    this.#sets[shape.group] = {
      members: changed(members, lists.add, lists.delete),
      subgroups: changed(subgroups, lists.add_subgroups, lists.delete_subgroups),
    };
  }

  /** Requires each group to be shown as its sets. */
  async requireShown(isOfPeopleAlone: boolean): Promise<void> {
    const { expect } = this.#actor;
    const registered = await groupsOf(this.#actor);
    for (const letter of letters) {
      const { members, subgroups } = this.#sets[letter];
      const { id } = this.#groups[letter];
      const group = expect.first(
        registered.filter((each) => each.id === id),
        `the group ${letter} in a registration`,
      );
      expect.sameSet(group.members, [...members], `the members of the group ${letter}`);
      if (!isOfPeopleAlone) expect.sameSet(group.direct_subgroup_ids, [...subgroups], `the subgroups of the group ${letter}`);
    }
  }
}
