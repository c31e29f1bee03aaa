import { returnValues } from "../../client/return-values.ts";
import { type Change, refusal, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { parameterNames } from "../../text/index.ts";
import { parameterMutants, refusedMutants } from "./mutants.parameters.ts";

const anywhere = onRoute(undefined, "conventions");
const fetching = onRoute(["GET /messages", "GET /messages/{id}"], "conventions");
const sending = onRoute("POST /messages", "conventions");
const registering = onRoute("POST /register", "conventions");
const polling = onRoute("GET /events", "conventions");

/** Faults of successes and refusals: of every endpoint, and of what is no endpoint. */
const envelopeMutants: readonly Mutant[] = [
  anywhere("success-with-msg", "success-envelope").says("A success has a msg that is not empty.").answers({ msg: "OK" }),
  anywhere("success-without-msg", "success-envelope").says("A success has no msg.").lacks("msg"),
  anywhere("success-called-ok", "success-envelope").says("The result of a success is the word ok.").answers({ result: "ok" }),
  anywhere("refusal-without-code", ["error-envelope", "errors/body"])
    .says("A refusal has no code.")
    .refusesWith(undefined, { code: undefined }),
  anywhere("refusal-with-numeric-code", ["error-envelope", "errors/body"])
    .says("The code of a refusal is a number.")
    .changes(({ status, body }) => body.result === "error" && { status, body: { ...body, code: status } }),
  anywhere("refusal-without-msg", ["error-envelope", "errors/body"])
    .says("A refusal has no msg.")
    .refusesWith(undefined, { msg: undefined }),
  anywhere("refusal-called-failure", ["error-envelope", "errors/body"])
    .says("The result of a refusal is the word failure.")
    .refusesWith(undefined, { result: "failure" }),
  anywhere("success-outside-post-with-msg", "success-envelope")
    .says("A success of a request that is no POST has a msg that is not empty.")
    .answers((_, { wire }) => wire.method !== "POST" && { msg: "OK" }),
  anywhere("success-of-one-thing-with-msg", "success-envelope")
    .says("A success of a path with an id has a msg that is not empty.")
    .answers((_, { pathId }) => pathId !== undefined && { msg: "OK" }),
  anywhere("success-without-return-values", ["success-returns", "messages.post/id-fetches"])
    .says("A success is the envelope alone.")
    .lacks(...returnValues),
  anywhere("wrong-method-succeeds", "error-wrong-method")
    .says("A method that a path does not have is answered by a success and does nothing.")
    .changes((said) => said.status === 405 && success()),
  anywhere("unknown-route-succeeds", "error-unknown-route")
    .says("A path that does not exist is answered by a success.")
    .changes((said) => said.status === 404 && success()),
];

/** Changes the list of ignored parameters where there is one. */
const inIgnored =
  (change: (names: readonly string[], request: InterceptedRequest) => unknown): Change =>
  ({ ignored_parameters_unsupported: names }, request) =>
    Array.isArray(names) && { ignored_parameters_unsupported: change(names, request) };

const known = parameterNames();

/** Faults of the list of ignored parameters: of every endpoint. */
const ignoredMutants: readonly Mutant[] = [
  anywhere("unsupported-not-listed", ["ignored-listed", "versioning/ignored"])
    .says("Parameters that are not supported are ignored without a word.")
    .lacks("ignored_parameters_unsupported"),
  anywhere("unsupported-as-text", ["ignored-listed", "versioning/ignored"])
    .says("The ignored parameters are one text.")
    .answers(inIgnored((names) => names.join(", "))),
  anywhere("supported-listed-too", ["ignored-listed", "versioning/ignored"])
    .says("Where one parameter is ignored, all that were sent are called ignored.")
    .answers(inIgnored((_, { fields }) => [...fields.keys()].sort())),
  anywhere("unsupported-refused", ["ignored-listed", "versioning/ignored"])
    .says("A parameter that is not supported is refused.")
    .replies((request) => request.wouldSay().body.ignored_parameters_unsupported !== undefined && refusal()),
  anywhere("unsupported-listed-twice", ["ignored-listed", "ignored-without-parameters", "versioning/ignored"])
    .says("Each parameter that is not supported is listed twice.")
    .answers(inIgnored((names) => [...names, ...names])),
  anywhere("known-names-not-listed", ["ignored-listed", "versioning/ignored"])
    .says("Parameters that another endpoint has are ignored without a word.")
    .answers(
      inIgnored((names) => {
        const others = names.filter((name) => !known.has(name));
        return others.length > 0 ? others : undefined;
      }),
    ),
  anywhere("nothing-ignored-listed", "ignored-absent")
    .says("A success lists the ignored parameters where there are none too.")
    .tells("ignored_parameters_unsupported", (names) => names ?? []),
  anywhere("refusal-with-ignored", "ignored-successes-only")
    .says("A refusal lists all parameters that were sent as ignored.")
    .refusesWith(undefined, (_, { fields }) => ({ ignored_parameters_unsupported: [...fields.keys()] })),
];

/** Changes the texts of fields that hold lists or objects. */
const inJson =
  (change: (text: string) => string): NonNullable<Mutant["request"]> =>
  (request) => {
    const texts = [...request.fields].filter(([, text]) => /^\s*[[{]/.test(text) && change(text) !== text);
    return texts.length > 0 && request.with(Object.fromEntries(texts.map(([name, text]) => [name, change(text)])));
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
  anywhere("spaced-items-passed-over", "json-lists")
    .says("Of a list of ids only those that stand right behind a bracket or a comma are read.")
    .takes(inJson(withoutSpaced)),
  anywhere("spaced-items-read-as-first", "json-lists")
    .says("A list of ids ends at the first white space behind a comma.")
    .takes(inJson((text) => (/^\[-?\d+,\s+\d/.test(text) ? text.replace(/,\s.*$/s, "]") : text))),
  anywhere("escapes-not-read", "json-lists")
    .says("An escaped character in JSON is read as its four digits.")
    .takes(inJson((text) => text.replace(/\\u([\da-f]{4})/gi, "$1"))),
  anywhere("escaped-keys-not-read", "json-lists")
    .says("An escaped character in a key of JSON is dropped.")
    .takes(inJson((text) => text.replace(/"((?:[^"\\]|\\.)*)"(?=\s*:)/g, (key) => key.replace(/\\u[\da-f]{4}/gi, "")))),
  anywhere("reordered-keys-not-read", "json-lists")
    .says("A term whose operand stands before its operator loses it.")
    .takes(
      inJson((text) =>
        text.replace(/\{\s*"operand"\s*:\s*("[^"]*")\s*,\s*"operator"\s*:\s*("[^"]*")\s*\}/g, '{"operator":$2,"operand":""}'),
      ),
    ),
];

/** Faults of the empty topic. */
const topicMutants: readonly Mutant[] = [
  fetching("empty-topic-shown-bare", [
    "empty-topic-displayed",
    "message-resource/subject-empty-topic",
    "messages-id.get/allow-empty-topic-name-default",
  ])
    .says("Clients that do not declare support for empty topics see the empty string.")
    .takes((request) => request.field("allow_empty_topic_name") !== "true" && request.with({ allow_empty_topic_name: true })),
  fetching("empty-topic-always-named", ["empty-topic-declared", "messages-id.get/allow-empty-topic-name"])
    .says("Clients that declare support for empty topics see the display name all the same.")
    .ignores("allow_empty_topic_name"),
  anywhere("display-name-a-topic-of-its-own", ["display-name-read", "messages.post/topic-empty"])
    .says("The display name of the empty topic is a topic like any other.")
    .reads("topic", (topic) => (topic === "general chat" ? "general chat " + "·" : topic)),
  sending("empty-topic-refused", ["empty-topic", "messages.post/topic-empty"])
    .says("The empty topic is refused.")
    .refuses((request) => request.field("topic") === "" && /channel|stream/.test(request.field("type") ?? "")),
  registering("display-name-not-told", "empty-topic-told")
    .says("A registration does not tell the display name of the empty topic.")
    .lacks("realm_empty_topic_display_name"),
];

/** Returns the name of the account whose address a request gives beside a key that is not its own. */
function impostor({ wire: { credentials }, served: { cast } }: InterceptedRequest): string | undefined {
  if (credentials.kind !== "basic") return undefined;
  return Object.entries(cast).find(([, { email, api_key }]) => email === credentials.email && api_key !== credentials.api_key)?.[0];
}

/** Faults of requests that are refused. */
const traceMutants: readonly Mutant[] = [
  anywhere("done-before-the-key-is-compared", "refusals-leave-no-trace")
    .says("A request with a wrong key is refused and is done all the same.")
    .also((request) => {
      const name = impostor(request);
      if (name !== undefined) request.served.exchange(request.by(name));
      return name !== undefined;
    }),
  polling("unknown-acknowledgement-succeeds", "refused-acknowledgement")
    .says("Acknowledging an event that the queue does not have is answered by a success without events.")
    .accepts((request) => Number(request.field("last_event_id")) > 100_000, { events: [] }),
  sending("lost-message-of-bot-succeeds", "refused-bot-message")
    .says("A bot's message to a channel that does not exist is answered by a success and is lost.")
    .accepts((request) => request.caller === "robo" && request.wouldSay().body.code === "STREAM_DOES_NOT_EXIST", { id: 1 }),
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
