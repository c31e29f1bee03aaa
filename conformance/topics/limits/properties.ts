import fc from "fast-check";
import { directFields, fetchMessage, fetchSource, sendMessage, sendToSelf } from "../../client/messages.ts";
import { boundOf, policyOf, recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { PersonName } from "../../draw/people.ts";
import { codePoints, cut } from "../../draw/texts.ts";
import { countsOfSum } from "../../draw/windows.ts";
import { type Body, Untestable } from "../../expect.ts";
import { aloneInTopic, requireWindow, requireWindowRefused, someWindow, startTopic } from "./counts.ts";
import { requireBounded } from "./long-texts.ts";
import { anybody, contentBeyond, contentWithin, freshText, sentBeyond, sentWithin } from "./texts.ts";

/** A bound as a registration names it, and who registers. */
interface BoundName {
  readonly who: PersonName;
  readonly name: string;
}

/** Requires that a registration tells a bound, a positive integer. */
async function requireBound(session: Session, { who, name }: BoundName): Promise<void> {
  const { expect } = session;
  const bound = await expect.accepted(boundOf(session.actor(who), name));
  expect.holds(bound > 0, `${name} is ${bound}`);
}

/** Returns who asks for which of some bounds, each once as an example. */
const oneOfBounds = (...names: readonly string[]) => ({
  given: { who: anybody, name: fc.constantFrom(...names) },
  examples: names.map((name): BoundName => ({ who: "alice", name })),
});

/** The bounds that clients need are told to everybody at registration. */
export const told = property({
  clause: "limits/told",
  ...oneOfBounds("max_message_length", "max_topic_length"),
  holds: requireBound,
});

/** The bounds of folders are told to everybody at registration. */
export const foldersTold = property({
  clause: "limits/folders-told",
  ...oneOfBounds("max_channel_folder_name_length", "max_channel_folder_description_length"),
  holds: requireBound,
});

/** The intervals of typing notifications are told to everybody at registration. */
export const typingPeriods = property({
  clause: "limits/typing-periods",
  ...oneOfBounds(
    "server_typing_started_wait_period_milliseconds",
    "server_typing_stopped_wait_period_milliseconds",
    "server_typing_started_expiry_period_milliseconds",
  ),
  holds: requireBound,
});

/** Counts that come to the bound are taken, split or not, and show all that is there within them. */
export const messagesAtBound = property({
  clause: "limits/messages-per-request",
  given: { who: anybody, counts: countsOfSum(5000), at: someWindow },
  examples: [
    { who: "alice", counts: { num_before: 4999, num_after: 0 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 0, num_after: 5000 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 5000, num_after: 0 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 2500, num_after: 2500 }, at: aloneInTopic },
  ],
  holds: async (session, { who, counts, at }) => requireWindow(session.actor(who), await startTopic(session, at), counts),
});

/** Counts beyond the bound are refused, split or not, and those at the bound are taken. */
export const messagesBeyondBound = property({
  clause: "limits/messages-per-request-exceeded",
  given: { who: anybody, counts: fc.integer({ min: 5001, max: 200_000 }).chain(countsOfSum), at: someWindow },
  examples: [
    { who: "alice", counts: { num_before: 5001, num_after: 0 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 0, num_after: 5001 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 2500, num_after: 2501 }, at: aloneInTopic },
    { who: "alice", counts: { num_before: 100_000, num_after: 100_000 }, at: aloneInTopic },
  ],
  async holds(session, { who, counts, at }) {
    const actor = session.actor(who);
    const topic = await startTopic(session, at);
    await requireWindowRefused(actor, topic, counts);
    await requireWindow(actor, topic, { num_before: 5000, num_after: 0 });
  },
});

/** The number of messages that is recommended at most is taken, split or not. */
export const recommendedCount = property({
  clause: "limits/recommended-per-request",
  given: { who: anybody, counts: countsOfSum(1000), at: someWindow },
  examples: [{ who: "alice", counts: { num_before: 1000, num_after: 0 }, at: aloneInTopic }],
  holds: async (session, { who, counts, at }) => requireWindow(session.actor(who), await startTopic(session, at), counts),
});

/** More ids than messages may be fetched are refused, where a URL of that length arrives at all. */
export const idsBeyondBound = property({
  clause: "limits/message-ids-exceeded",
  once: "a request of 5,000 ids is long, and which ids they are changes nothing",
  async holds({ as, expect }) {
    const idsUpTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    const reply = await as.alice.send("GET /messages", { message_ids: idsUpTo(5001) });
    if ([400, 414, 431].includes(reply.status) && reply.body.result === undefined)
      throw new Untestable("the target takes no URLs of that length");
    expect.refused(reply, "BAD_REQUEST", {}, "a fetch of 5001 ids");
    const { messages } = expect.succeeded(await as.alice.send("GET /messages", { message_ids: idsUpTo(5000) }), "a fetch of 5000 ids");
    expect.objects(messages, "the messages of a fetch of 5000 ids");
  },
});

/** Content at its bound is kept to the last character, of whatever planes. */
export const contentAtBound = property({
  clause: "limits/message-length",
  ...contentWithin,
  async holds(session, { who, text }) {
    const { expect } = session;
    const actor = session.actor(who);
    const content = freshText(session, (await boundOf(actor, "max_message_length")) - text.by, text);
    const id = await expect.accepted(sendToSelf(actor, content));
    const kept = await expect.accepted(fetchSource(actor, id));
    expect.holds(kept.content === content, `a message of ${codePoints(content)} characters is not kept as it was sent`);
  },
});

/** Content beyond its bound is refused or cut to it, and never kept. */
export const contentBeyondBound = property({
  clause: "limits/message-length-exceeded",
  ...contentBeyond,
  async holds(session, { who, text }) {
    const actor = session.actor(who);
    const bound = await boundOf(actor, "max_message_length");
    const message = (content: string): Body => directFields(actor, [actor], content);
    await requireBounded(session, { actor, ruling: "longContent", field: "content", bound, text, message });
  },
});

const inGeneral = ({ channels }: Session, topic: string): Body => ({ type: "stream", to: channels.general, topic, content: "x" });

/** A topic at its bound is kept to the last character, of whatever planes. */
export const topicAtBound = property({
  clause: "limits/topic-length",
  ...sentWithin,
  async holds(session, { who, text }) {
    const { expect } = session;
    const actor = session.actor(who);
    const topic = freshText(session, (await boundOf(actor, "max_topic_length")) - text.by, text);
    const id = await expect.accepted(sendMessage(actor, inGeneral(session, topic)));
    expect.same((await expect.accepted(fetchMessage(actor, id))).subject, topic, "the topic at the bound");
  },
});

/** A topic beyond its bound is refused or cut to it, and never kept. */
export const topicBeyondBound = property({
  clause: "limits/topic-length-exceeded",
  ...sentBeyond,
  async holds(session, { who, text }) {
    const actor = session.actor(who);
    const bound = await boundOf(actor, "max_topic_length");
    const message = (topic: string): Body => inGeneral(session, topic);
    await requireBounded(session, { actor, ruling: "longTopic", field: "subject", bound, text, message });
  },
});

/** A policy is for topics of at most the bound: for one beyond it none is kept, whether it is refused or not. */
export const policyTopic = property({
  clause: ["limits/policy-topic-length", "limits/policy-topic-length-exceeded"],
  ...sentBeyond,
  async holds(session, { who, text }) {
    const { expect } = session;
    const actor = session.actor(who);
    const bound = await boundOf(actor, "max_topic_length");
    const [topic, beyond] = [freshText(session, bound, text), freshText(session, bound + text.by, text)];
    const fields = { stream_id: session.channels.general, visibility_policy: 1 };
    const reply = await actor.send("POST /user_topics", { ...fields, topic: beyond });
    const isRefused = reply.body.result === "error";
    if (isRefused) expect.declined(reply, "a policy for a topic beyond the bound", "topic");
    for (const name of isRefused ? [beyond, cut(beyond, bound)] : [beyond])
      expect.same(await recordsWith(actor, "user_topic", "topic_name", name, "user_topics"), [], `policies of ${name}`);
    expect.succeeded(await actor.send("POST /user_topics", { ...fields, topic }), "a policy for a topic at the bound");
    expect.same(await policyOf(actor, fields.stream_id, topic), 1, "the policy of a topic at the bound");
  },
});
