import type { Asked } from "./asked.ts";
import { type Answer, type Fields, ignoring, inSuccess, isSuccess, lacking, reading, recoded } from "./bodies.ts";
import { type Breaks, type Mutant, mutant } from "./mutant.ts";

type Parts = Omit<Mutant, "name" | "breaks" | "says">;

const faulty = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, ...parts });

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
