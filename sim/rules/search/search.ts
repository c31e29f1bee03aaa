import type { Message } from "../../core/messages.ts";
import { askedFor, type WordHashes } from "../../core/word-filter.ts";
import { escapeAll } from "../../markdown/index.ts";
import { highlighted } from "./highlight.ts";
import { Phrases } from "./phrases.ts";
import { beginningOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

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
      for (const { key } of wordsOf(text)) {
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
