import fc from "fast-check";
import { sendToChannel } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { policiesOf, policyOf } from "../../client/registration.ts";
import { topicFor } from "../../client/topics.ts";
import { property } from "../../declare/property.ts";
import { inCase } from "../../draw/names.ts";
import { anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { aPlainTopic, type TopicShape } from "../../draw/topics.ts";
import { listenForPolicies, policiesTold, set } from "./policies.ts";
import { aPolicy, aSetting, policies, setting, shownOf } from "./settings.ts";

/** The policies of every level that has policies. */
const anOldPolicy = fc.constantFrom<1 | 2>(1, 2);
const plain = { kind: "plain" } as TopicShape;
const aliceAndBob: readonly [PersonName, PersonName] = ["alice", "bob"];

const changes = policies.flatMap((from) => policies.filter((to) => to !== from).map((to) => ({ from, to })));

/** From every policy to every other: the submitted one is shown by the registration and, on running servers, told by an event. */
export const anyToAny = property({
  clause: ["topic-policy/any-to-any", "user_topics.post/policy-values", "events/policy-set"],
  given: { who: anActor(...people), topic: aPlainTopic, change: fc.constantFrom(...changes) },
  examples: changes.map((change) => ({ who: "alice", topic: plain, change })),
  async holds(session, { who, topic: shape, change: { from, to } }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    await set(actor, channel, topic, from);
    const queue = await listenForPolicies(actor);
    await set(actor, channel, topic, to);
    expect.same(await policyOf(actor, channel, topic), to, `the policy set to ${to} from ${from}`);
    if (!session.isHeldToObserved) return;
    const changes = await policiesTold(queue, channel, (each) => each === topic);
    expect.same(changes, [[topic, to]], `the policies told of, set to ${to} from ${from}`);
  },
});

/** Setting the policy that a topic has already leaves it so. */
export const again = property({
  clause: "topic-policy/any-to-any",
  given: { who: anActor(...people), topic: aPlainTopic, policy: aPolicy, times: fc.integer({ min: 2, max: 4 }) },
  examples: policies.map((policy) => ({ who: "alice", topic: plain, policy, times: 2 })),
  async holds(session, { who, topic: shape, policy, times }) {
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    for (let i = 0; i < times; i++) await set(actor, channel, topic, policy);
    session.expect.same(await policyOf(actor, channel, topic), policy, `the policy set to ${policy} several times`);
  },
});

/** In a topic with messages too, 0 takes away a mute. */
export const unmute = property({
  clause: "topic-policy/none-removes",
  given: { who: anActor(...people), sender: anActor(...people), topic: aPlainTopic },
  examples: [{ who: "alice", sender: "alice", topic: plain }],
  async holds(session, { who, sender, topic: shape }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    await sendToChannel(session.actor(sender), channel, topic);
    await set(actor, channel, topic, 1);
    expect.same(await policyOf(actor, channel, topic), 1, "the policy of a muted topic");
    await set(actor, channel, topic, 0);
    expect.same(await policyOf(actor, channel, topic), 0, "the policy after 0 was set");
  },
});

/** One's policy is neither shown nor told to others, and theirs stays. */
export const personal = property({
  clause: "topic-policy/personal",
  given: { pair: twoPeople(...people), topic: aPlainTopic, own: anOldPolicy, others: anOldPolicy },
  examples: [{ pair: aliceAndBob, topic: plain, own: 1, others: 2 }],
  async holds(session, { pair: [who, whom], topic: shape, own, others }) {
    const { expect } = session;
    const [actor, other] = [session.actor(who), session.actor(whom)];
    const channel = session.channels.general;
    const topic = await topicFor(actor, shape);
    await set(other, channel, topic, others);
    const queue = await listenForPolicies(other);
    await set(actor, channel, topic, own);
    expect.same(await policyOf(other, channel, topic), others, "the other's policy");
    expect.same(await policiesTold(queue, channel, (each) => each === topic), [], "the policies that the other was told of");
    expect.same(await policyOf(actor, channel, topic), own, "one's own policy");
  },
});

/** A policy is for one topic of one channel. */
export const perTopic = property({
  clause: "topic-policy/per-topic",
  given: { who: anActor("alice", "bob"), topic: aPlainTopic, other: aPlainTopic, first: anOldPolicy, second: anOldPolicy },
  examples: [{ who: "alice", topic: plain, other: plain, first: 1, second: 2 }],
  async holds(session, { who, first, second, ...shapes }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { general, team } = session.channels;
    const [topic, other] = [await topicFor(actor, shapes.topic), await topicFor(actor, shapes.other)];
    await set(actor, general, topic, first);
    expect.same(await policyOf(actor, general, other), 0, "the policy of another topic");
    expect.same(await policyOf(actor, team, topic), 0, "the policy of the same topic in another channel");
    await set(actor, team, topic, second);
    expect.same(await policyOf(actor, general, topic), first, "the policy of the first topic");
  },
});

/** After any settings each topic of each channel has, for each person, the policy that was set last, and no other has one. */
export const sequence = property({
  clause: ["topic-policy/any-to-any", "topic-policy/per-topic", "topic-policy/personal", "topic-policy/none-removes"],
  given: { settings: fc.array(aSetting, { minLength: 1, maxLength: 6 }) },
  examples: [
    { settings: [setting("alice", "general", 0, 1), setting("alice", "general", 1, 2), setting("alice", "general", 1, 0)] },
    { settings: [setting("alice", "general", 0, 1), setting("alice", "team", 0, 2), setting("bob", "general", 0, 3)] },
    { settings: [setting("alice", "team", 0, 3), setting("alice", "general", 0, 1), setting("alice", "general", 0, 0)] },
    { settings: [setting("alice", "general", 0, 1), setting("alice", "general", 0, 2), setting("alice", "general", 0, 3)] },
    { settings: [setting("alice", "general", 0, 3), setting("bob", "general", 0, 1), setting("bob", "general", 0, 0)] },
  ],
  async holds(session, { settings }) {
    const topics = [session.fresh("one"), session.fresh("two")];
    const kept = new Map<string, readonly [who: string, place: readonly unknown[]]>();
    for (const { who, channel, topic, policy } of settings) {
      const [id, name] = [session.channel(channel), itemAt(topics, topic)];
      await set(session.actor(who), id, name, policy);
      const key = JSON.stringify([who, channel, topic]);
      if (policy === 0) kept.delete(key);
      else kept.set(key, [who, [id, name, policy]]);
    }
    for (const who of ["alice", "bob"] as const) {
      const own = [...kept.values()].filter(([name]) => name === who).map(([, place]) => place);
      session.expect.sameSet(await shownOf(session, who, topics), own, `${who}'s channels, topics and policies`);
    }
  },
});

const variants = ["upper", "lower", "swapped"] as const;

/** In other capitals a topic is the same one, with the policy set last, or another one with its own: nothing is lost. */
export const capitals = property({
  clause: "topic-policy/capitals",
  given: {
    who: anActor(...people),
    variant: fc.constantFrom(...variants),
    first: anOldPolicy,
    second: fc.constantFrom(2, 1, 0),
  },
  examples: variants.flatMap((variant) => [
    { who: "alice", variant, first: 1, second: 2 },
    { who: "alice", variant, first: 2, second: 0 },
  ]),
  async holds(session, { who, variant, first, second }) {
    const { expect } = session;
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh("Topic")];
    const other = inCase(variant, topic);
    const policiesNow = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await policiesOf(actor, channel))
          .filter(({ topic_name }) => [topic, other].includes(topic_name))
          .map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]),
      );
    await set(actor, channel, topic, first);
    await set(actor, channel, other, second);
    const both = await policiesNow();
    const isOne = Object.keys(both).length < (second === 0 ? 1 : 2);
    const policies = second === 0 ? [] : [second];
    expect.sameSet(Object.values(both), isOne ? policies : [first, ...policies], "the policies of a topic in two spellings");
    if (!isOne) expect.same(both[topic], first, "the policy of the first of two topics that differ in capitals");
    await set(actor, channel, topic, 0);
    expect.sameSet(Object.values(await policiesNow()), isOne ? [] : policies, "the policies after that of the first spelling was removed");
  },
});
