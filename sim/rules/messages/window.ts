import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import type { Narrow } from "../narrow/narrow.ts";

/** How much of a narrow is asked for, around an id. */
export interface Extent {
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

/**
 * Whether a list has the oldest and the newest message of a narrow, looking for one more beyond each end. An empty list has them
 * where the narrow has none.
 */
function endsOf(narrow: Narrow, messages: readonly Message[]): readonly [oldest: boolean, newest: boolean] {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) {
    const nothing = narrow.oldest() === undefined;
    return [nothing, nothing];
  }
  return [narrow.descending(first.id - 1, 1).length === 0, narrow.ascending(last.id + 1, 1).length === 0];
}

/**
 * Takes a window out of a narrow, walking no further than it is wide and to one message beyond each end.
 * @silent rulings.foundEnds, rulings.excludedAnchorAlone
 */
export function windowOf(realm: Realm, narrow: Narrow, anchor: number, { before, after, includeAnchor }: Extent): Window {
  const { excludedAnchorAlone, foundEnds } = realm.server.rulings;
  const fromOldest = anchor === 0;
  const fromNewest = anchor >= limits.newestAnchor;
  const older = fromOldest ? [] : narrow.descending(anchor - 1, before).reverse();
  const newer = fromNewest ? [] : narrow.ascending(anchor + 1, after);
  const alone = before === 0 && after === 0 && excludedAnchorAlone === "observed";
  const own = includeAnchor || alone ? narrow.at(anchor) : undefined;
  const messages = [...older, ...(own ? [own] : []), ...newer];
  const [found_oldest, found_newest] =
    foundEnds === "observed" ? [fromOldest || older.length < before, fromNewest || newer.length < after] : endsOf(narrow, messages);
  return { messages, found_anchor: own !== undefined, found_oldest, found_newest };
}
