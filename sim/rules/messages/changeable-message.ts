import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";
import { visibleMessage } from "./access.ts";

/** The message of an id, for one who sees it, where it can still be changed. @refuses BAD_REQUEST: missing, invisible, channel archived */
export function changeableMessage(realm: Realm, user: User, id: number): Message {
  const message = visibleMessage(realm, user, id);
  const { channel } = message.place;
  return channel !== undefined && realm.channels.require(channel).is_archived ? refuse("Invalid message(s)") : message;
}
