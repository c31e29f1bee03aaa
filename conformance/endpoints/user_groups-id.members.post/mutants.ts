import { type Fields, ignoring, isSuccess, reading, refusing, success, swallowed, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { groupBehind, idsIn, isByBot, knownGroups, knownPeople } from "../user_groups.create.post/mutants.reading.ts";
import { sets } from "./mutants.sets.ts";

const changing = onRoute("POST /user_groups/{id}/members");

/** Faults of POST /user_groups/{user_group_id}/members. */
export const mutants: readonly Mutant[] = [
  changing("members-not-changed", "user_groups-id.members.post/add", "A change of members is accepted and not made.", {
    instead: swallowed,
  }),
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
    "members-deactivated-passed-over",
    ["user_groups-id.members.post/users-active", "user_groups-id.members.post/users-known"],
    "Deactivated and unknown people are passed over.",
    {
      instead: (request) => {
        if (isSuccess(request.wouldSay())) return undefined;
        const add = idsIn(request, "add");
        const left = add.filter((id) => isSuccess(request.wouldSay(request.with({ add: [id] }))));
        if (left.length === add.length || !request.caller) return undefined;
        if (left.length > 0) request.served.exchange(request.with({ add: left }));
        return success();
      },
    },
  ),
  changing(
    "members-unknown-half-added",
    "user_groups-id.members.post/no-trace",
    "Where one of the people does not exist the rest is added, though it is refused.",
    {
      besides: (request, said) => {
        const add = idsIn(request, "add");
        const left = knownPeople(request, add);
        return (
          !isSuccess(said) && left.length > 0 && left.length < add.length && "text" in request.served.exchange(request.with({ add: left }))
        );
      },
    },
  ),
  changing("subgroups-not-added", "user_groups-id.members.post/add_subgroups", "Subgroups are never added.", {
    instead: (request) => (request.field("add_subgroups") !== undefined && request.fields.size === 1 ? swallowed(request) : undefined),
  }),
  changing("subgroups-not-removed", "user_groups-id.members.post/delete_subgroups", "Subgroups are never removed.", {
    instead: (request) => (request.field("delete_subgroups") !== undefined && request.fields.size === 1 ? swallowed(request) : undefined),
  }),
  changing(
    "members-by-bots-refused",
    ["user_groups-id.members.post/bots", "authentication/groups-for-bots"],
    "Bots may not change members.",
    { instead: refusing(isByBot) },
  ),
  changing(
    "members-add-required",
    ["user_groups-id.members.post/all-optional", "user_groups-id.members.post/delete"],
    "A change must add somebody.",
    {
      instead: refusing((request) => request.field("add") === undefined),
    },
  ),
  changing("members-of-unknown-group", "user_groups-id.members.post/groups-known", "Members of a group that does not exist can be added.", {
    instead: (request) => (groupBehind(request, request.pathId) ? undefined : success()),
  }),
  changing("subgroups-unknown-added", "user_groups-id.members.post/groups-known", "Subgroups that do not exist are passed over.", {
    request: reading("add_subgroups", (text, request) => {
      const [ids, left] = [idsIn(request, "add_subgroups"), knownGroups(request, idsIn(request, "add_subgroups"))];
      return left.length < ids.length ? left : text;
    }),
  }),
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
      ({ message }, { caller }) => caller === "cara" && String((message as Fields | undefined)?.content).includes("added you to"),
    ),
  }),
  ...sets,
];
