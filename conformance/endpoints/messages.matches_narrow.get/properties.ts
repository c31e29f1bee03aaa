import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchMessages, idsOf, sendToChannel, startThread, type Term } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

type Match = { readonly match_content: string; readonly match_subject: string };

async function matches(actor: Actor, msg_ids: readonly number[], narrow: readonly unknown[]): Promise<Readonly<Record<string, Match>>> {
  const { expect } = actor;
  const { messages } = expect.succeeded(
    await actor.send("GET /messages/matches_narrow", { msg_ids, narrow }),
    "GET /messages/matches_narrow",
  );
  expect.typed(messages, "object", "messages");
  return messages as Record<string, Match>;
}

/** What is given of one message. */
function matchOf(messages: Readonly<Record<string, Match>>, id: number): Match {
  const match = messages[id];
  expect.typed(match, "object", `the match of the message ${id}`);
  for (const name of ["match_content", "match_subject"] as const) expect.typed(match?.[name], "string", name);
  return match!;
}

const idsIn = (found: Readonly<Record<string, Match>>): number[] =>
  Object.keys(found)
    .map(Number)
    .sort((a, b) => a - b);

const unescaped = (html: string): string =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replaceAll("&amp;", "&");

const mark = /<span class="highlight">(.*?)<\/span>/g;
const unmarked = (html: string): string => html.replace(mark, "$1");
const marked = (html: string): string[] => [...html.matchAll(mark)].map(([, word]) => word!.toLowerCase());

/** Where a search has not caught up with what was just sent, it is asked again a few times. */
async function found(actor: Actor, msg_ids: readonly number[], narrow: readonly Term[], count: number) {
  for (let again = 0; again < 20; again++) {
    const messages = await matches(actor, msg_ids, narrow);
    if (Object.keys(messages).length >= count) return messages;
  }
  throw new Untestable("the target does not find what was just sent");
}

/** Just those of the messages that match are given, by id as text. */
export const onlyMatching = property({
  clause: ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/keyed-by-id"],
  given: { picked: fc.subarray([0, 1, 2], { minLength: 1 }) },
  async holds(session, { picked }) {
    const { expect } = session;
    const alice = session.as.alice;
    const topic = await startThread(session, ["one", "two", "three"]);
    const other = await sendToChannel(alice, topic.channel, session.fresh("other"), "four");
    const msg_ids = [other, ...picked.map((i) => topic.ids[i]!), 2_000_000_000];
    const some = await matches(alice, msg_ids, topic.narrow);
    expect.same(Object.keys(some).sort(), picked.map((i) => String(topic.ids[i])).sort(), "the keys of messages");
    expect.same(await matches(alice, [other], topic.narrow), {}, "messages where none matches");
    expect.same(await matches(alice, [], topic.narrow), {}, "messages where none is asked for");
    expect.same(idsIn(await matches(alice, msg_ids, [])), [...picked.map((i) => topic.ids[i]!), other], "the messages that match no terms");
  },
});

/** What matches has its content and its topic in the form in which messages are fetched. */
export const forms = property({
  clause: ["messages.matches_narrow.get/match-content", "messages.matches_narrow.get/match-subject"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const channel = session.channels.general;
    const topic = session.fresh(`a <b> & "c" 'd'`);
    const id = await sendToChannel(alice, channel, topic, "**bold** <i> & *more*");
    const narrow = [{ operator: "topic", operand: topic }];
    const [message] = await fetchMessages(alice, narrow);
    const match = matchOf(await matches(alice, [id], narrow), id);
    expect.same(match.match_content, message?.content, "match_content");
    expect.same(unescaped(match.match_subject), topic, "match_subject without its escapes");
    expect.holds(!/[<>]|&(?!\w+;|#)/.test(match.match_subject), `match_subject is not escaped: ${match.match_subject}`);
  },
});

/** A search highlights what it found, in the content and in the topic, and changes nothing else. */
export const highlights = property({
  clause: ["messages.matches_narrow.get/content-highlight", "messages.matches_narrow.get/subject-highlight"],
  given: { word: fc.constantFrom("walnut", "lantern", "harvest") },
  async holds(session, { word }) {
    const { expect } = session;
    const alice = session.as.alice;
    const topic = session.fresh(`${word} <b>`);
    const contents = [`a ${word} and **${word}**`, `nothing of it`, `one more ${word}`];
    const ids: number[] = [];
    for (const content of contents) ids.push(await sendToChannel(alice, session.channels.general, topic, content));
    const within = { operator: "topic", operand: topic };
    const all = await fetchMessages(alice, [within]);
    const messages = await found(alice, ids, [within, { operator: "search", operand: word }], ids.length);
    for (const [i, id] of ids.entries()) {
      const match = matchOf(messages, id);
      const times = contents[i]!.split(word).length - 1;
      expect.same(marked(match.match_content), Array(times).fill(word), `what is highlighted in ${contents[i]}`);
      expect.same(unmarked(match.match_content), all[i]?.content, "match_content without highlights");
      expect.same(marked(match.match_subject), [word], "what is highlighted in the topic");
      expect.same(unescaped(unmarked(match.match_subject)), topic, "match_subject without highlights");
    }
  },
});

/** A search finds only messages with the word. */
export const searchIsExact = property({
  clause: ["messages.matches_narrow.get/only-matching", "messages.matches_narrow.get/agrees-with-fetch"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["a walnut", "a lantern", "walnut and lantern"]);
    const search = (operand: string) => [...narrow, { operator: "search", operand }];
    expect.same(idsIn(await found(alice, ids, search("walnut"), 2)), [ids[0], ids[2]], "what a search for walnut finds");
    expect.same(idsIn(await found(alice, ids, search("lantern walnut"), 1)), [ids[2]], "what a search for both finds");
    const fetched = expect.first(await fetchMessages(alice, search("walnut")), "what a fetch finds");
    const messages = await matches(alice, ids, search("walnut"));
    expect.same(idsOf(await fetchMessages(alice, search("walnut"))), idsIn(messages), "what a fetch finds");
    if ("match_content" in fetched) expect.same(fetched.match_content, messages[ids[0]!]?.match_content, "match_content of a fetch");
    if ("match_subject" in fetched) expect.same(fetched.match_subject, messages[ids[0]!]?.match_subject, "match_subject of a fetch");
  },
});

/** A message matches where a fetch with the same narrow lists it. */
export const agreesWithFetch = property({
  clause: ["messages.matches_narrow.get/agrees-with-fetch", "narrow/terms"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["see https://example.com/a", "nothing", "/me waves", "and http://example.org"]);
    const terms: Term[][] = [
      [{ operator: "has", operand: "link" }],
      [{ operator: "sender", operand: alice.email }],
      [{ operator: "sender", operand: alice.email, negated: true }],
      [{ operator: "has", operand: "link", negated: true }],
      [{ operator: "channels", operand: "public" }],
    ];
    for (const more of terms) {
      const all = [...narrow, ...more];
      expect.same(idsIn(await matches(alice, ids, all)), idsOf(await fetchMessages(alice, all)), `what matches ${JSON.stringify(more)}`);
    }
  },
});

/** Bare pairs mean what objects mean, or are refused. */
export const pairs = property({
  clause: "messages.matches_narrow.get/narrow-objects",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["one", "two"]);
    const bare = narrow.map(({ operator, operand }) => [operator, operand]);
    const reply = await alice.send("GET /messages/matches_narrow", { msg_ids: ids, narrow: bare });
    const isRefused = reply.body.result === "error";
    session.chooses("pairsInMatchesNarrow", isRefused ? "refused" : "observed");
    if (isRefused) expect.refused(reply, "BAD_REQUEST");
    else expect.same(expect.succeeded(reply).messages, await matches(alice, ids, narrow), "what matches bare pairs");
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
    const { expect } = session;
    const rows: [Body, string][] = [
      [{ narrow: [] }, "msg_ids"],
      [{ msg_ids: [1] }, "narrow"],
      [{ msg_ids: 1, narrow: [] }, "msg_ids"],
      [{ msg_ids: ["1"], narrow: [] }, "msg_ids"],
      [{ msg_ids: [1.5], narrow: [] }, "msg_ids"],
      [{ msg_ids: "one", narrow: [] }, "msg_ids"],
      [{ msg_ids: [1], narrow: "one" }, "narrow"],
      [{ msg_ids: [1], narrow: 1 }, "narrow"],
      [{ msg_ids: [1], narrow: [1] }, "narrow"],
    ];
    for (const [fields, name] of rows)
      expect.declined(
        await session.as.alice.send("GET /messages/matches_narrow", fields),
        `matches_narrow with ${JSON.stringify(fields)}`,
        name,
      );
  },
});
