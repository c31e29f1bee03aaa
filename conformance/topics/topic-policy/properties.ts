import type { Actor, EventQueue } from "../../client/actor.ts";
import { eventsSoFar, sendToChannel } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { capabilities, policyOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

/** Sets a policy. From any policy this succeeds, so that a refusal differs. */
const set = async (actor: Actor, channel: number, topic: string, policy: number): Promise<void> => {
  actor.expect.succeeded(await setPolicy(actor, channel, topic, policy), `setting the policy ${policy}`);
};

const listenForPolicies = (actor: Actor): Promise<EventQueue> =>
  actor.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });

/** Returns the policies of a topic that a queue was told of until now. */
async function policiesTold(queue: EventQueue, topic: string): Promise<unknown[]> {
  const events = (await eventsSoFar(queue)).filter(({ type, topic_name }) => type === "user_topic" && topic_name === topic);
  return events.map(({ visibility_policy }) => visibility_policy);
}

const values = [0, 1, 2, 3] as const;
const changes = values.flatMap((from) => values.filter((to) => to !== from).map((to) => [from, to] as const));

/** From every policy to every other: the submitted one is shown by the registration and told by an event. */
export const anyToAny = property({
  clause: ["topic-policy/any-to-any", "user_topics.post/policy-values", "events/policy-set"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.general;
    for (const [from, to] of changes) {
      const topic = session.fresh();
      await set(alice, channel, topic, from);
      const queue = await listenForPolicies(alice);
      await set(alice, channel, topic, to);
      expect.same(await policyOf(alice, channel, topic), to, `the policy set to ${to} from ${from}`);
      expect.same(await policiesTold(queue, topic), [to], `the policies told of, set to ${to} from ${from}`);
    }
  },
});

/** Setting the policy that a topic has already leaves it so. */
export const again = property({
  clause: "topic-policy/any-to-any",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.general;
    for (const policy of values) {
      const topic = session.fresh();
      await set(alice, channel, topic, policy);
      await set(alice, channel, topic, policy);
      expect.same(await policyOf(alice, channel, topic), policy, `the policy set to ${policy} twice`);
    }
  },
});

/** In a topic with messages too, 0 takes away a mute. */
export const unmute = property({
  clause: ["topic-policy/none-removes", "events/policy-set"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    await sendToChannel(alice, channel, topic);
    await set(alice, channel, topic, 1);
    expect.same(await policyOf(alice, channel, topic), 1, "the policy of a muted topic");
    await set(alice, channel, topic, 0);
    expect.same(await policyOf(alice, channel, topic), 0, "the policy after 0 was set");
  },
});

/** One's policy is neither shown nor told to others, and theirs stays. */
export const personal = property({
  clause: "topic-policy/personal",
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    await set(bob, channel, topic, 2);
    const queue = await listenForPolicies(bob);
    await set(alice, channel, topic, 1);
    expect.same(await policyOf(bob, channel, topic), 2, "the other's policy");
    expect.same(await policiesTold(queue, topic), [], "the policies that the other was told of");
    expect.same(await policyOf(alice, channel, topic), 1, "one's own policy");
  },
});

/** A policy is for one topic of one channel. */
export const perTopic = property({
  clause: "topic-policy/per-topic",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [general, team] = [session.channels.general, session.channels.team];
    const [topic, other] = [session.fresh(), session.fresh()];
    await set(alice, general, topic, 1);
    expect.same(await policyOf(alice, general, other), 0, "the policy of another topic");
    expect.same(await policyOf(alice, team, topic), 0, "the policy of the same topic in another channel");
    await set(alice, team, topic, 2);
    expect.same(await policyOf(alice, general, topic), 1, "the policy of the first topic");
  },
});
