import type { Asked } from "./asked.ts";
import { type Answer, type Fields, ignoring, inSuccess, isSuccess, lacking, reading, recoded, refusing } from "./bodies.ts";
import { type Breaks, type Mutant, mutant } from "./mutant.ts";

type Parts = Omit<Mutant, "name" | "breaks" | "says">;
const faulty = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, ...parts });

const isTerm = (term: unknown): term is Fields => typeof term === "object" && term !== null;
const terms = (asked: Asked): Fields[] => {
  const narrow = asked.json("narrow");
  return Array.isArray(narrow) ? narrow.filter(isTerm) : [];
};
/** Changes the terms of a narrow; undefined takes one out. */
const changing = (change: (term: Fields) => Fields | undefined) => (asked: Asked) => {
  const given = terms(asked);
  const changed = given.map(change).filter((term) => term !== undefined);
  return JSON.stringify(changed) === JSON.stringify(given) ? undefined : asked.with({ narrow: changed });
};
const both = ["GET /messages", "GET /messages/matches_narrow"];

/** Faults of narrows in GET /messages. */
export const narrows: readonly Mutant[] = [
  faulty(
    "narrow-not-heeded",
    ["narrow/terms", "messages.get/narrow-default", "narrow/sender", "narrow/channel", "narrow/topic"],
    "The narrow is ignored.",
    { on: "GET /messages", request: ignoring("narrow") },
  ),
  faulty("narrow-first-term-only", "narrow/terms", "Only the first term of a narrow counts.", {
    on: "GET /messages",
    request: (asked) => (terms(asked).length > 1 ? asked.with({ narrow: terms(asked).slice(0, 1) }) : undefined),
  }),
  faulty("negation-not-heeded", "narrow/negated", "Negated terms count as if they were not.", {
    on: both,
    request: changing(({ negated: _, ...term }) => term),
  }),
  faulty("sender-term-not-heeded", "narrow/sender", "The term sender is ignored.", {
    on: both,
    request: changing((term) => (term.operator === "sender" ? undefined : term)),
  }),
  faulty("has-term-not-heeded", "narrow/has", "The term has is ignored.", {
    on: both,
    request: changing((term) => (term.operator === "has" ? undefined : term)),
  }),
  faulty("channel-term-not-known", "narrow/channel", "The term channel is refused.", {
    on: both,
    instead: refusing((asked) => terms(asked).some(({ operator }) => operator === "channel")),
  }),
  faulty(
    "public-history-not-reached",
    ["messages.get/narrow-public", "narrow/channels"],
    "channels:public finds only what the user has received.",
    {
      on: "GET /messages",
      request: (asked) =>
        terms(asked).some(({ operator, operand }) => operator === "channels" && operand === "public")
          ? asked.with({
              narrow: [...terms(asked).filter(({ operator }) => operator !== "channels"), { operator: "is", operand: "dm", negated: true }],
            })
          : undefined,
    },
  ),
  faulty("pairs-refused", "narrow/bare-pairs", "Terms as bare pairs of strings are refused.", {
    on: "GET /messages",
    instead: refusing((asked) => (asked.field("narrow") ?? "").startsWith("[[")),
  }),
];

/** Faults of the form of messages in GET /messages. */
export const forms: readonly Mutant[] = [
  faulty("list-always-html", "messages.get/apply-markdown", "The list is HTML even where Markdown is asked for.", {
    on: "GET /messages",
    request: ignoring("apply_markdown"),
  }),
  faulty("list-markdown-by-default", "messages.get/apply-markdown-default", "The list is Markdown by default.", {
    on: "GET /messages",
    request: (asked) => (asked.field("apply_markdown") === undefined ? asked.with({ apply_markdown: false }) : undefined),
  }),
  faulty("gravatar-not-heeded", "messages.get/client-gravatar", "client_gravatar false is ignored.", {
    on: "GET /messages",
    request: ignoring("client_gravatar"),
  }),
  faulty("gravatar-off-by-default", "messages.get/client-gravatar-default", "client_gravatar is false by default.", {
    on: "GET /messages",
    request: (asked) => (asked.field("client_gravatar") === undefined ? asked.with({ client_gravatar: false }) : undefined),
  }),
  faulty("list-names-empty-topics", "messages.get/allow-empty-topic-name", "allow_empty_topic_name is ignored in lists.", {
    on: "GET /messages",
    request: ignoring("allow_empty_topic_name"),
  }),
  faulty(
    "fetching-marks-read",
    ["messages-id.get/no-trace", "message-resource/flags-read", "messages.get/anchor-first-unread"],
    "Fetching a list marks its messages as read.",
    {
      on: "GET /messages",
      besides: (asked, { body }) => {
        const messages = Array.isArray(body.messages) ? (body.messages as Fields[]) : [];
        const unread = messages.filter(({ flags }) => !(flags as string[]).includes("read"));
        for (const { id } of unread) asked.served.act({ action: "set_flag", as: asked.caller, message_id: id, flag: "read", op: "add" });
        return unread.length > 0;
      },
    },
  ),
];

type Matches = Record<string, Fields>;
const matched = (change: (found: Matches, asked: Asked) => unknown): Answer =>
  inSuccess((body, asked) => void (body.messages = change(body.messages as Matches, asked)));
const eachMatch = (change: (match: Fields) => void): Answer =>
  matched((found) => {
    for (const match of Object.values(found)) change(match);
    return found;
  });
const matching = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant =>
  faulty(name, breaks, says, { on: "GET /messages/matches_narrow", ...parts });

/** Faults of GET /messages/matches_narrow. */
export const matches: readonly Mutant[] = [
  matching(
    "all-match",
    ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/agrees-with-fetch"],
    "All messages match, whatever the narrow.",
    { request: reading("narrow", () => "[]") },
  ),
  matching(
    "none-match",
    ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/agrees-with-fetch"],
    "No message ever matches.",
    { answer: matched(() => ({})) },
  ),
  matching("matches-as-list", "messages.matches_narrow.get/keyed-by-id", "The matches are a list.", {
    answer: matched((found) => Object.entries(found).map(([id, match]) => ({ id: Number(id), ...match }))),
  }),
  matching(
    "others-null",
    ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/agrees-with-fetch"],
    "Messages that do not match are there, as null.",
    {
      answer: matched((found, asked) => {
        const ids = asked.json("msg_ids");
        return Object.fromEntries((Array.isArray(ids) ? ids : []).map((id) => [String(id), found[String(id)] ?? null]));
      }),
    },
  ),
  matching("match-content-plain", "messages.matches_narrow.get/match-content", "match_content has no markup.", {
    answer: eachMatch((match) => void (match.match_content = String(match.match_content).replace(/<[^>]*>/g, ""))),
  }),
  matching("no-match-content", "messages.matches_narrow.get/match-content", "match_content is missing.", {
    answer: eachMatch((match) => void delete match.match_content),
  }),
  matching("no-match-subject", "messages.matches_narrow.get/match-subject", "match_subject is missing.", {
    answer: eachMatch((match) => void delete match.match_subject),
  }),
  matching("match-subject-not-escaped", "messages.matches_narrow.get/match-subject", "HTML in topics passes into the page.", {
    answer: eachMatch((match) => {
      match.match_subject = String(match.match_subject).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    }),
  }),
  matching("match-not-highlighted", "messages.matches_narrow.get/content-highlight", "What was searched for is not highlighted.", {
    answer: eachMatch((match) => {
      match.match_content = String(match.match_content).replace(/<span class="highlight">(.*?)<\/span>/g, "$1");
    }),
  }),
  matching(
    "topic-match-not-highlighted",
    "messages.matches_narrow.get/subject-highlight",
    "What was searched for is not highlighted in topics.",
    {
      answer: eachMatch((match) => {
        match.match_subject = String(match.match_subject).replace(/<span class="highlight">(.*?)<\/span>/g, "$1");
      }),
    },
  ),
  matching(
    "match-ids-not-required",
    "messages.matches_narrow.get/msg-ids-required",
    "Without msg_ids nothing matches, and nothing is refused.",
    {
      request: (asked) => (asked.field("msg_ids") === undefined ? asked.with({ msg_ids: [] }) : undefined),
    },
  ),
];

const one = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant =>
  faulty(name, breaks, says, { on: "GET /messages/{id}", ...parts });

/** Faults of GET /messages/{message_id}. */
export const single: readonly Mutant[] = [
  one("single-always-html", "messages-id.get/apply-markdown", "The message is HTML even where Markdown is asked for.", {
    request: ignoring("apply_markdown"),
  }),
  one("single-markdown-by-default", "messages-id.get/apply-markdown-default", "The message is Markdown by default.", {
    request: (asked) => (asked.field("apply_markdown") === undefined ? asked.with({ apply_markdown: false }) : undefined),
  }),
  one("no-raw-content", "messages-id.get/raw-content", "raw_content is missing.", { answer: lacking("raw_content") }),
  one("raw-content-html", "messages-id.get/raw-content", "raw_content is HTML.", {
    answer: inSuccess((body) => void (body.raw_content = (body.message as Fields).content)),
  }),
  one("single-not-wrapped", "messages-id.get/message", "The message's fields stand beside the envelope.", {
    answer: inSuccess((body) => {
      Object.assign(body, body.message);
      delete body.message;
    }),
  }),
  one(
    "single-empty-topic-bare",
    "messages-id.get/allow-empty-topic-name-default",
    "A single message shows the empty topic bare by default.",
    {
      request: (asked) => (asked.field("allow_empty_topic_name") === undefined ? asked.with({ allow_empty_topic_name: true }) : undefined),
    },
  ),
  one(
    "missing-message-other-code",
    ["messages-id.get/missing", "errors/message-missing"],
    "A message that does not exist is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "NOT_FOUND"),
    },
  ),
  one("missing-message-null", ["messages-id.get/missing", "errors/message-missing"], "A message that does not exist is null.", {
    answer: (said) => {
      if (!isSuccess(said)) Object.assign(said, { status: 200, body: { result: "success", msg: "", message: null, raw_content: "" } });
    },
  }),
  one("neighbour-shown", "messages-id.get/message", "The message before is shown.", {
    request: ({ wire, pathId }) => ({ ...wire, path: `/api/v1/messages/${(pathId ?? 0) - 1}` }),
  }),
];
