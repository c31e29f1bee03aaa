import fc from "fast-check";
import { fetchAround, fetchMessages, type Message, sendToChannel, shownMessage, topicNarrow } from "../../client/messages.ts";
import { setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import type { Expect } from "../../expect.ts";

const flagsOf = (expect: Expect, { flags }: Message): readonly string[] =>
  expect.list(flags, "flags").map((flag) => expect.text(flag, "a flag"));

/** A message is read for its sender as the sender says. */
export const readFlag = property({
  clause: ["message-resource/flags-read", "message-resource/flags", "messages.post/read-by-sender"],
  given: { read_by_sender: fc.boolean() },
  async holds(session, { read_by_sender }) {
    const { expect } = session;
    const { alice } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh(), "one", { read_by_sender });
    const flags = flagsOf(expect, await shownMessage(alice, id));
    expect.same(flags.includes("read"), read_by_sender, "whether the message is read for its sender");
    const listed = expect.first(await expect.accepted(fetchAround(alice, id)), "the message in a list");
    expect.same(flagsOf(expect, listed), flags, "the flags in a list");
  },
});

/** A message is unread for those who never looked, whatever its sender says of it. */
export const unreadForOthers = property({
  clause: ["message-resource/flags-read", "message-resource/flags"],
  given: { read_by_sender: fc.boolean() },
  async holds(session, { read_by_sender }) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh(), "one", { read_by_sender });
    const flags = flagsOf(expect, await shownMessage(bob, id));
    expect.holds(!flags.includes("read"), "the message is read for somebody who never looked");
  },
});

/** Flags are the requester's own. */
export const own = property({
  clause: ["message-resource/flags", "message-resource/flags-read", "visibility/personal-state"],
  given: { name: fc.constantFrom("starred", "read", "collapsed") },
  async holds(session, { name }) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const id = await sendToChannel(alice, session.channels.general, session.fresh());
    const [before, others] = [flagsOf(expect, await shownMessage(bob, id)), await shownMessage(alice, id)];
    await setFlag(bob, id, name);
    expect.sameSet(flagsOf(expect, await shownMessage(bob, id)), [...before, name], "the flags after one was set");
    expect.same(await shownMessage(alice, id), others, "the message for another");
    await setFlag(bob, id, name, "remove");
    expect.sameSet(flagsOf(expect, await shownMessage(bob, id)), before, "the flags after it was removed");
  },
});

/** Returns whether HTML has a mention. */
const hasMention = (html: string): boolean => html.includes("user-mention") || html.includes("topic-mention");

/** Mentions of everybody are flagged by whom they reach; the old flag stands for both. Words that are no mention to the target are left out. */
export const wildcards = property({
  clause: ["message-resource/flags-wildcard", "message-resource/flags-wildcard-alias"],
  async holds(session) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh("all")];
    await sendToChannel(bob, channel, topic, "I take part");
    const mentions: { word: string; flags: readonly string[] }[] = [];
    for (const word of ["all", "everyone", "channel", "topic"]) {
      const message = await shownMessage(bob, await sendToChannel(alice, channel, topic, `@**${word}** hello`));
      if (hasMention(expect.text(message.content, "content"))) mentions.push({ word, flags: flagsOf(expect, message) });
    }
    expect.each(mentions, "mention of everybody", ({ word, flags }) => {
      const wildcard = flags.filter((flag) => flag.includes("wildcard"));
      const expected = word === "topic" ? "topic_wildcard_mentioned" : "stream_wildcard_mentioned";
      expect.sameSet(wildcard, [expected, "wildcard_mentioned"], `the wildcard flags of a mention of ${word}`);
    });
  },
});

/** The old wildcard flag is there exactly where one of the new ones is. */
export const wildcardAlias = property({
  clause: "message-resource/flags-wildcard-alias",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.general, session.fresh("all")];
    const contents = ["hello", "all of you", "@all", "@**all** hello", "@**topic** hello"];
    for (const content of contents) await sendToChannel(alice, channel, topic, content);
    const messages = await expect.accepted(fetchMessages(alice, topicNarrow(channel, topic)));
    expect.same(messages.length, contents.length, "the number of messages");
    for (const message of messages) {
      const flags = flagsOf(expect, message);
      const either = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
      expect.same(flags.includes("wildcard_mentioned"), either, `whether wildcard_mentioned is among ${flags}`);
    }
  },
});
