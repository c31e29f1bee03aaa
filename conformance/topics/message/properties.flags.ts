import fc from "fast-check";
import { stageHistory } from "../../client/history.ts";
import { levels } from "../../client/levels.ts";
import { directFields, fetchAround, fetchSince, sendMessage, sendToChannel, shownMessage, topicNarrow } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { itemAt } from "../../client/present.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { setFlag } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";
import { aHistory, type History } from "../../draw/histories.ts";
import { activePeople, anActor, type PersonName, people, twoPeople } from "../../draw/people.ts";
import { prepared, Untestable } from "../../expect.ts";
import { flagsOf } from "./shown.ts";

interface Sent {
  readonly pair: readonly [PersonName, PersonName];
  readonly isDirect: boolean;
  readonly read_by_sender: boolean;
}

const aSend = { pair: twoPeople(...activePeople), isDirect: fc.boolean(), read_by_sender: fc.boolean() };
const sendsOfAlice: readonly Sent[] = [true, false].map((read_by_sender) => ({ pair: ["alice", "bob"], isDirect: false, read_by_sender }));

/** Sends a message of the first of two to a new topic, or to the second. Returns its id. */
function send(session: Session, { pair: [from, to], isDirect, read_by_sender }: Sent): Promise<number> {
  const sender = session.actor(from);
  const inChannel = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "one" };
  return sendMessage(sender, { ...(isDirect ? directFields(sender, [session.actor(to)], "one") : inChannel), read_by_sender });
}

/** A message is read for its sender as the sender says. */
export const readFlag = property<Sent>({
  clause: ["message-resource/flags-read", "message-resource/flags", "messages.post/read-by-sender"],
  given: aSend,
  examples: sendsOfAlice,
  async holds(session, given) {
    const { expect } = session;
    const sender = session.actor(given.pair[0]);
    const id = await send(session, given);
    const flags = flagsOf(expect, await shownMessage(sender, id));
    expect.same(flags.includes("read"), given.read_by_sender, "whether the message is read for its sender");
    const listed = expect.first(await expect.accepted(fetchAround(sender, id)), "the message in a list");
    expect.same(flagsOf(expect, listed), flags, "the flags in a list");
  },
});

/** A message is unread for those who never looked, whatever its sender says of it. */
export const unreadForOthers = property<Sent>({
  clause: ["message-resource/flags-read", "message-resource/flags"],
  given: aSend,
  examples: sendsOfAlice,
  async holds(session, given) {
    const { expect } = session;
    const id = await send(session, given);
    const flags = flagsOf(expect, await shownMessage(session.actor(given.pair[1]), id));
    expect.holds(!flags.includes("read"), "the message is read for somebody who never looked");
  },
});

/** Muting reads nothing: what comes to a muted topic or channel is unread, and what was there stays so, until it is read. */
export const mutedUnread = property<{ readonly pair: readonly [PersonName, PersonName]; readonly muted: "topic" | "channel" }>({
  clause: "message-resource/flags-read",
  given: { pair: twoPeople(...people), muted: fc.constantFrom("topic", "channel") },
  examples: [
    { pair: ["alice", "bob"], muted: "topic" },
    { pair: ["alice", "bob"], muted: "channel" },
  ],
  async holds(session, { pair: [from, to], muted }) {
    const { expect } = session;
    const [sender, reader] = [session.actor(from), session.actor(to)];
    const [channel, topic] = [session.channels.general, session.fresh("muted")];
    const before = await sendToChannel(sender, channel, topic);
    if (muted === "channel") await ownRealm(session).act({ action: "mute_channel", as: to, channel: "general", value: true });
    else if (session.level < levels.userTopics) throw new Untestable("the target has no policies of topics");
    else prepared.succeeded(await setPolicy(reader, channel, topic, 1), "POST /user_topics");
    const after = await sendToChannel(sender, channel, topic);
    const readStates = async () => {
      const messages = await expect.accepted(fetchSince(reader, before, topicNarrow(channel, topic)));
      return messages.map((message) => [message.id, flagsOf(expect, message).includes("read")]);
    };
    const unread = [
      [before, false],
      [after, false],
    ];
    expect.same(await readStates(), unread, `whether messages of a muted ${muted} are read`);
    await setFlag(reader, after, "read");
    expect.same(await readStates(), [unread[0], [after, true]], "whether they are read after the last one was");
  },
});

/** Flags are the requester's own. */
export const own = property<{ readonly pair: readonly [PersonName, PersonName]; readonly name: string }>({
  clause: ["message-resource/flags", "message-resource/flags-read", "visibility/personal-state"],
  given: { pair: twoPeople(...activePeople), name: fc.constantFrom("starred", "read", "collapsed") },
  examples: ["starred", "read", "collapsed"].map((name) => ({ pair: ["alice", "bob"], name })),
  async holds(session, { pair: [from, to], name }) {
    const { expect } = session;
    const [sender, other] = [session.actor(from), session.actor(to)];
    const id = await sendToChannel(sender, session.channels.general, session.fresh());
    const [before, others] = [flagsOf(expect, await shownMessage(other, id)), await shownMessage(sender, id)];
    await setFlag(other, id, name);
    expect.sameSet(flagsOf(expect, await shownMessage(other, id)), [...before, name], "the flags after one was set");
    expect.same(await shownMessage(sender, id), others, "the message for another");
    await setFlag(other, id, name, "remove");
    expect.sameSet(flagsOf(expect, await shownMessage(other, id)), before, "the flags after it was removed");
  },
});

interface Read {
  readonly history: History;
  readonly who: PersonName;
}

const flagged: History = [
  { act: "send", by: "alice", to: { topic: "a" }, content: "soup" },
  { act: "send", by: "alice", to: { people: ["bob"] }, content: "bread" },
  { act: "flag", by: "bob", back: 0, flag: "starred" },
  { act: "flag", by: "bob", back: 0.9, flag: "read" },
];

/** Over any history a list and a single fetch show the same flags, and those that the reader set or removed as they are then. */
export const agree = property<Read>({
  clause: ["message-resource/flags", "message-resource/flags-read"],
  given: {
    history: aHistory({ messages: [1, 4], acts: ["flag", "flag", "edit", "reaction", "policy", "mute", "move"] }),
    who: anActor("bob", "alice", "cara"),
  },
  examples: [
    { history: flagged, who: "bob" },
    { history: flagged, who: "alice" },
  ],
  async holds(session, { history, who }) {
    const { expect } = session;
    const actor = session.actor(who);
    const received = (await stageHistory(session, history)).receivedBy(who);
    if (received.length === 0) throw new Untestable(`nothing was sent to ${who}`);
    const listed = await expect.accepted(fetchSince(actor, itemAt(received, 0).id, []));
    for (const { id, sender, flags } of received) {
      const message = expect.present(
        listed.find((one) => one.id === id),
        `the message ${id} in a list`,
      );
      const listedFlags = flagsOf(expect, message);
      expect.sameSet(
        listedFlags,
        flagsOf(expect, await shownMessage(actor, id)),
        `the flags of the message ${id} in a list, beside a single fetch,`,
      );
      const { starred = false, read = sender === who ? listedFlags.includes("read") : false } = flags[who] ?? {};
      expect.same(
        [listedFlags.includes("starred"), listedFlags.includes("read")],
        [starred, read],
        `whether ${id} is starred and read for ${who}`,
      );
    }
  },
});
