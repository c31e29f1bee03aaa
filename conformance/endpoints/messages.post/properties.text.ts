import type { Actor } from "../../client/actor.ts";
import { directType, fetchSource, idsInTopic, sendMessage, sendToChannel } from "../../client/messages.ts";
import { boundOf, emptyTopicName } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

const lengthOf = (text: unknown): number => Array.from(String(text)).length;

/** A text of so many code points that begins with another. */
const padded = (start: string, length: number, filler: string): string => start + filler.repeat(Math.max(0, length - lengthOf(start)));

/** Without content a message is refused, and nothing is sent. */
export const contentMissing = property({
  clause: ["messages.post/content-required", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const topic = session.fresh();
    const fields = { type: "stream", to: session.channels.general, topic };
    expect.declined(await alice.send("POST /messages", fields), "a message without content", "content");
    expect.same(await idsInTopic(alice, session.channels.general, topic), [], "what is in the topic");
  },
});

/** Content as long as the bound is kept whole, counted in code points. */
export const contentAtBound = property({
  clause: ["messages.post/content-bound", "messages.post/content-kept"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const bound = await boundOf(alice, "max_message_length");
    for (const filler of ["x", "🌱"]) {
      const content = padded("long ", bound, filler);
      const id = await sendMessage(alice, { type: directType(session.as.alice), to: [alice.user_id], content });
      expect.holds((await fetchSource(alice, id)).content === content, `content of ${bound} times "${filler}" is not kept as it was sent`);
    }
  },
});

/** Of content one longer than the bound no more than the bound is kept. */
export const contentBeyondBound = property({
  clause: "messages.post/content-beyond",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const bound = await boundOf(alice, "max_message_length");
    const content = padded("long ", bound + 1, "x");
    const reply = await alice.send("POST /messages", { type: directType(session.as.alice), to: [alice.user_id], content });
    if (reply.body.result === "error") {
      expect.declined(reply, "content beyond the bound", "content");
      session.chooses("longContent", "refuse");
      return;
    }
    const kept = (await fetchSource(alice, expect.succeeded(reply).id as number)).content;
    expect.holds(lengthOf(kept) <= bound, `content of ${lengthOf(kept)} is kept, where max_message_length is ${bound}`);
    session.chooses("longContent", "truncate");
  },
});

/** A topic as long as the bound is kept whole, counted in code points. */
export const topicAtBound = property({
  clause: "messages.post/topic-bound",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const bound = await boundOf(alice, "max_topic_length");
    for (const filler of ["x", "🌱"]) {
      const topic = padded(session.fresh(), bound, filler);
      expect.same(
        (await fetchSource(alice, await sendToChannel(alice, session.channels.general, topic))).subject,
        topic,
        "a topic as long as the bound",
      );
    }
  },
});

/** Of a topic one longer than the bound no more than the bound is kept. */
export const topicBeyondBound = property({
  clause: "messages.post/topic-beyond",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const bound = await boundOf(alice, "max_topic_length");
    const topic = padded(session.fresh(), bound + 1, "x");
    const reply = await alice.send("POST /messages", { type: "stream", to: session.channels.general, topic, content: "hello" });
    if (reply.body.result === "error") {
      expect.declined(reply, "a topic beyond the bound", "topic");
      session.chooses("longTopic", "refuse");
      return;
    }
    const kept = (await fetchSource(alice, expect.succeeded(reply).id as number)).subject;
    expect.holds(lengthOf(kept) <= bound, `a topic of ${lengthOf(kept)} is kept, where max_topic_length is ${bound}`);
    session.chooses("longTopic", "truncate");
  },
});

/** A message to a channel without a topic is refused. */
export const topicMissing = property({
  clause: "messages.post/topic-required",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const fields = { type: "stream", to: session.channels.general, content: session.fresh() };
    expect.declined(await alice.send("POST /messages", fields), "a message to a channel without a topic", "topic");
  },
});

/** `subject` names the topic too. */
export const subjectAlias = property({
  clause: "messages.post/topic-subject-alias",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const subject = session.fresh();
    const id = await sendMessage(alice, { type: "stream", to: session.channels.general, subject, content: "hello" });
    expect.same((await fetchSource(alice, id)).subject, subject, "the topic");
  },
});

/** What becomes of messages with these topics: the topics kept, or "refused" for each that is. */
async function kept(session: Session, channel: number, topics: readonly string[]): Promise<unknown[]> {
  const { expect } = session;
  const { alice } = session.as as { alice: Actor };
  const results: unknown[] = [];
  for (const topic of topics) {
    const reply = await alice.send("POST /messages", { type: "stream", to: channel, topic, content: "hello" });
    if (reply.body.result === "error") expect.declined(reply, `the topic "${topic}"`, "topic");
    const id = reply.body.result === "error" ? undefined : (expect.succeeded(reply).id as number);
    results.push(id === undefined ? "refused" : (await fetchSource(alice, id, { allow_empty_topic_name: true })).subject);
  }
  return results;
}

/** The empty topic and its display name mean the same: both are the empty topic, or both are refused where topics are required. */
export const emptyTopic = property({
  clause: ["messages.post/topic-empty", "messages.post/topic-mandatory"],
  async holds(session) {
    const { expect } = session;
    const name = await emptyTopicName(session.as.alice);
    const [empty, display] = await kept(session, session.channels.general, ["", name]);
    expect.holds(empty === "" || empty === "refused", `the empty topic became ${JSON.stringify(empty)}`);
    expect.same(display, empty, `what became of the topic "${name}"`);
  },
});

/** `(no topic)` is read as the empty topic, or refused where that is. */
export const noTopic = property({
  clause: ["messages.post/topic-no-topic", "messages.post/topic-mandatory"],
  async holds(session) {
    const { expect } = session;
    const [empty, none] = await kept(session, session.channels.general, ["", "(no topic)"]);
    expect.same(none, empty, "what became of (no topic)");
  },
});

/** Where a channel allows the empty topic, all three ways to say it are accepted; where topics are required, all three are refused. */
export const mandatoryTopics = property({
  clause: ["messages.post/topic-mandatory", "messages.post/topic-empty", "messages.post/topic-no-topic"],
  async holds(session) {
    const { expect } = session;
    const { steering, target } = session;
    if (target.level < 392) throw new Untestable(`at level ${target.level} no channel has a rule of its own for topics`);
    const channel = session.fresh("channel");
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice"] });
    const names = ["", "(no topic)", await emptyTopicName(session.as.alice)];
    const set = async (value: string) => steering.act({ action: "set_channel", channel, property: "topics_policy", value });
    await set("allow_empty_topic");
    expect.same(await kept(session, stream_id as number, names), ["", "", ""], "topics kept where the empty one is allowed");
    await set("disable_empty_topic");
    const topic = session.fresh();
    const results = await kept(session, stream_id as number, [...names, topic]);
    expect.same(results, ["refused", "refused", "refused", topic], "topics kept where topics are required");
  },
});
