import { type Fields, inNameOf, isSuccess } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const untraced = "conventions/refusals-leave-no-trace";

/** Makes a mutant of a route that refuses, and does something of what was asked all the same. */
const doing = (
  route: string,
  name: string,
  breaks: Breaks,
  says: string,
  other: (request: InterceptedRequest, said: MutableAnswer) => ReturnType<InterceptedRequest["with"]> | undefined,
): Mutant =>
  onRoute(route)(name, breaks, says, {
    besides: (request, said) => {
      if (isSuccess(said) || request.caller === undefined) return false;
      const wire = other(request, said);
      return wire !== undefined && isSuccess(request.wouldSay(wire)) && "text" in request.served.exchange(wire);
    },
  });

/** Returns a request without those of some fields that are given. */
const lessOf = (request: InterceptedRequest, ...names: readonly string[]) =>
  request.with(Object.fromEntries(names.map((name) => [name, undefined])));

const listed = (request: InterceptedRequest, name: string): unknown[] => {
  const value = request.json(name);
  return Array.isArray(value) ? value : [];
};

/** Makes a mutant that lets some change groups who may not. */
const changing = (name: string, says: string, may: (request: InterceptedRequest) => boolean): Mutant =>
  onRoute("POST /user_groups/{id}/members")(name, "user-group/can_manage_group", says, {
    request: inNameOf("owen", (request) => request.caller !== undefined && may(request)),
  });

/** Faults of servers that begin with what they then refuse. */
export const refusedMutants: readonly Mutant[] = [
  doing(
    "POST /user_topics",
    "policy-of-topic-cut-set-before-refusal",
    untraced,
    "A policy for a topic that is too long is refused, and set for as much of the topic as is allowed.",
    (request) => {
      const topic = request.field("topic");
      return topic === undefined ? undefined : request.with({ topic: [...topic].slice(0, 60).join("") });
    },
  ),
  doing(
    "POST /user_topics",
    "policy-removed-before-refusal",
    untraced,
    "A policy that does not exist is refused, and the one that was set is removed.",
    (request) => (request.field("topic") === undefined ? undefined : request.with({ visibility_policy: 0 })),
  ),
  doing(
    "POST /user_groups/{id}/members",
    "members-removed-before-refusal",
    ["user_groups-id.members.post/no-trace", untraced],
    "A change of members that is refused removes those it names all the same.",
    (request) => (listed(request, "delete").length > 0 ? lessOf(request, "add", "add_subgroups", "delete_subgroups") : undefined),
  ),
  doing(
    "POST /user_groups/{id}/members",
    "subgroups-added-before-refusal",
    ["user_groups-id.members.post/no-trace", untraced],
    "A change of members that is refused adds the subgroups all the same.",
    (request) => (listed(request, "add_subgroups").length > 0 ? lessOf(request, "add", "delete", "delete_subgroups") : undefined),
  ),
  doing(
    "POST /user_groups/{id}/members",
    "members-changed-by-strangers",
    [untraced],
    "Who may not manage a group is refused, and the change made.",
    (request) => (request.caller === "owen" ? undefined : request.by("owen")),
  ),
  changing("groups-changed-by-guests", "A guest may change any group.", ({ caller }) => caller === "gus"),
  changing("groups-changed-by-their-members", "Whoever is in a group may change it.", (request) => {
    const { realm_user_groups } = request.also("owen", "POST /register", {
      event_types: [],
      fetch_event_types: ["realm_user_groups"],
    }).body;
    const group = (realm_user_groups as Fields[]).find(({ id }) => id === request.pathId);
    return (group?.members as unknown[] | undefined)?.includes(request.member(request.caller ?? "").user_id) === true;
  }),
];
