import type { Channel } from "../../core/channels.ts";
import type { ChannelId, UserId } from "../../core/ids.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import type { User } from "../../core/users.ts";
import { badNarrow, type Operand } from "./terms.ts";

/** The requester and the realm. A spectator is no user. */
export interface Reader {
  readonly realm: Realm;
  readonly user: User | undefined;
}

/** One condition on a message. */
export type Test = (message: Message) => boolean;

/** The test of terms that ask nothing, whether negated or not. */
export const anything: Test = () => true;
export const nothing: Test = () => false;

/** The channel of an operand: text is always a name, also where it is all digits. */
export function findChannel(realm: Realm, operand: Operand): Channel | undefined {
  const id = typeof operand === "string" ? realm.channelsByName.get(operand.trim().toLowerCase()) : (operand as ChannelId);
  return id === undefined ? undefined : realm.channels.get(id);
}

/** The account of an operand: its API address or its id. */
export function findUser(realm: Realm, operand: string | number): User | undefined {
  const id = typeof operand === "string" ? realm.usersByEmail.get(operand.trim().toLowerCase()) : (operand as UserId);
  return id === undefined ? undefined : realm.users.get(id);
}

/** @refuses BAD_NARROW: no such account */
export const knownUser = (realm: Realm, operand: string | number): User => findUser(realm, operand) ?? badNarrow(`unknown user ${operand}`);
