import type { Actor } from "../../client/actor.ts";
import { changeMembers, createGroup, groupOf, requireChange, shownGroup, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { groupMakers } from "../../draw/groups.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { type Body, prepared } from "../../expect.ts";

export const aMaker = anActor(...groupMakers);

/** Who acts, and who is in the group at first. */
export interface Start {
  readonly who: PersonName;
  readonly members: readonly PersonName[];
}

/** A group of somebody's with a subgroup, and a second group beside it. */
export async function stage(session: Session, { who, members }: Start) {
  const actor = session.actor(who);
  const [inside, beside] = [await createGroup(actor), await createGroup(actor)];
  const wide = session.level >= levels.subgroupsInCreation;
  const group = await createGroup(actor, { members: userIds(actor, members), ...(wide && { subgroups: [inside.id] }) });
  return { actor, group, inside, beside };
}

type Staged = Awaited<ReturnType<typeof stage>>;

/** Returns some of the cast. @throws Untestable: the target does not give one of them */
export const actors = (session: Session, names: readonly PersonName[]): Actor[] => names.map((name) => session.actor(name));

/** Returns those of a list who are not in another. */
export const without = (names: readonly PersonName[], others: readonly PersonName[]): PersonName[] =>
  names.filter((name) => !others.includes(name));

/** Returns a list with one more id at a place in it. */
export const withId = (ids: readonly number[], place: number, id: unknown): unknown[] => [...ids.slice(0, place), id, ...ids.slice(place)];

/** Requires a change to be refused and to leave the group as it was, and the mended one to be accepted. */
export async function refuses({ actor, group }: Staged, what: string, wrong: Body, mended: Body): Promise<void> {
  const { expect } = actor;
  const lists = actor.level >= levels.subgroupsInCreation ? ["members", "direct_subgroup_ids"] : ["members"];
  const former = await groupOf(actor, group.id);
  const before = lists.map((name) => prepared.list(former[name], `${name} of a group`));
  expect.declined(await changeMembers(actor, group, wrong), what);
  const after = await shownGroup(actor, group.id);
  for (const [i, name] of lists.entries()) expect.sameSet(after[name], itemAt(before, i), `${name} of the group after the refused change`);
  await requireChange(actor, group, mended);
}
