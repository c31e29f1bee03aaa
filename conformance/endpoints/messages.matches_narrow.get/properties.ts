import fc from "fast-check";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { decoded } from "../../client/html.ts";
import {
  channelNameOf,
  channelOperator,
  channelsOperator,
  fetchAround,
  fetchSince,
  idsOf,
  sendToChannel,
  topicNarrow,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { itemAt } from "../../client/present.ts";
import { boundOf, subscribersOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape, contentOf } from "../../draw/contents.ts";
import { aHistory, type History } from "../../draw/histories.ts";
import { anId, type IdShape, idOf } from "../../draw/ids.ts";
import { aNarrow, inTexts, levelOfNarrow, narrowOperators, type TermShape, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";
import { checkFound, checkHighlights } from "./check-search.ts";
import { alice, aReader, existing, histories, link, mixed, term, twoTopics, unknown } from "./histories.ts";
import { idsOfMatches, matchesOf } from "./matches.ts";
import { exampleSearches, type Searching, searching } from "./searches.ts";
import { type WrongParameter, wrongParameter } from "./wrong-parameters.ts";

interface Picked {
  readonly history: History;
  readonly who: PersonName;
  readonly ids: readonly IdShape[];
}

/** Just those of the messages that match are given, by id as text. */
export const onlyMatching = property<Picked>({
  clause: ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/keyed-by-id"],
  given: { history: histories, who: aReader, ids: fc.array(anId("existing", "deleted", "hidden", "unknown"), { maxLength: 8 }) },
  examples: [
    { history: twoTopics, who: "alice", ids: [...existing(0.9, 0, 0.3, 0.6), unknown] },
    { history: twoTopics, who: "alice", ids: existing(0.9) },
    { history: twoTopics, who: "alice", ids: [] },
  ],
  async holds(session, { history, who, ids }) {
    const { expect } = session;
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const msg_ids = ids.map((id) => idOf(id, staged.knownIds(who))).filter((id) => typeof id === "number");
    const received = stagedIds(staged.receivedBy(who)).filter((id) => msg_ids.includes(id));
    const inTopic = stagedIds(staged.inTopic("a")).filter((id) => received.includes(id));
    expect.same(await idsOfMatches(actor, msg_ids, staged.narrowTo("a")), inTopic, "the messages that match a topic");
    expect.same(await idsOfMatches(actor, msg_ids, []), received, "the messages that match no terms");
  },
});

interface Sent {
  readonly by: PersonName;
  readonly who: PersonName;
  readonly content: ContentShape;
}

const phrase = (text: string): ContentShape => ({ kind: "phrase", text });

/** What matches has its content and its topic in the form in which messages are fetched. */
export const forms = property<Sent & { readonly topic: TopicShape }>({
  clause: ["messages.matches_narrow.get/match-content", "messages.matches_narrow.get/match-subject"],
  given: { by: aReader, who: aReader, content: aContent(), topic: aTopic("plain", "text", "cased", "resolved", "filled") },
  examples: [`<b> & "c" 'd'`, "&lt; &amp;", "a < b > c"].map((text) => ({
    by: "alice",
    who: "alice",
    content: phrase("**bold** <i> & *more*"),
    topic: { kind: "text", text },
  })),
  async holds(session, { by, who, content, topic }) {
    const { channels, expect } = session;
    const actor = session.actor(who);
    const limit = topic.kind === "filled" ? await boundOf(actor, "max_topic_length") : 60;
    const id = await sendToChannel(
      session.actor(by),
      channels.general,
      topicOf(topic, { fresh: session.fresh("f"), limit }),
      contentOf(content),
    );
    const message = prepared.first(await fetchAround(actor, id), "the message in a window");
    const subject = prepared.text(message.subject, "the topic of the message");
    const narrow = topicNarrow(channels.general, subject);
    const { match_content, match_subject } = expect.present((await matchesOf(actor, [id], narrow)).get(id), "the match of the message");
    expect.sameHtml(match_content, message.content, "match_content");
    expect.same(decoded(match_subject), subject, "match_subject without its escapes");
    expect.holds(!/[<>]|&(?!\w+;|#)/.test(match_subject), `match_subject is not escaped: ${match_subject}`);
  },
});

/** A search highlights what it found, in the content and in the topic, and changes nothing else. */
export const highlights = property<Searching>({
  clause: [
    "messages.matches_narrow.get/content-highlight",
    "messages.matches_narrow.get/subject-highlight",
    "messages.matches_narrow.get/highlight-in-quotes",
  ],
  given: searching,
  examples: exampleSearches,
  async holds(session, given) {
    await checkHighlights(session, given);
  },
});

/** A search finds just the messages with all words, wherever these stand, and a fetch finds the same. */
export const searchIsExact = property<Searching>({
  clause: [
    "messages.matches_narrow.get/only-matching",
    "messages.matches_narrow.get/agrees-with-fetch",
    "messages.matches_narrow.get/highlight-in-quotes",
  ],
  given: searching,
  examples: exampleSearches,
  async holds(session, given) {
    await checkFound(session, given);
  },
});

/** A message matches where a fetch with the same narrow lists it. */
export const agreesWithFetch = property<{ readonly history: History; readonly who: PersonName; readonly terms: readonly TermShape[] }>({
  clause: ["messages.matches_narrow.get/agrees-with-fetch", "narrow/terms"],
  given: {
    history: aHistory({ messages: [1, 8] }),
    who: anActor("alice", "bob", "cara", "dana", "gus", "owen"),
    terms: aNarrow({ operators: narrowOperators.filter((operator) => operator !== "search" && operator !== "with"), terms: [0, 3] }),
  },
  examples: [
    [],
    [term("has", link)],
    [term("has", link, true)],
    [term("sender", alice)],
    [term("sender", alice, true)],
    [term("channels", { of: "word", word: "public" })],
    [term("has", link), term("sender", alice)],
  ].map((terms) => ({ history: mixed, who: "alice", terms })),
  async holds(session, { history, who, terms }) {
    const { expect } = session;
    if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const narrow = termsOf(terms, staged.narrowGround);
    const received = stagedIds(staged.receivedBy(who));
    const fetched = idsOf(await fetchSince(actor, itemAt(staged.messages, 0).id, narrow)).filter((id) => received.includes(id));
    const msg_ids = [...stagedIds(staged.messages), unknownId];
    const matching = (await idsOfMatches(actor, msg_ids, narrow)).filter((id) => received.includes(id));
    expect.same(matching, fetched, `what matches ${JSON.stringify(narrow)}, beside what a fetch lists`);
    if (terms.length === 0) expect.same(matching, received, "what matches no terms");
  },
});

/** A message of a public channel that the requester is not in matches where a fetch with the same narrow lists it. */
export const notReceived = property<{ readonly by: PersonName; readonly who: PersonName; readonly narrow: "channel" | "public" }>({
  clause: "messages.matches_narrow.get/not-received",
  given: { by: anActor("bob", "cara"), who: anActor("alice", "dana", "owen"), narrow: fc.constantFrom("channel", "public") },
  examples: (["channel", "public"] as const).map((narrow) => ({ by: "bob", who: "alice", narrow })),
  async holds(session, { by, who, narrow }) {
    const { channels, expect } = session;
    const [author, reader] = [session.actor(by), session.actor(who)];
    if ((await subscribersOf(author, channels.quiet)).includes(reader.user_id))
      throw new Untestable(`${who} is subscribed to the quiet channel`);
    const id = await sendToChannel(author, channels.quiet, session.fresh());
    const isPublic = [{ operator: channelsOperator(reader), operand: "public" }];
    const terms = narrow === "public" ? isPublic : [{ operator: channelOperator(reader), operand: await channelNameOf(author, id) }];
    if (!idsOf(await fetchSince(reader, id, terms)).includes(id)) throw new Untestable("a fetch does not list what was not received");
    const found = await idsOfMatches(reader, [id], terms);
    expect.holds(
      found.every((each) => each === id),
      "another message matches",
    );
    session.chooses("matchesNarrowReach", found.length > 0 ? "fetched" : "observed");
  },
});

/** Terms whose operands are texts. */
const textTerms = aNarrow({ operators: ["topic", "sender", "channel", "has", "is"], terms: [1, 2], negated: false });

/** Bare pairs mean what objects mean, or are refused. */
export const pairs = property<{ readonly history: History; readonly who: PersonName; readonly terms: readonly TermShape[] }>({
  clause: "messages.matches_narrow.get/narrow-objects",
  given: { history: histories, who: aReader, terms: textTerms },
  examples: [{ history: twoTopics, who: "alice", terms: [term("topic", { of: "topic", at: 0 })] }],
  async holds(session, { history, who, terms }) {
    const { expect } = session;
    if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const narrow = termsOf(inTexts(terms), staged.narrowGround);
    const msg_ids = stagedIds(staged.messages);
    const matching = await idsOfMatches(actor, msg_ids, narrow);
    const bare = narrow.map(({ operator, operand }) => [operator, operand]);
    const reply = await actor.send("GET /messages/matches_narrow", { msg_ids, narrow: bare });
    const isRefused = reply.body.result === "error";
    session.chooses("pairsInMatchesNarrow", isRefused ? "refused" : "observed");
    if (isRefused) expect.refused(reply, "BAD_REQUEST");
    else expect.same(await idsOfMatches(actor, msg_ids, bare), matching, "what matches bare pairs");
  },
});

/** Without ids or without a narrow, and with something else in their place, the request is refused. */
export const wrong = property<{ readonly who: PersonName; readonly parameter: WrongParameter }>({
  clause: [
    "messages.matches_narrow.get/msg-ids-required",
    "messages.matches_narrow.get/msg-ids-integers",
    "messages.matches_narrow.get/narrow-required",
    "messages.matches_narrow.get/narrow-list",
  ],
  given: { who: aReader, parameter: wrongParameter },
  examples: [
    ...[undefined, "one", "[9.5]", '["nine"]'].map((value) => ({ name: "msg_ids", value }) as const),
    ...[undefined, "one", "1", "[1]"].map((value) => ({ name: "narrow", value }) as const),
  ].map((parameter) => ({ who: "alice", parameter })),
  async holds(session, { who, parameter: { name, value } }) {
    const { channels, expect } = session;
    const actor = session.actor(who);
    const msg_ids = [await sendToChannel(actor, channels.general, session.fresh("wrong"))];
    expect.same(await idsOfMatches(actor, msg_ids, []), msg_ids, "what matches where ids and narrow are right");
    const fields: Body = { msg_ids, narrow: [], [name]: value };
    const reply = await actor.send("GET /messages/matches_narrow", fields);
    expect.declined(reply, `GET /messages/matches_narrow with ${JSON.stringify(fields)}`, name);
  },
});
