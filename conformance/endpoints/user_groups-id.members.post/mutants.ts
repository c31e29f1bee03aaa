import { type Fields, ignoring, isSuccess, reading, refusing, swallowed, withoutEvents } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { idsIn } from "../user_groups.create.post/mutants.reading.ts";
import { sets } from "./mutants.sets.ts";

const changing = onRoute("POST /user_groups/{id}/members");

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
      ({ message }, { caller }) => caller === "cara" && String((message as Fields | undefined)?.content).includes("added you to"),
    ),
  }),
  ...sets,
];
