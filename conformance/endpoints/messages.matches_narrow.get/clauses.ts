import { absent, emptyTopic, like, refused, shows, taken, unlike, without } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > GET /messages/matches_narrow", "messages.matches_narrow.get", {
  "msg-ids-required": { says: "msg_ids has to be given.", about: refused({ msg_ids: absent }) },
  "msg-ids-integers": {
    says: "msg_ids is a list of integers; anything else is refused.",
    about: refused({ msg_ids: without(/^\[(\d+(,\d+)*)?\]$/) }),
  },
  "narrow-required": { says: "narrow has to be given.", about: refused({ narrow: absent }) },
  "narrow-objects": {
    about: [refused({ narrow: like(/^\[\[/) }), taken({ narrow: like(/^\[\[/) })],
    says: "The narrow is a list of objects; whether bare pairs pass is not settled.",
    silent: "pairsInMatchesNarrow",
  },
  "narrow-list": { says: "A narrow that is no list is refused.", about: refused({ narrow: unlike(/^\[/) }) },
  "only-matching": {
    says: "messages has those of the given messages that match, and no others.",
    about: [shows("messages[]", { change: "extra", weight: 1.8 }), shows("messages[]", { change: "missing", weight: 1.8 })],
  },
  "keyed-by-id": {
    says: "messages is an object whose keys are the ids as text.",
    about: [shows("messages"), shows("messages[]", { change: "missing", differences: 2, weight: 0.5 })],
  },
  "match-content": {
    says: "match_content is the content as HTML, in the form that GET /messages gives.",
    about: shows("Message.match_content"),
  },
  "match-subject": {
    says: "match_subject is the topic, escaped for HTML; for direct messages it is empty.",
    about: shows("Message.match_subject"),
  },
  "match-subject-empty-topic": {
    about: shows("Message.match_subject", { value: emptyTopic }),
    says: "match_subject of the empty topic is the display name, as GET /messages shows it; some servers give the empty text.",
    since: 334,
    silent: "emptyMatchSubject",
  },
  "content-highlight": {
    says: 'For a search, what was found in the content is wrapped in `<span class="highlight">`, and nothing else changes.',
    about: shows("Message.match_content", { value: /class=\\"highlight/ }),
  },
  "highlight-in-quotes": {
    says: "Quotes are part of the content: words that stand in one are found and wrapped as others are.",
    about: shows("Message.match_content", { value: /blockquote.*class=\\"highlight/ }),
  },
  "subject-highlight": {
    says: 'For a search, what was found in the topic is wrapped in `<span class="highlight">`, and nothing else changes.',
    about: shows("Message.match_subject", { value: /class=\\"highlight/ }),
  },
  "agrees-with-fetch": {
    says: "A message that the requester received matches exactly where GET /messages lists it for the same narrow.",
    about: [shows("messages[]", { change: "extra", weight: -0.2 }), shows("messages[]", { change: "missing", weight: -0.2 })],
  },
  "not-received": {
    says: "A message that the requester did not receive matches where GET /messages lists it for the same narrow.",
    about: shows("messages[]", { change: "missing", weight: -0.4 }),
    silent: "matchesNarrowReach",
  },
});
