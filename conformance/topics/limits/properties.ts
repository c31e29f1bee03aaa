import type { Actor } from "../../client/actor.ts";
import { directFields, fetchMessage, fetchSource, sendMessage, sendToSelf, startThread, type Thread } from "../../client/messages.ts";
import { padded } from "../../client/people.ts";
import { boundOf, policyOf, recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Requires that a registration tells bounds, each a positive integer. */
async function requireBounds(actor: Actor, ...names: readonly string[]): Promise<void> {
  const { expect } = actor;
  for (const name of names) {
    const bound = await expect.accepted(boundOf(actor, name));
    expect.holds(bound > 0, `${name} is ${bound}`);
  }
}

/** The bounds that clients need are told at registration. */
export const told = property({
  clause: "limits/told",
  holds: ({ as }) => requireBounds(as.alice, "max_message_length", "max_topic_length"),
});

/** The bounds of folders are told at registration. */
export const foldersTold = property({
  clause: "limits/folders-told",
  holds: ({ as }) => requireBounds(as.alice, "max_channel_folder_name_length", "max_channel_folder_description_length"),
});

/** The intervals of typing notifications are told at registration. */
export const typingPeriods = property({
  clause: "limits/typing-periods",
  holds: ({ as }) =>
    requireBounds(
      as.alice,
      "server_typing_started_wait_period_milliseconds",
      "server_typing_stopped_wait_period_milliseconds",
      "server_typing_started_expiry_period_milliseconds",
    ),
});

/** Sends a request for so many messages around the first of a topic. */
const fetchAround = (session: Session, { narrow, ids: [anchor] }: Thread, num_before: number, num_after: number): Promise<Reply> =>
  session.as.alice.send("GET /messages", { narrow, anchor, num_before, num_after });

/** Requires that a request for so many messages shows all of a topic. */
async function requireFetched(session: Session, thread: Thread, before: number, after: number): Promise<void> {
  const { expect } = session;
  const what = `a fetch of ${before} and ${after}`;
  const { messages } = expect.succeeded(await fetchAround(session, thread, before, after), what);
  const ids = expect.objects(messages, `the messages of ${what}`).map(({ id }) => id);
  expect.same(ids, thread.ids, `the messages of a topic of one by ${what}`);
}

/** Counts that come to the bound are taken, split or not. */
export const messagesAtBound = property({
  clause: "limits/messages-per-request",
  async holds(session) {
    const thread = await startThread(session, ["alone"]);
    await requireFetched(session, thread, 4999, 0);
    await requireFetched(session, thread, 0, 5000);
    await requireFetched(session, thread, 5000, 0);
    await requireFetched(session, thread, 2500, 2500);
  },
});

/** Counts beyond the bound are refused, split or not. */
export const messagesBeyondBound = property({
  clause: "limits/messages-per-request-exceeded",
  async holds(session) {
    const thread = await startThread(session, ["alone"]);
    for (const [before, after] of [
      [5001, 0],
      [0, 5001],
      [2500, 2501],
      [100_000, 100_000],
    ] as const)
      session.expect.refused(await fetchAround(session, thread, before, after), "BAD_REQUEST", {}, `a fetch of ${before} and ${after}`);
    await requireFetched(session, thread, 5000, 0);
  },
});

/** The number of messages that is recommended at most is taken. */
export const recommendedCount = property({
  clause: "limits/recommended-per-request",
  holds: async (session) => requireFetched(session, await startThread(session, ["alone"]), 1000, 0),
});

/** More ids than messages may be fetched are refused, where a URL of that length arrives at all. */
export const idsBeyondBound = property({
  clause: "limits/message-ids-exceeded",
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

/** Content at its bound is kept to the last character. */
export const contentAtBound = property({
  clause: "limits/message-length",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const content = padded(session.fresh("long"), await boundOf(alice, "max_message_length"));
    const id = await expect.accepted(sendToSelf(alice, content));
    const kept = await expect.accepted(fetchSource(alice, id));
    expect.holds(kept.content === content, "a message at the bound is not kept as it was sent");
  },
});

/** A text of a message that has a bound. */
interface BoundedText {
  /** The ruling that says what becomes of longer ones. */
  readonly ruling: "longContent" | "longTopic";
  /** Its name in a message. */
  readonly field: "content" | "subject";
  readonly bound: number;
  /** Returns the fields of a message with a text. */
  readonly message: (text: string) => Body;
}

/** Requires that a text one beyond its bound is cut to it, or refused where one at the bound is accepted. */
async function requireBounded(session: Session, { ruling, field, bound, message }: BoundedText): Promise<void> {
  const { expect } = session;
  const { alice } = session.as;
  const what = `a message with a ${field} of ${bound + 1} characters`;
  const reply = await alice.send("POST /messages", message(padded(session.fresh("long"), bound + 1)));
  const isRefused = reply.body.result !== "success";
  session.chooses(ruling, isRefused ? "refuse" : "truncate");
  if (isRefused) {
    expect.refused(reply, "BAD_REQUEST", {}, what);
    await expect.accepted(sendMessage(alice, message(padded(session.fresh("long"), bound))));
    return;
  }
  const id = expect.integer(expect.succeeded(reply, what).id, `the id of ${what}`);
  const { length } = [...expect.text((await expect.accepted(fetchSource(alice, id)))[field], `the ${field} of a message`)];
  expect.holds(length <= bound, `${what} is kept with ${length}`);
}

/** Content one beyond its bound is refused or cut to it, and never kept. */
export const contentBeyondBound = property({
  clause: "limits/message-length-exceeded",
  async holds(session) {
    const { alice } = session.as;
    const bound = await boundOf(alice, "max_message_length");
    await requireBounded(session, {
      ruling: "longContent",
      field: "content",
      bound,
      message: (text) => directFields(alice, [alice], text),
    });
  },
});

const inGeneral = ({ channels }: Session, topic: string): Body => ({ type: "stream", to: channels.general, topic, content: "x" });

/** A topic at its bound is kept to the last character. */
export const topicAtBound = property({
  clause: "limits/topic-length",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = padded(session.fresh("long"), await boundOf(alice, "max_topic_length"));
    const id = await expect.accepted(sendMessage(alice, inGeneral(session, topic)));
    expect.same((await expect.accepted(fetchMessage(alice, id))).subject, topic, "the topic at the bound");
  },
});

/** A topic one beyond its bound is refused or cut to it, and never kept. */
export const topicBeyondBound = property({
  clause: "limits/topic-length-exceeded",
  async holds(session) {
    const bound = await boundOf(session.as.alice, "max_topic_length");
    await requireBounded(session, { ruling: "longTopic", field: "subject", bound, message: (text) => inGeneral(session, text) });
  },
});

/** A policy is for topics of at most the bound, and one beyond is not stored. */
export const policyTopic = property({
  clause: ["limits/policy-topic-length", "limits/policy-topic-length-exceeded"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const bound = await boundOf(alice, "max_topic_length");
    const topic = padded(session.fresh("long"), bound);
    const fields = { stream_id: session.channels.general, visibility_policy: 1 };
    const reply = await alice.send("POST /user_topics", { ...fields, topic: `${topic}x` });
    expect.refused(reply, "BAD_REQUEST", {}, "a policy for a topic beyond the bound");
    expect.same(await recordsWith(alice, "user_topic", "topic_name", topic, "user_topics"), [], "policies after the refusal");
    expect.succeeded(await alice.send("POST /user_topics", { ...fields, topic }), "a policy for a topic at the bound");
    expect.same(await policyOf(alice, fields.stream_id, topic), 1, "the policy of a topic at the bound");
  },
});
