import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { sendToSelf } from "../../client/messages.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, fields, listOf, mostly } from "../../draw/combinators.ts";
import { anyNarrow, narrowToNamed, noNarrow } from "../../draw/narrows.ts";
import { people } from "../../draw/people.ts";
import { anyMessage, aReceiver, received } from "../../draw/references.ts";
import * as search from "./properties.search.ts";
import * as properties from "./properties.ts";

export const messagesMatchesNarrowGet = stated("messages.matches_narrow.get", {
  clauses: {
    "narrow-objects": {
      says: "The narrow is a list of objects; whether bare pairs pass is not settled.",
      silent: "pairsInMatchesNarrow",
    },
    "only-matching": "messages has those of the given messages that match, and no others.",
    "match-content": "match_content is the content as HTML, in the form that GET /messages gives.",
    "match-subject": "match_subject is the topic, escaped for HTML; for direct messages it is empty.",
    "match-subject-empty-topic": {
      says: "match_subject of the empty topic is the display name, as GET /messages shows it; some servers give the empty text.",
      since: levels.emptyTopic,
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
  call: {
    by: people,
    prepare: async (session, by = session.as.alice) => {
      const msg_ids = [await sendToSelf(by, session.fresh("note")), await sendToSelf(by, session.fresh("see https://example.com/"))];
      return { actor: by, route: "GET /messages/matches_narrow", fields: { msg_ids, narrow: [{ operator: "has", operand: "link" }] } };
    },
  },
  step: {
    weight: () => 6,
    draw: (facts) => {
      const accepted = fields({
        as: aReceiver,
        msg_ids: fc.tuple(received, listOf(anyMessage, 3)).map(([first, others]) => [first, ...(others as unknown[])]),
        narrow: mostly([8, narrowToNamed("msg_ids")], [1, anyNarrow(facts)]),
      });
      const byTable = refusedByTable("messages.matches_narrow.get", facts, but(accepted, { narrow: anyNarrow(facts) }));
      return { accepted, refused: mostly([3, but(accepted, { narrow: noNarrow })], ...byTable) };
    },
    tell: (given, say) =>
      `asks which of ${say(given.msg_ids ?? [])} match ${say(given.narrow ?? "nothing")}${rest(given, ["msg_ids", "narrow"], say)}`,
    finds: "messages",
  },
  properties: { "": properties, search },
  mutants: () => import("./mutants.ts"),
});
