import { ignoring, inEach, inSuccess, isSuccess, type MutableFields, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { groupBehind } from "../user_groups.create.post/mutants.ts";

const polling = onRoute("GET /events", "user_groups-id.members.post");

const changing = onRoute("POST /user_groups/{id}/members", "user_groups-id.members.post");

const route = ({ pathId }: InterceptedRequest, group: unknown = pathId): string => `POST /user_groups/${String(group)}/members`;

/** Returns the id that a list has a second time. */
const repeatedIn = (ids: readonly unknown[]): unknown => ids.find((id, i) => ids.indexOf(id) < i);

/** Returns the subgroups of a group in a request's path. */
const subgroupsBehind = (request: InterceptedRequest): unknown[] =>
  (groupBehind(request, request.pathId)?.direct_subgroup_ids as unknown[] | undefined) ?? [];

export const mutants: readonly Mutant[] = [
  changing("members-not-removed", "delete")
    .says("Nobody is ever removed.")
    .swallows((request) => request.field("delete") !== undefined && request.fields.size === 1),
  changing("members-first-only", "add")
    .says("Only the first of the people is added.")
    .takes((request) => request.list("add").length > 1 && request.with({ add: request.list("add").slice(0, 1) })),
  changing("members-nothing-joins", "none-required")
    .says("Who asks for no change is added to the group.")
    .takes((request) => {
      const isNothing = [...request.fields.keys()].every((name) => request.list(name).length === 0);
      return isNothing && request.account !== undefined && request.with({ add: [request.account.user_id] });
    }),
  changing("members-add-required", ["all-optional", "delete"])
    .says("A change must add somebody.")
    .refuses((request) => request.field("add") === undefined),
  changing("members-changed-one-way", "together")
    .says("Where people are added nobody is removed.")
    .takes((request) => request.field("add") !== undefined && ignoring("delete")(request)),
  changing("members-half-changed", "no-trace")
    .says("Where a change is refused for another part the people are added all the same.")
    .also((request, said) => {
      const rest = request.with({ delete: undefined, add_subgroups: undefined, delete_subgroups: undefined });
      if (isSuccess(said) || request.field("add") === undefined || request.fields.size === 1) return false;
      return request.wouldSucceed(rest) && request.does(rest);
    }),
  polling("members-notice-to-first", "notices")
    .says("Of several people who are added only one is told by a message.")
    .drops(
      ({ message }, { caller }) => caller === "cara" && String((message as MutableFields | undefined)?.content).includes("added you to"),
    ),
  // Members and subgroups as sets.
  onRoute(["POST /user_groups/create", "POST /user_groups/{id}/members"], "user_groups-id.members.post")(
    "members-former-removed",
    "users-active-delete",
  )
    .says("A member whose account is deactivated can be removed.")
    .with({
      instead: (request) => {
        const people: unknown[] = Object.entries(request.served.cast).flatMap(([name, { user_id }]) => (name === "zoe" ? [] : [user_id]));
        const left = request.list("delete").filter((id) => people.includes(id));
        const isFormer = left.length < request.list("delete").length && request.memory.has(`zoe in ${request.pathId}`);
        if (!isFormer || request.wouldSucceed()) return undefined;
        return (left.length === 0 || request.does(request.with({ delete: left }))) && success();
      },
      besides: (request, { body }) => {
        const isOfZoe = body.group_id !== undefined && request.list("members").includes(request.served.cast.zoe?.user_id);
        if (isOfZoe) request.memory.set(`zoe in ${String(body.group_id)}`, true);
        return false;
      },
    }),
  changing("members-twice-refused", ["add", "delete"])
    .says("A list that names somebody or a group twice is refused.")
    .refuses((request) =>
      ["add", "delete", "add_subgroups", "delete_subgroups"].some((part) => repeatedIn(request.list(part)) !== undefined),
    ),
  onRoute(["POST /user_groups/{id}/members", "POST /register"], "user_groups-id.members.post")("members-twice-shown", [
    "add",
    "user-group/members",
  ])
    .says("Somebody who is named twice in one request is a member twice.")
    .with({
      besides: (request, said) => {
        const twice = isSuccess(said) ? repeatedIn(request.list("add")) : undefined;
        if (twice !== undefined) request.memory.set(`twice ${request.pathId}`, twice);
        return false;
      },
      answer: inSuccess(
        inEach("realm_user_groups", ({ id, members }, { memory }) => {
          const twice = memory.get(`twice ${String(id)}`);
          return Array.isArray(members) && members.includes(twice) && { members: [...members, twice] };
        }),
      ),
    }),
  changing("members-removed-from-subgroups", ["delete", "user-group/members"])
    .says("Who is removed from a group is removed from its subgroups too.")
    .afterwards((request) => {
      const people = request.list("delete");
      const removals = subgroupsBehind(request).flatMap((group) => people.map((id) => [route(request, group), { delete: [id] }] as const));
      return removals.filter(([from, whom]) => request.makes("owen", from, whom)).length > 0;
    }),
  changing("subgroups-dissolved", ["add_subgroups", "user-group/members"])
    .says("The members of a group that is added become members themselves.")
    .afterwards((request) => {
      const people = request.list("add_subgroups").flatMap((id) => groupBehind(request, id)?.members ?? []);
      return people.filter((id) => request.makes("owen", route(request), { add: [id] })).length > 0;
    }),
  changing("subgroups-removed-all", ["delete_subgroups", "user-group/subgroups"])
    .says("Where one subgroup is removed all are.")
    .also((request, said) => {
      const left = subgroupsBehind(request);
      if (!isSuccess(said) || request.list("delete_subgroups").length === 0 || left.length === 0) return false;
      return request.makes("owen", route(request), { delete_subgroups: left });
    }),
];
