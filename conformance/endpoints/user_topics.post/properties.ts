import fc from "fast-check";
import { unknownId } from "../../client/people.ts";
import { setPolicy } from "../../client/policies.ts";
import { boundOf, emptyTopicName, policiesOf, policyOf } from "../../client/registration.ts";
import { topicFor } from "../../client/topics.ts";
import { property } from "../../declare/property.ts";
import { anId, type IdShape, idOf, nothingsKinds } from "../../draw/ids.ts";
import { anActor, people } from "../../draw/people.ts";
import { integerSpellings } from "../../draw/spellings.ts";
import { textOf } from "../../draw/texts.ts";
import { aPlainTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { requireAsInMessages, requireWithin } from "./bounds.ts";
import { emptyTopicUnder, topicsTold } from "./empty-topic.ts";

const plain = { kind: "plain" } as TopicShape;
/** The policies of every level that has policies. */
const aPolicy = fc.constantFrom(1, 2);

/** A policy can be set for a topic without messages, and the answer is the bare envelope. */
export const withoutMessages = property({
  clause: ["user_topics.post/no-messages-needed", "user_topics.post/envelope"],
  given: { who: anActor(...people), topic: aPlainTopic, policy: aPolicy },
  examples: [{ who: "alice", topic: plain, policy: 1 }],
  async holds(session, { who, topic: shape, policy }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    expect.bare(await setPolicy(actor, channel, topic, policy), `the policy ${policy} for a topic without messages`);
    expect.same(await policyOf(actor, channel, topic), policy, "the policy");
  },
});

const parameters = ["stream_id", "topic", "visibility_policy"] as const;

/** Without any one of its parameters the request is refused, and changes nothing; with all of them it is accepted. */
export const missing = property({
  clause: ["user_topics.post/stream-id-required", "user_topics.post/topic-required", "user_topics.post/policy-required"],
  given: { who: anActor(...people), name: fc.constantFrom(...parameters), topic: aPlainTopic, policy: aPolicy },
  examples: parameters.map((name) => ({ who: "alice", name, topic: plain, policy: 1 })),
  async holds(session, { who, name, topic: shape, policy }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    const all = { stream_id: channel, topic, visibility_policy: policy };
    expect.declined(await actor.send("POST /user_topics", { ...all, [name]: undefined }), `a policy without ${name}`, name);
    expect.same(await policyOf(actor, channel, topic), 0, "the policy after the refused request");
    expect.succeeded(await actor.send("POST /user_topics", all), "a policy with all parameters");
    expect.same(await policyOf(actor, channel, topic), policy, "the policy after the accepted request");
  },
});

/** What is no policy: other integers, and what is no integer. */
const noPolicy: fc.Arbitrary<number | string> = fc.oneof(
  { withCrossShrink: true },
  fc.integer({ min: 4, max: 300 }),
  fc.integer({ min: -300, max: -1 }),
  fc.constantFrom(1.5, "muted", "", "[1]", "1, 2"),
  integerSpellings().wrong.map(({ text }) => text),
);

/** Values other than the four are refused, and the policy stays. */
export const values = property({
  clause: "user_topics.post/policy-values",
  given: { who: anActor(...people), topic: aPlainTopic, before: aPolicy, wrong: noPolicy },
  examples: [4, -1, 1.5, "muted", ""].map((wrong) => ({ who: "alice", topic: plain, before: 2, wrong })),
  async holds(session, { who, topic: shape, before, wrong }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, shape);
    expect.succeeded(await setPolicy(actor, channel, topic, before), "setting a policy");
    expect.declined(await setPolicy(actor, channel, topic, wrong), `the policy ${JSON.stringify(wrong)}`, "visibility_policy");
    expect.same(await policyOf(actor, channel, topic), before, "the policy after the refused request");
  },
});

const unknown = { kind: "unknown", id: unknownId } as IdShape;

/** A channel that does not exist is refused, where one that exists is accepted with the same topic. */
export const unknownChannel = property({
  clause: "user_topics.post/stream-unknown",
  given: { who: anActor(...people), id: anId(...nothingsKinds), topic: aPlainTopic, policy: fc.constantFrom(1, 2, 0) },
  examples: [
    { who: "alice", id: unknown, topic: plain, policy: 1 },
    { who: "alice", id: unknown, topic: plain, policy: 0 },
  ],
  async holds(session, { who, id: shape, topic: name, policy }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [id, topic] = [idOf(shape, { existing: [] }), await topicFor(actor, name)];
    const fields = { stream_id: id, topic, visibility_policy: policy };
    expect.declined(await actor.send("POST /user_topics", fields), `the policy ${policy} in no channel`, "stream_id");
    expect.same(await policiesOf(actor, Number(id)), [], "the policies of a channel that does not exist");
    expect.succeeded(await setPolicy(actor, session.channels.general, topic, policy), `the policy ${policy} in a channel`);
  },
});

/** A topic as long as the bound gets its policy, counted in code points. */
export const topicAtBound = property({
  clause: "user_topics.post/topic-bound",
  given: { who: anActor(...people), filler: textOf({ max: 8 }), policy: aPolicy },
  examples: [
    { who: "alice", filler: "x", policy: 1 },
    { who: "alice", filler: "🌱", policy: 1 },
  ],
  async holds(session, { who, filler, policy }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const topic = await topicFor(actor, { kind: "filled", fill: "limit", filler });
    expect.succeeded(await setPolicy(actor, channel, topic, policy), `a topic of ${Array.from(topic).length} characters`);
    expect.same(await policyOf(actor, channel, topic), policy, "the policy of a topic as long as the bound");
  },
});

/** A topic beyond the bound is refused, or read as messages to it are; no policy is kept for a longer one. */
export const topicBeyondBound = property({
  clause: "user_topics.post/topic-beyond",
  given: { who: anActor(...people), filler: textOf({ max: 8 }), within: aPolicy, beyond: aPolicy },
  examples: [{ who: "alice", filler: "x", within: 2, beyond: 1 }],
  async holds(session, { who, filler, within, beyond }) {
    const { expect } = session;
    const [actor, channel] = [session.actor(who), session.channels.general];
    const limit = await boundOf(actor, "max_topic_length");
    const topics = (["limit", "beyond"] as const).map((fill) =>
      topicOf({ kind: "filled", fill, filler }, { fresh: session.fresh(), limit }),
    );
    const [atBound = "", longer = ""] = topics;
    expect.succeeded(await setPolicy(actor, channel, atBound, within), `a topic of ${limit} characters`);
    const reply = await setPolicy(actor, channel, longer, beyond);
    const policies = await requireWithin(actor, channel, limit);
    expect.same(policies.get(atBound), within, "the policy of a topic as long as the bound");
    const isRefused = reply.body.result === "error";
    session.chooses("longPolicyTopic", isRefused ? "refuse" : "truncate");
    if (isRefused) return void expect.declined(reply, "a topic beyond the bound", "topic");
    expect.succeeded(reply, "a topic beyond the bound");
    return requireAsInMessages(actor, channel, longer, beyond, policies);
  },
});

/** Two policies, one after the other. */
const twoPolicies = fc.constantFrom<number[]>([1, 2], [2, 1], [1, 3], [3, 2]);

/** Under its display name the empty topic gets the policy. */
export const displayName = property({
  serial: "empty topic",
  clause: "user_topics.post/topic-display-name",
  given: { who: anActor("alice", "bob"), policies: twoPolicies },
  examples: [{ who: "alice", policies: [1, 2] }],
  async holds(session, { who, policies }) {
    const { expect } = session;
    const actor = session.actor(who);
    const name = await emptyTopicName(actor);
    const channel = session.channels.team;
    const seen = await emptyTopicUnder(actor, channel, name, policies);
    expect.same(seen, policies, `the policies of the empty topic, set for "${name}"`);
    expect.same(await emptyTopicUnder(actor, channel, "", policies), policies, "the policies of the empty topic");
  },
});

/** Clients are told of the empty topic's policy under the empty string or its display name, as they declare. */
export const emptyTopicTold = property({
  serial: "empty topic",
  clause: "user_topics.post/empty-topic-told",
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
  clause: "user_topics.post/topic-no-topic",
  given: { who: anActor("alice", "bob"), policies: twoPolicies },
  examples: [{ who: "alice", policies: [1, 2] }],
  async holds(session, { who, policies }) {
    const { expect } = session;
    const actor = session.actor(who);
    const channel = session.channels.team;
    const before = await policyOf(actor, channel, "");
    const seen = await emptyTopicUnder(actor, channel, "(no topic)", policies);
    const isEmpty = seen.every((policy, i) => policy === policies[i]);
    session.chooses("noTopicInPolicies", isEmpty ? "empty" : "kept");
    if (isEmpty) return;
    expect.same(
      seen,
      policies.map(() => before),
      "the policies of the empty topic",
    );
    expect.same(await policyOf(actor, channel, "(no topic)"), policies.at(-1), "the policy of (no topic)");
    expect.succeeded(await setPolicy(actor, channel, "(no topic)", 0));
  },
});
