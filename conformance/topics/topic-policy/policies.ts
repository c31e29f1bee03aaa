import type { Actor, EventQueue } from "../../client/actor.ts";
import { eventsSoFar } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { capabilities } from "../../client/registration.ts";

/** Sets a policy. From any policy this succeeds, so that a refusal differs. */
export async function set(actor: Actor, channel: number, topic: string, policy: number): Promise<void> {
  actor.expect.succeeded(await setPolicy(actor, channel, topic, policy), `setting the policy ${policy}`);
}

/** Registers a queue of topic policies. */
export const listenForPolicies = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });

/** Returns topic and policy of the changes in a channel that a queue was told of until now, where a test picks the topic. */
export async function policiesTold(queue: EventQueue, channel: number, picks: (topic: unknown) => boolean): Promise<unknown[]> {
  const events = await eventsSoFar(queue);
  const changes = events.filter(({ type, stream_id, topic_name }) => type === "user_topic" && stream_id === channel && picks(topic_name));
  return changes.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]);
}
