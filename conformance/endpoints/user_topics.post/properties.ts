import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { eventsSoFar, setPolicy } from "../../client/messages.ts";
import { capabilities, emptyTopicName, ifTold, policyOf, topicFor } from "../../client/registration.ts";
import { untilAnswered } from "../../client/thrown.ts";
import { property } from "../../declare/property.ts";
import { refusedToNobody } from "../../derive/clauses.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPlainTopic } from "../../draw/topics.ts";
import { type Body, prepared } from "../../expect.ts";

/** The policies of every level that has policies. */
const aPolicy = fc.constantFrom(1, 2);

/** Somebody, and a channel that is archived or that is closed to them. */
type Closed = readonly [who: PersonName, channel: "attic" | "team" | "secret"];

const aClosed = fc.constantFrom<Closed[]>(["alice", "attic"], ["cara", "team"], ["bob", "secret"], ["gus", "team"]);

/** The request always succeeds, or, as servers were seen to do, not for channels that are archived or closed to the caller. */
export const closedChannels = property({
  clause: "user_topics.post/closed-channels",
  given: { where: aClosed, topic: aPlainTopic, policy: aPolicy },
  examples: [
    { where: ["alice", "attic"], topic: { kind: "plain" }, policy: 1 },
    { where: ["cara", "team"], topic: { kind: "plain" }, policy: 1 },
  ],
  async holds(session, { where: [who, channel], topic: name, policy }) {
    const { expect, channels } = session;
    const actor = session.actor(who);
    const topic = await topicFor(actor, name);
    expect.succeeded(await setPolicy(actor, channels.general, topic, policy), `the policy ${policy} in an open channel`);
    expect.same(await policyOf(actor, channels.general, topic), policy, "the policy of a topic in an open channel");
    const reply = await setPolicy(actor, channels[channel], topic, policy);
    const isRefused = reply.body.result === "error";
    session.chooses("policyChannels", isRefused ? "yes" : "no");
    if (isRefused) return void expect.declined(reply, `the policy ${policy} in a closed channel`, "stream_id");
    expect.succeeded(reply, `the policy ${policy} in a closed channel`);
    await untilAnswered(() => setPolicy(actor, channels[channel], topic, 0));
  },
});

/** Does something with the policy of the empty topic, then gives back the policy that it had: none, where that is not told. */
async function restoring<T>(actor: Actor, channel: number, act: () => Promise<T>): Promise<T> {
  const before = (await ifTold(policyOf(actor, channel, ""))) ?? 0;
  try {
    return await act();
  } finally {
    await untilAnswered(() => setPolicy(actor, channel, "", before));
  }
}

/** Sets policies of the empty topic under one of its names, one after the other. Returns the policies that it then has, where that is told. */
const emptyTopicUnder = (actor: Actor, channel: number, name: string, policies: readonly number[]) =>
  restoring(actor, channel, async () => {
    const seen: (number | undefined)[] = [];
    for (const policy of policies) {
      actor.expect.succeeded(await setPolicy(actor, channel, name, policy), `a policy for "${name}"`);
      seen.push(await ifTold(policyOf(actor, channel, "")));
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
const topicsTold = (actor: Actor, channel: number, name: string, names: readonly string[], policies: readonly number[]) =>
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

/** Two policies, one after the other. */
const twoPolicies = fc.constantFrom<number[]>([1, 2], [2, 1], [1, 3], [3, 2]);

/** The empty topic takes a policy as any other topic does, under its display name too. */
export const emptyTopic = property({
  serial: "empty topic",
  clause: ["topic-display-name", "conventions/empty-topic"],
  given: { who: anActor(...people), under: fc.constantFrom("", "display name"), policies: twoPolicies },
  examples: [
    { who: "alice", under: "", policies: [1, 2] },
    { who: "alice", under: "display name", policies: [1, 2] },
  ],
  async holds(session, { who, under, policies }, expect) {
    const [actor, stream_id, route] = [session.actor(who), session.channels.general, "POST /user_topics"];
    const topic = under === "" ? "" : await emptyTopicName(actor);
    const seen = await emptyTopicUnder(actor, stream_id, topic, policies);
    for (const [i, policy] of seen.entries())
      if (policy !== undefined) expect.same(policy, policies[i], `the policy of the empty topic, set for "${topic}"`);
    refusedToNobody(session, { route }, await session.nobody.send(route, { stream_id, topic, visibility_policy: 0 }));
  },
});

/** Clients are told of the empty topic's policy under the empty string or its display name, as they declare. */
export const emptyTopicTold = property({
  serial: "empty topic",
  clause: "empty-topic-told",
  given: { who: anActor("alice", "bob"), under: fc.constantFrom("", "display name"), policies: twoPolicies },
  examples: [
    { who: "alice", under: "", policies: [1, 2] },
    { who: "alice", under: "display name", policies: [1] },
  ],
  async holds(session, { who, under, policies }) {
    const actor = session.actor(who);
    const name = await emptyTopicName(actor);
    const announced = await topicsTold(actor, session.channels.team, under === "" ? "" : name, ["", name], policies);
    if (announced.flat().length === 0) session.needsObserved("events of policies that are set");
    const expected = ["", name, name].map((topic) => policies.map(() => topic));
    session.expect.same(announced, expected, "the topics of the events, for a client that knows the empty topic and for two that do not");
  },
});

/** Whether `(no topic)` is the empty topic here is open: it is that, or a topic of its own. */
export const noTopic = property({
  serial: "empty topic",
  clause: "topic-no-topic",
  given: { who: anActor("alice", "bob"), policies: twoPolicies },
  examples: [{ who: "alice", policies: [1, 2] }],
  async holds(session, { who, policies }, expect) {
    const actor = session.actor(who);
    const channel = session.channels.team;
    const before = await policyOf(actor, channel, "");
    const seen = await emptyTopicUnder(actor, channel, "(no topic)", policies);
    const isEmpty = seen.every((policy, i) => policy === policies[i]);
    session.chooses("noTopicInPolicies", isEmpty ? "empty" : "kept");
    if (isEmpty) return;
    const unchanged = policies.map(() => before);
    expect.same(seen, unchanged, "the policies of the empty topic");
    expect.same(await policyOf(actor, channel, "(no topic)"), policies.at(-1), "the policy of (no topic)");
    expect.succeeded(await setPolicy(actor, channel, "(no topic)", 0));
  },
});
