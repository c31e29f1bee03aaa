import type { MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse, refuseMissing } from "../../core/refusal.ts";
import { type Anchor, readAnchor } from "./anchor.ts";
import type { Extent } from "./window.ts";

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
