import { type LevelChange, levels } from "../../core/levels.ts";
import { own } from "../../core/lookup.ts";
import { fieldOf, type JudgedExchange, jsonOf } from "../judged-exchange.ts";
import { type ClientRule, each } from "../rule.ts";

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
    used: (seen) => (withType(seen) && fieldOf(seen, "type") === "private" ? "type=private is a deprecated spelling of direct" : undefined),
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
