import {
  ignoring,
  inSuccess,
  isSuccess,
  type MutableFields,
  reading,
  refusing,
  success,
  swallowed,
  withoutEvents,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { groupBehind, idsIn, knownPeople } from "../user_groups.create.post/mutants.ts";

const changing = onRoute("POST /user_groups/{id}/members");

const parts = ["add", "delete", "add_subgroups", "delete_subgroups"];

const isRepeated = (ids: readonly unknown[]): boolean => new Set(ids).size < ids.length;

/** Returns the subgroups of a group in a request's path. */
const subgroupsBehind = (request: InterceptedRequest): unknown[] =>
  (groupBehind(request, request.pathId)?.direct_subgroup_ids as unknown[] | undefined) ?? [];

/** Changes the members of a group in an owner's name, one after the other, so that what cannot be done stops nothing else. */
function changeEach(request: InterceptedRequest, group: unknown, part: "add" | "delete", ids: readonly unknown[]): boolean {
  const made = ids.map((id) => isSuccess(request.also("owen", `POST /user_groups/${String(group)}/members`, { [part]: [id] })));
  return made.includes(true);
}

/** Keeps in mind which deactivated accounts are members of which group. */
function remember(request: InterceptedRequest, group: unknown, ids: readonly unknown[]): void {
  for (const id of ids) if (id === request.served.cast.zoe?.user_id) request.memory.set(`zoe in ${String(group)}`, true);
}

/** Faults of members and subgroups as sets. */
const sets: readonly Mutant[] = [
  mutant({
    name: "members-former-removed",
    breaks: "user_groups-id.members.post/users-active-delete",
    says: "A member whose account is deactivated can be removed.",
    on: ["POST /user_groups/create", "POST /user_groups/{id}/members"],
    instead: (request) => {
      const ids = idsIn(request, "delete");
      const left = knownPeople(request, ids);
      if (left.length === ids.length || !request.memory.get(`zoe in ${request.pathId}`) || isSuccess(request.wouldSay())) return undefined;
      return left.length === 0 || "text" in request.served.exchange(request.with({ delete: left })) ? success() : undefined;
    },
    besides: (request, said) => {
      if (said.body.group_id !== undefined) remember(request, said.body.group_id, idsIn(request, "members"));
      return false;
    },
  }),
  changing(
    "members-twice-refused",
    ["user_groups-id.members.post/add", "user_groups-id.members.post/delete"],
    "A list that names somebody or a group twice is refused.",
    { instead: refusing((request) => parts.some((part) => isRepeated(idsIn(request, part)))) },
  ),
  mutant({
    name: "members-twice-shown",
    breaks: ["user_groups-id.members.post/add", "user-group/members"],
    says: "Somebody who is named twice in one request is a member twice.",
    on: ["POST /user_groups/{id}/members", "POST /register"],
    besides: (request, said) => {
      const ids = idsIn(request, "add");
      const twice = ids.find((id, i) => ids.indexOf(id) < i);
      if (isSuccess(said) && twice !== undefined) request.memory.set(`twice ${request.pathId}`, twice);
      return false;
    },
    answer: inSuccess(({ realm_user_groups }, { memory }) => {
      for (const group of (realm_user_groups as MutableFields[] | undefined) ?? []) {
        const twice = memory.get(`twice ${String(group.id)}`);
        if (Array.isArray(group.members) && group.members.includes(twice)) group.members = [...group.members, twice];
      }
    }),
  }),
  changing(
    "members-removed-from-subgroups",
    ["user_groups-id.members.post/delete", "user-group/members"],
    "Who is removed from a group is removed from its subgroups too.",
    {
      besides: (request, said) => {
        if (!isSuccess(said)) return false;
        return subgroupsBehind(request)
          .map((group) => changeEach(request, group, "delete", idsIn(request, "delete")))
          .includes(true);
      },
    },
  ),
  changing(
    "subgroups-dissolved",
    ["user_groups-id.members.post/add_subgroups", "user-group/members"],
    "The members of a group that is added become members themselves.",
    {
      besides: (request, said) => {
        if (!isSuccess(said)) return false;
        const people = idsIn(request, "add_subgroups").flatMap((id) => groupBehind(request, id)?.members ?? []);
        return changeEach(request, request.pathId, "add", people);
      },
    },
  ),
  changing(
    "subgroups-removed-all",
    ["user_groups-id.members.post/delete_subgroups", "user-group/subgroups"],
    "Where one subgroup is removed all are.",
    {
      besides: (request, said) => {
        const left = subgroupsBehind(request);
        if (!isSuccess(said) || idsIn(request, "delete_subgroups").length === 0 || left.length === 0) return false;
        return isSuccess(request.also("owen", `POST /user_groups/${request.pathId}/members`, { delete_subgroups: left }));
      },
    },
  ),
];

/** Faults of POST /user_groups/{user_group_id}/members. */
export const mutants: readonly Mutant[] = [
  changing("members-not-removed", "user_groups-id.members.post/delete", "Nobody is ever removed.", {
    instead: (request) => (request.field("delete") !== undefined && request.fields.size === 1 ? swallowed(request) : undefined),
  }),
  changing("members-first-only", "user_groups-id.members.post/add", "Only the first of the people is added.", {
    request: reading("add", (text, request) => (idsIn(request, "add").length > 1 ? idsIn(request, "add").slice(0, 1) : text)),
  }),
  changing("members-nothing-joins", "user_groups-id.members.post/none-required", "Who asks for no change is added to the group.", {
    request: (request) => {
      const isNothing = [...request.fields.keys()].every((name) => idsIn(request, name).length === 0);
      return isNothing && request.caller ? request.with({ add: [request.member(request.caller).user_id] }) : undefined;
    },
  }),
  changing(
    "members-add-required",
    ["user_groups-id.members.post/all-optional", "user_groups-id.members.post/delete"],
    "A change must add somebody.",
    {
      instead: refusing((request) => request.field("add") === undefined),
    },
  ),
  changing("members-changed-one-way", "user_groups-id.members.post/together", "Where people are added nobody is removed.", {
    request: (request) => (request.field("add") === undefined ? undefined : ignoring("delete")(request)),
  }),
  changing(
    "members-half-changed",
    "user_groups-id.members.post/no-trace",
    "Where a change is refused for another part the people are added all the same.",
    {
      besides: (request, said) => {
        const rest = { delete: undefined, add_subgroups: undefined, delete_subgroups: undefined };
        if (isSuccess(said) || request.field("add") === undefined || request.fields.size === 1) return false;
        return isSuccess(request.wouldSay(request.with(rest))) && "text" in request.served.exchange(request.with(rest));
      },
    },
  ),
  mutant({
    name: "members-notice-to-first",
    breaks: "user_groups-id.members.post/notices",
    says: "Of several people who are added only one is told by a message.",
    on: "GET /events",
    answer: withoutEvents(
      ({ message }, { caller }) => caller === "cara" && String((message as MutableFields | undefined)?.content).includes("added you to"),
    ),
  }),
  ...sets,
];
