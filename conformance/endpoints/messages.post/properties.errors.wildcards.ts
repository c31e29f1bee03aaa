import { fetchMessage, idsInTopic, sendMessage } from "../../client/messages.ts";
import { mayMentionMany } from "../../client/permissions.ts";
import { subscribersOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { Untestable } from "../../expect.ts";
import {
  aHiddenMention,
  aMention,
  gather,
  type Mention,
  mentionThere,
  plainMention,
  requireRestricted,
  sendMention,
  wildcardCode,
} from "./mentions.ts";
import { channelFields } from "./sending.ts";

interface MentionBy {
  readonly who: PersonName;
  readonly mention: Mention;
}

/** The words for everybody in a channel. */
const everybody = ["all", "everyone", "stream"];

const byAlice = (...words: readonly string[]): readonly MentionBy[] => words.map((whom) => ({ who: "alice", mention: plainMention(whom) }));

/** One without permission cannot mention a channel of many, by any of its names. */
export const channelWildcard = property<MentionBy>({
  clause: ["messages.post/channel-wildcard", "messages.post/no-trace"],
  given: { who: anActor(...members), mention: aMention(...everybody) },
  examples: byAlice("all", "everyone"),
  async holds(session, { who, mention }) {
    const { expect } = session;
    const [sender, channel, topic] = [session.actor(who), session.channels.crowd, session.fresh()];
    await requireRestricted(sender);
    const code = wildcardCode(session, "STREAM");
    expect.refused(await sendMention(sender, channel, topic, mention), code, {}, `a message with @**${mention.whom}**`);
    const plain = await expect.accepted(sendMessage(sender, channelFields(channel, topic, "all of you, hello")));
    expect.same(
      await expect.accepted(idsInTopic(sender, channel, topic)),
      [plain],
      "what is in the topic after a message without a mention",
    );
  },
});

/** One with permission can. */
export const channelWildcardPermitted = property<MentionBy>({
  clause: "messages.post/wildcard-permitted",
  given: { who: anActor("dana", "owen"), mention: aMention(...everybody) },
  examples: [{ who: "dana", mention: plainMention("all") }],
  async holds(session, { who, mention }) {
    const sender = session.actor(who);
    if (!(await mayMentionMany(sender))) throw new Untestable(`${who} may not mention many`);
    await mentionThere(sender, session.channels.crowd, session.fresh(), mention);
  },
});

const few = 5;

/** Where there are few, anybody can mention all of them. */
export const wildcardOfFew = property<MentionBy>({
  clause: "messages.post/wildcard-few",
  given: { who: anActor("alice", "bob"), mention: aMention(...everybody, "topic") },
  examples: byAlice("all", "topic"),
  async holds(session, { who, mention }) {
    const [sender, channel] = [session.actor(who), session.channels.team];
    if ((await subscribersOf(sender, channel)).length > few) throw new Untestable(`${who} is not in a channel team of few`);
    await mentionThere(sender, channel, session.fresh(), mention);
  },
});

/** One without permission cannot mention a topic in which many have written, and can before they have. */
export const topicWildcard = property<MentionBy>({
  clause: ["messages.post/topic-wildcard", "messages.post/wildcard-few"],
  given: { who: anActor(...members), mention: aMention("topic") },
  examples: byAlice("topic"),
  async holds(session, { who, mention }) {
    const { expect } = session;
    const [sender, channel, topic] = [session.actor(who), session.channels.crowd, session.fresh()];
    await requireRestricted(sender);
    await mentionThere(sender, channel, topic, mention);
    await gather(session, channel, topic);
    const before = await expect.accepted(idsInTopic(sender, channel, topic));
    const code = wildcardCode(session, "TOPIC");
    expect.refused(await sendMention(sender, channel, topic, mention), code, {}, "a message with @**topic**");
    const plain = await expect.accepted(sendMessage(sender, channelFields(channel, topic)));
    expect.same(await expect.accepted(idsInTopic(sender, channel, topic)), [...before, plain], "what is in the topic");
  },
});

/** Content in which a mention stands inside something else. */
interface Hidden {
  readonly who: PersonName;
  readonly reader: PersonName;
  readonly content: string;
}

const forms = ["> @**all** soup", "@**all** soup", "```quote\n@**all** soup\n```", "`@**all**` soup", "@_**all** soup", "soup"];

/**
 * What counts as a mention of a channel is the same wherever: a message that is refused to one without permission where there are many
 * flags all who get it where there are few, and one that is let pass flags nobody. The specification does not say whether a quoted
 * mention is one.
 */
export const sameMention = property<Hidden>({
  clause: ["messages.post/wildcard-same", "messages.post/channel-wildcard"],
  given: { who: anActor("alice", "bob"), reader: anActor("alice", "bob"), content: aHiddenMention },
  examples: forms.map((content) => ({ who: "alice", reader: "bob", content })),
  async holds(session, { who, reader, content }) {
    const { expect, channels } = session;
    const sender = session.actor(who);
    await requireRestricted(sender);
    if ((await subscribersOf(sender, channels.team)).length > few) throw new Untestable(`${who} is not in a channel team of few`);
    const reply = await sender.send("POST /messages", channelFields(channels.crowd, session.fresh(), content));
    const isRefused = reply.body.result === "error";
    if (isRefused) expect.refused(reply, wildcardCode(session, "STREAM"), {}, `"${content}" to many`);
    else expect.succeeded(reply, `"${content}" to many`);
    const id = await expect.accepted(sendMessage(sender, channelFields(channels.team, session.fresh(), content)));
    const flags = expect.list((await expect.accepted(fetchMessage(session.actor(reader), id))).flags, "the flags of a message to few");
    const expected = isRefused ? "refused" : "let pass";
    expect.same(
      flags.includes("stream_wildcard_mentioned"),
      isRefused,
      `whether "${content}", ${expected} to many, is flagged for one of few`,
    );
  },
});
