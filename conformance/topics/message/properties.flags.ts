import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchMessage, fetchMessages, type Message, sendToChannel, startThread } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

const flagsOf = ({ flags }: Message): readonly string[] => {
  expect.typed(flags, "array", "flags");
  return flags as string[];
};

/** A message is read for its sender as the sender says. */
export const readFlag = property({
  clause: ["message-resource/flags-read", "message-resource/flags"],
  given: { read_by_sender: fc.boolean() },
  runs: 4,
  async holds(session, { read_by_sender }) {
    const { expect } = session;
    if (session.target.level < 236) throw new Untestable("the target is older than read_by_sender");
    const alice = session.as.alice;
    const { ids, narrow } = await startThread(session, ["one"], () => ({ read_by_sender }));
    expect.same(flagsOf(await fetchMessage(alice, ids[0]!)).includes("read"), read_by_sender, "whether the message is read for its sender");
    expect.same(
      flagsOf(expect.first(await fetchMessages(alice, narrow), "the message in a list")),
      flagsOf(await fetchMessage(alice, ids[0]!)),
      "the flags in a list",
    );
  },
});

/** A message is unread for those who never looked, whatever its sender says of it. */
export const unreadForOthers = property({
  clause: ["message-resource/flags-read", "message-resource/flags"],
  given: { read_by_sender: fc.boolean() },
  async holds(session, { read_by_sender }) {
    const { expect } = session;
    const bob = session.as.bob;
    const { ids } = await startThread(session, ["one"], () => ({ read_by_sender }));
    expect.holds(!flagsOf(await fetchMessage(bob, ids[0]!)).includes("read"), "the message is read for somebody who never looked");
  },
});

/** Flags are the requester's own. */
export const own = property({
  clause: ["message-resource/flags", "message-resource/flags-read", "visibility/personal-state"],
  given: { name: fc.constantFrom("starred", "read", "collapsed") },
  async holds(session, { name }) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const { ids } = await startThread(session, ["one"]);
    const [before, others] = [flagsOf(await fetchMessage(bob, ids[0]!)), await fetchMessage(alice, ids[0]!)];
    await setFlag(bob, ids[0]!, name);
    expect.same([...flagsOf(await fetchMessage(bob, ids[0]!))].sort(), [...before, name].sort(), "the flags after one was set");
    expect.same(await fetchMessage(alice, ids[0]!), others, "the message for another");
    await setFlag(bob, ids[0]!, name, "remove");
    expect.same(flagsOf(await fetchMessage(bob, ids[0]!)), before, "the flags after it was removed");
  },
});

async function mention(session: Session, writer: Actor, word: string): Promise<number> {
  const { expect } = session;
  const fields = { type: "stream", to: session.channels.general, topic: session.fresh("all"), content: `@**${word}** hello` };
  const reply = await writer.send("POST /messages", fields);
  if (reply.body.result === "error") throw new Untestable(`a mention of ${word} is refused: ${String(reply.body.code)}`);
  return Number(expect.succeeded(reply).id);
}

/** Mentions of everybody are flagged by whom they reach; the old flag stands for both. */
export const wildcards = property({
  clause: ["message-resource/flags-wildcard", "message-resource/flags-wildcard-alias"],
  given: { word: fc.constantFrom("all", "everyone", "channel", "topic") },
  runs: 6,
  async holds(session, { word }) {
    const { expect } = session;
    const { alice, bob } = session.as;
    const reader = bob;
    const topic = session.fresh("all");
    await sendToChannel(reader, session.channels.general, topic, "I take part");
    const fields = { type: "stream", to: session.channels.general, topic, content: `@**${word}** hello` };
    const reply = await alice.send("POST /messages", fields);
    if (reply.body.result === "error") throw new Untestable(`a mention of ${word} is refused: ${String(reply.body.code)}`);
    const message = await fetchMessage(reader, Number(reply.body.id));
    if (!String(message.content).includes("user-mention") && !String(message.content).includes("topic-mention"))
      throw new Untestable(`the target has no mention of ${word}`);
    const [given, other] = ["stream_wildcard_mentioned", "topic_wildcard_mentioned"];
    const [expected, absent] = word === "topic" ? [other!, given!] : [given!, other!];
    const flags = flagsOf(message);
    expect.holds(flags.includes(expected), `the flags of a mention of ${word} are ${flags}`);
    expect.holds(!flags.includes(absent), `the flags of a mention of ${word} are ${flags}`);
    expect.holds(flags.includes("wildcard_mentioned"), `the flags ${flags} lack wildcard_mentioned`);
  },
});

/** The old wildcard flag is there exactly where fetchMessage of the new ones is. */
export const wildcardAlias = property({
  clause: "message-resource/flags-wildcard-alias",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { narrow, ids } = await startThread(session, ["hello", "all of you", "@all"]);
    const messages = [...(await fetchMessages(alice, narrow)), await fetchMessage(alice, await mention(session, alice, "all"))];
    expect.holds(messages.length === ids.length + 1, "messages are missing");
    for (const message of messages) {
      const flags = flagsOf(message);
      const either = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
      expect.same(flags.includes("wildcard_mentioned"), either, `whether wildcard_mentioned is among ${flags}`);
    }
  },
});
