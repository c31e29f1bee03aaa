import type { Actor, EventQueue } from "../../client/actor.ts";
import { eventsSoFar } from "../../client/messages.ts";
import { capabilities } from "../../client/registration.ts";

/** Registers a queue of messages and deletions. */
export const listenForDeletions = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["delete_message", "message"], client_capabilities: capabilities });

/** Returns which of some messages a queue was told are deleted, until now. */
export async function deletionsTold(queue: EventQueue, ids: readonly unknown[]): Promise<unknown[]> {
  const events = (await eventsSoFar(queue)).filter(({ type }) => type === "delete_message");
  return events.flatMap(({ message_ids, message_id }) => message_ids ?? message_id).filter((id) => ids.includes(id));
}

/** Requires the refusal of a deletion. */
export async function requireRefusal(actor: Actor, id: number, what: string): Promise<void> {
  actor.expect.refused(await actor.send(`DELETE /messages/${id}`), "BAD_REQUEST", {}, what);
}
