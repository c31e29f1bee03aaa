import type { Actor, EventQueue } from "../../client/actor.ts";
import { untilAnswered } from "../../client/again.ts";
import { eventsSoFar } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { capabilities, policyOf } from "../../client/registration.ts";
import { type Body, prepared } from "../../expect.ts";

/** Does something with the policy of the empty topic, then gives back the policy that it had. */
async function restoring<T>(actor: Actor, channel: number, act: () => Promise<T>): Promise<T> {
  const before = await policyOf(actor, channel, "");
  try {
    return await act();
  } finally {
    await untilAnswered(() => setPolicy(actor, channel, "", before));
  }
}

/** Sets policies of the empty topic under one of its names, one after the other. Returns the policies that it then has. */
export const emptyTopicUnder = (actor: Actor, channel: number, name: string, policies: readonly number[]): Promise<number[]> =>
  restoring(actor, channel, async () => {
    const seen: number[] = [];
    for (const policy of policies) {
      actor.expect.succeeded(await setPolicy(actor, channel, name, policy), `a policy for "${name}"`);
      seen.push(await policyOf(actor, channel, ""));
    }
    return seen;
  });

/** Clients that differ in what they declare of the empty topic: the one that knows it, and two that do not. */
const clients: readonly Body[] = [capabilities, { ...capabilities, empty_topic_name: false }, { notification_settings_null: true }];

/**
 * Sets policies of the empty topic that has none, one after the other.
 * @param name the name under which they are set
 * @param names the names under which clients may be told of it
 * @returns the topics of the events, for each of the clients that declare and do not declare to know the empty topic
 */
export const topicsTold = (actor: Actor, channel: number, name: string, names: readonly string[], policies: readonly number[]) =>
  restoring(actor, channel, async () => {
    prepared.succeeded(await setPolicy(actor, channel, "", 0), "removing the policy of the empty topic");
    const queues: EventQueue[] = [];
    for (const client_capabilities of clients)
      queues.push(await actor.queue({ event_types: ["user_topic", "message"], client_capabilities }));
    for (const policy of policies) actor.expect.succeeded(await setPolicy(actor, channel, name, policy), `a policy for "${name}"`);
    const announced: unknown[][] = [];
    for (const queue of queues) {
      const topics = (await eventsSoFar(queue)).filter(({ type, stream_id }) => type === "user_topic" && stream_id === channel);
      announced.push(topics.map(({ topic_name }) => topic_name).filter((topic) => names.includes(String(topic))));
    }
    return announced;
  });
