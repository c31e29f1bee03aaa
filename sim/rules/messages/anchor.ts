import type { MessageId } from "../../core/ids.ts";
import { readInstant } from "../../core/iso-8601.ts";
import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseUnfinished } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { readInteger } from "../../protocol/integer-text.ts";
import { namesChannel, ownRows } from "../narrow/history.ts";
import { notMuted, notMutedWithin } from "../narrow/muting.ts";
import type { Narrow } from "../narrow/narrow.ts";
import { findChannel } from "../narrow/reader.ts";
import { isUnreadFor } from "../narrow/row-operators.ts";
import { unreadBlocks } from "../narrow/source.ts";
import type { Term } from "../narrow/terms.ts";

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
      .and(ownRows(realm, user), isUnreadFor(user), ...counts)
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
