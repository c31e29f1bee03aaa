import fc from "fast-check";
import { fetchMessages, idsOf, sendToChannel, startThread, type Term } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { type Body, prepared } from "../../expect.ts";
import { idsOfMatches, matchesOf, matchesOfSearch } from "./matches.ts";

const unescaped = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll("&amp;", "&");

const mark = /<span class="highlight">(.*?)<\/span>/g;
const unmarked = (html: string): string => html.replace(mark, "$1");
const marked = (html: string): string[] => [...html.matchAll(mark)].map(([, word = ""]) => word.toLowerCase());

/** Just those of the messages that match are given, by id as text. */
export const onlyMatching = property({
  clause: ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/keyed-by-id"],
  given: { picked: fc.subarray([0, 1, 2], { minLength: 1 }) },
  async holds(session, { picked }) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, ["one", "two", "three"]);
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "four");
    const some = picked.map((i) => topic.ids[i]!);
    const msg_ids = [other, ...some, unknownId];
    expect.same(await idsOfMatches(alice, msg_ids, topic.narrow), some, "the messages that match a topic");
    expect.same(await idsOfMatches(alice, [other], topic.narrow), [], "the messages that match where none does");
    expect.same(await idsOfMatches(alice, [], topic.narrow), [], "the messages that match where none is asked for");
    expect.same(await idsOfMatches(alice, msg_ids, []), [...some, other], "the messages that match no terms");
  },
});

/** What matches has its content and its topic in the form in which messages are fetched. */
export const forms = property({
  clause: ["messages.matches_narrow.get/match-content", "messages.matches_narrow.get/match-subject"],
  async holds(session) {
    const { channels, expect } = session;
    const { alice } = session.as;
    const topic = session.fresh(`a <b> & "c" 'd'`);
    const id = await sendToChannel(alice, channels.general, topic, "**bold** <i> & *more*");
    const narrow = [{ operator: "topic", operand: topic }];
    const message = prepared.first(await fetchMessages(alice, narrow), "the message in its topic");
    const { match_content, match_subject } = expect.present((await matchesOf(alice, [id], narrow)).get(id), "the match of the message");
    expect.same(match_content, message.content, "match_content");
    expect.same(unescaped(match_subject), topic, "match_subject without its escapes");
    expect.holds(!/[<>]|&(?!\w+;|#)/.test(match_subject), `match_subject is not escaped: ${match_subject}`);
  },
});

/** A search highlights what it found, in the content and in the topic, and changes nothing else. */
export const highlights = property({
  clause: ["messages.matches_narrow.get/content-highlight", "messages.matches_narrow.get/subject-highlight"],
  given: { word: fc.constantFrom("walnut", "lantern", "harvest") },
  async holds(session, { word }) {
    const { channels, expect } = session;
    const { alice } = session.as;
    const topic = session.fresh(`${word} <b>`);
    const contents = [`a ${word} and **${word}**`, "nothing of it", `one more ${word}`];
    const ids: number[] = [];
    for (const content of contents) ids.push(await sendToChannel(alice, channels.general, topic, content));
    const within = { operator: "topic", operand: topic };
    const fetched = new Map((await fetchMessages(alice, [within])).map(({ id, content }) => [id, content]));
    const matches = await matchesOfSearch(alice, ids, [within, { operator: "search", operand: word }], ids.length);
    for (const [i, id] of ids.entries()) {
      const { match_content, match_subject } = expect.present(matches.get(id), `the match of the message ${id}`);
      const times = contents[i]!.split(word).length - 1;
      expect.same(marked(match_content), Array(times).fill(word), `what is highlighted in ${contents[i]}`);
      expect.same(unmarked(match_content), prepared.text(fetched.get(id), "the content of a message"), "match_content without highlights");
      expect.same(marked(match_subject), [word], "what is highlighted in the topic");
      expect.same(unescaped(unmarked(match_subject)), topic, "match_subject without highlights");
    }
  },
});

/** A search finds only messages with the word. */
export const searchIsExact = property({
  clause: ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/agrees-with-fetch"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids, narrow } = await startThread(session, ["a walnut", "a lantern", "walnut and lantern"]);
    const search = (operand: string): readonly Term[] => [...narrow, { operator: "search", operand }];
    const matches = await matchesOfSearch(alice, ids, search("walnut"), 2);
    expect.same([...matches.keys()], [ids[0], ids[2]], "what a search for walnut finds");
    const both = await matchesOfSearch(alice, ids, search("lantern walnut"), 1);
    expect.same([...both.keys()], [ids[2]], "what a search for both finds");
    const fetched = await fetchMessages(alice, search("walnut"));
    expect.same([...matches.keys()], idsOf(fetched), "what a search for walnut finds, beside what a fetch finds");
    for (const { id, match_content, match_subject } of fetched) {
      const match = matches.get(id);
      if (match_content !== undefined) expect.same(match?.match_content, match_content, "match_content, beside that of a fetch");
      if (match_subject !== undefined) expect.same(match?.match_subject, match_subject, "match_subject, beside that of a fetch");
    }
  },
});

/** A message matches where a fetch with the same narrow lists it. */
export const agreesWithFetch = property({
  clause: ["messages.matches_narrow.get/agrees-with-fetch", "narrow/terms"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { ids, narrow } = await startThread(session, ["see https://example.com/a", "nothing", "/me waves", "and http://example.org"]);
    expect.same(await idsOfMatches(alice, ids, narrow), ids, "what matches the topic");
    const rows: readonly Term[] = [
      { operator: "has", operand: "link" },
      { operator: "sender", operand: alice.email },
      { operator: "sender", operand: alice.email, negated: true },
      { operator: "has", operand: "link", negated: true },
      { operator: "channels", operand: "public" },
    ];
    for (const term of rows) {
      const fetched = await fetchMessages(alice, [...narrow, term]);
      expect.same(await idsOfMatches(alice, ids, [...narrow, term]), idsOf(fetched), `what matches ${JSON.stringify(term)}`);
    }
  },
});

/** Bare pairs mean what objects mean, or are refused. */
export const pairs = property({
  clause: "messages.matches_narrow.get/narrow-objects",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, ["one", "two"]);
    const msg_ids = [...topic.ids, await sendToChannel(alice, topic.channel, session.fresh("other"), "three")];
    expect.same(await idsOfMatches(alice, msg_ids, topic.narrow), topic.ids, "what matches objects");
    const narrow = topic.narrow.map(({ operator, operand }) => [operator, operand]);
    const reply = await alice.send("GET /messages/matches_narrow", { msg_ids, narrow });
    const isRefused = reply.body.result === "error";
    session.chooses("pairsInMatchesNarrow", isRefused ? "refused" : "observed");
    if (isRefused) expect.refused(reply, "BAD_REQUEST");
    else expect.same(await idsOfMatches(alice, msg_ids, narrow), topic.ids, "what matches bare pairs");
  },
});

/** Without ids or without a narrow, and with something else in their place, the request is refused. */
export const wrong = property({
  clause: [
    "messages.matches_narrow.get/msg-ids-required",
    "messages.matches_narrow.get/msg-ids-integers",
    "messages.matches_narrow.get/narrow-required",
    "messages.matches_narrow.get/narrow-list",
  ],
  async holds(session) {
    const { as, expect } = session;
    const { ids: msg_ids } = await startThread(session, ["one"]);
    expect.same(await idsOfMatches(as.alice, msg_ids, []), msg_ids, "what matches where ids and narrow are right");
    const [id] = msg_ids;
    const rows: [Body, string][] = [
      [{ narrow: [] }, "msg_ids"],
      [{ msg_ids }, "narrow"],
      [{ msg_ids: id, narrow: [] }, "msg_ids"],
      [{ msg_ids: [String(id)], narrow: [] }, "msg_ids"],
      [{ msg_ids: [id! + 0.5], narrow: [] }, "msg_ids"],
      [{ msg_ids: "one", narrow: [] }, "msg_ids"],
      [{ msg_ids, narrow: "one" }, "narrow"],
      [{ msg_ids, narrow: 1 }, "narrow"],
      [{ msg_ids, narrow: [1] }, "narrow"],
    ];
    for (const [fields, name] of rows) {
      const reply = await as.alice.send("GET /messages/matches_narrow", fields);
      expect.declined(reply, `GET /messages/matches_narrow with ${JSON.stringify(fields)}`, name);
    }
  },
});
