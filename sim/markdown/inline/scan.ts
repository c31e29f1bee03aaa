import type { Scope } from "../scope.ts";
import { fill, put, type Stash, takeApart } from "../stash.ts";
import { type Element, literal, noAttributes } from "../tree.ts";
import { autolinks } from "./autolinks.ts";
import { channelLinks } from "./channel-links.ts";
import { codeSpans } from "./code-spans.ts";
import { namedEmoji, unicodeEmoji } from "./emoji.ts";
import { emoticons } from "./emoticons.ts";
import { emphasis, entities, lineBreaks, strikethrough, strong, strongEmphasis } from "./emphasis.ts";
import { linkified } from "./linkified.ts";
import { links } from "./links.ts";
import { mathSpans } from "./math-spans.ts";
import { media } from "./media.ts";
import { groupMentions, userMentions } from "./mentions.ts";
import { always, beyondAscii, signs, signsIn } from "./signs.ts";
import { times } from "./times.ts";

/** What is found out about mentions on the way. */
export interface Mentions {
  users: Set<number> | undefined;
  groups: Set<number> | undefined;
  channelWildcard: boolean;
  topicWildcard: boolean;
}

/** One scan of the inline text of a message. */
export interface Scan {
  readonly scope: Scope;
  readonly stash: Stash;
  readonly mentions: Mentions;
  /** Scans a text for every construct; the answer holds marks. */
  text(text: string): string;
  /** Stashes an element whose text is final, but may hold marks. Returns its mark. */
  keep(tag: string, attributes: Readonly<Record<string, string>>, marked: string): string;
  /** Stashes an element in whose text the constructs after the present one are still looked for. Returns its mark. */
  nest(tag: string, text: string): string;
}

/** Replaces each occurrence of one construct by a mark. */
export type Construct = (text: string, scan: Scan) => string;

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

/** Begins the scan of a message. */
export function newScan(scope: Scope, stash: Stash, mentions: Mentions): Scan {
  let present = 0;
  const run = (from: number, text: string): string => {
    const held = signsIn(text);
    if (held === always && scope.linkifiers.length === 0) return text;
    let marked = text;
    for (present = from; present < constructs.length; present++) {
      const { find, needs } = constructs[present] as (typeof constructs)[number];
      if ((held & needs) !== 0) marked = find(marked, scan);
    }
    return marked;
  };
  const scan: Scan = {
    scope,
    stash,
    mentions,
    text: (text) => run(0, text),
    keep: (tag, attributes, marked) => put(stash, fill(stash, literal(tag, attributes, ""), marked)),
    nest: (tag, text) => {
      const outer = present;
      const marked = run(outer + 1, text);
      present = outer;
      return scan.keep(tag, noAttributes, marked);
    },
  };
  return scan;
}

/** Scans the text and tails of an element and of all inside it, and puts the found elements in. */
export function scanTree(node: Element, scan: Scan): void {
  const children = node.children;
  if (children.length > 0) node.children = [];
  if (!node.literal && node.text !== "") fill(scan.stash, node, scan.text(node.text));
  for (const child of children) {
    scanTree(child, scan);
    node.children.push(child);
    if (child.tail !== "") scanTail(node, child, scan);
  }
}

function scanTail(parent: Element, child: Element, scan: Scan): void {
  const { lead, elements } = takeApart(scan.stash, scan.text(child.tail));
  child.tail = lead;
  parent.children.push(...elements);
}
