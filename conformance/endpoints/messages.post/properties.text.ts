import { directFields, fetchSource, idsInTopic, sendMessage } from "../../client/messages.ts";
import { boundOf, emptyTopicName } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { prepared, shown, Untestable } from "../../expect.ts";
import { arrivals, channelFields, filledTo, lengthOf, sendAndFetch } from "./sending.ts";

/** Without content a message is refused and nothing is sent; with content it is sent. */
export const contentMissing = property({
  clause: ["messages.post/content-required", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [to, topic] = [session.channels.general, session.fresh()];
    expect.missing(await alice.send("POST /messages", { type: "stream", to, topic }), "content");
    const sent = await expect.accepted(sendMessage(alice, channelFields(to, topic)));
    expect.same(await expect.accepted(idsInTopic(alice, to, topic)), [sent], "what is in the topic");
  },
});

/** Content as long as the bound is kept whole, counted in code points. */
export const contentAtBound = property({
  clause: ["messages.post/content-bound", "messages.post/content-kept"],
  async holds({ as, expect }) {
    const bound = await boundOf(as.alice, "max_message_length");
    for (const filler of ["x", "🌱"]) {
      const content = filledTo(bound, "long ", filler);
      const message = await sendAndFetch(as.alice, directFields(as.alice, [as.alice], content));
      expect.holds(message.content === content, `content of ${bound} times "${filler}" is not kept as it was sent`);
    }
  },
});

/** Of content one longer than the bound no more than the bound is kept, or it is refused where content as long as the bound is sent. */
export const contentBeyondBound = property({
  clause: "messages.post/content-beyond",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const bound = await boundOf(alice, "max_message_length");
    const longer = directFields(alice, [alice], filledTo(bound + 1, "long ", "x"));
    const reply = await alice.send("POST /messages", longer);
    if (reply.body.result === "error") {
      expect.declined(reply, "content beyond the bound", "content");
      session.chooses("longContent", "refuse");
    } else {
      const id = expect.integer(expect.succeeded(reply, "content beyond the bound").id, "the id in the answer");
      const kept = expect.text((await expect.accepted(fetchSource(alice, id))).content, "the content kept");
      expect.holds(lengthOf(kept) <= bound, `content of ${lengthOf(kept)} is kept, where max_message_length is ${bound}`);
      session.chooses("longContent", "truncate");
    }
    await expect.accepted(sendMessage(alice, { ...longer, content: filledTo(bound, "long ", "x") }));
  },
});

/** A topic as long as the bound is kept whole, counted in code points. */
export const topicAtBound = property({
  clause: "messages.post/topic-bound",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const bound = await boundOf(alice, "max_topic_length");
    for (const filler of ["x", "🌱"]) {
      const topic = filledTo(bound, session.fresh(), filler);
      const { subject } = await sendAndFetch(alice, channelFields(session.channels.general, topic));
      expect.same(subject, topic, "a topic as long as the bound");
    }
  },
});

/** Of a topic one longer than the bound no more than the bound is kept, or it is refused where one as long as the bound is sent. */
export const topicBeyondBound = property({
  clause: "messages.post/topic-beyond",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [bound, channel, start] = [await boundOf(alice, "max_topic_length"), session.channels.general, session.fresh()];
    const reply = await alice.send("POST /messages", channelFields(channel, filledTo(bound + 1, start, "x")));
    if (reply.body.result === "error") {
      expect.declined(reply, "a topic beyond the bound", "topic");
      session.chooses("longTopic", "refuse");
    } else {
      const id = expect.integer(expect.succeeded(reply, "a topic beyond the bound").id, "the id in the answer");
      const kept = expect.text((await expect.accepted(fetchSource(alice, id))).subject, "the topic kept");
      expect.holds(lengthOf(kept) <= bound, `a topic of ${lengthOf(kept)} is kept, where max_topic_length is ${bound}`);
      session.chooses("longTopic", "truncate");
    }
    await expect.accepted(sendMessage(alice, channelFields(channel, filledTo(bound, start, "x"))));
  },
});

/** A message to a channel without a topic is refused; with one it is sent. */
export const topicMissing = property({
  clause: "messages.post/topic-required",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const queue = await alice.queue({ event_types: ["message"] });
    const { topic, ...fields } = channelFields(session.channels.general, session.fresh(), session.fresh("hello"));
    expect.missing(await alice.send("POST /messages", fields), "topic", "a message to a channel without a topic");
    const sent = await expect.accepted(sendMessage(alice, { ...fields, topic }));
    expect.same(await arrivals(queue, fields.content), [sent], "the messages that arrive, the first without a topic");
  },
});

/** `subject` names the topic too. */
export const subjectAlias = property({
  clause: "messages.post/topic-subject-alias",
  async holds(session) {
    const { expect } = session;
    const { topic: subject, ...fields } = channelFields(session.channels.general, session.fresh());
    expect.same((await sendAndFetch(session.as.alice, { ...fields, subject })).subject, subject, "the topic");
  },
});

/** Returns what becomes of messages with these topics: the topics kept, or "refused" for each that is. Another topic has to be kept. */
async function topicsKept(session: Session, channel: number, topics: readonly string[]): Promise<unknown[]> {
  const { expect } = session;
  const { alice } = session.as;
  const other = session.fresh();
  const results: unknown[] = [];
  for (const topic of [...topics, other]) {
    const reply = await alice.send("POST /messages", channelFields(channel, topic));
    if (reply.body.result === "error") {
      expect.declined(reply, `the topic "${topic}"`, "topic");
      results.push("refused");
    } else {
      const id = expect.integer(expect.succeeded(reply, `the topic "${topic}"`).id, "the id in the answer");
      results.push((await expect.accepted(fetchSource(alice, id, { allow_empty_topic_name: true }))).subject);
    }
  }
  expect.same(results.pop(), other, "what became of a topic like any other");
  return results;
}

/** The empty topic and its display name mean the same: both are the empty topic, or both are refused where topics are required. */
export const emptyTopic = property({
  clause: ["messages.post/topic-empty", "messages.post/topic-mandatory"],
  async holds(session) {
    const { expect } = session;
    const name = await emptyTopicName(session.as.alice);
    const [empty, display] = await topicsKept(session, session.channels.general, ["", name]);
    expect.holds(empty === "" || empty === "refused", `the empty topic became ${shown(empty)}`);
    expect.same(display, empty, `what became of the topic "${name}"`);
  },
});

/** `(no topic)` is read as the empty topic, or refused where that is. */
export const noTopic = property({
  clause: ["messages.post/topic-no-topic", "messages.post/topic-mandatory"],
  async holds(session) {
    const { expect } = session;
    const [empty, none] = await topicsKept(session, session.channels.general, ["", "(no topic)"]);
    expect.holds(empty === "" || empty === "refused", `the empty topic became ${shown(empty)}`);
    expect.same(none, empty, "what became of (no topic)");
  },
});

/** Where a channel allows the empty topic, all three ways to say it are accepted; where topics are required, all three are refused. */
export const mandatoryTopics = property({
  clause: ["messages.post/topic-mandatory", "messages.post/topic-empty", "messages.post/topic-no-topic"],
  async holds(session) {
    const { expect, steering, level } = session;
    if (level < 392) throw new Untestable(`at level ${level} no channel has a rule of its own for topics`);
    const channel = session.fresh("channel");
    const { stream_id } = await steering.act({ action: "create_channel", name: channel, subscribers: ["alice"] });
    const id = prepared.integer(stream_id, "the stream_id of a new channel");
    const names = ["", "(no topic)", await emptyTopicName(session.as.alice)];
    const policies = { allow_empty_topic: "", disable_empty_topic: "refused" };
    for (const [value, result] of Object.entries(policies)) {
      await steering.act({ action: "set_channel", channel, property: "topics_policy", value });
      const expected = names.map(() => result);
      expect.same(await topicsKept(session, id, names), expected, `what became of ${shown(names)} where the policy is ${value}`);
    }
  },
});
