import { inlineMath } from "../math.ts";
import type { Scope } from "../scope.ts";
import { fill, plainText, put, type Stash, takeApart } from "../stash.ts";
import { type Element, finished, literal, noAttributes } from "../tree.ts";
import { codeSpans } from "./code-spans.ts";
import type { Construct, Mentions, NamesIn, Scan } from "./construct.ts";
import { emoticons, namedEmoji, unicodeEmoji } from "./emoji.ts";
import { emphasis, entities, lineBreaks, strikethrough, strong, strongEmphasis } from "./emphasis.ts";
import { autolinks, linkified, links } from "./links.ts";
import { media } from "./media.ts";
import { channelLinks, groupMentions, userMentions } from "./mentions.ts";
import { replaceEach } from "./replace-each.ts";
import { times } from "./times.ts";

// No word character and no further dollar sign may touch it; a dollar sign inside needs a backslash.
const formula = /\$\$(?<![\p{L}\p{N}_$]\$\$)([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;

/** `$$x$$` within a line. */
const mathSpans: Construct = (text, scan) => {
  if (!text.includes("$$")) return text;
  return replaceEach(text, formula, (match) => {
    const source = plainText(scan.stash, match[1] as string);
    return put(scan.stash, finished(inlineMath(source), source));
  });
};

const ascii = 128;

/** Set of every text, so that a construct without a sign of its own is asked about all of them. */
const always = 1;

/** Set of a text with characters beyond ASCII. */
const beyondAscii = 2;

const bits = new Uint32Array(ascii).fill(always);
let next = 4;

/** The bits that a text has which holds one of these ASCII characters. Characters named in several places share theirs. */
function signs(characters: string): number {
  let any = 0;
  for (const character of characters) {
    const code = character.charCodeAt(0);
    if (bits[code] === always) {
      bits[code] = next | always;
      next <<= 1;
    }
    any |= bits[code] as number;
  }
  return any & ~always;
}

/** All bits of a text. One pass over the characters here spares one for each construct that is not there. */
function signsIn(text: string): number {
  let found = always;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    found |= code < ascii ? (bits[code] as number) : beyondAscii;
  }
  return found;
}

// Earlier wins: what it has found is a mark to all that come later. Beside each stands what a text must have for
// the construct to be in it; that is asked once, since marks hold nothing that any construct looks for.
const constructs: readonly { readonly find: Construct; readonly needs: number }[] = [
  { find: codeSpans, needs: signs("`") },
  { find: strongEmphasis, needs: signs("*") },
  { find: userMentions, needs: signs("@") },
  { find: mathSpans, needs: signs("$") },
  { find: channelLinks, needs: signs("#") },
  { find: times, needs: signs("<") },
  { find: groupMentions, needs: signs("@") },
  { find: links, needs: signs("[") },
  { find: media, needs: signs("[") },
  { find: autolinks, needs: signs(".:") },
  { find: linkified, needs: always },
  { find: entities, needs: signs("&") },
  { find: strong, needs: signs("*") },
  { find: emphasis, needs: signs("*") },
  { find: strikethrough, needs: signs("~") },
  { find: namedEmoji, needs: signs(":") },
  { find: emoticons, needs: signs(":;<") },
  { find: lineBreaks, needs: signs("\n") },
  { find: unicodeEmoji, needs: beyondAscii },
];

/** The scan of the inline text of a message. */
export class TextScan implements Scan {
  readonly scope: Scope;
  readonly stash: Stash;
  readonly mentions: Mentions;
  /** The text as it was sent, in which servers look for names before they render it. */
  readonly source: string;
  /** Whether an element was kept that links to something or shows it. */
  keptLinks = false;
  #present = 0;
  readonly #named = new Map<NamesIn, ReadonlySet<string | number>>();

  constructor(scope: Scope, stash: Stash, mentions: Mentions, source: string) {
    this.scope = scope;
    this.stash = stash;
    this.mentions = mentions;
    this.source = source;
  }

  names(namesIn: NamesIn, name: string | number): boolean {
    let named = this.#named.get(namesIn);
    if (!named) this.#named.set(namesIn, (named = namesIn(this.source, this.scope)));
    return named.has(name);
  }

  text(text: string): string {
    return this.#run(0, text);
  }

  keep(tag: string, attributes: Readonly<Record<string, string>>, marked: string): string {
    if (tag === "a" || tag === "img" || tag === "audio") this.keptLinks = true;
    return put(this.stash, fill(this.stash, literal(tag, attributes), marked));
  }

  nest(tag: string, text: string): string {
    const outer = this.#present;
    const marked = this.#run(outer + 1, text);
    this.#present = outer;
    return this.keep(tag, noAttributes, marked);
  }

  #run(from: number, text: string): string {
    const held = signsIn(text);
    if (held === always && this.scope.linkifiers.length === 0) return text;
    let marked = text;
    for (this.#present = from; this.#present < constructs.length; this.#present++) {
      const { find, needs } = constructs[this.#present] as (typeof constructs)[number];
      if ((held & needs) !== 0) marked = find(marked, this);
    }
    return marked;
  }
}

/** Scans the text and tails of an element and of all inside it, and puts the found elements in. */
export function scanTree(node: Element, scan: Scan): void {
  const children = node.children;
  for (const child of children) scanTree(child, scan);
  if (children.some((child) => child.tail !== "")) node.children = children.flatMap((child) => [child, ...scanTail(child, scan)]);
  if (!node.literal && node.text !== "") fill(scan.stash, node, scan.text(node.text));
}

/** Scans what follows a child. Returns the elements in it. */
function scanTail(child: Element, scan: Scan): readonly Element[] {
  const { lead, elements } = takeApart(scan.stash, scan.text(child.tail));
  child.tail = lead;
  return elements;
}
