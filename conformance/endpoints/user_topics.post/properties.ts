import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { deleterFor } from "../../client/groups.ts";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { deleteMessage, eventsSoFar, letTimePass, sendToChannel, setPolicy } from "../../client/messages.ts";
import {
  capabilities,
  emptyTopicName,
  emptyTopicReader,
  ifTold,
  policiesOf,
  policyOf,
  requireSubscribed,
  topicFor,
  userTopicsOf,
} from "../../client/registration.ts";
import { untilAnswered } from "../../client/thrown.ts";
import { property } from "../../declare/property.ts";
import { refusedToNobody } from "../../derive/clauses.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { inCase } from "../../draw/texts.ts";
import { aPlainTopic, type TopicShape } from "../../draw/topics.ts";
import { type Body, isEqual, prepared } from "../../expect.ts";

/** Sets a policy. From any policy this succeeds, so that a refusal differs. */
async function set(actor: Actor, channel: number, topic: string, policy: number): Promise<void> {
  actor.expect.succeeded(await setPolicy(actor, channel, topic, policy), `setting the policy ${policy}`);
}

const listenForPolicies = (actor: Actor, client_capabilities: Body = capabilities): Promise<EventQueue> =>
  actor.queue({ event_types: ["user_topic", "message"], client_capabilities });

/** Returns topic and policy of the changes in a channel that a queue was told of until now, where a test picks the topic. */
async function policiesTold(queue: EventQueue, channel: number, picks: (topic: unknown) => boolean) {
  const events = await eventsSoFar(queue);
  const changes = events.filter(({ type, stream_id, topic_name }) => type === "user_topic" && stream_id === channel && picks(topic_name));
  return changes.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy] as const);
}

/** The policies of every level that has policies. */
const aPolicy = fc.constantFrom(1, 2);
const plain = { kind: "plain" } as TopicShape;

const policies = [0, 1, 2, 3] as const;

/** From every policy to every one: the submitted one is shown by the registration and, where it is another on running servers, told by an event. */
export const anyToAny = property({
  clause: ["any-to-any", "user_topics.post/policy-values", "events/policy-set", "versioning/followed-policy", "none-removes"],
  given: { who: anActor(...people), topic: aPlainTopic, way: fc.array(fc.constantFrom(...policies), { minLength: 2, maxLength: 4 }) },
  examples: [{ who: "alice", topic: plain, way: [0, 0, 1, 0, 2, 0, 3, 1, 1, 2, 1, 3, 2, 2, 3, 3, 0, 3, 2, 0, 2] }],
  async holds(session, { who, topic: shape, way }, expect) {
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    const [first = 0, ...others] = way.filter((policy) => policy !== 3 || session.level >= levels.followedPolicy);
    await set(actor, channel, topic, first);
    const queue = await listenForPolicies(actor);
    let from = first;
    for (const to of others) {
      await set(actor, channel, topic, to);
      const clause = to === 0 ? "topic-policy/none-removes" : undefined;
      expect.same(await policyOf(actor, channel, topic), to, `the policy set to ${to} from ${from}`, clause);
      if (session.isHeldToObserved && from !== to) {
        const changes = await policiesTold(queue, channel, (each) => each === topic);
        expect.same(changes, [[topic, to]], `the policies told of, set to ${to} from ${from}`, "events/policy-set");
      }
      from = to;
    }
  },
});

/** A policy outlives the messages of its topic, and takes another one. */
export const outlives = property({
  clause: ["any-to-any", "no-messages-needed"],
  given: { who: anActor(...people), policy: aPolicy },
  examples: [{ who: "alice", policy: 1 }],
  async holds(session, { who, policy }, expect) {
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh()];
    await requireSubscribed(actor, channel);
    const id = await sendToChannel(actor, channel, topic);
    await set(actor, channel, topic, policy);
    await deleteMessage(deleterFor(actor), id);
    expect.same(await policyOf(actor, channel, topic), policy, "the policy of a topic whose only message was deleted");
    const another = policy === 1 ? 2 : 1;
    expect
      .against("user_topics.post/no-messages-needed")
      .succeeded(await setPolicy(actor, channel, topic, another), "setting another policy of that topic");
    expect.same(await policyOf(actor, channel, topic), another, "another policy of a topic whose only message was deleted");
  },
});

/** One request of somebody's for a topic of a channel. */
const aSetting = fc.record({
  who: anActor("alice", "bob"),
  channel: fc.constantFrom("general", "team"),
  topic: fc.constantFrom(0, 1),
  // The plainest is a mute.
  policy: fc.constantFrom(1, 2, 3, 0),
});

type Setting = ValueOf<typeof aSetting>;

/** Returns settings, each written as who, channel, topic and policy. */
const settingsOf = (
  ...all: readonly (readonly [Setting["who"], Setting["channel"], Setting["topic"], Setting["policy"]])[]
): { settings: Setting[] } => ({
  settings: all.map(([who, channel, topic, policy]) => ({ who, channel, topic, policy })),
});

type ShownPolicy = readonly [channel: unknown, topic: unknown, policy: unknown];

/** Returns the clause that somebody's policies go against; undefined for `per-topic`. @param last returns the last setting of a topic */
function brokenBy(
  who: PersonName,
  shown: readonly ShownPolicy[],
  own: readonly ShownPolicy[],
  last: (place: ShownPolicy) => Setting | undefined,
): string | undefined {
  const isIn = (list: readonly ShownPolicy[], policy: ShownPolicy): boolean => list.some((each) => isEqual(each, policy));
  const wrong = shown.find((policy) => !isIn(own, policy)) ?? own.find((policy) => !isIn(shown, policy));
  const setting = wrong && last(wrong);
  if (!setting) return undefined;
  const now = shown.find(([channel, topic]) => channel === wrong[0] && topic === wrong[1])?.[2] ?? 0;
  if (setting.who !== who) return now === setting.policy ? "topic-policy/personal" : undefined;
  return setting.policy === 0 && now !== 0 ? "topic-policy/none-removes" : undefined;
}

/** After any settings each topic of each channel has, for each person, the policy that was set last, and no other has one. */
export const sequence = property({
  clause: ["per-topic", "personal", "none-removes"],
  given: { settings: fc.array(aSetting, { minLength: 1, maxLength: 6 }) },
  examples: [
    settingsOf(["alice", "general", 0, 1], ["alice", "general", 1, 2], ["alice", "general", 1, 0]),
    settingsOf(["alice", "general", 0, 1], ["alice", "team", 0, 2], ["bob", "general", 0, 3]),
    settingsOf(["alice", "team", 0, 3], ["alice", "general", 0, 1], ["alice", "general", 0, 0]),
    settingsOf(["alice", "general", 0, 1], ["alice", "general", 0, 2], ["alice", "general", 0, 3]),
    settingsOf(["alice", "general", 0, 3], ["bob", "general", 0, 1], ["bob", "general", 0, 0]),
  ],
  async holds(session, { settings }, expect) {
    const topics = [session.fresh("one"), session.fresh("two")];
    const last = ([id, name]: ShownPolicy): Setting | undefined =>
      settings.findLast(({ channel, topic }) => session.channel(channel) === id && topics[topic] === name);
    const kept = { alice: new Map<string, ShownPolicy>(), bob: new Map<string, ShownPolicy>() };
    for (const { who, channel, topic, ...submitted } of settings) {
      const policy = session.level < levels.followedPolicy ? Math.min(submitted.policy, 2) : submitted.policy;
      const [id, name] = [session.channel(channel), itemAt(topics, topic)];
      await set(session.actor(who), id, name, policy);
      if (policy === 0) kept[who].delete(`${channel} ${topic}`);
      else kept[who].set(`${channel} ${topic}`, [id, name, policy]);
    }
    await letTimePass(session);
    for (const who of ["alice", "bob"] as const) {
      if (!Object.hasOwn(session.target.cast, who)) continue;
      const own = [...kept[who].values()];
      const all = (await userTopicsOf(session.actor(who))).filter(({ topic_name }) => topics.includes(topic_name));
      const shown = all.map((each): ShownPolicy => [each.stream_id, each.topic_name, each.visibility_policy]);
      expect.against(brokenBy(who, shown, own, last)).sameSet(shown, own, `${who}'s channels, topics and policies`);
    }
  },
});

const variants = ["upper", "lower", "swapped"] as const;

/** In other capitals a topic is the same one, with the policy set last, or another one with its own: nothing is lost. */
export const capitals = property({
  clause: ["capitals", "none-removes"],
  given: { who: anActor(...people), variant: fc.constantFrom(...variants), first: aPolicy, second: fc.constantFrom(2, 1, 0) },
  examples: variants.flatMap((variant) => [
    { who: "alice", variant, first: 1, second: 2 } as const,
    { who: "alice", variant, first: 2, second: 0 } as const,
  ]),
  async holds(session, { who, variant, first, second }, expect) {
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh("Topic")];
    const other = inCase(variant, topic);
    const policiesNow = async (): Promise<Record<string, number>> => {
      const own = (await policiesOf(actor, channel)).filter(({ topic_name }) => [topic, other].includes(topic_name));
      return Object.fromEntries(own.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]));
    };
    await set(actor, channel, topic, first);
    await set(actor, channel, other, second);
    const both = await policiesNow();
    const isOne = Object.keys(both).length < (second === 0 ? 1 : 2);
    const policies = second === 0 ? [] : [second];
    expect.sameSet(Object.values(both), isOne ? policies : [first, ...policies], "the policies of a topic in two spellings");
    if (!isOne) expect.same(both[topic], first, "the policy of the first of two topics that differ in capitals");
    await set(actor, channel, topic, 0);
    const removed = expect.against("topic-policy/none-removes");
    removed.sameSet(Object.values(await policiesNow()), isOne ? [] : policies, "the policies after that of the first spelling was removed");
  },
});

/** Somebody, and a channel that is archived or that is closed to them. */
const aClosed = fc.constantFrom(
  ...([
    ["alice", "attic"],
    ["cara", "team"],
    ["bob", "secret"],
    ["gus", "team"],
  ] as const),
);

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
    await set(actor, channels.general, topic, policy);
    expect.same(await policyOf(actor, channels.general, topic), policy, "the policy of a topic in an open channel");
    const reply = await setPolicy(actor, channels[channel], topic, policy);
    const isRefused = reply.body.result === "error";
    // The two kinds of channels are one point on running servers alone.
    if (channel === "attic" || session.isHeldToObserved) session.chooses("policyChannels", isRefused ? "yes" : "no");
    if (expect.isAccepted(reply, `the policy ${policy} in a closed channel`, "stream_id"))
      await untilAnswered(() => setPolicy(actor, channels[channel], topic, 0));
  },
});

/** Does something with the policy of the empty topic, then gives back the policy that it had: none, where that is not told. */
async function restoring<T>(actor: Actor, channel: number, act: () => Promise<T>): Promise<T> {
  const before = (await ifTold(policyOf(actor, channel, ""))) ?? 0;
  try {
    return await act();
  } finally {
    await actor.session.aside(() => untilAnswered(() => setPolicy(actor, channel, "", before)));
  }
}

/**
 * Sets policies of the empty topic under one of its names, one after the other. Returns the policies that it then has, where that is told.
 * @param first the policy that it is given before under the empty string, which stays where the name is that of another topic
 */
const emptyTopicUnder = (actor: Actor, channel: number, name: string, policies: readonly number[], first?: number) =>
  restoring(actor, channel, async () => {
    const told = async (of: string): Promise<number | undefined> => {
      const policies = await ifTold(policiesOf(actor, channel));
      return policies && (policies.find(({ topic_name }) => topic_name === of)?.visibility_policy ?? 0);
    };
    if (first !== undefined) await set(actor, channel, "", first);
    // A topic that is called so may have a policy of its own, where messages take the name as it is: that of the empty one stands apart.
    const isApart = first !== undefined && (await told("")) === first;
    const seen: (number | undefined)[] = [];
    let before = isApart ? await told(name) : undefined;
    for (const policy of policies) {
      await set(actor, channel, name, policy);
      seen.push(isApart ? await told("") : await ifTold(policyOf(actor, channel, "")));
      if (!isApart || name === "(no topic)") continue;
      const now = await told(name);
      const isSplit = policy !== 0 && now === policy && before !== policy;
      before = now;
      actor.expect.holds(!isSplit, `the empty topic and "${name}" have a policy each`, "user_topics.post/topic-display-name");
    }
    return seen;
  });

/** Clients that differ in what they declare of the empty topic: the one that knows it, and two that do not. */
const clients: readonly Body[] = [capabilities, { ...capabilities, empty_topic_name: false }, { notification_settings_null: true }];

/**
 * Sets policies of the empty topic that has none, one after the other.
 * @param name the name under which they are set
 * @param names the names under which clients may be told of it
 * @returns the topics of the events, for each of the clients that declare and do not declare to know the empty topic, and those of their registrations
 */
const topicsTold = (actor: Actor, channel: number, name: string, names: readonly string[], policies: readonly number[]) =>
  restoring(actor, channel, async () => {
    prepared.succeeded(await setPolicy(actor, channel, "", 0), "removing the policy of the empty topic");
    const queues: EventQueue[] = [];
    for (const client of clients) queues.push(await listenForPolicies(actor, client));
    for (const policy of policies) await set(actor, channel, name, policy);
    const announced: unknown[][] = [];
    for (const queue of queues)
      announced.push((await policiesTold(queue, channel, (topic) => names.includes(String(topic)))).map(([topic]) => topic));
    const registered: unknown[] = [];
    for (const client_capabilities of actor.session.isHeldToObserved ? clients : [])
      for (const { topic_name } of await policiesOf(actor, channel, { client_capabilities }))
        if (names.includes(topic_name)) registered.push(topic_name);
    return { announced, registered };
  });

const twoPolicies = fc.constantFrom<number[]>([1, 2], [2, 1], [1, 3], [3, 2]);

/** The empty topic takes a policy as any other topic does, under its display name too. */
export const emptyTopic = property({
  serial: "empty topic",
  clause: ["topic-display-name", "conventions/empty-topic", "topic-policy/none-removes"],
  given: { who: anActor(...people), under: fc.constantFrom("", "display name"), policies: twoPolicies },
  examples: [
    { who: "alice", under: "", policies: [1, 2] },
    { who: "alice", under: "display name", policies: [1, 2, 0] },
  ],
  async holds(session, { who, under, policies }, expect) {
    const [actor, stream_id, route] = [session.actor(who), session.channels.general, "POST /user_topics"];
    const topic = under === "" ? "" : await emptyTopicName(actor);
    const seen = await emptyTopicUnder(actor, stream_id, topic, policies, topic === "" ? undefined : policies[1]);
    const ofName = topic === "" ? "conventions/empty-topic" : undefined;
    for (const [i, policy] of seen.entries()) {
      // Under this name the policy was set that is to be removed.
      const clause = policies[i] === 0 && i > 0 ? "topic-policy/none-removes" : ofName;
      if (policy !== undefined) expect.same(policy, policies[i], `the policy of the empty topic, set for "${topic}"`, clause);
    }
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
    const read = await emptyTopicReader(actor);
    const { announced, registered } = await topicsTold(actor, session.channels.team, under === "" ? "" : name, ["", name], policies);
    if (announced.flat().length === 0) session.needsObserved("events of policies that are set");
    const expected = ["", name, name].map((topic) => policies.map(() => topic));
    const [aware = [], ...others] = announced;
    const what = "the topics of the events, for a client that knows the empty topic and for two that do not";
    session.expect.same([aware.map(read), ...others], expected, what);
    if (session.isHeldToObserved) session.expect.same(registered, ["", name, name], "the topics that they register with");
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
    await set(actor, channel, "(no topic)", 0);
  },
});
