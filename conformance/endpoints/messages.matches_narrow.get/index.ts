import { stated } from "../../declare/folder.ts";
import * as search from "./properties.search.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const messagesMatchesNarrowGet = stated("messages.matches_narrow.get", {
  clauses: {
    "narrow-objects": {
      says: "The narrow is a list of objects; whether bare pairs pass is not settled.",
      silent: "pairsInMatchesNarrow",
    },
    "only-matching": "messages has those of the given messages that match, and no others.",
    "keyed-by-id": "messages is an object whose keys are the ids as text.",
    "match-content": "match_content is the content as HTML, in the form that GET /messages gives.",
    "match-subject": "match_subject is the topic, escaped for HTML; for direct messages it is empty.",
    "match-subject-empty-topic": {
      says: "match_subject of the empty topic is the display name, as GET /messages shows it; some servers give the empty text.",
      since: 334,
      silent: "emptyMatchSubject",
    },
    "content-highlight": 'For a search, what was found in the content is wrapped in `<span class="highlight">`, and nothing else changes.',
    "highlight-in-quotes": "Quotes are part of the content: words that stand in one are found and wrapped as others are.",
    "subject-highlight": 'For a search, what was found in the topic is wrapped in `<span class="highlight">`, and nothing else changes.',
    "agrees-with-fetch": "A message that the requester received matches exactly where GET /messages lists it for the same narrow.",
    "not-received": {
      says: "A message that the requester did not receive matches where GET /messages lists it for the same narrow.",
      silent: "matchesNarrowReach",
    },
  },
  call,
  step,
  properties: { "": properties, search },
  mutants: () => import("./mutants.ts"),
});
