import { codePoints, limits } from "../../core/limits.ts";
import { fieldOf, type JudgedExchange, jsonOf, quoted } from "../judged-exchange.ts";
import { type ClientRule, each } from "../rule.ts";

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
    .filter(([name, most, applies]) => applies && codePoints((fieldOf(seen, name) ?? "").trim()) > most)
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
