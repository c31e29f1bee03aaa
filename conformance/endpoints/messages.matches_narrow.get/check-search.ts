import { decoded } from "../../client/html.ts";
import { fetchMessages, idsOf } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import type { Session } from "../../client/session.ts";
import { prepared } from "../../expect.ts";
import { marked, matchesOfSearch, unmarked } from "./matches.ts";
import { type Searching, startSearch } from "./searches.ts";

/** Requires a search to highlight what it finds, in the content and in the topic, and to change nothing else. */
export async function checkHighlights(session: Session, given: Searching): Promise<void> {
  const { expect } = session;
  const { actor, topic, messages, within, narrow } = await startSearch(session, given);
  const ids = messages.map(({ id }) => id);
  const fetched = new Map((await fetchMessages(actor, within)).map(({ id, content }) => [id, content]));
  const matches = await matchesOfSearch(actor, ids, narrow, itemAt(ids, -1));
  const inTopic = given.topic !== undefined && given.searched.includes(given.topic) ? [given.topic] : [];
  for (const { id, content, found, matches: isFound } of messages) {
    if (!isFound) continue;
    const { match_content, match_subject } = expect.present(matches.get(id), `the match of ${content}`);
    expect.same(marked(match_content), found, `what is highlighted in ${content}`);
    expect.sameHtml(
      unmarked(match_content),
      prepared.text(fetched.get(id), "the content of a message"),
      "match_content without highlights",
    );
    expect.same(marked(match_subject), inTopic, "what is highlighted in the topic");
    expect.same(decoded(unmarked(match_subject)), topic, "match_subject without highlights");
  }
}

/** Requires a search to find just the messages with all words, and a fetch to find the same. */
export async function checkFound(session: Session, given: Searching): Promise<void> {
  const { expect } = session;
  const { actor, messages, narrow } = await startSearch(session, given);
  const ids = messages.map(({ id }) => id);
  const matches = await matchesOfSearch(actor, ids, narrow, itemAt(ids, -1));
  const expected = messages.filter((message) => message.matches).map(({ id }) => id);
  expect.same([...matches.keys()], expected, `what a search for ${given.searched.join(" ")} finds`);
  const fetched = await fetchMessages(actor, narrow);
  expect.same(idsOf(fetched), expected, "what a fetch finds");
  for (const { id, match_content, match_subject } of fetched) {
    const match = matches.get(id);
    if (match_content !== undefined) expect.sameHtml(match?.match_content, match_content, "match_content, beside that of a fetch");
    if (match_subject !== undefined) expect.same(match?.match_subject, match_subject, "match_subject, beside that of a fetch");
  }
}
