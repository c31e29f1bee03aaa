import { readInstant } from "../../core/clock.ts";
import type { MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseMissing, refuseUnfinished } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { readInteger } from "../../protocol/json.ts";
import { unreadBlocks } from "../narrow/candidates.ts";
import type { Narrow } from "../narrow/narrow.ts";
import { isUnreadFor, namesChannel, notMuted, notMutedWithin, ownHistory } from "../narrow/operators.ts";
import { findChannel, type Term } from "../narrow/terms.ts";

/** The part of a narrow that is asked for, around an id. */
export interface Extent {
  readonly before: number;
  readonly after: number;
  readonly includeAnchor: boolean;
}

export interface Window {
  /** The id around which it was taken: beyond all others for a date where the narrow holds nothing. */
  readonly anchor: number;
  readonly messages: readonly Message[];
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
}

/** The ends of a narrow that the walk for a list came to, and whether the list has all that was come by. */
interface Walked {
  readonly toOldest: boolean;
  readonly toNewest: boolean;
  readonly isWhole: boolean;
}

/**
 * Whether a list has the oldest and the newest message of a narrow, looking for one more beyond each end that was not come to. An
 * empty list has them where the narrow has none. Running servers do not look.
 * @silent rulings.foundEnds
 */
function endsOf({ server }: Realm, narrow: Narrow, messages: readonly Message[], walked: Walked): [oldest: boolean, newest: boolean] {
  if (server.rulings.foundEnds === "observed") return [walked.toOldest, walked.toNewest];
  const [toOldest, toNewest] = [walked.toOldest && walked.isWhole, walked.toNewest && walked.isWhole];
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) {
    const nothing = (toOldest && toNewest) || narrow.oldest() === undefined;
    return [nothing, nothing];
  }
  return [toOldest || narrow.descending(first.id - 1, 1).length === 0, toNewest || narrow.ascending(last.id + 1, 1).length === 0];
}

/** The window around a date where the narrow holds nothing: no end was come to. */
function emptyWindow(realm: Realm, narrow: Narrow): Window {
  const [found_oldest, found_newest] = endsOf(realm, narrow, [], { toOldest: false, toNewest: false, isWhole: true });
  return { anchor: limits.newestAnchor, messages: [], found_anchor: false, found_oldest, found_newest };
}

/**
 * Takes a window out of a narrow, walking no further than it is wide and to one message beyond each end.
 * @param anchor as `anchorId` returns it
 * @silent rulings.excludedAnchorAlone
 */
export function windowOf(realm: Realm, narrow: Narrow, anchor: number | undefined, { before, after, includeAnchor }: Extent): Window {
  if (anchor === undefined) return emptyWindow(realm, narrow);
  const { excludedAnchorAlone } = realm.server.rulings;
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
  const [found_oldest, found_newest] = endsOf(realm, narrow, messages, { toOldest, toNewest, isWhole });
  return { anchor, messages, found_anchor: own !== undefined, found_oldest, found_newest };
}

/** The place of a window in a narrow: an id, the first message since an instant (in milliseconds), or where reading stopped. */
export type Anchor = { readonly id: number } | { readonly since: number; readonly id?: undefined } | "first_unread";

/** @refuses BAD_REQUEST: no instant, or text that is none */
function sinceDate(text: string | undefined): Anchor {
  if (text === undefined) return refuseUnfinished("anchor_date", ".");
  return { since: readInstant(text) ?? refuse("anchor_date is not an ISO 8601 datetime string") };
}

/** The anchor of a range that was asked for without one. @silent rulings.absentAnchor, rulings.anchorRequired */
function absentAnchor({ server: { rulings } }: Realm): Anchor {
  if (rulings.anchorRequired === "observed") refuseUnfinished("anchor", ".");
  if (rulings.absentAnchor === "first_unread") return rulings.absentAnchor;
  return { id: rulings.absentAnchor === "oldest" ? 0 : limits.newestAnchor };
}

/**
 * Reads an anchor. Integers may be spelled with a sign, with spaces around them and with underscores between their digits.
 * @refuses BAD_REQUEST: anything else that is not one of the words
 */
export function readAnchor(realm: Realm, text: string | undefined, date: string | undefined): Anchor {
  if (text === undefined) return absentAnchor(realm);
  if (text === "newest") return { id: limits.newestAnchor };
  if (text === "oldest") return { id: 0 };
  if (text === "first_unread") return text;
  if (text === "date" && has(realm, "anchorDate")) return sinceDate(date);
  const id = readInteger(text) ?? refuse("Invalid anchor");
  return { id: Math.min(Math.max(id, 0), limits.newestAnchor) };
}

/** The id from which on messages were sent at or after an instant. Ids ascend as time does. */
function firstIdSince({ messages }: Realm, since: number): number {
  let low = 0;
  let high = (messages.newest()?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = messages.ascending(middle as MessageId).next().value;
    if (!next || next.sent >= since) high = middle;
    else low = next.id + 1;
  }
  return low;
}

/** Returns the test that a first unread message passes: it is not muted. A narrow to a channel heeds only mutes of that channel's topics. */
function unmutedTest(realm: Realm, user: User, terms: readonly Term[]) {
  const named = terms.find(namesChannel);
  const channel = named && findChannel(realm, named.operand);
  return channel ? notMutedWithin(realm, user, channel.id) : notMuted(realm, user);
}

interface Question {
  readonly realm: Realm;
  /** Undefined for a spectator, who has read everything. */
  readonly user: User | undefined;
  readonly terms: readonly Term[];
  /** The narrow that the terms ask for, whoever received it. */
  readonly asked: Narrow;
  /** The part of it that the requester may fetch. */
  readonly narrow: Narrow;
}

function firstUnread({ realm, user, terms, asked }: Question): number {
  if (!user) return limits.newestAnchor;
  const counts = realm.server.rulings.mutedFirstUnread !== "observed" ? [] : [unmutedTest(realm, user, terms)];
  return (
    asked
      .inBlocks(unreadBlocks(realm, user))
      .and(ownHistory(realm, user, terms), isUnreadFor(user), ...counts)
      .oldest()?.id ?? limits.newestAnchor
  );
}

/**
 * The id that an anchor stands for; undefined for a date where the narrow holds nothing at all.
 * @silent rulings.mutedFirstUnread
 */
export function anchorId(anchor: Anchor, question: Question): number | undefined {
  if (anchor === "first_unread") return firstUnread(question);
  if (anchor.id !== undefined) return anchor.id;
  const { realm, narrow } = question;
  return (narrow.oldest(firstIdSince(realm, anchor.since)) ?? narrow.newest())?.id;
}

/** The parameters that say which messages of a narrow are wanted; undefined where absent. */
interface Wanted {
  readonly anchor: string | undefined;
  readonly anchor_date: string | undefined;
  readonly num_before: number | undefined;
  readonly num_after: number | undefined;
  readonly include_anchor: boolean | undefined;
  readonly use_first_unread_anchor: boolean | undefined;
  readonly message_ids: readonly number[] | null | undefined;
}

/** The two modes of fetching: by ids, or by a window whose anchor is still to be looked up. */
export type Mode =
  | { readonly ids: readonly MessageId[]; readonly anchor?: undefined }
  | (Extent & { readonly anchor: Anchor; readonly ids?: undefined });

const unsupported = (parameters: string): never =>
  refuse(`Unsupported parameter combination: ${parameters}`, "BAD_REQUEST", { parameters });

function checkIdsAlone(realm: Realm, wanted: Wanted): void {
  const { anchor, num_before, num_after, include_anchor, use_first_unread_anchor } = wanted;
  const range = [anchor, num_before, num_after, include_anchor, use_first_unread_anchor];
  const lax = realm.server.rulings.messageIdsCompany === "observed";
  const conflict = lax
    ? anchor !== undefined || num_before || num_after || use_first_unread_anchor
    : range.some((given) => given !== undefined);
  if (conflict) unsupported("num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor");
}

function countOf(realm: Realm, wanted: Wanted, name: "num_before" | "num_after"): number {
  const optional = has(realm, "messageIds") && realm.server.rulings.countsWithAnchor === "observed";
  return wanted[name] ?? (optional ? 0 : refuseMissing(name));
}

function anchorOf(realm: Realm, { anchor, anchor_date, use_first_unread_anchor }: Wanted): Anchor {
  if (!use_first_unread_anchor) return readAnchor(realm, anchor, anchor_date);
  if (anchor !== undefined && realm.server.rulings.firstUnreadWithAnchor === "refused") unsupported("anchor, use_first_unread_anchor");
  return "first_unread";
}

/**
 * Reads which mode is asked for.
 * @refuses BAD_REQUEST: parameters of both modes, an anchor that is none; REQUEST_VARIABLE_MISSING: a count is absent
 * @silent  rulings.messageIdsCompany, rulings.countsWithAnchor, rulings.firstUnreadWithAnchor
 */
export function modeOf(realm: Realm, wanted: Wanted): Mode {
  if (wanted.message_ids) {
    checkIdsAlone(realm, wanted);
    return { ids: wanted.message_ids as MessageId[] };
  }
  const before = countOf(realm, wanted, "num_before");
  const after = countOf(realm, wanted, "num_after");
  return { before, after, includeAnchor: wanted.include_anchor ?? true, anchor: anchorOf(realm, wanted) };
}

/**
 * @refuses BAD_REQUEST: more messages than one request may fetch; on running servers, an anchor left out in the middle of its window
 * @silent  rulings.excludedAnchorBetween
 */
export function checkSize({ server: { rulings } }: Realm, mode: Mode): void {
  const most = limits.messagesPerRequest;
  if ((mode.ids ? mode.ids.length : mode.before + mode.after) > most) refuse(`Too many messages requested (maximum ${most}).`);
  if (mode.ids || rulings.excludedAnchorBetween === "yes") return;
  if (!mode.includeAnchor && mode.before > 0 && mode.after > 0) refuse("The anchor can only be excluded at an end of the range");
}
