import { ignoring, type MutableFields, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Breaks, type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const isTerm = (term: unknown): term is MutableFields => typeof term === "object" && term !== null;

const isWhole = (term: unknown): boolean => isTerm(term) && typeof term.operator === "string" && term.operand !== undefined;

const isPair = (term: unknown): boolean => Array.isArray(term) && term.length === 2 && term.every((each) => typeof each === "string");

const terms = (request: InterceptedRequest): MutableFields[] => {
  const narrow = request.json("narrow");
  return Array.isArray(narrow) ? narrow.filter(isTerm) : [];
};

/** Changes the terms of a narrow; undefined takes one out. */
const changing = (change: (term: MutableFields) => MutableFields | undefined) => (request: InterceptedRequest) => {
  const given = terms(request);
  const changed = given.map(change).filter((term) => term !== undefined);
  return JSON.stringify(changed) === JSON.stringify(given) ? undefined : request.with({ narrow: changed });
};

const fetching = onRoute("GET /messages");

/** Makes mutants of both endpoints that read narrows. */
const narrowing = (name: string, breaks: Breaks, says: string, request: NonNullable<Mutant["request"]>): Mutant =>
  mutant({ name, breaks, says, on: ["GET /messages", "GET /messages/matches_narrow"], request });

/** Leaves out the terms with an operator. */
const without = (operator: string) => changing((term) => (term.operator === operator ? undefined : term));

const operators = ["sender", "has", "topic", "channel", "stream", "channels", "streams", "id", "is", "search"];

const isPublic = ({ operator, operand, negated }: MutableFields): boolean =>
  operator === "channels" && operand === "public" && negated !== true;

/** Whether two topics differ in their capitals alone. */
const isCased = (one: unknown, other: unknown): boolean => one !== other && String(one).toLowerCase() === String(other).toLowerCase();

/** Faults of narrows. */
export const mutants: readonly Mutant[] = [
  fetching(
    "web-public-not-public",
    ["messages.get/narrow-public", "narrow/channels"],
    "Channels that are open to the world are not among the public ones.",
    {
      answer: ({ body }, request) => {
        const all = body.messages as readonly MutableFields[] | undefined;
        const square = request.served.channels["town-square"]?.stream_id;
        if (all && terms(request).some(isPublic)) body.messages = all.filter(({ stream_id }) => stream_id !== square);
      },
    },
  ),
  fetching("narrow-topic-by-its-capitals", "narrow/topic", "The operator topic finds a topic in its own capitals alone.", {
    answer: ({ body }, request) => {
      const topics = terms(request).flatMap(({ operator, operand, negated }) =>
        operator === "topic" && negated !== true ? [operand] : [],
      );
      const all = body.messages as readonly MutableFields[] | undefined;
      if (topics.length > 0 && all)
        body.messages = all.filter(({ subject }) => topics.includes(subject) || !topics.some((one) => isCased(one, subject)));
    },
  }),
  fetching(
    "narrow-not-heeded",
    ["narrow/terms", "narrow/sender", "narrow/has", "narrow/channel", "narrow/channels", "narrow/topic", "narrow/negated"],
    "The narrow is ignored.",
    { request: ignoring("narrow") },
  ),
  fetching("narrow-first-term-only", "narrow/terms", "Only the first term of a narrow counts.", {
    request: (request) => (terms(request).length > 1 ? request.with({ narrow: terms(request).slice(0, 1) }) : undefined),
  }),
  narrowing(
    "negation-not-heeded",
    ["narrow/negated", "narrow/terms"],
    "Negated terms count as if they were not.",
    changing(({ negated: _, ...term }) => term),
  ),
  narrowing(
    "negation-of-flags-not-heeded",
    ["narrow/negated", "narrow/terms"],
    "Negated terms about flags count as if they were not.",
    changing(({ negated, ...term }) => (term.operator === "is" || negated === undefined ? term : { ...term, negated })),
  ),
  narrowing("narrow-last-term-only", ["narrow/terms", "narrow/negated"], "Only the last term of a narrow counts.", (request) =>
    terms(request).length > 1 ? request.with({ narrow: terms(request).slice(-1) }) : undefined,
  ),
  narrowing(
    "operand-of-any-type",
    "narrow/operand-list",
    "An operand that is neither a text nor a list is read as a text.",
    changing((term) => (/boolean|object/.test(typeof term.operand) && !Array.isArray(term.operand) ? { ...term, operand: "x" } : term)),
  ),
  narrowing("sender-term-not-heeded", ["narrow/sender", "narrow/terms"], "The term sender is ignored.", without("sender")),
  narrowing("has-term-not-heeded", "narrow/has", "The term has is ignored.", without("has")),
  narrowing("topic-term-not-heeded", ["narrow/topic", "narrow/terms"], "The term topic is ignored.", without("topic")),
  narrowing("channel-term-not-heeded", ["narrow/channel", "narrow/terms"], "The term channel is ignored.", without("channel")),
  fetching("channel-term-not-known", "narrow/channel", "The term channel is refused.", {
    instead: refusing((request) => terms(request).some(({ operator }) => operator === "channel")),
  }),
  fetching(
    "public-history-not-reached",
    ["messages.get/narrow-public", "narrow/channels"],
    "channels:public finds only what the user has received.",
    {
      request: (request) => {
        const rest = terms(request).filter((term) => !isPublic(term));
        return rest.length < terms(request).length
          ? request.with({ narrow: [...rest, { operator: "is", operand: "dm", negated: true }] })
          : undefined;
      },
    },
  ),
  fetching("pairs-refused", "narrow/bare-pairs", "Terms as bare pairs of strings are refused.", {
    instead: refusing((request) => (request.field("narrow") ?? "").startsWith("[[")),
  }),
  narrowing(
    "unknown-terms-passed-over",
    "narrow/unknown-operator",
    "Terms with operators that do not exist are passed over.",
    (request) => {
      const known = terms(request).filter(({ operator }) => typeof operator !== "string" || operators.includes(operator));
      return known.length < terms(request).length ? request.with({ narrow: known }) : undefined;
    },
  ),
  narrowing("broken-terms-passed-over", "narrow/term-object", "What is no term is passed over.", (request) => {
    const given = request.json("narrow");
    if (!Array.isArray(given)) return undefined;
    const whole = given.filter((term) => isPair(term) || isWhole(term));
    return whole.length < given.length ? request.with({ narrow: whole }) : undefined;
  }),
];
