import fc from "fast-check";
import { createGroup, editorOf } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op, Say } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { type Drawn, type Fields, fields, listOf, mostly, unsupported } from "../../draw/combinators.ts";
import { type Course, type Group, peopleIn } from "../../draw/course.ts";
import type { Ground } from "../../draw/ground.ts";
import { later } from "../../draw/later.ts";
import { fullMembers } from "../../draw/people.ts";
import { formerMembers, madeThing, named, oneOf, recent, several, systemGroup } from "../../draw/references.ts";

/** The group that the step is about; undefined where it is none that was made. */
const groupOf = (course: Course): Group | undefined => {
  const about = course.thing(course.given.user_group_id);
  return about?.kind === "group" ? course.groups[about.index] : undefined;
};

/** Up to two of those of the cast who are in the group, or who are not in it. */
const people = (areMembers: boolean): Drawn =>
  later((course, one) => {
    const group = groupOf(course);
    const all = course.ground.active.filter((name) => group?.members.has(name) === areMembers);
    const [first, second] = [one(all), one(all)];
    if (first === undefined || second === undefined) return undefined;
    return [...new Set([first, ...(one([true, false]) ? [second] : [])])].map((of) => ({ ref: "user", of }));
  });

/** One of the groups made that are subgroups of the group, or that are not. */
const groups = (areSubgroups: boolean): Drawn =>
  later((course, one) => {
    const group = groupOf(course);
    const all = course.groups.filter((each) => each !== group && !each.isGone && group?.subgroups.has(each.index) === areSubgroups);
    const other = one(all);
    return other && [course.ref(other)];
  });

/** Somebody who made a group, which is still there. */
const creator: Drawn = later(
  (course, one) =>
    recent(
      course.groups.filter(({ isGone }) => !isGone),
      one,
    )?.by,
);

/** A group that the actor may change: their own, or as an owner any. */
const changeable: Drawn = madeThing<Group>(
  ({ groups }) => groups,
  ({ by, isGone }, { actor, ground }) => !isGone && (by === actor || ground.owners.includes(actor)),
);

const changes = (ground: Ground): Drawn => {
  const about = { as: mostly([4, creator], [1, oneOf(ground.owners)]), user_group_id: changeable, colour: unsupported };
  return mostly(
    [5, fields({ ...about, add: people(false) })],
    [4, fields({ ...about, delete: people(true) })],
    [2, fields({ ...about, add_subgroups: groups(false) })],
    [2, fields({ ...about, delete_subgroups: groups(true) })],
    [2, fields({ ...about, add: people(false), delete: people(true) })],
    [1, fields({ ...about, add: people(false), add_subgroups: groups(false) })],
  );
};

function refused(ground: Ground): Drawn {
  const about = { as: creator, user_group_id: changeable };
  const former = formerMembers(ground);
  const stranger = later((course, one) => {
    const {
      ground: { owners, active },
    } = course;
    const group = one(course.groups.filter(({ isGone }) => !isGone));
    const as = group && one(active.filter((name) => name !== group.by && !owners.includes(name)));
    return as && { as, user_group_id: course.ref(group), add: [{ ref: "user", of: as }] };
  });
  return mostly(
    [3, stranger],
    [2, fields({ ...about, add: people(true) })],
    [2, fields({ ...about, delete: people(false) })],
    [4, fields({ ...about, add: fc.constant([0]) })],
    [1, fields({ ...about, add_subgroups: fc.constant([0]) })],
    [1, fields({ ...about, delete_subgroups: groups(false) })],
    [1, fields(about)],
    [former.length > 0 ? 2 : 0, fields({ ...about, add: listOf(named("user", former), 1, 1) })],
    [6, fields({ user_group_id: mostly([1, systemGroup()], [3, 0]), add: several("user", 1, 1) })],
  );
}

const indices = (course: Course, value: unknown): number[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => course.thing(one)?.index ?? []);

/** The parameters and how a sentence says them. */
const verbs = { add: "adds", delete: "removes", add_subgroups: "adds", delete_subgroups: "removes" } as const;

function tell(given: Fields, say: Say): string {
  const asked = Object.entries(verbs).filter(([name]) => given[name] !== undefined);
  const parts = asked.map(([name, verb]) => `${verb} ${say(given[name])}${name.endsWith("subgroups") ? " as a subgroup" : ""}`);
  const changes = parts.length === 0 ? "nothing" : parts.join(" and ");
  return `changes ${say(given.user_group_id)}: ${changes}${rest(given, ["user_group_id", ...Object.keys(verbs)], say)}`;
}

export const step: Op = {
  route: "POST /user_groups/{user_group_id}/members",
  weight: () => 14,
  draw: (ground) => ({ accepted: changes(ground), refused: refused(ground) }),
  tell,
  note: (course, _, given) => {
    const about = course.thing(given.user_group_id);
    const group = about?.kind === "group" ? course.groups[about.index] : undefined;
    for (const name of peopleIn(given.add)) group?.members.add(name);
    for (const name of peopleIn(given.delete)) group?.members.delete(name);
    for (const index of indices(course, given.add_subgroups)) group?.subgroups.add(index);
    for (const index of indices(course, given.delete_subgroups)) group?.subgroups.delete(index);
  },
};

export const call: Call = {
  route: "POST /user_groups/{user_group_id}/members",
  since: 0,
  required: [],
  returns: {},
  beside: {
    delete: { value: [], since: 0 },
    add_subgroups: { value: [], since: levels.subgroupsInCreation },
    delete_subgroups: { value: [], since: levels.subgroupsInCreation },
  },
  by: fullMembers,
  prepare: async (session, by = session.as.alice) => {
    const { id } = await createGroup(by, { name: session.fresh("group") });
    return { actor: editorOf(by), route: `POST /user_groups/${id}/members`, fields: { add: [by.user_id] } };
  },
  trace: ({ actor, route }) => recordsWith(actor, "realm_user_groups", "id", Number(route.split("/")[2])),
};
