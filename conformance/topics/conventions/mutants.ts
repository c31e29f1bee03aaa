import { returnValues } from "../../client/return-values.ts";
import { parameterNames } from "../../derive/slips.ts";
import { becomes, inRefusal, inSuccess, lacking, reading, refusal, refusing, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant } from "../../mutants/kit/mutant.ts";
import { parameterMutants, refusedMutants } from "./mutants.parameters.ts";

/** Faults of successes and refusals: of every endpoint, and of what is no endpoint. */
const envelopeMutants: readonly Mutant[] = [
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
    name: "success-outside-post-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success of a request that is no POST has a msg that is not empty.",
    answer: inSuccess((body, { wire }) => {
      if (wire.method !== "POST") body.msg = "OK";
    }),
  }),
  mutant({
    name: "success-of-one-thing-with-msg",
    breaks: "conventions/success-envelope",
    says: "A success of a path with an id has a msg that is not empty.",
    answer: inSuccess((body, { pathId }) => {
      if (pathId !== undefined) body.msg = "OK";
    }),
  }),
  mutant({
    name: "success-without-return-values",
    breaks: ["conventions/success-returns", "messages.post/id-fetches"],
    says: "A success is the envelope alone.",
    answer: lacking(...returnValues),
  }),
  mutant({
    name: "wrong-method-succeeds",
    breaks: "conventions/error-wrong-method",
    says: "A method that a path does not have is answered by a success and does nothing.",
    answer: (said) => (said.status === 405 ? becomes(said, success()) : undefined),
  }),
  mutant({
    name: "unknown-route-succeeds",
    breaks: "conventions/error-unknown-route",
    says: "A path that does not exist is answered by a success.",
    answer: (said) => (said.status === 404 ? becomes(said, success()) : undefined),
  }),
];

/** Faults of the list of ignored parameters: of every endpoint. */
const ignoredMutants: readonly Mutant[] = [
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
    answer: inSuccess((body, request) => {
      if (body.ignored_parameters_unsupported) body.ignored_parameters_unsupported = [...request.fields.keys()].sort();
    }),
  }),
  mutant({
    name: "unsupported-refused",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "A parameter that is not supported is refused.",
    instead: (request) => (request.wouldSay().body.ignored_parameters_unsupported ? refusal() : undefined),
  }),
  mutant({
    name: "unsupported-listed-twice",
    breaks: ["conventions/ignored-listed", "conventions/ignored-without-parameters", "versioning/ignored"],
    says: "Each parameter that is not supported is listed twice.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (Array.isArray(ignored)) body.ignored_parameters_unsupported = [...ignored, ...ignored];
    }),
  }),
  mutant({
    name: "known-names-not-listed",
    breaks: ["conventions/ignored-listed", "versioning/ignored"],
    says: "Parameters that another endpoint has are ignored without a word.",
    answer: inSuccess((body) => {
      const ignored = body.ignored_parameters_unsupported;
      if (!Array.isArray(ignored)) return;
      const others = ignored.filter((name) => !parameterNames.has(name));
      if (others.length > 0) body.ignored_parameters_unsupported = others;
      else delete body.ignored_parameters_unsupported;
    }),
  }),
  mutant({
    name: "nothing-ignored-listed",
    breaks: "conventions/ignored-absent",
    says: "A success lists the ignored parameters where there are none too.",
    answer: inSuccess((body) => void (body.ignored_parameters_unsupported ??= [])),
  }),
  mutant({
    name: "refusal-with-ignored",
    breaks: "conventions/ignored-successes-only",
    says: "A refusal lists all parameters that were sent as ignored.",
    answer: inRefusal(undefined, ({ body }, { fields }) => void (body.ignored_parameters_unsupported = [...fields.keys()])),
  }),
];

/** Changes the texts of fields that hold lists or objects. */
const inJson = (change: (text: string) => string) => (request: InterceptedRequest) => {
  const changed = [...request.fields].flatMap(([name, text]) => {
    const other = /^\s*[[{]/.test(text) ? change(text) : text;
    return other === text ? [] : [[name, other] as const];
  });
  return changed.length > 0 ? request.with(Object.fromEntries(changed)) : undefined;
};

/** Returns a list of integers without those that stand behind white space; any other text as it is. */
const withoutSpaced = (text: string): string => {
  if (!/^\[\s*-?\d+(\s*,\s*-?\d+)*\s*\]$/.test(text)) return text;
  const items = text.slice(1, -1).split(",");
  const read = items.filter((item) => item.trim() === item);
  return read.length === items.length ? text : `[${read.join(",")}]`;
};

/** Faults of reading JSON that is not spelled in the plainest way. */
const spellingMutants: readonly Mutant[] = [
  mutant({
    name: "spaced-items-passed-over",
    breaks: "conventions/json-lists",
    says: "Of a list of ids only those that stand right behind a bracket or a comma are read.",
    request: inJson(withoutSpaced),
  }),
  mutant({
    name: "spaced-items-read-as-first",
    breaks: "conventions/json-lists",
    says: "A list of ids ends at the first white space behind a comma.",
    request: inJson((text) => (/^\[-?\d+,\s+\d/.test(text) ? text.replace(/,\s.*$/s, "]") : text)),
  }),
  mutant({
    name: "escapes-not-read",
    breaks: "conventions/json-lists",
    says: "An escaped character in JSON is read as its four digits.",
    request: inJson((text) => text.replace(/\\u([\da-f]{4})/gi, "$1")),
  }),
  mutant({
    name: "escaped-keys-not-read",
    breaks: "conventions/json-lists",
    says: "An escaped character in a key of JSON is dropped.",
    request: inJson((text) => text.replace(/"((?:[^"\\]|\\.)*)"(?=\s*:)/g, (key) => key.replace(/\\u[\da-f]{4}/gi, ""))),
  }),
  mutant({
    name: "reordered-keys-not-read",
    breaks: "conventions/json-lists",
    says: "A term whose operand stands before its operator loses it.",
    request: inJson((text) =>
      text.replace(/\{\s*"operand"\s*:\s*("[^"]*")\s*,\s*"operator"\s*:\s*("[^"]*")\s*\}/g, '{"operator":$2,"operand":""}'),
    ),
  }),
];

/** Faults of the empty topic. */
const topicMutants: readonly Mutant[] = [
  mutant({
    name: "empty-topic-shown-bare",
    breaks: ["conventions/empty-topic-displayed", "message-resource/subject-empty-topic", "messages-id.get/allow-empty-topic-name-default"],
    says: "Clients that do not declare support for empty topics see the empty string.",
    on: ["GET /messages", "GET /messages/{id}"],
    request: (request) => (request.field("allow_empty_topic_name") === "true" ? undefined : request.with({ allow_empty_topic_name: true })),
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
    instead: refusing((request) => request.field("topic") === "" && /channel|stream/.test(request.field("type") ?? "")),
  }),
  mutant({
    name: "display-name-not-told",
    breaks: "conventions/empty-topic-told",
    says: "A registration does not tell the display name of the empty topic.",
    on: "POST /register",
    answer: lacking("realm_empty_topic_display_name"),
  }),
];

/** Returns the name of the account whose address a request gives beside a key that is not its own. */
function impostor({ wire: { credentials }, served: { cast } }: InterceptedRequest): string | undefined {
  if (credentials.kind !== "basic") return undefined;
  return Object.entries(cast).find(([, { email, api_key }]) => email === credentials.email && api_key !== credentials.api_key)?.[0];
}

/** Faults of requests that are refused. */
const traceMutants: readonly Mutant[] = [
  mutant({
    name: "done-before-the-key-is-compared",
    breaks: "conventions/refusals-leave-no-trace",
    says: "A request with a wrong key is refused and is done all the same.",
    besides: (request) => {
      const name = impostor(request);
      if (name === undefined) return false;
      request.served.exchange(request.by(name));
      return true;
    },
  }),
  mutant({
    name: "unknown-acknowledgement-succeeds",
    breaks: "conventions/refused-acknowledgement",
    says: "Acknowledging an event that the queue does not have is answered by a success without events.",
    on: "GET /events",
    instead: (request) => (Number(request.field("last_event_id")) > 100_000 ? success({ events: [] }) : undefined),
  }),
  mutant({
    name: "lost-message-of-bot-succeeds",
    breaks: "conventions/refused-bot-message",
    says: "A bot's message to a channel that does not exist is answered by a success and is lost.",
    on: "POST /messages",
    instead: (request) =>
      request.caller === "robo" && request.wouldSay().body.code === "STREAM_DOES_NOT_EXIST" ? success({ id: 1 }) : undefined,
  }),
];

/** Faults of what holds of every endpoint. */
export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...ignoredMutants,
  ...parameterMutants,
  ...topicMutants,
  ...traceMutants,
  ...spellingMutants,
  ...refusedMutants,
];
