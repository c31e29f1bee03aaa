import { freeTexts } from "../../derive/trials.ts";
import { groupBehind } from "../../endpoints/user_groups.create.post/mutants.ts";
import { refusal } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { parameterNames } from "../../text/index.ts";

const anywhere = onRoute(undefined, "conventions");

const isJsonList = (text: string): boolean => /^\s*\[[\s\S]*\]\s*$/.test(text);

const booleans = parameterNames("boolean");
const lists = parameterNames("array");

/** The text of a list that cannot be read. */
const isBroken = (text: string): boolean => /^\[[^\]]*$/.test(text);

/** Takes another value for the fields that a test picks. */
const rereading =
  (picked: (name: string, text: string) => boolean, value: unknown): NonNullable<Mutant["request"]> =>
  (request) => {
    const found = [...request.fields].filter(([name, text]) => picked(name, text));
    return found.length > 0 && request.with(Object.fromEntries(found.map(([name]) => [name, value])));
  };

/** Faults of reading parameters: of every endpoint. */
export const parameterMutants: readonly Mutant[] = [
  anywhere("false-read-as-true", ["booleans", "messages.get/apply-markdown"])
    .says("Any text of a boolean counts as true.")
    .takes(rereading((_, text) => text === "false", "true")),
  anywhere("lists-not-read", "json-lists")
    .says("Lists as JSON text are refused.")
    .refuses(({ fields }) => [...fields.values()].some(isJsonList)),
  onRoute(["GET /messages", "GET /messages/{id}", "GET /messages/matches_narrow"], "conventions")("query-not-read", "get-query")
    .says("Parameters in the query of a GET are not read.")
    .takes(({ wire }) => wire.query.size > 0 && { ...wire, query: new Map() }),
  anywhere("form-not-read", "form-fields")
    .says("Form fields of a PATCH are not read.")
    .takes(({ wire }) => wire.method === "PATCH" && wire.form.size > 0 && { ...wire, form: new Map() }),
  anywhere("form-of-delete-not-read", "form-fields")
    .says("Form fields of a DELETE are not read.")
    .takes(({ wire }) => wire.method === "DELETE" && wire.form.size > 0 && { ...wire, form: new Map() }),
  anywhere("false-refused", "booleans")
    .says("The boolean false is refused.")
    .refuses(({ fields }) => [...fields].some(([name, text]) => booleans.has(name) && text === "false")),
  anywhere("any-text-a-boolean", "no-other-booleans")
    .says("A text that is no boolean counts as true.")
    .takes(rereading((name, text) => booleans.has(name) && text !== "true" && text !== "false", true)),
  anywhere("falsy-texts-left-out", "form-fields")
    .says("A text such as 0 or false counts as left out.")
    .takes(rereading((name, text) => Object.hasOwn(freeTexts, name) && ["0", "false", "null"].includes(text), undefined)),
  anywhere("undocumented-unlisted", "undocumented-parameters")
    .says("The name of a client is no parameter that is ignored.")
    .tells("ignored_parameters_unsupported", (names) => Array.isArray(names) && names.filter((name) => name !== "client")),
  anywhere("spaced-lists-not-read", "json-lists")
    .says("A list with white space around it is refused.")
    .refuses(({ fields }) => [...fields.values()].some((text) => isJsonList(text) && text.trim() !== text)),
  anywhere("broken-list-read-as-empty", "no-other-lists")
    .says("A list that is no JSON counts as the empty list.")
    .takes(rereading((name, text) => lists.has(name) && isBroken(text), [])),
  anywhere("broken-list-fails-the-server", "no-other-lists")
    .says("A list that is no JSON ends in an internal error.")
    .replies(
      ({ fields }) =>
        [...fields].some(([name, text]) => lists.has(name) && isBroken(text)) && { ...refusal("INTERNAL_SERVER_ERROR"), status: 500 },
    ),
];

const untraced = "conventions/refusals-leave-no-trace";

const policies = onRoute("POST /user_topics", "conventions");
const members = onRoute("POST /user_groups/{id}/members", "user_groups-id.members.post");

/** Faults of servers that begin with what they then refuse. */
export const refusedMutants: readonly Mutant[] = [
  policies("policy-of-topic-cut-set-before-refusal", untraced)
    .says("A policy for a topic that is too long is refused, and set for as much of the topic as is allowed.")
    .doesInstead((request) => {
      const topic = request.field("topic");
      return topic !== undefined && request.with({ topic: [...topic].slice(0, request.bound("max_topic_length")).join("") });
    }),
  policies("policy-removed-before-refusal", untraced)
    .says("A policy that does not exist is refused, and the one that was set is removed.")
    .doesInstead((request) => request.field("topic") !== undefined && request.with({ visibility_policy: 0 })),
  members("members-removed-before-refusal", ["no-trace", untraced])
    .says("A change of members that is refused removes those it names all the same.")
    .doesInstead(
      (request) =>
        request.list("delete").length > 0 && request.with({ add: undefined, add_subgroups: undefined, delete_subgroups: undefined }),
    ),
  members("subgroups-added-before-refusal", ["no-trace", untraced])
    .says("A change of members that is refused adds the subgroups all the same.")
    .doesInstead(
      (request) =>
        request.list("add_subgroups").length > 0 && request.with({ add: undefined, delete: undefined, delete_subgroups: undefined }),
    ),
  members("members-changed-by-strangers", untraced)
    .says("Who may not manage a group is refused, and the change made.")
    .doesInstead((request) => request.caller !== "owen" && request.by("owen")),
  members("groups-changed-by-guests", "user-group/can_manage_group")
    .says("A guest may change any group.")
    .servesAs("owen", ({ caller }) => caller === "gus"),
  members("groups-changed-by-their-members", "user-group/can_manage_group")
    .says("Whoever is in a group may change it.")
    .servesAs("owen", (request) => {
      const members = groupBehind(request, request.pathId)?.members;
      return Array.isArray(members) && members.includes(request.account?.user_id);
    }),
];
