import { type LevelChange, levels } from "../../core/levels.ts";
import { codePoints, limits, withoutSpaceAround } from "../../core/limits.ts";
import { own } from "../../core/lookup.ts";
import type { Endpoint } from "../../protocol/endpoint.ts";
import { endpointAt } from "../../server/routes.ts";
import { fieldOf, type JudgedExchange, jsonOf, namesOf, quoted } from "../judged-exchange.ts";
import { type ClientRule, each, type Levels } from "../rule.ts";

const isSend = ({ route }: JudgedExchange): boolean => route === "POST /messages";
const isGiven = (seen: JudgedExchange, name: string): boolean => fieldOf(seen, name) !== undefined;

/** Of two parameters of a message that are sent together, one is there without the other. */
const alone = (seen: JudgedExchange, name: string, other: string): string | undefined =>
  isSend(seen) && isGiven(seen, name) && !isGiven(seen, other) ? `${name} requires ${other}` : undefined;

/** Returns how many messages a fetch asks for. */
function messagesAsked(seen: JudgedExchange): number {
  if (seen.route !== "GET /messages") return 0;
  const ids = jsonOf(seen, "message_ids");
  if (Array.isArray(ids)) return ids.length;
  return ["num_before", "num_after"].reduce((sum, name) => sum + (Number(fieldOf(seen, name)) || 0), 0);
}

const tooMany = (seen: JudgedExchange, most: number, next: number, what: string): string | undefined =>
  messagesAsked(seen) > most && messagesAsked(seen) <= next ? `it asks for more than ${most} messages, ${what}` : undefined;

function tooLong(seen: JudgedExchange): string[] {
  const bounded = [
    ["content", limits.messageLength, isSend(seen) || seen.route === "PATCH /messages/{id}"],
    ["topic", limits.topicLength, (isSend(seen) && !isForPeople(seen)) || seen.route === "POST /user_topics"],
  ] as const;
  return bounded
    .filter(([name, most, applies]) => applies && codePoints(withoutSpaceAround(fieldOf(seen, name) ?? "")) > most)
    .map(([name, most]) => `${name} has more than ${most} characters, which is the most that is kept`);
}

const isForPeople = (seen: JudgedExchange): boolean => ["direct", "private"].includes(fieldOf(seen, "type") ?? "");

const writing = ["POST", "PATCH", "PUT", "DELETE"];

/** Rules about what a single request may hold. */
export const parameterRules: readonly ClientRule[] = [
  {
    name: "parameters-in-query",
    severity: "warning",
    section: "What the service does > Conventions for every endpoint",
    clause: "conventions/form-fields",
    wants: "Parameters of POST, PATCH and DELETE requests are sent as form-encoded fields, not in the query string.",
    watch: each(({ method, query }) =>
      writing.includes(method)
        ? [...query.keys()].map((name) => `${quoted(name)} is sent in the query string, not as a form field`)
        : undefined,
    ),
  },
  {
    name: "body-no-form",
    severity: "error",
    section: "What the service does > Conventions for every endpoint",
    clause: "conventions/form-fields",
    wants: "Bodies are forms, not JSON: of any other body the server reads nothing.",
    watch: each(({ unreadType }) => {
      if (unreadType === undefined) return undefined;
      const type = unreadType === "" ? "no Content-Type" : `Content-Type ${quoted(unreadType)}`;
      return `the body is no form but has ${type}: nothing of it is read`;
    }),
  },
  {
    name: "local-id-alone",
    severity: "error",
    section: "Endpoints > POST /messages",
    clause: "messages.post/local-id-needs-queue",
    wants: "local_id is sent with the queue_id of the queue that is to get it.",
    watch: each((seen) => alone(seen, "local_id", "queue_id")),
  },
  {
    name: "queue-id-alone",
    severity: "error",
    section: "Endpoints > POST /messages",
    clause: "messages.post/queue-needs-local-id",
    wants: "queue_id is sent with the local_id that the queue is to get.",
    watch: each((seen) => alone(seen, "queue_id", "local_id")),
  },
  {
    name: "fetch-over-recommended",
    severity: "warning",
    section: "Endpoints > GET /messages",
    clause: "messages.get/recommended-1000",
    wants: `A request fetches at most ${limits.messagesPerRequestRecommended} messages, as is recommended.`,
    watch: each((seen) =>
      tooMany(seen, limits.messagesPerRequestRecommended, limits.messagesPerRequest, "which is the recommended maximum"),
    ),
  },
  {
    name: "fetch-over-limit",
    severity: "error",
    section: "Limits",
    clause: "limits/messages-per-request-exceeded",
    wants: `A request fetches at most ${limits.messagesPerRequest} messages.`,
    watch: each((seen) => tooMany(seen, limits.messagesPerRequest, Number.POSITIVE_INFINITY, "which is an error")),
  },
  {
    name: "text-over-limit",
    severity: "error",
    section: "Limits",
    wants: "Content and topics are no longer than the registration's max_message_length and max_topic_length.",
    watch: each(tooLong),
  },
];

interface Alias extends Pick<ClientRule, "name" | "clause" | "wants"> {
  readonly section?: string;
  /** The change that brought the new spelling: servers before it know the old one only. */
  readonly since?: LevelChange;
  /** @param oldest the oldest level that the client is made for */
  readonly used: (seen: JudgedExchange, oldest: number) => string | readonly string[] | undefined;
}

const alias = ({ section = "Versioning", since, used, ...rest }: Alias): ClientRule => ({
  ...rest,
  section,
  severity: "warning",
  watch: each((seen, { oldest }) => (since && oldest < levels[since] ? undefined : used(seen, oldest))),
});

const withType = ({ route }: JudgedExchange): boolean => route === "POST /messages" || route === "POST /typing";
const withTopic = (seen: JudgedExchange): boolean => withType(seen) || seen.route === "PATCH /messages/{id}";
const withNarrow = ({ route }: JudgedExchange): boolean =>
  route === "GET /messages" || route === "GET /messages/matches_narrow" || route === "POST /messages/flags/narrow";

function termsOf(seen: JudgedExchange): readonly unknown[] {
  const narrow = withNarrow(seen) ? jsonOf(seen, "narrow") : undefined;
  return Array.isArray(narrow) ? narrow : [];
}

function spelling(term: unknown): { readonly operator: unknown; readonly operand: unknown } {
  if (Array.isArray(term)) return { operator: term[0], operand: term[1] };
  return { operator: undefined, operand: undefined, ...(term as object | null) };
}

/** Operators, and operands of `is`, that have newer names. */
const renamed: Readonly<Record<string, readonly [instead: string, since: LevelChange]>> = {
  "pm-with": ["dm", "directOperators"],
  "group-pm-with": ["dm-including", "directOperators"],
  "is:private": ["is:dm", "directOperators"],
  stream: ["channel", "channelNarrows"],
  streams: ["channels", "channelNarrows"],
};

function oldOperator(term: unknown, oldest: number): string[] {
  const { operator, operand } = spelling(term);
  const name = operator === "is" ? `is:${operand}` : String(operator);
  const [instead, since] = own(renamed, name) ?? [];
  return since === undefined || oldest < levels[since] ? [] : [`the narrow says ${name}, which is called ${instead} now`];
}

/** Spellings that are deprecated and remain accepted. */
export const aliases: readonly ClientRule[] = [
  alias({
    name: "private-for-direct",
    clause: "versioning/private-for-direct",
    wants: "The type of a message to people is written `direct`, not `private`.",
    since: "directType",
    used: (seen, oldest) => {
      if (!withType(seen) || fieldOf(seen, "type") !== "private") return undefined;
      const isGone = seen.route === "POST /typing" && oldest >= levels.directTyping;
      return isGone
        ? `type=private is refused from level ${levels.directTyping} on: it is spelled direct`
        : "type=private is a deprecated spelling of direct";
    },
  }),
  alias({
    name: "stream-for-channel",
    clause: "versioning/channel-for-stream",
    wants: "The type of a message to a channel is written `channel`, not `stream`.",
    since: "channelType",
    used: (seen) => (withType(seen) && fieldOf(seen, "type") === "stream" ? "type=stream is a deprecated spelling of channel" : undefined),
  }),
  alias({
    name: "subject-for-topic",
    clause: "versioning/subject-for-topic",
    wants: "A topic is sent as `topic`, not as `subject`.",
    used: (seen) => (withTopic(seen) && fieldOf(seen, "subject") !== undefined ? "subject is a deprecated name of topic" : undefined),
  }),
  alias({
    name: "first-unread-anchor",
    clause: "versioning/first-unread",
    wants: "The first unread message is asked for by `anchor=first_unread`, not by `use_first_unread_anchor`.",
    used: (seen) =>
      seen.route === "GET /messages" && fieldOf(seen, "use_first_unread_anchor") !== undefined
        ? "use_first_unread_anchor is deprecated; anchor=first_unread says the same"
        : undefined,
  }),
  alias({
    name: "narrow-pairs",
    section: "Resources and their fields > Narrow",
    clause: "narrow/bare-pairs",
    wants: "A term of a narrow is an object with `operator` and `operand`, not a pair of texts.",
    used: (seen) => (termsOf(seen).some(Array.isArray) ? "the narrow has a pair of texts in place of an object" : undefined),
  }),
  alias({
    name: "narrow-operators",
    section: "Resources and their fields > Narrow",
    wants: "A narrow names its operators as servers of the level do, such as `channel` and `dm`.",
    used: (seen, oldest) => termsOf(seen).flatMap((term) => oldOperator(term, oldest)),
  }),
];

const levelOf = (change: LevelChange | undefined): number => (change === undefined ? 0 : levels[change]);

const sinceOf = (endpoint: Endpoint | undefined, name: string): number => levelOf(endpoint && own(endpoint.params, name)?.since);

/** Values that came later than the parameter that they are given to. */
const values: readonly (readonly [route: string, name: string, value: string, since: LevelChange])[] = [
  ["POST /messages", "type", "direct", "directType"],
  ["POST /messages", "type", "channel", "channelType"],
  ["POST /typing", "type", "channel", "channelType"],
  ["GET /messages", "anchor", "date", "anchorDate"],
];

function newerThan(seen: JudgedExchange, { served, newest }: Levels): string[] {
  const endpoint = endpointAt(seen);
  const names = [...namesOf(seen)].filter((name) => sinceOf(endpoint, name) > newest);
  const given = values.filter(
    ([route, name, value, since]) => seen.route === route && fieldOf(seen, name) === value && levels[since] > newest,
  );
  return [
    ...names.map((name) => `${name} is there from level ${sinceOf(endpoint, name)} on, and the server has level ${served}`),
    ...given.map(
      ([, name, value, since]) => `${name}=${value} is there from level ${levels[since]} on, and the server has level ${served}`,
    ),
  ];
}

/** Parameters that the answer lists as unsupported, without those that only came later, and `client`, which running servers read. */
function unsupportedIn(seen: JudgedExchange, { served }: Levels): string[] {
  const { ignored_parameters_unsupported: listed } = seen.body;
  if (!Array.isArray(listed)) return [];
  const endpoint = endpointAt(seen);
  return listed
    .filter((name) => name !== "client" && sinceOf(endpoint, name) <= served)
    .map((name) => `${quoted(String(name))} is no parameter of this endpoint`);
}

/** Names that are deprecated though they are still there, with what took their place. */
const outdated: Readonly<Record<string, readonly [instead: string, since: number]>> = {
  "PATCH /users/me/subscriptions/muted_topics": ["POST /user_topics", levels.userTopics],
  "PATCH /settings/display": ["PATCH /settings", levels.settingsAtOnce],
  "PATCH /settings/notifications": ["PATCH /settings", levels.settingsAtOnce],
  "POST /mark_all_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
  "POST /mark_stream_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
  "POST /mark_topic_as_read": ["POST /messages/flags/narrow", levels.flagsInNarrow],
};

function outdatedBy({ route }: JudgedExchange, { oldest }: Levels): string | undefined {
  const [instead, since = 0] = own(outdated, route) ?? [];
  return instead !== undefined && oldest >= since ? `deprecated since level ${since}; ${instead} takes its place` : undefined;
}

/** Rules about what servers of a level know, and know no longer. */
export const levelRules: readonly ClientRule[] = [
  {
    name: "newer-parameter",
    severity: "error",
    section: "Versioning",
    clause: "versioning/level-implies",
    wants: "Parameters and values are sent to servers whose feature level has them.",
    watch: each(newerThan),
  },
  {
    name: "newer-endpoint",
    severity: "error",
    section: "Versioning",
    clause: "versioning/level-implies",
    wants: "Endpoints are called on servers whose feature level has them.",
    watch: each((seen, { served, newest }) => {
      const since = levelOf(endpointAt(seen)?.since);
      return since > newest ? `it is there from level ${since} on, and the server has level ${served}` : undefined;
    }),
  },
  {
    name: "removed-endpoint",
    severity: "error",
    section: "Versioning",
    wants: "Endpoints are not called on servers whose feature level has them no longer.",
    watch: each((seen, { oldest }) => {
      const until = endpointAt(seen)?.until;
      return until && oldest >= levels[until] ? `it is gone since level ${levels[until]}` : undefined;
    }),
  },
  {
    name: "deprecated-endpoint",
    severity: "warning",
    section: "Versioning",
    wants: "What took the place of a deprecated endpoint is called where the server has it.",
    watch: each(outdatedBy),
  },
  {
    name: "unsupported-parameter",
    severity: "warning",
    section: "What the service does > Conventions for every endpoint",
    clause: "conventions/ignored-listed",
    wants: "Only parameters of the endpoint are sent to it.",
    watch: each(unsupportedIn),
  },
];
