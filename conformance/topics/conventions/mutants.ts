import { inRefusal, inSuccess, lacking, reading, refusal, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const isJsonList = (text: string): boolean => /^\s*\[[\s\S]*\]\s*$/.test(text);

/** Faults of the envelope, of parameters and of credentials: at every endpoint. */
export const mutants: readonly Mutant[] = [
  mutant({
    name: "success-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success has a msg that is not empty.",
    answer: inSuccess((body) => void (body.msg = "OK")),
  }),
  mutant({
    name: "success-without-msg",
    breaks: "conventions/success-envelope",
    says: "A success has no msg.",
    answer: lacking("msg"),
  }),
  mutant({
    name: "success-called-ok",
    breaks: "conventions/success-envelope",
    says: "The result of a success is the word ok.",
    answer: inSuccess((body) => void (body.result = "ok")),
  }),
  mutant({
    name: "refusal-without-code",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "A refusal has no code.",
    answer: inRefusal(undefined, ({ body }) => void delete body.code),
  }),
  mutant({
    name: "refusal-with-numeric-code",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "The code of a refusal is a number.",
    answer: inRefusal(undefined, (said) => void (said.body.code = said.status)),
  }),
  mutant({
    name: "refusal-without-msg",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "A refusal has no msg.",
    answer: inRefusal(undefined, ({ body }) => void delete body.msg),
  }),
  mutant({
    name: "refusal-called-failure",
    breaks: ["conventions/error-envelope", "errors/body"],
    says: "The result of a refusal is the word failure.",
    answer: inRefusal(undefined, ({ body }) => void (body.result = "failure")),
  }),
  mutant({
    name: "unsupported-not-listed",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Parameters that are not supported are ignored without a word.",
    answer: lacking("ignored_parameters_unsupported"),
  }),
  mutant({
    name: "unsupported-as-text",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "The ignored parameters are one text.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (Array.isArray(ignored)) body.ignored_parameters_unsupported = ignored.join(", ");
    }),
  }),
  mutant({
    name: "supported-listed-too",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Where one parameter is ignored, all that were sent are called ignored.",
    answer: inSuccess((body, asked) => {
      if (body.ignored_parameters_unsupported) body.ignored_parameters_unsupported = [...asked.fields.keys()].sort();
    }),
  }),
  mutant({
    name: "unsupported-refused",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "A parameter that is not supported is refused.",
    instead: (asked) => (asked.wouldSay().body.ignored_parameters_unsupported ? refusal() : undefined),
  }),
  mutant({
    name: "false-read-as-true",
    breaks: "conventions/booleans",
    says: "Any text of a boolean counts as true.",
    request: (asked) => {
      const falses = [...asked.fields].filter(([, text]) => text === "false").map(([name]) => [name, "true"]);
      return falses.length > 0 ? asked.with(Object.fromEntries(falses)) : undefined;
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
    request: (asked) => (asked.wire.query.size > 0 ? { ...asked.wire, query: new Map() } : undefined),
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
    name: "empty-topic-shown-bare",
    breaks: ["conventions/empty-topic-displayed", "message-resource/subject-empty-topic", "messages-id.get/allow-empty-topic-name-default"],
    says: "Clients that do not declare support for empty topics see the empty string.",
    on: ["GET /messages", "GET /messages/{id}"],
    request: (asked) => (asked.field("allow_empty_topic_name") === "true" ? undefined : asked.with({ allow_empty_topic_name: true })),
  }),
  mutant({
    name: "empty-topic-always-named",
    breaks: ["conventions/empty-topic-declared", "messages-id.get/allow-empty-topic-name"],
    says: "Clients that declare support for empty topics see the display name all the same.",
    on: ["GET /messages", "GET /messages/{id}"],
    request: reading("allow_empty_topic_name", () => undefined),
  }),
  mutant({
    name: "display-name-a-topic-of-its-own",
    breaks: ["conventions/display-name-read", "messages.post/topic-empty"],
    says: "The display name of the empty topic is a topic like any other.",
    request: reading("topic", (topic) => (topic === "general chat" ? "general chat " + "·" : topic)),
  }),
  mutant({
    name: "empty-topic-refused",
    breaks: ["conventions/empty-topic", "messages.post/topic-empty"],
    says: "The empty topic is refused.",
    on: "POST /messages",
    instead: refusing((asked) => asked.field("topic") === "" && /channel|stream/.test(asked.field("type") ?? "")),
  }),
];
