import type { Scope } from "../scope.ts";
import type { Stash } from "../stash.ts";

/** Facts about mentions that are found out on the way. */
export interface Mentions {
  users: Set<number> | undefined;
  groups: Set<number> | undefined;
  channelWildcard: boolean;
  topicWildcard: boolean;
}

/** Returns what a source names where a name of one kind may stand, by ids or by names. */
export type NamesIn = (source: string, scope: Scope) => ReadonlySet<string | number>;

/** One scan of the inline text of a message, as a construct sees it. */
export interface Scan {
  readonly scope: Scope;
  readonly stash: Stash;
  readonly mentions: Mentions;
  /** Whether the source names somebody or something where a name is looked up: nothing else can be mentioned or linked to. */
  names(namesIn: NamesIn, name: string | number): boolean;
  /** Scans a text for every construct; the answer holds marks. */
  text(text: string): string;
  /** Stashes an element whose text is final, but may hold marks. Returns its mark. */
  keep(tag: string, attributes: Readonly<Record<string, string>>, marked: string): string;
  /** Stashes an element in whose text the constructs after the present one are still looked for. Returns its mark. */
  nest(tag: string, text: string): string;
}

/** Replaces each occurrence of one construct by a mark. */
export type Construct = (text: string, scan: Scan) => string;
