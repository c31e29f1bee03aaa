import fc from "fast-check";
import { fetchMessages, sendToChannel, shownMessage, topicNarrow } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";
import { flagsOf } from "./shown.ts";

/** Returns whether HTML has a mention. */
const hasMention = (html: string): boolean => html.includes("user-mention") || html.includes("topic-mention");

interface Mention {
  readonly pair: readonly [PersonName, PersonName];
  readonly word: string;
  readonly text: string;
}

/** Mentions of everybody are flagged by whom they reach; the old flag stands for both. Words that are no mention to the target are left out. */
export const wildcards = property<Mention>({
  clause: ["message-resource/flags-wildcard", "message-resource/flags-wildcard-alias"],
  given: { pair: twoPeople(...people), word: fc.constantFrom("all", "everyone", "channel", "topic"), text: aPhrase },
  examples: ["all", "everyone", "channel", "topic"].map((word) => ({ pair: ["alice", "bob"], word, text: "hello" })),
  async holds(session, { pair: [from, to], word, text }) {
    const { expect } = session;
    const [sender, reader] = [session.actor(from), session.actor(to)];
    const [channel, topic] = [session.channels.general, session.fresh("all")];
    await sendToChannel(reader, channel, topic, "I take part");
    const message = await shownMessage(reader, await sendToChannel(sender, channel, topic, `@**${word}** ${text}`));
    if (!hasMention(expect.text(message.content, "content"))) throw new Untestable(`@**${word}** is no mention on the target`);
    const wildcard = flagsOf(expect, message).filter((flag) => flag.includes("wildcard"));
    const expected = word === "topic" ? "topic_wildcard_mentioned" : "stream_wildcard_mentioned";
    expect.sameSet(wildcard, [expected, "wildcard_mentioned"], `the wildcard flags of a mention of ${word}`);
  },
});

const mentions = ["hello", "all of you", "@all", "@**all** hello", "@**topic** hello", "@_**all** hello", "`@**all**`", "> @**all** hello"];

/** The old wildcard flag is there exactly where one of the new ones is. */
export const wildcardAlias = property({
  clause: "message-resource/flags-wildcard-alias",
  given: { who: anActor(...people), contents: fc.array(fc.oneof(fc.constantFrom(...mentions), aPhrase), { minLength: 1, maxLength: 4 }) },
  examples: [{ who: "alice", contents: mentions }],
  async holds(session, { who, contents }) {
    const { expect } = session;
    const actor = session.actor(who);
    const [channel, topic] = [session.channels.general, session.fresh("all")];
    for (const content of contents) await sendToChannel(actor, channel, topic, content);
    const messages = await expect.accepted(fetchMessages(actor, topicNarrow(channel, topic)));
    expect.same(messages.length, contents.length, "the number of messages");
    for (const message of messages) {
      const flags = flagsOf(expect, message);
      const either = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
      expect.same(flags.includes("wildcard_mentioned"), either, `whether wildcard_mentioned is among ${flags}`);
    }
  },
});
