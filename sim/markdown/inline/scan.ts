import type { Scope } from "../scope.ts";
import { fill, put, type Stash, takeApart } from "../stash.ts";
import { type Element, literal } from "../tree.ts";
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
import { times } from "./times.ts";

/** What is found out about mentions on the way. */
export interface Mentions {
  readonly users: Set<number>;
  readonly groups: Set<number>;
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
  /** Puts an element away whose text is final, but may hold marks. */
  keep(tag: string, attributes: Readonly<Record<string, string>>, marked: string): string;
  /** Puts an element away in whose text the constructs after the present one are still looked for. */
  nest(tag: string, text: string): string;
}

/** Replaces each occurrence of one construct by a mark. */
export type Construct = (text: string, scan: Scan) => string;

// Earlier wins: what it has found is a mark to all that come later.
const constructs: readonly Construct[] = [
  codeSpans,
  strongEmphasis,
  userMentions,
  mathSpans,
  channelLinks,
  times,
  groupMentions,
  links,
  media,
  autolinks,
  linkified,
  entities,
  strong,
  emphasis,
  strikethrough,
  namedEmoji,
  emoticons,
  lineBreaks,
  unicodeEmoji,
];

// With nothing else in it, only a linkifier could find something in a text.
const inert = /^[A-Za-z0-9 ,?!=%+/|(){}'"_-]*$/;

/** Begins the scan of a message. */
export function newScan(scope: Scope, stash: Stash, mentions: Mentions): Scan {
  let present = 0;
  const run = (from: number, text: string): string => {
    let marked = text;
    for (present = from; present < constructs.length; present++) {
      marked = (constructs[present] as Construct)(marked, scan);
    }
    return marked;
  };
  const scan: Scan = {
    scope,
    stash,
    mentions,
    text: (text) => (scope.linkifiers.length === 0 && inert.test(text) ? text : run(0, text)),
    keep: (tag, attributes, marked) => put(stash, fill(stash, literal(tag, attributes, ""), marked)),
    nest: (tag, text) => {
      const outer = present;
      const marked = run(outer + 1, text);
      present = outer;
      return scan.keep(tag, {}, marked);
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
