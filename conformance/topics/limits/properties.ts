import type { Actor } from "../../client/actor.ts";
import { directFields } from "../../client/messages.ts";
import { boundOf, recordsWith, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const positive = (value: unknown, name: string): void => {
  expect.typed(value, "integer", name);
  expect.holds((value as number) > 0, `${name} is ${String(value)}`);
};

/** The bounds that clients need are told at registration. */
export const told = property({
  clause: "limits/told",
  async holds({ as }) {
    const body = await register(as.alice, ["realm"]);
    for (const name of ["max_message_length", "max_topic_length"]) positive(body[name], name);
  },
});

/** The bounds of folders are told at registration. */
export const foldersTold = property({
  clause: "limits/folders-told",
  async holds({ as }) {
    const body = await register(as.alice, ["realm"]);
    for (const name of ["max_channel_folder_name_length", "max_channel_folder_description_length"]) positive(body[name], name);
  },
});

/** The intervals of typing notifications are told at registration. */
export const typingPeriods = property({
  clause: "limits/typing-periods",
  async holds({ as }) {
    const body = await register(as.alice, ["realm"]);
    for (const name of ["started_wait", "stopped_wait", "started_expiry"])
      positive(body[`server_typing_${name}_period_milliseconds`], `server_typing_${name}_period_milliseconds`);
  },
});

/** A fetch from among messages that are few, whatever is asked for. */
const fetched = (session: Session, fields: Body): Promise<Reply> =>
  session.as.alice.send("GET /messages", { narrow: [{ operator: "topic", operand: session.fresh() }], ...fields });

/** Counts that come to the bound are taken, split or not. */
export const messagesAtBound = property({
  clause: "limits/messages-per-request",
  async holds(session) {
    const { expect } = session;
    for (const [num_before, num_after] of [
      [4999, 0],
      [0, 5000],
      [5000, 0],
      [2500, 2500],
    ])
      expect.succeeded(await fetched(session, { anchor: "newest", num_before, num_after }), `a fetch of ${num_before} and ${num_after}`);
  },
});

/** Counts beyond the bound are refused, split or not. */
export const messagesBeyondBound = property({
  clause: "limits/messages-per-request-exceeded",
  async holds(session) {
    const { expect } = session;
    for (const [num_before, num_after] of [
      [5001, 0],
      [0, 5001],
      [2500, 2501],
      [100_000, 100_000],
    ]) {
      const reply = await fetched(session, { anchor: "newest", num_before, num_after });
      expect.refused(reply, "BAD_REQUEST", {}, `a fetch of ${num_before} and ${num_after}`);
    }
  },
});

/** The number of messages that is recommended at most is taken. */
export const recommendedCount = property({
  clause: "limits/recommended-per-request",
  async holds(session) {
    const { expect } = session;
    expect.succeeded(await fetched(session, { anchor: "newest", num_before: 1000, num_after: 0 }), "a fetch of 1000");
  },
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
    expect.succeeded(await as.alice.send("GET /messages", { message_ids: idsUpTo(5000) }), "a fetch of 5000 ids");
  },
});

async function contentOf(actor: Actor, id: unknown): Promise<string> {
  const { expect } = actor;
  const { message } = expect.succeeded(await actor.send(`GET /messages/${String(id)}`, { apply_markdown: false }));
  return (message as { content: string }).content;
}

/** Text of a length that starts with a fresh name. */
const long = (session: Session, length: number): string => session.fresh("long").slice(0, length).padEnd(length, "x");

/** Content at its bound is kept to the last character. */
export const contentAtBound = property({
  clause: "limits/message-length",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const content = long(session, await boundOf(alice, "max_message_length"));
    const { id } = expect.succeeded(await alice.send("POST /messages", directFields(alice, [alice], content)), "a message at the bound");
    expect.holds((await contentOf(alice, id)) === content, "a message at the bound is not kept as it was sent");
  },
});

/** Content one beyond its bound is refused or cut to it, and never kept. */
export const contentBeyondBound = property({
  clause: "limits/message-length-exceeded",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const bound = await boundOf(alice, "max_message_length");
    const reply = await alice.send("POST /messages", directFields(alice, [alice], long(session, bound + 1)));
    session.chooses("longContent", reply.body.result === "success" ? "truncate" : "refuse");
    if (reply.body.result !== "success") return void expect.refused(reply, "BAD_REQUEST", {}, "a message beyond the bound");
    const { length } = await contentOf(alice, expect.succeeded(reply).id);
    expect.holds(length <= bound, `a message of ${bound + 1} characters is kept with ${length}, beyond ${bound}`);
  },
});

async function sentTopic(session: Session, topic: string): Promise<{ reply: Reply; subject?: string }> {
  const { expect } = session;
  const alice = session.as.alice;
  const reply = await alice.send("POST /messages", { type: "stream", to: session.channels.general, topic, content: "x" });
  if (reply.body.result !== "success") return { reply };
  const { message } = expect.succeeded(await alice.send(`GET /messages/${String(reply.body.id)}`));
  return { reply, subject: (message as { subject: string }).subject };
}

/** A topic at its bound is kept to the last character. */
export const topicAtBound = property({
  clause: "limits/topic-length",
  async holds(session) {
    const { expect } = session;
    const topic = long(session, await boundOf(session.as.alice, "max_topic_length"));
    const { reply, subject } = await sentTopic(session, topic);
    expect.succeeded(reply, "a message with a topic at the bound");
    expect.same(subject, topic, "the topic at the bound");
  },
});

/** A topic one beyond its bound is refused or cut to it, and never kept. */
export const topicBeyondBound = property({
  clause: "limits/topic-length-exceeded",
  async holds(session) {
    const { expect } = session;
    const bound = await boundOf(session.as.alice, "max_topic_length");
    const { reply, subject } = await sentTopic(session, long(session, bound + 1));
    session.chooses("longTopic", subject === undefined ? "refuse" : "truncate");
    if (subject === undefined) expect.refused(reply, "BAD_REQUEST", {}, "a message with a topic beyond the bound");
    else expect.holds(subject.length <= bound, `a topic of ${bound + 1} characters is kept with ${subject.length}, beyond ${bound}`);
  },
});

/** A policy is for topics of at most the bound, and one beyond is not stored. */
export const policyTopic = property({
  clause: ["limits/policy-topic-length", "limits/policy-topic-length-exceeded"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const bound = await boundOf(alice, "max_topic_length");
    const topic = long(session, bound);
    const fields = { stream_id: session.channels.general, visibility_policy: 1 };
    const reply = await alice.send("POST /user_topics", { ...fields, topic: `${topic}x` });
    expect.refused(reply, "BAD_REQUEST", {}, "a policy for a topic beyond the bound");
    expect.same(await recordsWith(alice, "user_topic", "topic_name", topic, "user_topics"), [], "policies after the refusal");
    expect.succeeded(await alice.send("POST /user_topics", { ...fields, topic }), "a policy for a topic at the bound");
  },
});
