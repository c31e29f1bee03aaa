import { type AlterAnswer, inSuccess, type MutableFields, reading, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const matching = onRoute("GET /messages/matches_narrow");

type Matches = Record<string, MutableFields>;

const matched = (change: (found: Matches, request: InterceptedRequest) => unknown): AlterAnswer =>
  inSuccess((body, request) => void (body.messages = change(body.messages as Matches, request)));

const eachMatch = (change: (match: MutableFields) => void): AlterAnswer =>
  matched((found) => {
    for (const match of Object.values(found)) change(match);
    return found;
  });

const highlight = /<span class="highlight">(.*?)<\/span>/g;
const quotes = /<blockquote>[\s\S]*<\/blockquote>/g;

/** Returns whether all that is highlighted in a match stands in quotes. */
const isOfQuotes = ({ match_content, match_subject }: MutableFields): boolean => {
  const outside = `${String(match_content).replace(quotes, "")} ${String(match_subject)}`;
  return String(match_content).search(highlight) >= 0 && outside.search(highlight) < 0;
};

/** Faults of GET /messages/matches_narrow. */
export const mutants: readonly Mutant[] = [
  matching(
    "all-match",
    [
      "messages.matches_narrow.get/only-matching",
      "messages.matches_narrow.get/agrees-with-fetch",
      "messages.matches_narrow.get/narrow-list",
    ],
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
      answer: matched((found, request) => {
        const ids = request.json("msg_ids");
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
  matching("quotes-not-searched", "messages.matches_narrow.get/highlight-in-quotes", "A search passes over what stands in quotes.", {
    answer: matched((found) => Object.fromEntries(Object.entries(found).filter(([, match]) => !isOfQuotes(match)))),
  }),
  matching("quotes-not-highlighted", "messages.matches_narrow.get/highlight-in-quotes", "Words in quotes are not highlighted.", {
    answer: eachMatch((match) => {
      match.match_content = String(match.match_content).replace(quotes, (quote) => quote.replace(highlight, "$1"));
    }),
  }),
  matching(
    "empty-match-subject-invented",
    "messages.matches_narrow.get/match-subject-empty-topic",
    "match_subject of the empty topic is a name that nobody gave it.",
    {
      answer: matched((found, request) => {
        for (const [id, match] of Object.entries(found)) {
          const { message } = request.also(request.caller ?? "alice", `GET /messages/${id}`, { allow_empty_topic_name: true }).body;
          const { type, subject } = message as MutableFields;
          if (type === "stream" && subject === "") match.match_subject = "(no topic)";
        }
        return found;
      }),
    },
  ),
  matching("match-pairs-match-nothing", "messages.matches_narrow.get/narrow-objects", "Bare pairs in a narrow match nothing.", {
    instead: (request) => (request.field("narrow")?.startsWith("[[") ? success({ messages: {} }) : undefined),
  }),
  matching("match-received-only", "messages.matches_narrow.get/not-received", "Messages that the caller did not receive never match.", {
    answer: matched((found, request) => {
      const flagsOf = (id: string): unknown =>
        (request.also(request.caller ?? "alice", `GET /messages/${id}`).body.message as MutableFields).flags;
      return Object.fromEntries(Object.entries(found).filter(([id]) => !String(flagsOf(id)).includes("historical")));
    }),
  }),
  matching("matches-keyed-by-place", "messages.matches_narrow.get/keyed-by-id", "The matches are keyed by their place in the list.", {
    answer: matched((found) => Object.fromEntries(Object.values(found).map((match, i) => [String(i), match]))),
  }),
];
