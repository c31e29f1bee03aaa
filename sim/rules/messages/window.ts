import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import type { Narrow } from "../narrow/narrow.ts";

/** The part of a narrow that is asked for, around an id. */
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

/** Whether the walks for a window came to the ends of its narrow. */
interface Walked {
  readonly toOldest: boolean;
  readonly toNewest: boolean;
}

/**
 * Whether a list has the oldest and the newest message of a narrow, looking for one more beyond each end that was not come to. An
 * empty list has them where the narrow has none.
 */
function endsOf(narrow: Narrow, messages: readonly Message[], walked: Walked): readonly [oldest: boolean, newest: boolean] {
  const { toOldest, toNewest } = walked;
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) {
    const nothing = (toOldest && toNewest) || narrow.oldest() === undefined;
    return [nothing, nothing];
  }
  return [toOldest || narrow.descending(first.id - 1, 1).length === 0, toNewest || narrow.ascending(last.id + 1, 1).length === 0];
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
  const match = narrow.at(anchor);
  const own = includeAnchor || alone ? match : undefined;
  const messages = [...older, ...(own ? [own] : []), ...newer];
  const toOldest = fromOldest || older.length < before;
  const toNewest = fromNewest || newer.length < after;
  // A match at the anchor that is left out lies beyond one of the ends.
  const isWhole = match === own;
  const [found_oldest, found_newest] =
    foundEnds === "observed"
      ? [toOldest, toNewest]
      : endsOf(narrow, messages, { toOldest: toOldest && isWhole, toNewest: toNewest && isWhole });
  return { messages, found_anchor: own !== undefined, found_oldest, found_newest };
}
