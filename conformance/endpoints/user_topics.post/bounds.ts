import type { Actor } from "../../client/actor.ts";
import { fetchSource } from "../../client/messages.ts";
import { policiesOf } from "../../client/registration.ts";

/** Requires no policy for a longer topic than the bound. Returns the policies by their topics. */
export async function requireWithin(actor: Actor, channel: number, bound: number): Promise<ReadonlyMap<string, number>> {
  const { expect } = actor;
  const policies = await policiesOf(actor, channel);
  for (const { topic_name } of policies) {
    const length = Array.from(expect.text(topic_name, "the topic of a policy")).length;
    expect.holds(length <= bound, `a policy is kept for a topic of ${length}, where max_topic_length is ${bound}`);
  }
  return new Map(policies.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]));
}

/** Requires a policy that was set for a topic beyond the bound to be that of the topic that a message to it gets. */
export async function requireAsInMessages(
  actor: Actor,
  channel: number,
  topic: string,
  policy: number,
  policies: ReadonlyMap<string, number>,
): Promise<void> {
  const { expect } = actor;
  const sending = await actor.send("POST /messages", { type: "stream", to: channel, topic, content: "hello" });
  if (sending.body.result === "error") return;
  const { subject } = await fetchSource(actor, expect.integer(expect.succeeded(sending).id, "the id of the message"));
  expect.same(policies.get(expect.text(subject, "the topic of the message")), policy, "the policy of the topic that the message got");
}
