import { limits } from "../core/limits.ts";
import type { Message } from "../core/messages.ts";
import type { Realm } from "../core/realm.ts";
import type { Narrow } from "./narrow/narrow.ts";

/** How much of a narrow is asked for, around an id. */
export interface Range {
  readonly anchor: number;
  readonly before: number;
  readonly after: number;
  readonly includeAnchor: boolean;
}

export interface Window {
  readonly messages: readonly Message[];
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

function taken(messages: Iterable<Message>, count: number): Message[] {
  const list: Message[] = [];
  if (count === 0) return list;
  for (const message of messages) if (list.push(message) === count) break;
  return list;
}

/** Whether a list has the message at one end of a narrow: always, where the narrow is empty. */
const reaches = (end: Message | undefined, own: Message | undefined): boolean => end === undefined || end.id === own?.id;

/**
 * Takes a window out of a narrow, walking no further than it is wide. An end counts as found where the anchor is that end, or where
 * its side was not filled; a side of which nothing was asked is filled.
 * @silent rulings.foundEnds, rulings.excludedAnchorAlone
 */
export function windowOf(realm: Realm, narrow: Narrow, { anchor, before, after, includeAnchor }: Range): Window {
  const fromOldest = anchor === 0;
  const fromNewest = anchor >= limits.newestAnchor;
  const older = fromOldest ? [] : taken(narrow.descending(anchor - 1), before).reverse();
  const newer = fromNewest ? [] : taken(narrow.ascending(anchor + 1), after);
  const alone = before === 0 && after === 0 && realm.server.rulings.excludedAnchorAlone === "observed";
  const own = includeAnchor || alone ? narrow.at(anchor) : undefined;
  const messages = [...older, ...(own ? [own] : []), ...newer];
  const literal = realm.server.rulings.foundEnds === "literal";
  return {
    messages,
    found_anchor: own !== undefined,
    found_oldest: literal ? reaches(narrow.oldest(), messages[0]) : fromOldest || older.length < before,
    found_newest: literal ? reaches(narrow.newest(), messages.at(-1)) : fromNewest || newer.length < after,
  };
}
