import { refusal, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

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
