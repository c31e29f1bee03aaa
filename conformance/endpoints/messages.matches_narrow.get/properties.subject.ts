import fc from "fast-check";
import { decoded } from "../../client/html.ts";
import { fetchAround, sendDirect, sendToChannel } from "../../client/messages.ts";
import { emptyTopicName } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { type Word, words } from "../../draw/texts.ts";
import { prepared } from "../../expect.ts";
import { aReader } from "./histories.ts";
import { matchesOf, matchesOfSearch, unmarked } from "./matches.ts";

/** A direct message that matches has no topic. */
export const directForms = property<{ readonly by: PersonName; readonly to: PersonName; readonly content: ContentShape }>({
  clause: ["messages.matches_narrow.get/match-content", "messages.matches_narrow.get/match-subject"],
  given: { by: anActor(...members), to: anActor("bob", "alice", "gus", "dana"), content: aContent() },
  examples: [{ by: "alice", to: "alice", content: { kind: "phrase", text: "**bold** <i>" } }],
  async holds(session, { by, to, content }) {
    const { expect } = session;
    const actor = session.actor(to);
    const id = await sendDirect(session.actor(by), [actor], contentOf(content));
    const message = prepared.first(await fetchAround(actor, id), "the message in a window");
    const matches = await matchesOf(actor, [id], [{ operator: "sender", operand: session.actor(by).email }]);
    const { match_content, match_subject } = expect.present(matches.get(id), "the match of the message");
    expect.sameHtml(match_content, message.content, "match_content");
    expect.same(match_subject, "", "match_subject of a direct message");
  },
});

interface WithoutTopic {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly word: Word;
  /** What finds the message: its id, or a search for the word. */
  readonly narrow: "id" | "search";
}

/** match_subject of the empty topic is its display name, or is empty. */
export const emptyTopic = property<WithoutTopic>({
  clause: "messages.matches_narrow.get/match-subject-empty-topic",
  given: { by: aReader, who: aReader, word: fc.constantFrom(...words), narrow: fc.constantFrom("id", "search") },
  examples: (["id", "search"] as const).map((narrow) => ({ by: "alice", who: "alice", word: "soup", narrow })),
  async holds(session, { by, who, word, narrow }) {
    const { channels, expect } = session;
    const actor = session.actor(who);
    const name = await emptyTopicName(actor);
    const id = await sendToChannel(session.actor(by), channels.general, "", `some ${word}`);
    const terms = [{ operator: "id", operand: id }, ...(narrow === "search" ? [{ operator: "search", operand: word }] : [])];
    const { match_subject } = expect.present((await matchesOfSearch(actor, [id], terms, id)).get(id), "the match of the message");
    const subject = decoded(unmarked(match_subject));
    expect.holds(subject === name || subject === "", `match_subject of the empty topic is ${match_subject}, neither ${name} nor empty`);
    session.chooses("emptyMatchSubject", subject === name ? "displayName" : "observed");
  },
});
