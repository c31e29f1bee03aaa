import type { ChannelId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import type { Realm } from "../../core/realm.ts";
import { isGuest, type User } from "../../core/users.ts";
import { hasContentAccess, isSubscribed, mayReadHistory } from "../messages/access.ts";
import { findChannel, type Reader, type Term, type Test } from "./terms.ts";

export const namesChannel = ({ operator }: Term): boolean => operator === "channel" || operator === "stream";

const namesOpenChannels = (realm: Realm, { operator, operand }: Term): boolean =>
  (operator === "channels" || operator === "streams") &&
  (operand === "public" || (operand === "web-public" && has(realm, "webPublicHistory")));

/** Terms about the requester's own rows, of which messages never received have none. */
const asksOwnRow = (realm: Realm, { operator, operand }: Term): boolean =>
  operator === "is" && !(operand === "resolved" && has(realm, "resolvedHistory"));

/**
 * Whether a narrow reaches beyond what the requester received, to the whole history of the channels it names. Of several terms
 * about channels the last decides.
 */
export function reachesHistory({ realm, user }: Reader, terms: readonly Term[]): boolean {
  if (!user) return true;
  let reaches = false;
  for (const term of terms) {
    if (term.negated) continue;
    if (namesChannel(term)) {
      const channel = findChannel(realm, term.operand);
      reaches = channel !== undefined && mayReadHistory(realm, user, channel);
    } else if (namesOpenChannels(realm, term) && !isGuest(user)) reaches = true;
  }
  return reaches && !terms.some((term) => asksOwnRow(realm, term));
}

/** Messages that a user received and has not lost access to since: rows left over from a channel did open it on older servers. */
export function ownRows(realm: Realm, user: User): Test {
  if (!has(realm, "rowsNeedAccess")) return (message) => message.hasRow(user.id);
  const open = new Map<ChannelId, boolean>();
  return (message) => {
    if (!message.hasRow(user.id)) return false;
    const id = message.place.channel;
    if (id === undefined) return true;
    let isOpen = open.get(id);
    if (isOpen === undefined) {
      isOpen = isSubscribed(realm, user, id) || (!isGuest(user) && hasContentAccess(realm, user, realm.channels.require(id)));
      open.set(id, isOpen);
    }
    return isOpen;
  };
}

/** Whether a narrow names two channels, or one whose content is closed to the user: it finds nothing, which is no error. */
export function findsNothing(realm: Realm, user: User, terms: readonly Term[]): boolean {
  if (!has(realm, "closedChannelEmpty")) return false;
  const named = terms.filter(namesChannel);
  const untilNegated = named.findIndex(({ negated }) => negated);
  if (untilNegated !== -1) return untilNegated > 1;
  const [only, ...others] = named;
  if (!only || others.length > 0) return others.length > 0;
  const channel = findChannel(realm, only.operand);
  return channel !== undefined && !hasContentAccess(realm, user, channel);
}
