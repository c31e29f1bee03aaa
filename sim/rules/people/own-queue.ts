import type { QueueId } from "../../core/ids.ts";
import type { Queue } from "../../core/queues.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import type { User } from "../../core/users.ts";

/** The caller's queue of an id. @refuses BAD_EVENT_QUEUE_ID: unknown, deleted, expired or another user's, which look the same */
export function ownQueue(realm: Realm, caller: User, queue_id: string): Queue {
  const queue = realm.queues.get(queue_id as QueueId);
  return queue?.options.owner === caller.id ? queue : refuse(`Bad event queue ID: ${queue_id}`, "BAD_EVENT_QUEUE_ID", { queue_id });
}
