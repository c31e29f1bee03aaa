import fc from "fast-check";
import { decoded } from "../../client/html.ts";
import { itemAt } from "../../client/json.ts";
import { editMessage, fetchMessages, idsOf, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { anActor, members } from "../../draw/people.ts";
import { type Word, words } from "../../draw/texts.ts";
import { resolvedMark } from "../../draw/topics.ts";
import { isEqual, prepared } from "../../expect.ts";
import { marked, matchesOfSearch, unmarked } from "./matches.ts";

const endpoint = "messages.matches_narrow.get";

const styles = {
  plain: (text: string) => text,
  bold: (text: string) => `**${text}**`,
  quote: (text: string) => `> ${text}`,
  answered: (text: string) => `> ${text}\n\nanswered`,
  fenced: (text: string) => `\`\`\`quote\n${text}\n\`\`\``,
  nested: (text: string) => `> > ${text}`,
  list: (text: string) => `* ${text}\n* and so on`,
  heading: (text: string) => `# ${text}`,
  link: (text: string) => `see [${text}](https://chat.test/menu)`,
  code: (text: string) => `\`${text}\``,
  struck: (text: string) => `*and* ~~${text}~~`,
  table: (text: string) => `| a | b |\n|---|---|\n| ${text} | c |`,
  capitals: (text: string) => text.toUpperCase(),
  // A letter is doubled after a short vowel: without that the stem of the word is another.
  inflected: (text: string) => `${text}${text.endsWith("m") ? "ming" : "ing"}`,
  escaped: (text: string) => `"${text}" & <more>`,
};

type Style = keyof typeof styles;

const quotes: readonly Style[] = ["quote", "answered", "fenced", "nested"];

/** Styles in which a search may leave words out: no sentence says that their case or their ending does not count. */
const openStyles: readonly Style[] = ["capitals", "inflected"];

/** A word that is searched for. The first beside the usual ones is part of how HTML writes a character that is no word, the other not all ASCII. */
type SearchedWord = Word | "amp" | "über";

const word: fc.Arbitrary<SearchedWord> = fc.constantFrom(...words.slice(0, 4), "amp", "über");

/** Messages of known words in one topic, at times with a word in its name, and a search for some of the words. */
const searching = {
  by: anActor(...members, "robo"),
  who: anActor(...members, "dana", "gus"),
  rows: fc.array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 4 }),
      style: fc.constantFrom(...(Object.keys(styles) as Style[])),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  topic: fc.option(word, { nil: undefined }),
  isResolved: fc.boolean(),
  /** Whether the first message gets its words by an edit. */
  isEdited: fc.boolean(),
  searched: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
};

type Searching = ValueOf<typeof searching>;

const row = (style: Style, ...several: readonly SearchedWord[]): Searching["rows"][number] => ({ style, words: several });

/** Returns a list as pairs; where their number is odd, the last one is with itself. */
const inPairs = <T>(list: readonly T[]): (readonly [T, T])[] =>
  list.flatMap((one, i) => (i % 2 === 0 ? [[one, list[i + 1] ?? one] as const] : []));

const byAlice = { by: "alice", who: "alice", topic: undefined, isResolved: false, isEdited: false } as const;

const exampleSearches: readonly Searching[] = [
  {
    ...byAlice,
    rows: [row("plain", "soup"), row("capitals", "rain", "soup"), row("plain", "soup", "bread")],
    isEdited: true,
    searched: ["soup"],
  },
  {
    ...byAlice,
    rows: [row("plain", "soup"), row("inflected", "soup", "bread"), row("plain", "soup", "bread")],
    searched: ["bread", "soup"],
  },
  { ...byAlice, rows: [row("bold", "soup", "rain", "soup"), row("plain", "rain")], topic: "soup", isResolved: true, searched: ["soup"] },
  { ...byAlice, rows: [row("escaped", "soup")], searched: ["amp"] },
  { ...byAlice, rows: [row("capitals", "über", "soup"), row("plain", "über")], searched: ["über"] },
  ...inPairs((Object.keys(styles) as Style[]).slice(2).filter((style) => style !== "escaped" && !openStyles.includes(style))).map(
    ([style, other]) => ({
      ...byAlice,
      rows: [row(style, "rain", "soup"), row(style, "rain"), row(other, "rain", "soup")],
      searched: ["soup" as const],
    }),
  ),
];

/** Sends the messages of a search to a topic of the channel general; the last one holds just the words that are searched for. @throws Unprepared: one is refused */
async function startSearch(session: Session, { by, who, rows, topic: named, isResolved, isEdited, searched }: Searching) {
  const topic = `${isResolved ? resolvedMark : ""}${session.fresh(named === undefined ? "<search>" : `${named} <b>`)}`;
  const rare = session.fresh("rare").replace(/\W/g, "");
  const isPhrase = !session.isHeldToObserved && searched.length > 1;
  const messages = [];
  for (const [i, { words: several, style }] of [...rows, row("plain", ...searched)].entries()) {
    const isFirst = isEdited && i === 0;
    const content = styles[style](isFirst ? `${rare} ${several.join(" ")}` : several.join(" "));
    const id = await sendToChannel(session.actor(by), session.channels.general, topic, isFirst ? "nothing yet" : content);
    if (isFirst) await editMessage(session.actor(by), id, { content });
    // Whether a search looks at topics no sentence says, nor whether several words are looked for one by one.
    const isByTopic = !session.isHeldToObserved && !searched.every((each) => several.includes(each));
    const isApart = isPhrase && !isEqual(several, searched);
    messages.push({
      id,
      content,
      style,
      // The words that the search highlights, in order, and whether it has to find the message.
      found: several.filter((each) => searched.includes(each)),
      matches: searched.every((each) => each === named || several.includes(each)),
      isOpen: openStyles.includes(style) || isByTopic || isApart,
      isApart,
    });
  }
  const within = [{ operator: "topic", operand: topic }];
  const narrow = [...within, { operator: "search", operand: searched.join(" ") }];
  return { actor: session.actor(who), topic, messages, within, narrow, rare, isPhrase };
}

/** A search finds just the messages with all words, as a fetch does, and highlights what it found in content and topic, and nothing else. */
export const highlights = property({
  clause: ["content-highlight", "subject-highlight", "highlight-in-quotes", "only-matching", "agrees-with-fetch"],
  given: searching,
  examples: exampleSearches,
  async holds(session, given, expect) {
    const { actor, topic, messages, within, narrow, rare, isPhrase } = await startSearch(session, given);
    const only = `${endpoint}/only-matching`;
    const ids = messages.map(({ id }) => id);
    const fetched = new Map((await fetchMessages(actor, within)).map(({ id, content }) => [id, content]));
    const matches = await matchesOfSearch(actor, ids, narrow, itemAt(ids, -1));
    const inTopic = given.topic !== undefined && given.searched.includes(given.topic) ? [given.topic] : [];
    const last = itemAt(messages, -1);
    const isLastMarked = isEqual(marked(matches.get(last.id)?.match_content ?? ""), last.found);
    const ofSubject = `${endpoint}/subject-highlight`;
    for (const { id, content, style, found, isOpen, isApart, matches: isFound } of messages) {
      // In a topic with the word nothing says whether the word in capitals is found, too.
      if (!isFound || isApart || (isOpen && (inTopic.length > 0 || !matches.has(id)))) continue;
      const inQuote = quotes.includes(style) ? `${endpoint}/highlight-in-quotes` : undefined;
      const match = expect.against(inQuote ?? only).present(matches.get(id), `the match of ${content}`);
      const { match_content, match_subject } = match;
      if (style === "inflected")
        expect.same(marked(match_content).length, found.length, `the number of words that are highlighted in ${content}`);
      else expect.same(marked(match_content), found, `what is highlighted in ${content}`, isLastMarked ? inQuote : undefined);
      const plain = prepared.text(fetched.get(id), "the content of a message");
      expect.sameHtml(unmarked(match_content), plain, "match_content without highlights");
      if (!isPhrase) expect.same(marked(match_subject), inTopic, "what is highlighted in the topic", ofSubject);
      expect.same(decoded(unmarked(match_subject)), topic, "match_subject without highlights", ofSubject);
      expect.holds(!/[<>]/.test(String(unmarked(match_subject))), `match_subject is ${match_subject}, not escaped`, ofSubject);
    }
    const expected = messages.filter((message) => message.matches && (!message.isOpen || matches.has(message.id))).map(({ id }) => id);
    expect.same([...matches.keys()], expected, `what a search for ${given.searched.join(" ")} finds`, only);
    const found = await fetchMessages(actor, narrow);
    expect.same(idsOf(found), expected, "what a fetch finds", `${endpoint}/agrees-with-fetch`);
    if (given.isEdited && messages[0]?.isOpen === false) {
      const everywhere = await fetchMessages(actor, [{ operator: "search", operand: rare }]);
      expect.same(idsOf(everywhere), ids.slice(0, 1), "what a search finds for a word that came into one message by an edit", only);
    }
    for (const { id, match_content, match_subject } of found) {
      const match = matches.get(id);
      if (match_content !== undefined)
        expect.sameHtml(match?.match_content, match_content, "match_content, held against that of GET /messages,");
      if (match_subject === undefined) continue;
      const plainOf = (subject: unknown): unknown => (typeof subject === "string" ? unmarked(subject) : subject);
      const what = "match_subject, held against that of GET /messages,";
      expect.same(plainOf(match?.match_subject), plainOf(match_subject), `${what} without highlights`, `${endpoint}/match-subject`);
      expect.same(match?.match_subject, match_subject, what, ofSubject);
    }
  },
});
