import { isStopWord, stem } from "./stems.ts";

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

const plainKey = (word: string): string | undefined => (isStopWord(word) ? undefined : stem(word));

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
