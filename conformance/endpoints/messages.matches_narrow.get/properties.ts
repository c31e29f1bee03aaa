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
  sendDirect,
  sendToChannel,
  topicNarrow,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { boundOf, emptyTopicName, subscribedOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { aContent } from "../../draw/contents.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import { aNarrow, inTexts, levelOfNarrow, term, termsOf } from "../../draw/narrow-terms.ts";
import { anActor } from "../../draw/people.ts";
import { existing, idOf, manyUnknown, someIds } from "../../draw/references.ts";
import { words } from "../../draw/texts.ts";
import { aTopic, topicOf } from "../../draw/topics.ts";
import { prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import { idsOfMatches, matchesOf, matchesOfSearch, unmarked } from "./matches.ts";

/** Somebody active who may read the channel general. */
const aReader = anActor("alice", "bob", "cara", "dana", "gus");

/** Histories of topics and conversations; nobody leaves the channel. */
const histories = aHistory({ messages: [1, 8], acts: ["edit", "move", "delete", "reaction", "flag"] });

const twoTopics: History = [...sends("alice", "a", "one", "two", "three"), ...sends("alice", "b", "four")];

/** Just those of the messages that match are given, by id as text. */
export const onlyMatching = property({
  clause: ["only-matching", "keyed-by-id"],
  given: { history: histories, who: aReader, ids: someIds() },
  examples: [
    { history: twoTopics, who: "alice", ids: [...manyUnknown(unknownId), ...existing(0.9, 0, 0.3, 0.6)] },
    { history: twoTopics, who: "alice", ids: existing(0.9) },
    { history: twoTopics, who: "alice", ids: [] },
  ],
  async holds(session, { history, who, ids }, expect) {
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const msg_ids = ids.map((id) => idOf(id, staged.knownIds(who))).filter((id) => typeof id === "number");
    const received = stagedIds(staged.receivedBy(who)).filter((id) => msg_ids.includes(id));
    const inTopic = stagedIds(staged.inTopic("a")).filter((id) => received.includes(id));
    // The term that tells the topics apart is the last of several.
    const [channel, ...rest] = staged.narrowTo("a");
    const terms = [channel, channel, channel, channel, ...rest];
    const matching = (narrow: readonly unknown[]) => idsOfMatches(actor, msg_ids, narrow, "messages.matches_narrow.get/keyed-by-id");
    expect.same(await matching(terms), inTopic, "the messages that match a topic");
    expect.same(await matching([]), received, "the messages that match no terms");
  },
});

/** A message that matches has its content and its topic in the form in which messages are fetched; a direct message has no topic. */
export const forms = property({
  clause: ["match-content", "match-subject"],
  given: {
    by: aReader,
    who: aReader,
    content: aContent,
    // Undefined for a direct message.
    topic: fc.option(aTopic("plain", "text", "cased", "resolved", "filled"), { nil: undefined }),
  },
  examples: [`<b> & "c" 'd'`, "&lt; &amp;", "a < b > c", undefined].map((text) => {
    const topic = text === undefined ? undefined : ({ kind: "text", text } as const);
    return { by: "alice", who: "alice", content: { kind: "phrase", text: "**bold** <i> & *more*" }, topic } as const;
  }),
  async holds(session, { by, who, content, topic }, expect) {
    const { channels } = session;
    const [sender, actor] = [session.actor(by), session.actor(who)];
    const limit = topic?.kind === "filled" ? await boundOf(actor, "max_topic_length") : 60;
    const id = topic
      ? await sendToChannel(sender, channels.general, topicOf(topic, { fresh: session.fresh("f"), limit }), content.text)
      : await sendDirect(sender, [actor], content.text);
    const message = prepared.first(await fetchAround(actor, id), "the message in a window");
    const subject = topic ? prepared.text(message.subject, "the topic of the message") : "";
    const narrow = topic ? topicNarrow(actor, channels.general, subject) : [{ operator: "sender", operand: sender.email }];
    const { match_content, match_subject } = expect.present((await matchesOf(actor, [id], narrow)).get(id), "the match of the message");
    expect.sameHtml(match_content, message.content, "match_content", "messages.matches_narrow.get/match-content");
    const clause = "messages.matches_narrow.get/match-subject";
    expect.same(decoded(match_subject), subject, "match_subject without its escapes", clause);
    expect.holds(!/[<>]|&(?!\w+;|#)/.test(match_subject), `match_subject is not escaped: ${match_subject}`, clause);
  },
});

/** match_subject of the empty topic is its display name, or is empty. */
export const emptyTopic = property({
  clause: "match-subject-empty-topic",
  given: { by: aReader, who: aReader, word: fc.constantFrom(...words), narrow: fc.constantFrom("id", "search") },
  examples: (["id", "search"] as const).map((narrow) => ({ by: "alice", who: "alice", word: "soup", narrow }) as const),
  async holds(session, { by, who, word, narrow }, expect) {
    const { channels } = session;
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

/** A message of a public channel that the requester is not in matches where a fetch with the same narrow lists it. */
export const notReceived = property({
  clause: "not-received",
  given: { by: anActor("bob", "cara"), who: anActor("alice", "dana", "owen"), narrow: fc.constantFrom("channel", "public") },
  examples: (["channel", "public"] as const).map((narrow) => ({ by: "bob", who: "alice", narrow }) as const),
  async holds(session, { by, who, narrow }, expect) {
    const { channels } = session;
    const [author, reader] = [session.actor(by), session.actor(who)];
    if ((await subscribedOf(author, channels.quiet)).includes(reader.user_id))
      throw new Untestable(`${who} is subscribed to the quiet channel`);
    const id = await sendToChannel(author, channels.quiet, session.fresh());
    const isPublic = [{ operator: channelsOperator(reader), operand: "public" }];
    const terms = narrow === "public" ? isPublic : [{ operator: channelOperator(reader), operand: await channelNameOf(author, id) }];
    if (!idsOf(await fetchSince(reader, id, terms)).includes(id)) throw new Untestable("a fetch does not list what was not received");
    const found = await idsOfMatches(reader, [id], terms);
    const others = found.filter((each) => each !== id);
    expect.same(others, [], "the other messages that match");
    session.chooses("matchesNarrowReach", found.length > 0 ? "fetched" : "observed");
  },
});

const textTerms = aNarrow({ operators: ["topic", "sender", "channel", "has", "is"], terms: [1, 2], negated: false });

/** Bare pairs mean what objects mean, or are refused. */
export const pairs = property({
  clause: "narrow-objects",
  given: { history: histories, who: aReader, terms: textTerms },
  examples: [{ history: twoTopics, who: "alice", terms: [term("topic", { of: "topic", at: 0 })] }],
  async holds(session, { history, who, terms }, expect) {
    if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
    session.requireStated([["topic", "a"]]);
    const staged = await stageHistory(session, history);
    const actor = session.actor(who);
    const narrow = termsOf(inTexts(terms), staged.narrowGround);
    const msg_ids = stagedIds(staged.messages);
    const matching = await idsOfMatches(actor, msg_ids, narrow);
    const bare = narrow.map(({ operator, operand }) => [operator, operand]);
    const reply = await actor.send("GET /messages/matches_narrow", { msg_ids, narrow: bare });
    const isRefused = reply.body.result === "error";
    session.chooses("pairsInMatchesNarrow", isRefused ? "refused" : "observed");
    if (isRefused) expect.refused(reply, codes.badRequest);
    else expect.same(await idsOfMatches(actor, msg_ids, bare), matching, "what matches bare pairs");
  },
});
