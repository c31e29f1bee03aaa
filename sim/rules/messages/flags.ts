import { type Flag, flagBits, historyFlags, type OwnFlag, ownFlags } from "../../core/flags.ts";
import type { ChannelId, MessageId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { ascending } from "../../core/lookup.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { isSubscribed, visibleMessage } from "./access.ts";

/** Flags that are set by what happens, and some that were given up: nobody may set them. */
const fixed: readonly string[] = [...(Object.keys(flagBits) as Flag[]), "group_mentioned", "force_expand", "force_collapse"];

interface FlagChange {
  readonly flag: OwnFlag;
  readonly op: "add" | "remove";
}

/** @refuses BAD_REQUEST: no flag, one that people do not set themselves, neither add nor remove */
export function flagChange({ flag, op }: { readonly flag: string; readonly op: string }): FlagChange {
  const own = ownFlags.find((name) => name === flag);
  if (!own) refuse(fixed.includes(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`);
  return op === "add" || op === "remove" ? { flag: own, op } : refuse(`Invalid message flag operation: '${op}'`);
}

/** The messages whose flag changes, as they were asked for, and the channels of those that are passed over. */
export interface Flagged extends FlagChange {
  readonly messages: readonly Message[];
  readonly ignored: readonly ChannelId[];
}

/** Whether a flag of a message is not yet as wanted. A message that is missing counts as one without a row. */
function differs(realm: Realm, user: User, id: number, { flag, op }: FlagChange): boolean {
  const bits = realm.messages.get(id as MessageId)?.flagsFor(user.id) ?? historyFlags;
  return ((bits & flagBits[flag]) !== 0) !== (op === "add");
}

/** Unlike other requests, one for flags reaches also what the user has a row of and no longer sees. */
function visible(realm: Realm, user: User, id: number): Message {
  const message = realm.messages.get(id as MessageId);
  return message?.hasRow(user.id) ? message : visibleMessage(realm, user, id);
}

/**
 * Returns the messages that a change of flags changes. What is in channels that the user is not subscribed to never becomes unread.
 * @refuses BAD_REQUEST: a message that is missing or invisible, where its flag would change
 */
export function toFlag(realm: Realm, user: User, ids: readonly number[], change: FlagChange): Flagged {
  const ignored = new Set<ChannelId>();
  const unreads = change.flag === "read" && change.op === "remove";
  const left = ids.filter((id) => {
    const channel = realm.messages.get(id as MessageId)?.place.channel;
    if (!unreads || channel === undefined || isSubscribed(realm, user, channel)) return true;
    ignored.add(channel);
    return false;
  });
  const messages = left.filter((id) => differs(realm, user, id, change)).map((id) => visible(realm, user, id));
  return { ...change, messages, ignored: ascending(ignored) };
}

/** The part of a reply that tells of what was passed over. */
export const ignoredField = (realm: Realm, { ignored }: Flagged) =>
  has(realm, "ignoredChannels") ? { ignored_because_not_subscribed_channels: ignored } : {};
