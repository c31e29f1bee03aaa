import type { UserId } from "../../core/ids.ts";
import { has } from "../../core/levels.ts";
import { conversationKey } from "../../core/places.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { productName } from "../../core/server.ts";
import { isBot, type User } from "../../core/users.ts";
import { included, systemGroup } from "../groups/membership.ts";
import { knownTo } from "../people/accessible-users.ts";
import type { NamedPeople } from "./destination.ts";

/** The account of an id. @refuses BAD_REQUEST: unknown */
export const userOfId = (realm: Realm, id: number): User => realm.users.get(id as UserId) ?? refuse(`Invalid user ID ${id}`);

function userOfAddress(realm: Realm, email: string): User {
  const id = realm.usersByEmail.get(email.toLowerCase());
  return id === undefined ? refuse(`Invalid email '${email}'`) : realm.users.require(id);
}

/** The accounts that a request names. @refuses BAD_REQUEST: the first unknown one */
export const usersNamed = (realm: Realm, named: NamedPeople): User[] =>
  named.map((one) => (typeof one === "number" ? userOfId(realm, one) : userOfAddress(realm, one)));

/** @refuses BAD_REQUEST: an account that is deactivated */
export function allActive(realm: Realm, users: readonly User[]): void {
  const gone = users.find((user) => !user.is_active);
  if (gone) refuse(`'${gone.email}' is no longer using ${productName(realm.server)}.`);
}

function conversationExists(realm: Realm, users: readonly User[]): boolean {
  const conversation = realm.conversations.get(conversationKey(users.map(({ id }) => id)));
  return conversation !== undefined && realm.byRecipient.oldest(conversation.recipient_id) !== undefined;
}

/**
 * A sender who may write to these people. Bots, and conversations with bots or oneself, are exempt from the realm's permissions.
 * @refuses BAD_REQUEST: recipients that a guest may not know of; deactivated ones; direct messages disabled, nobody here to authorize one, not allowed to begin one
 */
export function mayWriteTo(realm: Realm, sender: User, recipients: readonly User[]): void {
  const knows = knownTo(realm, sender);
  if (knows && !recipients.every(knows)) refuse("You do not have permission to access some of the recipients.");
  allActive(realm, recipients);
  const others = recipients.filter(({ id }) => id !== sender.id);
  if (isBot(sender) || others.every(isBot)) return;
  const { direct_message_permission_group: permission, direct_message_initiator_group: initiator } = realm.settings;
  if (permission === systemGroup(realm, "role:nobody")) refuse("Direct messages are disabled in this organization.");
  if (!has(realm, "directMessageGroups")) return;
  const participants = [sender, ...others];
  if (!participants.some((user) => included(realm, user, permission))) {
    refuse("This conversation does not include any users who can authorize it.");
  }
  if (!included(realm, sender, initiator) && !conversationExists(realm, participants)) {
    refuse("You do not have permission to initiate direct message conversations.");
  }
}
