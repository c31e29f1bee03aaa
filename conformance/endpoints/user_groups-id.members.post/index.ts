import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { asSent, createGroup, editorOf, shownGroup, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { recordsWith } from "../../client/registration.ts";
import { stated } from "../../declare/folder.ts";
import { rest, type Say } from "../../declare/step.ts";
import { type Drawn, fields, listOf, mostly, type RequestFields, unsupported } from "../../draw/combinators.ts";
import { aMemberList, groupMakers } from "../../draw/groups.ts";
import { fullMembers, somePeople } from "../../draw/people.ts";
import { formerMembers, madeThing, named, oneOf, recent, several, systemGroup } from "../../draw/references.ts";
import { deferred, type Group, peopleIn, type SymbolicState } from "../../draw/symbols.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { isEqual } from "../../expect.ts";
import { levelOf } from "../../text/index.ts";
import { settingsSince } from "../../text/records/others.ts";
import { shaped } from "../shaped.ts";
import * as properties from "./properties.ts";

/** The group that a request is about; undefined where it is none that was made. */
const groupOf = (state: SymbolicState, { user_group_id } = state.given): Group | undefined => {
  const about = state.thing(user_group_id);
  return about?.kind === "group" ? state.groups[about.index] : undefined;
};

/** Up to two of those of the cast who are in the group, or who are not in it. */
const people = (areMembers: boolean): Drawn =>
  deferred((state, one) => {
    const group = groupOf(state);
    const all = state.facts.active.filter((name) => group?.members.has(name) === areMembers);
    const [first, second] = [one(all), one(all)];
    if (first === undefined || second === undefined) return undefined;
    return [...new Set([first, ...(one([true, false]) ? [second] : [])])].map((of) => ({ ref: "user", of }));
  });

/** One of the groups made that are subgroups of the group, or that are not. */
const groups = (areSubgroups: boolean): Drawn =>
  deferred((state, one) => {
    const group = groupOf(state);
    const all = state.groups.filter((each) => each !== group && !each.isGone && group?.subgroups.has(each.index) === areSubgroups);
    const other = one(all);
    return other && [state.ref(other)];
  });

/** Somebody who made a group, which is still there. */
const creator: Drawn = deferred((state, one) => {
  const there = state.groups.filter(({ isGone }) => !isGone);
  return recent(there, state, one)?.by;
});

/** A group that the actor may change: their own, or as an owner any. */
const changeable: Drawn = madeThing<Group>(
  ({ groups }) => groups,
  ({ by, isGone }, { actor, facts }) => !isGone && (by === actor || facts.owners.includes(actor)),
);

const changes = (facts: TargetFacts): Drawn => {
  const about = { as: mostly([4, creator], [1, oneOf(facts.owners)]), user_group_id: changeable, colour: unsupported };
  return mostly(
    [5, fields({ ...about, add: people(false) })],
    [4, fields({ ...about, delete: people(true) })],
    [2, fields({ ...about, add_subgroups: groups(false) })],
    [2, fields({ ...about, delete_subgroups: groups(true) })],
    [2, fields({ ...about, add: people(false), delete: people(true) })],
    [1, fields({ ...about, add: people(false), add_subgroups: groups(false) })],
  );
};

function refused(facts: TargetFacts): Drawn {
  const about = { as: creator, user_group_id: changeable };
  const former = formerMembers(facts);
  const stranger = deferred((state, one) => {
    const group = one(state.groups.filter(({ isGone }) => !isGone));
    const as = group && one(facts.active.filter((name) => name !== group.by && !facts.owners.includes(name)));
    return as && { as, user_group_id: state.ref(group), add: [{ ref: "user", of: as }] };
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

const indices = (state: SymbolicState, value: unknown): number[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => state.thing(one)?.index ?? []);

const verbs = { add: "adds", delete: "removes", add_subgroups: "adds", delete_subgroups: "removes" } as const;

function tell(given: RequestFields, say: Say): string {
  const asked = Object.entries(verbs).filter(([name]) => given[name] !== undefined);
  const parts = asked.map(([name, verb]) => `${verb} ${say(given[name])}${name.endsWith("subgroups") ? " as a subgroup" : ""}`);
  const changes = parts.length === 0 ? "nothing" : parts.join(" and ");
  return `changes ${say(given.user_group_id)}: ${changes}${rest(given, ["user_group_id", ...Object.keys(verbs)], say)}`;
}

/** A group, and a change of it: of its members, of whom each may be named twice, of its subgroups by their number, or of both. */
const aChange = fc
  .record(
    {
      stay: somePeople({ min: 0, max: 2 }),
      add: aMemberList(undefined, 1),
      // Those of them who do not come.
      delete: aMemberList(undefined, 1),
      add_subgroups: fc.integer({ min: 1, max: 2 }),
      delete_subgroups: fc.integer({ min: 1, max: 2 }),
    },
    { requiredKeys: ["stay"] },
  )
  .filter((shape) => Object.keys(shape).length > 1);

const groupIn = (route: string): number => Number(route.split("/")[2]);
const isIn = (list: unknown, id: unknown): boolean => Array.isArray(list) && list.includes(id);

/** Returns what became of a list: what came, as it was sent; what went, as it was sent; and what is in it besides. */
function changed(viewer: Actor, list: readonly unknown[], add: unknown, remove: unknown) {
  const isOther = (id: unknown): boolean => !isIn(add, id) && !isIn(remove, id);
  const there = list.filter((id) => isIn(add, id));
  return {
    came: Array.isArray(add) ? asSent(viewer, add, there) : undefined,
    went: Array.isArray(remove) ? remove.filter((id) => !list.includes(id)) : undefined,
    others: list.filter(isOther).toSorted((a, b) => Number(a) - Number(b)),
  };
}

export const userGroupsIdMembersPost = stated("user_groups-id.members.post", {
  clauses: {
    add: "Accounts in add become members.",
    delete: "Accounts in delete are no longer members.",
    together: { says: "All parameters may be given at once, and all take effect.", since: levels.subgroupsInCreation },
    "users-active-delete": {
      says: "The id of a deactivated account is refused among those to remove too, also where it is a member.",
      since: levelOf("user_groups-id.members.post", "add", "active"),
    },
    notices: { says: "Whether people whom others add or remove are told by a direct message is left open.", silent: "groupNotices" },
    guests: {
      says: "Whether guests change the members of a group whose settings let them is left open.",
      since: settingsSince,
      silent: "guestEditors",
    },
    "subgroup-removal": {
      says: "Whether can_remove_members_group suffices to remove subgroups is left open.",
      since: settingsSince,
      silent: "subgroupRemoval",
    },
  },
  call: {
    beside: { delete: { value: [] }, add_subgroups: { value: [] }, delete_subgroups: { value: [] } },
    by: fullMembers,
    ...shaped(
      aChange,
      [
        { stay: [], add: ["alice"] },
        { stay: ["alice"], add: ["bob", "cara", "bob"] },
        { stay: ["bob"], delete: ["alice", "alice"] },
        { stay: ["alice"], add_subgroups: 1 },
        { stay: ["alice"], delete_subgroups: 1 },
        { stay: [], add: ["bob"], delete: ["alice"], add_subgroups: 1, delete_subgroups: 1 },
      ],
      async (session, by = session.as.alice, { stay, add, delete: go = [], add_subgroups: coming = 0, delete_subgroups: going = 0 }) => {
        const isNested = session.level >= levels.subgroupsInCreation && coming + going > 0;
        const gone = go.filter((name) => !add?.includes(name));
        const made: number[] = [];
        for (let i = 0; isNested && i <= coming + going; i++) made.push((await createGroup(by)).id);
        const inside = made.slice(coming);
        const members = [...new Set([...stay.filter((name) => !add?.includes(name)), ...gone])];
        const { id } = await createGroup(by, { members: userIds(by, members), ...(isNested && { subgroups: inside }) });
        const fields = {
          ...(add && { add: userIds(by, add) }),
          ...(gone.length > 0 && { delete: userIds(by, gone) }),
          ...(isNested && coming > 0 && { add_subgroups: made.slice(0, coming) }),
          ...(isNested && going > 0 && { delete_subgroups: inside.slice(0, going) }),
        };
        const isNothing = Object.keys(fields).length === 0;
        const sent = isNothing ? { [isIn(members, by.name) ? "delete" : "add"]: [by.user_id] } : fields;
        return { actor: editorOf(by), route: `POST /user_groups/${id}/members`, fields: sent };
      },
    ),
    trace: ({ actor, route }) => recordsWith(actor, "realm_user_groups", "id", groupIn(route)),
    kept: async (viewer, { route, fields }) => {
      const group = await shownGroup(viewer, groupIn(route));
      const { add, delete: go, add_subgroups: coming, delete_subgroups: going } = fields;
      const people = changed(viewer, viewer.expect.list(viewer.session.told(group, "members"), "the members of the group"), add, go);
      const kept = { add: people.came, delete: people.went, "members that are not named": people.others };
      if (coming === undefined && going === undefined) return kept;
      const list = viewer.expect.list(viewer.session.told(group, "direct_subgroup_ids"), "the subgroups of the group");
      const groups = changed(viewer, list, coming, going);
      return { ...kept, add_subgroups: groups.came, delete_subgroups: groups.went, "subgroups that are not named": groups.others };
    },
    told: {
      types: ["user_group"],
      what: "the members or subgroups of the group were changed",
      isIt: ({ op, group_id, user_ids, direct_subgroup_ids }, { route, fields }) => {
        const { add, delete: go, add_subgroups: coming, delete_subgroups: going } = fields;
        const told = { add_members: [add, user_ids], remove_members: [go, user_ids] };
        const nested = { add_subgroups: [coming, direct_subgroup_ids], remove_subgroups: [going, direct_subgroup_ids] };
        const [sent, ids] = { ...told, ...nested }[op as "add_members"] ?? [];
        const sorted = (list: unknown) => (Array.isArray(list) ? [...new Set(list)].toSorted() : undefined);
        return group_id === groupIn(route) && sent !== undefined && isEqual(sorted(sent), sorted(ids));
      },
    },
    seenBy: groupMakers,
  },
  step: {
    weight: () => 14,
    draw: (facts) => ({ accepted: changes(facts), refused: refused(facts) }),
    tell,
    note: (state, _, given) => {
      const group = groupOf(state, given);
      for (const name of peopleIn(given.add)) group?.members.add(name);
      for (const name of peopleIn(given.delete)) group?.members.delete(name);
      for (const index of indices(state, given.add_subgroups)) group?.subgroups.add(index);
      for (const index of indices(state, given.delete_subgroups)) group?.subgroups.delete(index);
    },
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
