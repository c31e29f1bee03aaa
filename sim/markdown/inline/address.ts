import { topLevelDomains } from "../data/top-level-domains.ts";

// Endings of file names far more often than of domains.
const fileEndings = new Set(["java", "md", "mov", "py", "zip"]);

let known: Set<string> | undefined;

/** Does a bare domain that ends so count as one? */
function isTopLevelDomain(label: string): boolean {
  known ??= new Set(topLevelDomains.split(" "));
  return known.has(label) && !fileEndings.has(label);
}

const deepest = 7;

/** Reads the paths of the addresses in one word. What made one fail is remembered, so all together stay linear. */
class PathReader {
  readonly #word: string;
  readonly #tail: number;
  // Any path that begins before this place comes to grief there or later.
  #barrier = -1;

  constructor(word: string, tail: number) {
    this.#word = word;
    this.#tail = tail;
  }

  /** Does a path begin here? A query may stand in for one, unless it is mere punctuation. */
  startsAt(at: number): boolean {
    return this.#word[at] === "/" || (this.#word[at] === "?" && at < this.#tail);
  }

  /** Returns the end of the path: where all parentheses are closed and only closing punctuation is left. */
  end(start: number): number | undefined {
    if (start < this.#barrier) return undefined;
    const open: number[] = [];
    for (let at = start + 1; at <= this.#word.length; at++) {
      if (open.length === 0 && at >= this.#tail) return at;
      const character = this.#word[at] as string | undefined;
      if (character === "(") open.push(at);
      const stop = character === '"' || character === "\u0002" || (character === ")" && open.length === 0);
      if (character === undefined || stop || open.length > deepest) {
        this.#barrier = open[0] ?? at;
        return undefined;
      }
      if (character === ")") open.pop();
    }
    return undefined;
  }
}

interface Found {
  readonly at: number;
  readonly address: string;
}

const closingPunctuation = "!:;?),.'\">";
const before = "'\"(,:<";
const protocol = /(?:https?|hansoft|obsidian|zotero|asanadesktop):\/\//y;
const hostCharacters = /[\p{L}\p{N}_.:@-]+/uy;
const domainCharacters = /[\p{L}\p{N}_.-]+/uy;
const domain = /^(?:[\p{L}\p{N}_-]+\.)+([^.]+)$/u;
const email = /[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+/uy;
const bitcoin = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y;

/**
 * The first address in a word without white space. It begins the word or follows an opening sign, and
 * nothing but closing punctuation follows it.
 */
export function findAddress(word: string): Found | undefined {
  // Each address has one of them, most words have none, and the patterns below take milliseconds to compile.
  if (!word.includes(".") && !word.includes(":")) return undefined;
  let tail = word.length;
  while (tail > 0 && closingPunctuation.includes(word[tail - 1] as string)) tail--;
  const paths = new PathReader(word, tail);
  for (let at = 0; at < tail; at++) {
    if (at > 0 && !before.includes(word[at - 1] as string)) continue;
    const end = addressEnd(word, at, tail, paths);
    if (end !== undefined) return { at, address: word.slice(at, end) };
  }
  return undefined;
}

function addressEnd(word: string, at: number, tail: number, paths: PathReader): number | undefined {
  const end = endAt(protocol, word, at);
  const web = end === undefined ? bareEnd(word, at, tail, paths) : webEnd(word, end, tail, paths);
  if (web !== undefined) return web;
  return endAt(email, word, at) === tail || endAt(bitcoin, word, at) === tail ? tail : undefined;
}

/** After a protocol nearly anything is a host. */
function webEnd(word: string, from: number, tail: number, paths: PathReader): number | undefined {
  const end = endAt(hostCharacters, word, from);
  if (end === undefined) return undefined;
  if (paths.startsAt(end)) return paths.end(end);
  // Closing punctuation at once is still taken for a host of one character.
  return end >= tail ? Math.max(tail, from + 1) : undefined;
}

function bareEnd(word: string, at: number, tail: number, paths: PathReader): number | undefined {
  const end = Math.min(endAt(domainCharacters, word, at) ?? at, tail);
  const [, last] = domain.exec(word.slice(at, end)) ?? [];
  if (last === undefined || !isTopLevelDomain(last)) return undefined;
  if (paths.startsAt(end)) return paths.end(end);
  return end === tail ? tail : undefined;
}

function endAt(pattern: RegExp, word: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(word) ? pattern.lastIndex : undefined;
}
