import { inNameOf, isSuccess, type MutableFields, refusal, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest, MutableAnswer } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const isJsonList = (text: string): boolean => /^\s*\[[\s\S]*\]\s*$/.test(text);

/** Parameters of type boolean, by their names. */
const booleans: readonly string[] = [
  "allow_empty_topic_name",
  "allow_subdomains",
  "apply_markdown",
  "client_gravatar",
  "include_anchor",
  "is_archived",
  "is_pinned",
  "read_by_sender",
  "use_first_unread_anchor",
];

/** Parameters of type list, by their names. */
const lists: readonly string[] = [
  "add",
  "add_subgroups",
  "data",
  "delete",
  "delete_subgroups",
  "members",
  "msg_ids",
  "narrow",
  "subgroups",
  "to",
];

/** The text of a list that cannot be read. */
const isBroken = (text: string): boolean => /^\[[^\]]*$/.test(text);

/** Faults of reading parameters: of every endpoint. */
export const parameterMutants: readonly Mutant[] = [
  mutant({
    name: "false-read-as-true",
    breaks: ["conventions/booleans", "messages.get/apply-markdown"],
    says: "Any text of a boolean counts as true.",
    request: (request) => {
      const falses = [...request.fields].filter(([, text]) => text === "false").map(([name]) => [name, "true"]);
      return falses.length > 0 ? request.with(Object.fromEntries(falses)) : undefined;
    },
  }),
  mutant({
    name: "lists-not-read",
    breaks: "conventions/json-lists",
    says: "Lists as JSON text are refused.",
    instead: refusing(({ fields }) => [...fields.values()].some(isJsonList)),
  }),
  mutant({
    name: "query-not-read",
    breaks: "conventions/get-query",
    says: "Parameters in the query of a GET are not read.",
    on: ["GET /messages", "GET /messages/{id}", "GET /messages/matches_narrow"],
    request: (request) => (request.wire.query.size > 0 ? { ...request.wire, query: new Map() } : undefined),
  }),
  mutant({
    name: "form-not-read",
    breaks: "conventions/form-fields",
    says: "Form fields of a PATCH are not read.",
    request: ({ wire }) => (wire.method === "PATCH" && wire.form.size > 0 ? { ...wire, form: new Map() } : undefined),
  }),
  mutant({
    name: "form-of-delete-not-read",
    breaks: "conventions/form-fields",
    says: "Form fields of a DELETE are not read.",
    request: ({ wire }) => (wire.method === "DELETE" && wire.form.size > 0 ? { ...wire, form: new Map() } : undefined),
  }),
  mutant({
    name: "false-refused",
    breaks: "conventions/booleans",
    says: "The boolean false is refused.",
    instead: refusing(({ fields }) => [...fields].some(([name, text]) => booleans.includes(name) && text === "false")),
  }),
  mutant({
    name: "any-text-a-boolean",
    breaks: "conventions/no-other-booleans",
    says: "A text that is no boolean counts as true.",
    request: (request) => {
      const wrong = [...request.fields].filter(([name, text]) => booleans.includes(name) && text !== "true" && text !== "false");
      return wrong.length > 0 ? request.with(Object.fromEntries(wrong.map(([name]) => [name, true]))) : undefined;
    },
  }),
  mutant({
    name: "spaced-lists-not-read",
    breaks: "conventions/json-lists",
    says: "A list with white space around it is refused.",
    instead: refusing(({ fields }) => [...fields.values()].some((text) => isJsonList(text) && text.trim() !== text)),
  }),
  mutant({
    name: "broken-list-read-as-empty",
    breaks: "conventions/no-other-lists",
    says: "A list that is no JSON counts as the empty list.",
    request: (request) => {
      const broken = [...request.fields].filter(([name, text]) => lists.includes(name) && isBroken(text));
      return broken.length > 0 ? request.with(Object.fromEntries(broken.map(([name]) => [name, []]))) : undefined;
    },
  }),
  mutant({
    name: "broken-list-fails-the-server",
    breaks: "conventions/no-other-lists",
    says: "A list that is no JSON ends in an internal error.",
    instead: (request) => {
      const isWrong = [...request.fields].some(([name, text]) => lists.includes(name) && isBroken(text));
      return isWrong ? { ...refusal("INTERNAL_SERVER_ERROR"), status: 500 } : undefined;
    },
  }),
];

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
    const group = (realm_user_groups as MutableFields[]).find(({ id }) => id === request.pathId);
    return (group?.members as unknown[] | undefined)?.includes(request.member(request.caller ?? "").user_id) === true;
  }),
];
