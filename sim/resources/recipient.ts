import type { RecipientId, UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Message } from "../core/messages.ts";
import { conversationKey } from "../core/places.ts";
import type { Realm } from "../core/realm.ts";

/** The two people of a message between two, where each of them has an id as a recipient. @silent rulings.recipientOfPairs */
function pairOf(realm: Realm, { place }: Message): readonly UserId[] | undefined {
  if (place.channel !== undefined || place.conversation.users.length !== 2 || has(realm, "pairsAreGroups")) return undefined;
  return realm.server.rulings.recipientOfPairs === "participant" ? place.conversation.users : undefined;
}

/** Whether a message has another recipient_id for each of its two people, and the viewer is the second of them. */
export const isSecondViewer = (realm: Realm, message: Message, viewer: UserId | undefined): boolean =>
  viewer !== undefined && pairOf(realm, message)?.[1] === viewer;

/**
 * The id of a message's recipients: of a channel, of the set of people; between two people, at the levels that have it so, that of the
 * receiver, later that of the other one for each of them. The id of somebody is that of their conversation with themselves.
 */
export function recipientIdOf(realm: Realm, message: Message, viewer: UserId | undefined): RecipientId {
  const pair = pairOf(realm, message);
  if (!pair) return message.place.recipient;
  const own = viewer !== undefined && pair.includes(viewer) && has(realm, "recipientsByViewer") ? viewer : message.sender;
  return realm.conversations.require(conversationKey(pair.filter((id) => id !== own))).recipient_id;
}
