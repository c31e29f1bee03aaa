import porter2 from "wink-porter2-stemmer";
import type { Message } from "../../core/messages.ts";
import { remembering } from "../../core/remembering.ts";
import { askedFor, type WordHashes } from "../../core/word-filter.ts";
import { escapeAll } from "../../markdown/index.ts";

const stemmed = remembering(porter2, { most: 50_000 });

/** The number of letters at the end of a word that decide on its stem. The stemmer's time grows with the square of what it is given. */
const mostStemmed = 64;

/** The stem of a lower-case word: what `plans` and `planning` have in common. A word with digits has no other forms. */
export function stem(word: string): string {
  if (/\d/.test(word)) return word;
  if (word.length > mostStemmed) return word.slice(0, -mostStemmed) + porter2(word.slice(-mostStemmed));
  return stemmed(word);
}

/** Ends of stems that not all their words have: `dying` has the stem `die`, `skies` `sky`, `ugly` `ugli`, `stability` `stabl`. */
const ownEnd = /ie$|(?<=b)le?$|[eiy]$/;

/** Returns the beginning that all words with a key share. */
export const beginningOf = (key: string): string => key.replace(ownEnd, "") || key.charAt(0);

const common = (
  "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself " +
  "they them their theirs themselves what which who whom this that these those am is are was were be been being have has had " +
  "having do does did doing a an the and but if or because as until while of at by for with about against between into through " +
  "during before after above below to from up down in out on off over under again further then once here there when where why how all " +
  "any both each few more most other some such no nor not only own same so than too very s t can will just don should now"
).split(" ");

/** The words that are left out of searches: common ones and single Latin letters, each once. */
export const stopWords: readonly string[] = [...new Set([...common, ..."abcdefghijklmnopqrstuvwxyz"])];

const leftOut = new Set(stopWords);

// Running servers find this one all the same, because their dictionary also knows it as a form of another word.
leftOut.delete("after");

/** A stretch of text and what it is found by; undefined for one that is too common to be found. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly key: string | undefined;
  /** Of a hyphenated word. */
  readonly parts?: readonly Word[];
}

const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]*[\\p{L}\\p{N}])?";
const host = `${label}(?:\\.${label})+`;

// In this order: what is skipped (tags, entities, schemes up to a length, since one can begin at every sign), then mail addresses, hosts with what follows them, hyphenated words, words.
const source = [
  "<[^<>]*>|&(?:#\\d+|#[xX][\\da-fA-F]+|[a-zA-Z]+\\d*);|[a-zA-Z][a-zA-Z\\d+.-]{0,63}://",
  `(?<mail>(?<![\\p{L}\\p{N}._+-])[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]*@${label}(?:\\.${label})*)`,
  `(?<host>(?<![\\p{L}\\p{N}_-])${host})(?<path>/(?:(?:[^\\s<>"'&,;!()]|&amp;)*[\\p{L}\\p{N}/_=-])?)?`,
  "(?<joined>[\\p{L}\\p{N}]+(?:-[\\p{L}\\p{N}]+)+)",
  "(?<word>[\\p{L}\\p{M}\\p{N}]+)",
].join("|");

let compiled: RegExp | undefined;

/** The pattern of all of them. It takes milliseconds to make, which no start has to wait for. */
function pattern(): RegExp {
  compiled ??= new RegExp(source, "gu");
  return compiled;
}

const plainKey = (word: string): string | undefined => (leftOut.has(word) ? undefined : stem(word));

function* partsOf(joined: string, start: number): IterableIterator<Word> {
  let at = start;
  for (const part of joined.split("-")) {
    yield { start: at, end: at + part.length, key: plainKey(part.toLowerCase()) };
    at += part.length + 1;
  }
}

/**
 * The words of HTML or of escaped text, from the left. Tags, entities and the schemes of links are none. A hyphenated word is
 * followed by its parts, an address with a path by its host and its path.
 */
export function* wordsOf(html: string): IterableIterator<Word> {
  for (const { 0: whole, index: start, groups = {} } of html.matchAll(pattern())) {
    const end = start + whole.length;
    const folded = whole.toLowerCase();
    if (groups.word !== undefined) yield { start, end, key: plainKey(folded) };
    else if (groups.joined !== undefined) {
      const parts = [...partsOf(whole, start)];
      yield { start, end, key: stem(folded), parts };
      yield* parts;
    } else if (groups.host !== undefined || groups.mail !== undefined) {
      yield { start, end, key: folded };
      if (groups.path === undefined || groups.host === undefined) continue;
      const cut = start + groups.host.length;
      yield { start, end: cut, key: folded.slice(0, cut - start) };
      yield { start: cut, end, key: folded.slice(cut - start) };
    }
  }
}

/** In UTF-16 units: of longer texts the words are not remembered. */
const longestRemembered = 1000;

/** A message that is found is read when it is judged and when it is shown, in each search again: remembered, a search takes half the time. */
const remembered = remembering((html): readonly Word[] => [...wordsOf(html)], { most: 2000, longest: longestRemembered });

const wordsIn = (html: string): Iterable<Word> => (html.length > longestRemembered ? wordsOf(html) : remembered(html));

/**
 * HTML in which every occurrence of the keys is wrapped; of overlapping ones the outermost, but the parts of a hyphenated word rather than
 * the whole. Attributes stay as they are.
 */
export function highlighted(html: string, keys: ReadonlySet<string>): string {
  let marked = "";
  let done = 0;
  const isFound = ({ key }: { readonly key: string | undefined }) => key !== undefined && keys.has(key);
  for (const word of wordsIn(html)) {
    const { start, end, parts = [] } = word;
    if (start < done || !isFound(word) || parts.some(isFound)) continue;
    marked += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return marked + html.slice(done);
}

/** The number of phrases that are looked for one by one: of so few each search is faster than one pass for all. */
const fewPhrases = 8;

/** UTF-16 units have values below this. */
const units = 0x1_0000;

/**
 * Tells whether texts hold all of some phrases, in one pass over each text however many phrases there are: the automaton of Aho
 * and Corasick. A state stands for a beginning of phrases; state 0 for the empty one.
 */
class PhraseAutomaton {
  /** The next state by `state * units + unit`. */
  readonly #next = new Map<number, number>();
  /** By state, the state of its longest proper suffix that is a beginning of a phrase. */
  readonly #suffix: number[] = [0];
  /** By state, the longest suffix that is a phrase, itself included; 0 for none. */
  readonly #phrase: number[] = [0];
  readonly #count: number;

  /** @param phrases distinct, none of them empty */
  constructor(phrases: readonly string[]) {
    this.#count = phrases.length;
    let open = phrases.map((phrase) => ({ phrase, state: 0 }));
    // By length, so that the states of all suffixes of a beginning are there before its own.
    for (let at = 0; open.length > 0; at++) {
      for (const each of open) each.state = this.#grown(each.state, each.phrase.charCodeAt(at));
      for (const { phrase, state } of open) if (phrase.length === at + 1) this.#phrase[state] = state;
      open = open.filter(({ phrase }) => phrase.length > at + 1);
    }
  }

  #grown(state: number, unit: number): number {
    const known = this.#next.get(state * units + unit);
    if (known !== undefined) return known;
    const suffix = state === 0 ? 0 : this.#after(this.#suffix[state] ?? 0, unit);
    const grown = this.#suffix.push(suffix) - 1;
    this.#phrase.push(this.#phrase[suffix] ?? 0);
    this.#next.set(state * units + unit, grown);
    return grown;
  }

  #after(from: number, unit: number): number {
    for (let state = from; ; state = this.#suffix[state] ?? 0) {
      const next = this.#next.get(state * units + unit);
      if (next !== undefined || state === 0) return next ?? 0;
    }
  }

  areIn(texts: readonly string[]): boolean {
    const found = new Set<number>();
    for (const text of texts) {
      let state = 0;
      for (let at = 0; at < text.length; at++) {
        state = this.#after(state, text.charCodeAt(at));
        let phrase = this.#phrase[state] ?? 0;
        // The suffixes of a phrase that was found before were found with it.
        for (; phrase !== 0 && !found.has(phrase); phrase = this.#phrase[this.#suffix[phrase] ?? 0] ?? 0) found.add(phrase);
        if (found.size === this.#count) return true;
      }
    }
    return false;
  }
}

/** Phrases that must all stand in some texts, each in any of them. */
export class Phrases {
  readonly #first: readonly string[];
  readonly #all: readonly string[];
  #automaton: PhraseAutomaton | undefined;

  /** @param phrases none of them empty */
  constructor(phrases: readonly string[]) {
    this.#all = [...new Set(phrases)];
    this.#first = this.#all.slice(0, fewPhrases);
  }

  areIn(texts: readonly string[]): boolean {
    if (!this.#first.every((phrase) => texts.some((text) => text.includes(phrase)))) return false;
    if (this.#all.length === this.#first.length) return true;
    this.#automaton ??= new PhraseAutomaton(this.#all);
    return this.#automaton.areIn(texts);
  }
}

/** Text in lower case, in which a sigma is one letter whatever stands behind it. */
const folded = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");

/** The number of words that a text is looked through for before it is taken apart, which looks for all of them at once. */
const mostBeginnings = 16;

/** The text that a message shows of a match, or of itself where nothing is searched for. */
export interface Match {
  readonly match_content: string;
  readonly match_subject: string;
}

/** @param topic the message's topic as its reader is to see it */
export const shownUnsearched = (message: Message, topic: string): Match => ({
  match_content: message.rendered,
  match_subject: escapeAll(topic),
});

/**
 * What a message must hold to be found: all words of the query that are not too common, in any form, and every quoted part to the
 * letter. A query without such words finds nothing.
 */
export class Search {
  /** The keys that an index of words would be asked for. */
  readonly keys: ReadonlySet<string>;
  /** The hashes to ask the filter of words for. */
  readonly asked: WordHashes;
  readonly #beginnings: readonly string[];
  readonly #phrases: Phrases;

  constructor(query: string) {
    const keys = [...wordsOf(escapeAll(query))].map(({ key }) => key);
    this.keys = new Set(keys.filter((key) => key !== undefined));
    // Topics are kept as they were typed, where an ampersand stands for itself.
    const beginnings = [...this.keys].map((key) => folded(beginningOf(key)).replace(/&.*/s, ""));
    this.asked = askedFor(beginnings);
    this.#beginnings = beginnings.slice(0, mostBeginnings);
    const quoted = (query.match(/"[^"]+"|\S+/g) ?? []).filter((part) => part.length > 2 && part.startsWith('"') && part.endsWith('"'));
    this.#phrases = new Phrases(quoted.map((part) => folded(part.slice(1, -1))));
  }

  matches(message: Message): boolean {
    if (this.keys.size === 0 || !this.#mayMatch(message)) return false;
    const found = new Set<string>();
    for (const text of [escapeAll(message.topic), message.rendered]) {
      for (const { key } of wordsIn(text)) {
        if (key !== undefined && this.keys.has(key) && found.add(key).size === this.keys.size) return true;
      }
    }
    return false;
  }

  /** Rules most messages out without taking them apart. */
  #mayMatch(message: Message): boolean {
    const topic = folded(message.topic);
    const content = folded(message.content);
    const rendered = message.html === undefined ? content : folded(message.html);
    return (
      this.#beginnings.every((beginning) => rendered.includes(beginning) || topic.includes(beginning)) &&
      this.#phrases.areIn([content, topic])
    );
  }

  /** The content and topic of a message as HTML, each word that was searched for highlighted. @param topic as its reader is to see it */
  shown(message: Message, topic: string): Match {
    const { match_content, match_subject } = shownUnsearched(message, topic);
    return { match_content: highlighted(match_content, this.keys), match_subject: highlighted(match_subject, this.keys) };
  }
}
