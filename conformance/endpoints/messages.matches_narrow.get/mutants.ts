import type { Change, MutableFields } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const matching = onRoute("GET /messages/matches_narrow", "messages.matches_narrow.get");

/** Changes the matches, by their ids. */
const matched =
  (change: (found: readonly (readonly [id: string, match: MutableFields])[], request: InterceptedRequest) => unknown): Change =>
  ({ messages }, request) => ({ messages: change(Object.entries(messages as Record<string, MutableFields>), request) });

/** Makes a mutant that changes a text of each match. */
const inTexts = (name: string, breaks: string, says: string, field: string, change: (text: string) => string): Mutant =>
  matching(name, breaks)
    .says(says)
    .answersEach("messages", (match) => ({ [field]: change(String(match[field])) }));

/** A message as the caller sees it. */
const messageOf = (request: InterceptedRequest, id: string): MutableFields =>
  request.also(request.caller ?? "alice", `GET /messages/${id}`, { allow_empty_topic_name: true }).body.message as MutableFields;

const highlight = /<span class="highlight">(.*?)<\/span>/g;
const quotes = /<blockquote>[\s\S]*<\/blockquote>/g;

const plain = (text: string): string => text.replace(highlight, "$1");

/** Returns whether all that is highlighted in a match stands in quotes. */
const isOfQuotes = ({ match_content, match_subject }: MutableFields): boolean => {
  const outside = `${String(match_content).replace(quotes, "")} ${String(match_subject)}`;
  return String(match_content).search(highlight) >= 0 && outside.search(highlight) < 0;
};

export const mutants: readonly Mutant[] = [
  matching("all-match", ["only-matching", "agrees-with-fetch", "narrow-list"])
    .says("All messages match, whatever the narrow.")
    .reads("narrow", () => "[]"),
  matching("none-match", ["only-matching", "agrees-with-fetch"]).says("No message ever matches.").answers({ messages: {} }),
  matching("matches-as-list", "keyed-by-id")
    .says("The matches are a list.")
    .answers(matched((found) => found.map(([id, match]) => ({ id: Number(id), ...match })))),
  matching("others-null", ["only-matching", "agrees-with-fetch"])
    .says("Messages that do not match are there, as null.")
    .answers(
      matched((found, request) => {
        const others = request.list("msg_ids").map((id) => [String(id), null] as const);
        return Object.fromEntries([...others, ...found]);
      }),
    ),
  inTexts("match-content-plain", "match-content", "match_content has no markup.", "match_content", (text) => text.replace(/<[^>]*>/g, "")),
  matching("no-match-content", "match-content").says("match_content is missing.").answersEach("messages", { match_content: undefined }),
  matching("no-match-subject", "match-subject").says("match_subject is missing.").answersEach("messages", { match_subject: undefined }),
  inTexts("match-subject-not-escaped", "match-subject", "HTML in topics passes into the page.", "match_subject", (text) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  ),
  inTexts("match-not-highlighted", "content-highlight", "What was searched for is not highlighted.", "match_content", plain),
  inTexts(
    "topic-match-not-highlighted",
    "subject-highlight",
    "What was searched for is not highlighted in topics.",
    "match_subject",
    plain,
  ),
  matching("quotes-not-searched", "highlight-in-quotes")
    .says("A search passes over what stands in quotes.")
    .answers(matched((found) => Object.fromEntries(found.filter(([, match]) => !isOfQuotes(match))))),
  inTexts("quotes-not-highlighted", "highlight-in-quotes", "Words in quotes are not highlighted.", "match_content", (text) =>
    text.replace(quotes, plain),
  ),
  matching("empty-match-subject-invented", "match-subject-empty-topic")
    .says("match_subject of the empty topic is a name that nobody gave it.")
    .answers(
      matched((found, request) => {
        const isEmpty = ({ type, subject }: MutableFields): boolean => type === "stream" && subject === "";
        const invented = { match_subject: "(no topic)" };
        return Object.fromEntries(found.map(([id, match]) => [id, isEmpty(messageOf(request, id)) ? { ...match, ...invented } : match]));
      }),
    ),
  matching("match-pairs-match-nothing", "narrow-objects")
    .says("Bare pairs in a narrow match nothing.")
    .accepts((request) => request.field("narrow")?.startsWith("[[") === true, { messages: {} }),
  matching("match-received-only", "not-received")
    .says("Messages that the caller did not receive never match.")
    .answers(
      matched((found, request) => Object.fromEntries(found.filter(([id]) => !String(messageOf(request, id).flags).includes("historical")))),
    ),
  matching("matches-keyed-by-place", "keyed-by-id")
    .says("The matches are keyed by their place in the list.")
    .answers(matched((found) => Object.fromEntries(found.map(([, match], i) => [String(i), match])))),
];
