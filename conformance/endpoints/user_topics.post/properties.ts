import { fetchSource } from "../../client/messages.ts";
import { padded, unknownId } from "../../client/people.ts";
import { setPolicy } from "../../client/policies.ts";
import { boundOf, emptyTopicName, policiesOf, policyOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";

/** A policy can be set for a topic without messages, and the answer is the bare envelope. */
export const withoutMessages = property({
  clause: ["user_topics.post/no-messages-needed", "user_topics.post/envelope"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    expect.bare(await setPolicy(alice, channel, topic, 1), "muting a topic without messages");
    expect.same(await policyOf(alice, channel, topic), 1, "the policy");
  },
});

/** Without any one of its parameters the request is refused, and changes nothing; with all of them it is accepted. */
export const missing = property({
  clause: ["user_topics.post/stream-id-required", "user_topics.post/topic-required", "user_topics.post/policy-required"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    const all = { stream_id: channel, topic, visibility_policy: 1 };
    for (const name of Object.keys(all))
      expect.declined(await alice.send("POST /user_topics", { ...all, [name]: undefined }), `a policy without ${name}`, name);
    expect.same(await policyOf(alice, channel, topic), 0, "the policy after the refused requests");
    expect.succeeded(await alice.send("POST /user_topics", all), "a policy with all parameters");
    expect.same(await policyOf(alice, channel, topic), 1, "the policy after the accepted request");
  },
});

/** Values other than the four are refused, and the policy stays. */
export const values = property({
  clause: "user_topics.post/policy-values",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh()];
    expect.succeeded(await setPolicy(alice, channel, topic, 2), "setting a policy");
    for (const value of [4, -1, 1.5, "muted", ""])
      expect.declined(await setPolicy(alice, channel, topic, value), `the policy ${JSON.stringify(value)}`, "visibility_policy");
    expect.same(await policyOf(alice, channel, topic), 2, "the policy after the refused requests");
  },
});

/** A channel that does not exist is refused, where one that exists is accepted with the same topic. */
export const unknownChannel = property({
  clause: "user_topics.post/stream-unknown",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = session.fresh();
    for (const policy of [1, 0])
      expect.declined(await setPolicy(alice, unknownId, topic, policy), `the policy ${policy} in no channel`, "stream_id");
    expect.same(await policiesOf(alice, unknownId), [], "the policies of a channel that does not exist");
    for (const policy of [1, 0])
      expect.succeeded(await setPolicy(alice, session.channels.general, topic, policy), `the policy ${policy} in a channel`);
  },
});

/** A topic as long as the bound gets its policy, counted in code points. */
export const topicAtBound = property({
  clause: "user_topics.post/topic-bound",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.general;
    const bound = await boundOf(alice, "max_topic_length");
    for (const filler of ["x", "🌱"]) {
      const topic = padded(session.fresh(), bound, filler);
      expect.succeeded(await setPolicy(alice, channel, topic, 1), `a topic of ${bound} characters`);
      expect.same(await policyOf(alice, channel, topic), 1, "the policy of a topic as long as the bound");
    }
  },
});

/** Requires no policy for a longer topic than the bound. Returns the policies by their topics. */
async function requireWithin({ as: { alice }, expect }: Session, channel: number, bound: number): Promise<ReadonlyMap<string, number>> {
  const policies = await policiesOf(alice, channel);
  for (const { topic_name } of policies) {
    const length = Array.from(expect.text(topic_name, "the topic of a policy")).length;
    expect.holds(length <= bound, `a policy is kept for a topic of ${length}, where max_topic_length is ${bound}`);
  }
  return new Map(policies.map(({ topic_name, visibility_policy }) => [topic_name, visibility_policy]));
}

/** Requires a policy that was set for a topic beyond the bound to be that of the topic that a message to it gets. */
async function requireAsInMessages(
  { as: { alice }, expect }: Session,
  channel: number,
  topic: string,
  policies: ReadonlyMap<string, number>,
) {
  const sending = await alice.send("POST /messages", { type: "stream", to: channel, topic, content: "hello" });
  if (sending.body.result === "error") return;
  const { subject } = await fetchSource(alice, expect.integer(expect.succeeded(sending).id, "the id of the message"));
  expect.same(policies.get(expect.text(subject, "the topic of the message")), 1, "the policy of the topic that the message got");
}

/** A topic beyond the bound is refused, or read as messages to it are; no policy is kept for a longer one. */
export const topicBeyondBound = property({
  clause: "user_topics.post/topic-beyond",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.general;
    const bound = await boundOf(alice, "max_topic_length");
    const within = padded(session.fresh(), bound);
    expect.succeeded(await setPolicy(alice, channel, within, 2), `a topic of ${bound} characters`);
    const beyond = padded(session.fresh(), bound + 1);
    const reply = await setPolicy(alice, channel, beyond, 1);
    const policies = await requireWithin(session, channel, bound);
    expect.same(policies.get(within), 2, "the policy of a topic as long as the bound");
    if (reply.body.result === "error") expect.declined(reply, "a topic beyond the bound", "topic");
    else {
      expect.succeeded(reply, "a topic beyond the bound");
      await requireAsInMessages(session, channel, beyond, policies);
    }
  },
});

/** Sets policies of the empty topic under one of its names, then gives back the policy that it had. */
async function emptyTopicUnder(session: Session, channel: number, name: string): Promise<number[]> {
  const { expect } = session;
  const { alice } = session.as;
  const before = await policyOf(alice, channel, "");
  const seen: number[] = [];
  try {
    for (const policy of [1, 2]) {
      expect.succeeded(await setPolicy(alice, channel, name, policy), `a policy for "${name}"`);
      seen.push(await policyOf(alice, channel, ""));
    }
  } finally {
    await setPolicy(alice, channel, "", before);
  }
  return seen;
}

/** Under its display name the empty topic gets the policy. */
export const displayName = property({
  serial: "empty topic",
  clause: "user_topics.post/topic-display-name",
  async holds(session) {
    const { expect } = session;
    const name = await emptyTopicName(session.as.alice);
    const channel = session.channels.team;
    expect.same(await emptyTopicUnder(session, channel, name), [1, 2], `the policies of the empty topic, set for "${name}"`);
    expect.same(await emptyTopicUnder(session, channel, ""), [1, 2], "the policies of the empty topic");
  },
});

/** Whether `(no topic)` is the empty topic here is open: it is that, or a topic of its own. */
export const noTopic = property({
  serial: "empty topic",
  clause: "user_topics.post/topic-no-topic",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const channel = session.channels.team;
    const before = await policyOf(alice, channel, "");
    const seen = await emptyTopicUnder(session, channel, "(no topic)");
    const isEmpty = seen[0] === 1 && seen[1] === 2;
    session.chooses("noTopicInPolicies", isEmpty ? "empty" : "kept");
    if (isEmpty) return;
    expect.same(seen, [before, before], "the policies of the empty topic");
    expect.same(await policyOf(alice, channel, "(no topic)"), 2, "the policy of (no topic)");
    expect.succeeded(await setPolicy(alice, channel, "(no topic)", 0));
  },
});
