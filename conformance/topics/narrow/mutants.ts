import { listOf, type MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages", "narrow");
const narrowing = onRoute(["GET /messages", "GET /messages/matches_narrow"], "narrow");

const isTerm = (term: unknown): term is MutableFields => typeof term === "object" && term !== null;

const isWhole = (term: unknown): boolean => isTerm(term) && typeof term.operator === "string" && term.operand !== undefined;

const isPair = (term: unknown): boolean => Array.isArray(term) && term.length === 2 && term.every((each) => typeof each === "string");

const terms = (request: InterceptedRequest): MutableFields[] => request.list("narrow").filter(isTerm);

/** Changes the terms of a narrow; undefined takes one out. */
const changing = (change: (term: MutableFields) => MutableFields | undefined) => (request: InterceptedRequest) => {
  const given = terms(request);
  const changed = given.map(change).filter((term) => term !== undefined);
  return JSON.stringify(changed) === JSON.stringify(given) ? undefined : request.with({ narrow: changed });
};

/** Leaves out the terms with an operator. */
const without = (operator: string) => changing((term) => (term.operator === operator ? undefined : term));

const operators = ["sender", "has", "topic", "channel", "stream", "channels", "streams", "id", "is", "search"];

const isPublic = ({ operator, operand, negated }: MutableFields): boolean =>
  operator === "channels" && operand === "public" && negated !== true;

/** Whether two topics differ in their capitals alone. */
const isCased = (one: unknown, other: unknown): boolean => one !== other && String(one).toLowerCase() === String(other).toLowerCase();

/** Faults of narrows. */
export const mutants: readonly Mutant[] = [
  fetching("web-public-not-public", ["messages.get/narrow-public", "channels"])
    .says("Channels that are open to the world are not among the public ones.")
    .answers(({ messages }, request) => {
      const square = request.served.channels["town-square"]?.stream_id;
      return terms(request).some(isPublic) && { messages: listOf(messages).filter(({ stream_id }) => stream_id !== square) };
    }),
  fetching("narrow-topic-by-its-capitals", "topic")
    .says("The operator topic finds a topic in its own capitals alone.")
    .answers(({ messages }, request) => {
      const topics = terms(request).flatMap(({ operator, operand, negated }) =>
        operator === "topic" && negated !== true ? [operand] : [],
      );
      const isFound = ({ subject }: MutableFields): boolean => topics.includes(subject) || !topics.some((one) => isCased(one, subject));
      return topics.length > 0 && { messages: listOf(messages).filter(isFound) };
    }),
  fetching("narrow-not-heeded", ["terms", "sender", "has", "channel", "channels", "topic", "negated"])
    .says("The narrow is ignored.")
    .ignores("narrow"),
  fetching("narrow-first-term-only", "terms")
    .says("Only the first term of a narrow counts.")
    .takes((request) => terms(request).length > 1 && request.with({ narrow: terms(request).slice(0, 1) })),
  narrowing("negation-not-heeded", ["negated", "terms"])
    .says("Negated terms count as if they were not.")
    .takes(changing(({ negated: _, ...term }) => term)),
  narrowing("negation-of-flags-not-heeded", ["negated", "terms"])
    .says("Negated terms about flags count as if they were not.")
    .takes(changing(({ negated, ...term }) => (term.operator === "is" || negated === undefined ? term : { ...term, negated }))),
  narrowing("narrow-last-term-only", ["terms", "negated"])
    .says("Only the last term of a narrow counts.")
    .takes((request) => terms(request).length > 1 && request.with({ narrow: terms(request).slice(-1) })),
  narrowing("operand-of-any-type", "operand-list")
    .says("An operand that is neither a text nor a list is read as a text.")
    .takes(
      changing((term) => (/boolean|object/.test(typeof term.operand) && !Array.isArray(term.operand) ? { ...term, operand: "x" } : term)),
    ),
  narrowing("sender-term-not-heeded", ["sender", "terms"]).says("The term sender is ignored.").takes(without("sender")),
  narrowing("has-term-not-heeded", "has").says("The term has is ignored.").takes(without("has")),
  narrowing("topic-term-not-heeded", ["topic", "terms"]).says("The term topic is ignored.").takes(without("topic")),
  narrowing("channel-term-not-heeded", ["channel", "terms"]).says("The term channel is ignored.").takes(without("channel")),
  fetching("channel-term-not-known", "channel")
    .says("The term channel is refused.")
    .refuses((request) => terms(request).some(({ operator }) => operator === "channel")),
  fetching("public-history-not-reached", ["messages.get/narrow-public", "channels"])
    .says("channels:public finds only what the user has received.")
    .takes((request) => {
      const rest = terms(request).filter((term) => !isPublic(term));
      const narrow = [...rest, { operator: "is", operand: "dm", negated: true }];
      return rest.length < terms(request).length && request.with({ narrow });
    }),
  fetching("pairs-refused", "bare-pairs")
    .says("Terms as bare pairs of strings are refused.")
    .refuses((request) => (request.field("narrow") ?? "").startsWith("[[")),
  narrowing("unknown-terms-passed-over", "unknown-operator")
    .says("Terms with operators that do not exist are passed over.")
    .takes((request) => {
      const known = terms(request).filter(({ operator }) => typeof operator !== "string" || operators.includes(operator));
      return known.length < terms(request).length && request.with({ narrow: known });
    }),
  narrowing("broken-terms-passed-over", "term-object")
    .says("What is no term is passed over.")
    .takes((request) => {
      const whole = request.list("narrow").filter((term) => isPair(term) || isWhole(term));
      return whole.length < request.list("narrow").length && request.with({ narrow: whole });
    }),
];
