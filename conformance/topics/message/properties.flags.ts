import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import {
  createChannel,
  fetchMessage,
  fetchSince,
  type Message,
  sendToChannel,
  setFlag,
  setPolicy,
  topicNarrow,
} from "../../client/messages.ts";
import { ifTold } from "../../client/registration.ts";
import { ownRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { people, twoPeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { type Expect, prepared, Untestable } from "../../expect.ts";

const flagsOf = (expect: Expect, { flags }: Message): readonly string[] =>
  expect.list(flags, "flags").map((flag) => expect.text(flag, "a flag"));

/** Muting reads nothing: what comes to a muted topic or channel is unread, and what was there stays so, until it is read. */
export const mutedUnread = property({
  clause: "flags-read",
  given: { pair: twoPeople(...people), muted: fc.constantFrom("topic", "channel") },
  examples: [
    { pair: ["alice", "bob"], muted: "topic" },
    { pair: ["alice", "bob"], muted: "channel" },
  ],
  async holds(session, { pair: [from, to], muted }, expect) {
    const [sender, reader] = [session.actor(from), session.actor(to)];
    const [channel, topic] = [session.channels.general, session.fresh("muted")];
    const before = await sendToChannel(sender, channel, topic);
    if (muted === "channel") await ownRealm(session).act({ action: "mute_channel", as: to, channel: "general", value: true });
    else if (session.level < levels.userTopics) throw new Untestable("the target has no policies of topics");
    else prepared.succeeded(await setPolicy(reader, channel, topic, 1), "POST /user_topics");
    const after = await sendToChannel(sender, channel, topic);
    const readStates = async () => {
      const messages = await expect.accepted(fetchSince(reader, before, topicNarrow(reader, channel, topic)));
      return messages.map((message) => [message.id, flagsOf(expect, message).includes("read")]);
    };
    const unread = [
      [before, false],
      [after, false],
    ];
    const states = await readStates();
    if (states.at(-1)?.[1] === true) session.needsObserved("a message to what is muted starts unread");
    expect.same(states, unread, `whether messages of a muted ${muted} are read`);
    await setFlag(reader, after, "read");
    expect.same(await readStates(), [unread[0], [after, true]], "whether they are read after the last one was");
  },
});

/** Contents that mention all in a channel or topic, and that seem to. */
const mentions = [
  ...["all", "everyone", "channel", "topic"].map((word) => `@**${word}** hello`),
  "@**all** @**topic** hello",
  ...["hello", "all of you", "@all", "@_**all** hello", "`@**all**`", "> @**all** hello"],
];

/** Returns the words of the mentions at the beginning of a content. */
function mentioned(content: string): string[] {
  const [first = ""] = /^(@\*\*(all|everyone|channel|topic)\*\* )+/.exec(content) ?? [];
  return [...first.matchAll(/\w+/g)].map(([word]) => word);
}

/**
 * Mentions of everybody are flagged by whom they reach, and the old flag is there exactly where one of the new ones is. Words that are no mention to
 * the target have the old flag where they have a new one.
 */
export const wildcards = property({
  clause: ["flags-wildcard", "flags-wildcard-alias"],
  given: {
    pair: twoPeople(...people),
    contents: fc.array(fc.oneof({ withCrossShrink: true }, fc.constantFrom(...mentions), aPhrase), { minLength: 1, maxLength: 4 }),
  },
  examples: [{ pair: ["alice", "bob"], contents: mentions }],
  async holds(session, { pair, contents }, expect) {
    const [sender, reader] = session.actors(pair);
    const topic = session.fresh("all");
    const sendTo = async (channel: number) => {
      const first = await sendToChannel(reader, channel, topic, "I take part");
      const sent: string[] = [];
      for (const content of contents) {
        const id = await ifTold(sendToChannel(sender, channel, topic, content));
        // Some servers also take for a mention what stands in a quotation or in code.
        prepared.holds(id !== undefined || content.includes("@"), `the message "${content}" is refused`);
        if (id !== undefined) sent.push(content);
      }
      return { channel, first, sent };
    };
    const hasMentions = (some: readonly string[]): boolean => some.some((content) => mentioned(content).length > 0);
    const inGeneral = await sendTo(session.channels.general);
    // The channel may be one of many, whom the sender may not mention.
    const isKept = hasMentions(contents) && !hasMentions(inGeneral.sent);
    const { channel, first, sent } = isKept ? await sendTo(await createChannel(session, session.fresh("few"), pair)) : inGeneral;
    const messages = await expect.accepted(fetchSince(reader, first, topicNarrow(reader, channel, topic)));
    const isMore = messages.length > sent.length + 1 && sent.length < contents.length;
    expect.same(messages.length, sent.length + 1, "the number of messages", isMore ? "messages.post/no-trace" : undefined);
    const oneOfEach = new Map(messages.map((message) => [String(flagsOf(expect, message)), message]));
    for (const message of oneOfEach.values()) {
      const alone = await fetchMessage(reader, Number(message.id));
      expect.sameSet(alone.flags, flagsOf(expect, message), "the flags of a message that is fetched alone");
    }
    for (const [i, message] of messages.slice(1).entries()) {
      const flags = flagsOf(expect, message).filter((flag) => flag.includes("wildcard"));
      const either = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
      // Where neither of the two is there, it may be that one of them is missing.
      const alias = either ? "message-resource/flags-wildcard-alias" : undefined;
      const hasAlias = flags.includes("wildcard_mentioned");
      expect.against(alias).holds(hasAlias === either, `the flags [${flags}] ${either ? "lack" : "have"} wildcard_mentioned`);
      const html = expect.text(message.content, "content");
      // Where the topic could not be mentioned yet, no such word is one.
      const words = mentioned(sent[i] ?? "").filter((word) => html.includes(word === "topic" ? "topic-mention" : "user-mention"));
      if (words.length === 0) continue;
      const expected = words.map((word) => (word === "topic" ? "topic_wildcard_mentioned" : "stream_wildcard_mentioned"));
      expect.sameSet(flags, [...expected, "wildcard_mentioned"], `the wildcard flags of a mention of ${words.join(" and ")}`);
    }
  },
});
