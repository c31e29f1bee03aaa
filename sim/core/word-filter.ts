import type { MessageId } from "./ids.ts";
import { type BlockTest, blockOf, blocksOf, stretchOf } from "./message-blocks.ts";
import { GrowingMap } from "./table.ts";

/** A block has 2 ** 15 bits, 4 KB: few enough for a million messages, enough for the words of 256. The top of a hash chooses one. */
const bitShift = 32 - 15;
const wordShift = bitShift + 5;
const wordsPerBlock = 2 ** (32 - wordShift);
/** The letters of a word that count; those behind them are not told apart. */
const longest = 8;

const openTag = 60;
const closeTag = 62;

/** The lower-case letter or digit of an ASCII code, 0 for all else. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code).toLowerCase();
  return /[a-z\d]/.test(character) ? character.charCodeAt(0) : 0;
});

/** A word of a text in lower case: no word of a search reaches beyond it, and all but those that begin with a mark begin with it. */
const run = /[\p{L}\p{M}\p{N}]+/gu;
const inRun = /^[\p{L}\p{M}\p{N}]/u;

/** The kinds of other codes that are known: 1 stands in words, 2 does not. */
const known = new Uint8Array(0x10000);
const [finalSigma, sigma] = [0x3c2, 0x3c3];

/** The code at a place of lower-case text that is not ASCII, 0 where it is not part of a word. */
function letterAt(text: string, at: number, code: number): number {
  // The last sigma of a word is another letter, but which one is the last depends on what stands behind the word.
  if (code === finalSigma) return sigma;
  if (code >= 0xd800 && code < 0xe000) {
    const point = text.codePointAt(code < 0xdc00 ? at : at - 1) ?? 0;
    return point > 0xffff && inRun.test(String.fromCodePoint(point)) ? code : 0;
  }
  known[code] ||= inRun.test(text.charAt(at)) ? 1 : 2;
  return known[code] === 1 ? code : 0;
}

/** Multiplicative hash of a word and its next letter; bit positions come from the upper bits. */
const extended = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x9e3779b1);

/** Returns where the tag that opens at a place ends; the place itself where it is no tag. */
function endOfTag(html: string, start: number): number {
  for (let i = start + 1; i < html.length; i++) {
    const code = html.charCodeAt(i);
    if (code === closeTag) return i;
    if (code === openTag) return start;
  }
  return start;
}

/** Adds the words of a text in one pass, or in a second one over its lower case if it is not all ASCII. */
function addWords(block: Uint32Array, text: string, isHtml: boolean, isLower = false): void {
  let hash = 0;
  let length = 0;
  const end = text.length;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128 && !isLower) {
      addWords(block, text.toLowerCase(), isHtml, true);
      return;
    }
    const letter = code < 128 ? (folded[code] ?? 0) : letterAt(text, i, code);
    if (letter === 0) {
      hash = 0;
      length = 0;
      if (isHtml && code === openTag) i = endOfTag(text, i);
    } else if (length < longest) {
      length++;
      hash = extended(hash, letter);
      const at = hash >>> wordShift;
      block[at] = (block[at] ?? 0) | (1 << (hash >>> bitShift));
    }
  }
}

/** The bits that a message must have for a search to find it: one for every beginning of what its words begin with. */
export type WordHashes = readonly number[];

/**
 * Returns what to ask for: each text stands, in lower case and with one sigma, at the start of some word of every message wanted. A mark that
 * it begins with may belong to the word before, and is not asked for.
 */
export function askedFor(beginnings: Iterable<string>): WordHashes {
  const bits: number[] = [];
  for (const beginning of beginnings) {
    for (const [word] of beginning.matchAll(run)) if (!/^\p{M}/u.test(word)) bits.push(...bitsOf(word));
  }
  return bits;
}

function bitsOf(word: string): number[] {
  let hash = 0;
  return Array.from({ length: Math.min(word.length, longest) }, (_, i) => (hash = extended(hash, word.charCodeAt(i))) >>> bitShift);
}

function holds(bits: Uint32Array, asked: WordHashes): boolean {
  for (const bit of asked) if (((bits[bit >>> 5] ?? 0) & (1 << bit)) === 0) return false;
  return true;
}

function addBits(all: Uint32Array, bits: Uint32Array): void {
  for (let i = 0; i < all.length; i++) all[i] = (all[i] ?? 0) | (bits[i] ?? 0);
}

/**
 * Which blocks of messages have no word that begins in some way: a Bloom filter of the beginnings of words for each block. Bits are
 * only ever added, so that forks share them: what another fork adds is looked at in vain, but nothing is missed.
 */
export class WordFilter {
  readonly #blocks: GrowingMap<Uint32Array>;
  /** The bits of all blocks of each stretch before the latest. */
  readonly #stretches: GrowingMap<Uint32Array>;
  /** The stretch that ids have come to. */
  #latest: number;
  /** The plain text added last, and the block that it went to: a topic is mostly that of the message before. */
  #last: { readonly block: Uint32Array; readonly text: string } | undefined;

  /** An empty filter, or a fork. */
  constructor(from?: WordFilter) {
    const none = (): Uint32Array => new Uint32Array(wordsPerBlock);
    this.#blocks = from ? from.#blocks.fork() : new GrowingMap(none);
    this.#stretches = from ? from.#stretches.fork() : new GrowingMap(none);
    this.#latest = from ? from.#latest : 0;
  }

  /** Blocks and stretches that may hold what is asked for. */
  having(asked: WordHashes): BlockTest {
    const may = (bits: Uint32Array | undefined): boolean => bits !== undefined && holds(bits, asked);
    return { block: (at) => may(this.#blocks.at(at)), stretch: (at) => at === this.#latest || may(this.#stretches.at(at)) };
  }

  /** Adds the words of plain text, or of HTML but for its tags. */
  add(id: MessageId, text: string, isHtml: boolean): void {
    const at = blockOf(id);
    const block = this.#blocks.reach(at);
    if (!isHtml) {
      if (this.#last?.block === block && this.#last.text === text) return;
      this.#last = { block, text };
    }
    addWords(block, text, isHtml);
    const stretch = stretchOf(at);
    if (stretch < this.#latest) addWords(this.#stretches.reach(stretch), text, isHtml);
    else if (stretch > this.#latest) this.#leave(stretch);
  }
  /** Puts together the bits of the latest stretch, to which little will be added from now on. */
  #leave(next: number): void {
    const all = this.#stretches.reach(this.#latest);
    for (const at of blocksOf(this.#latest)) {
      const bits = this.#blocks.at(at);
      if (bits) addBits(all, bits);
    }
    this.#latest = next;
  }
  fork(): WordFilter {
    return new WordFilter(this);
  }
}
