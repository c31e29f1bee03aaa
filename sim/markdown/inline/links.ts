import { MatchWork, matchesOf } from "../linkifiers.ts";
import { plainText } from "../stash.ts";
import { relativeToRealm, safeUrl } from "../urls.ts";
import { findAddress } from "./address.ts";
import type { Construct, Scan } from "./construct.ts";

/** The text between the parentheses of a link; `end` is behind the closing one. */
interface Target {
  readonly href: string;
  readonly title: string | undefined;
  readonly end: number;
}

/** The work that failing attempts may still cause, so that no text takes quadratic time. */
interface Budget {
  steps: number;
}

const inAngles = /\(\s*<([^<>]*)>\s*(?:(?:'([^']*)'|"([^"]*)")\s*)?\)/y;

function readTarget(text: string, at: number, budget: Budget): Target | undefined {
  inAngles.lastIndex = at;
  const angled = inAngles.exec(text);
  if (angled) return { href: angled[1] ?? "", title: angled[2] ?? angled[3], end: inAngles.lastIndex };
  let start = at + 1;
  while (/\s/.test(text[start] ?? "")) start++;
  return new TargetReader(text, start).read(budget);
}

interface Quote {
  readonly mark: string;
  readonly start: number;
  end: number;
}

/**
 * Parentheses nest. The first quote begins what may be a title: from there on they are not counted, and
 * the one after a closed title ends the link. Should the title stay open, the link ends where it would
 * have ended without it.
 */
class TargetReader {
  readonly #text: string;
  readonly #start: number;
  readonly #quotes: Quote[] = [];
  #depth = 1;
  #depthWithoutTitle = 1;
  #endWithoutTitle = -1;
  #last = "";

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
  }

  read(budget: Budget): Target | undefined {
    for (let at = this.#start; at < this.#text.length; at++) {
      if (budget.steps-- <= 0) return undefined;
      const character = this.#text[at] as string;
      if (character === "(") this.#opened();
      else if (character === ")" && this.#closed(at)) return this.#target(at);
      else if (character === "'" || character === '"') this.#quoted(character, at);
      if (character !== " ") this.#last = character;
    }
    if (this.#endWithoutTitle === -1) return undefined;
    const href = this.#text.slice(this.#start, this.#endWithoutTitle);
    return { href, title: undefined, end: this.#endWithoutTitle + 1 };
  }

  #opened(): void {
    if (this.#quotes.length === 0) this.#depth += 1;
    else if (this.#depthWithoutTitle > 0) this.#depthWithoutTitle -= 1;
  }

  #closed(at: number): boolean {
    if (this.#closedTitle()) return true;
    if (this.#quotes.length === 0) {
      this.#depth -= 1;
      return this.#depth === 0;
    }
    if (this.#depthWithoutTitle > 0) {
      this.#depthWithoutTitle -= 1;
      if (this.#depthWithoutTitle === 0) this.#endWithoutTitle = at;
    }
    return false;
  }

  #closedTitle(): Quote | undefined {
    return this.#quotes.find((quote) => quote.end !== -1 && quote.mark === this.#last);
  }

  #quoted(mark: string, at: number): void {
    const same = this.#quotes.find((quote) => quote.mark === mark);
    if (same) same.end = at;
    else {
      if (this.#quotes.length === 0) this.#depthWithoutTitle = this.#depth;
      this.#quotes.push({ mark, start: at, end: -1 });
    }
  }

  #target(at: number): Target {
    const title = this.#closedTitle();
    const href = this.#text.slice(this.#start, title?.start ?? at);
    return { href, title: title && this.#text.slice(title.start + 1, title.end), end: at + 1 };
  }
}

/** Returns where each `[` of the text is closed. */
function matchBrackets(text: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") open.push(at);
    else if (text[at] === "]") {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
}

// Attempts that come to nothing may look at each character this many times, all together.
const patience = 20;

/** Replaces what begins with a sign and is a label in brackets with a target, such as `[label](target)`, where `make` gives something for it. */
export function replaceTargets(text: string, sign: "[" | "![", make: (label: string, target: Target) => string | undefined): string {
  const closing = matchBrackets(text);
  const budget: Budget = { steps: text.length * patience };
  let out = "";
  let done = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, Math.max(at + 1, done))) {
    const label = at + sign.length;
    const close = closing.get(label - 1);
    if (close === undefined || text[close + 1] !== "(" || (sign === "[" && text[at - 1] === "!")) continue;
    const target = readTarget(text, close + 1, budget);
    const made = target && make(text.slice(label, close), target);
    if (!made) continue;
    out += text.slice(done, at) + made;
    done = target.end;
  }
  return out + text.slice(done);
}

/** `[text](target "title")`. In the text only what came before links has been found; the rest is left alone. */
export const links: Construct = (text, scan) => replaceTargets(text, "[", (label, { href, title }) => anchor(scan, label, href, title));

function anchor(scan: Scan, label: string, target: string, title: string | undefined): string | undefined {
  const address = safeUrl(plainText(scan.stash, target).trim());
  if (address === undefined) return undefined;
  const href = relativeToRealm(address, scan.scope.realmUrl);
  const named = title === undefined ? {} : { title: plainText(scan.stash, title).trim().replace(/\s/g, " ") };
  return scan.keep("a", { href, ...named }, label.trim() === "" ? href : label);
}

/** The realm's own patterns, one after the other. */
export const linkified: Construct = (text, scan) => {
  const work = new MatchWork();
  let marked = text;
  for (const linkifier of scan.scope.linkifiers) {
    const matches = matchesOf(linkifier, marked, work, (value) => plainText(scan.stash, value));
    if (matches.length === 0) continue;
    let out = "";
    let done = 0;
    for (const match of matches) {
      const href = safeUrl(match.url);
      if (href === undefined) continue;
      out += marked.slice(done, match.start);
      out += scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, match.text);
      done = match.start + match.text.length;
    }
    marked = out + marked.slice(done);
  }
  return marked;
};

// One of these stands in every address, and in few other words.
const hint = /:\/\/|\.[^\s.:]|bitcoin:/g;
const space = /\s/;

/** Web addresses, bare domains and e-mail addresses that stand free in the text. */
export const autolinks: Construct = (text, scan) => {
  let out = "";
  let done = 0;
  hint.lastIndex = 0;
  while (hint.test(text)) {
    let start = hint.lastIndex - 1;
    let end = hint.lastIndex;
    while (start > done && !isSpace(text, start - 1)) start--;
    while (end < text.length && !isSpace(text, end)) end++;
    out += text.slice(done, start) + linked(text.slice(start, end), scan);
    done = end;
    hint.lastIndex = done;
  }
  return done === 0 ? text : out + text.slice(done);
};

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : space.test(text.charAt(at));
}

function linked(word: string, scan: Scan): string {
  const found = findAddress(word);
  const href = found && safeUrl(found.address);
  if (!found || href === undefined) return word;
  const link = scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, found.address);
  return word.slice(0, found.at) + link + word.slice(found.at + found.address.length);
}
