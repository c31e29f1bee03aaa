import type { UserId } from "../../core/ids.ts";
import type { Message } from "../../core/messages.ts";
import type { Realm } from "../../core/realm.ts";
import { mayReadHistory, maySee } from "./access.ts";

/** Returns whom a change of a message reaches: those with a row who still see it, and the subscribers who may read its channel's history. */
export function watchers(realm: Realm, message: Message): Set<UserId> {
  const reached = new Set<UserId>();
  if (realm.queues.size === 0) return reached;
  for (const id of [...message.received, ...message.flags.keys()]) {
    if (maySee(realm, realm.users.require(id), message)) reached.add(id);
  }
  const { channel } = message.place;
  if (channel === undefined) return reached;
  const record = realm.channels.require(channel);
  for (const id of realm.subscribers.get(channel)?.active ?? []) {
    if (mayReadHistory(realm, realm.users.require(id), record)) reached.add(id);
  }
  return reached;
}
