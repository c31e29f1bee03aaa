import type { Actor } from "../../client/actor.ts";
import { eventsSoFar, fetchSource, idsInTopic, messageOf, sendToChannel } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { isAllowed, register, subscriptionOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** A channel that does not exist is refused under the name by which it was asked for. */
export const unknownChannel = property({
  clause: ["messages.post/unknown-channel", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const queue = await alice.queue({ event_types: ["message"] });
    const [stream, content] = [session.fresh("no channel"), session.fresh("hello")];
    const fields = { type: "stream", to: stream, topic: session.fresh(), content };
    expect.refused(await alice.send("POST /messages", fields), "STREAM_DOES_NOT_EXIST", { stream }, "a message to no channel");
    const events = await eventsSoFar(queue);
    const traces = events.filter((event) => messageOf(event).content === content);
    expect.same(traces, [], "what the refused message brought");
  },
});

/** A name with characters that HTML escapes comes back as it was requested, or escaped. */
export const unknownChannelSpelled = property({
  clause: "messages.post/unknown-channel-as-requested",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const stream = `${session.fresh("no")} <&'>`;
    const fields = { type: "stream", to: stream, topic: session.fresh(), content: "hello" };
    const { stream: given } = expect.refused(
      await alice.send("POST /messages", fields),
      "STREAM_DOES_NOT_EXIST",
      {},
      "a message to no channel",
    );
    session.chooses("unknownChannelName", given === stream ? "asRequested" : "observed");
    const unescaped = String(given)
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replace(/&#(x27|39);/g, "'")
      .replaceAll("&amp;", "&");
    expect.same(unescaped, stream, "the field stream of the refusal, its entities decoded");
  },
});

/** A channel id that does not exist is refused with the same code. */
export const unknownChannelId = property({
  clause: "messages.post/unknown-channel-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const fields = { type: "stream", to: unknownId, topic: session.fresh(), content: "hello" };
    expect.refused(await alice.send("POST /messages", fields), "STREAM_DOES_NOT_EXIST", {}, "a message to no channel id");
  },
});

/** Somebody's message to a private channel that they do not know of. */
async function knocking(session: Session, outsider: Actor, insider: Actor, name: string): Promise<void> {
  const { expect } = session;
  const channel = session.channels[name]!;
  const lists = await register(outsider, ["subscription"]);
  const known = [lists.subscriptions, lists.unsubscribed, lists.never_subscribed].flat() as { stream_id: number }[];
  if (known.some((one) => one?.stream_id === channel)) throw new Untestable(`${outsider.name} knows of the channel ${name}`);
  const topic = session.fresh();
  const reply = await outsider.send("POST /messages", { type: "stream", to: channel, topic, content: "let me in" });
  const unknown = reply.body.code === "STREAM_DOES_NOT_EXIST";
  expect.refused(reply, unknown ? "STREAM_DOES_NOT_EXIST" : "BAD_REQUEST", {}, "a message to a private channel of others");
  session.chooses("hiddenChannel", unknown ? "unknown" : "refused");
  expect.same(await idsInTopic(insider, channel, topic), [], "what its subscribers find in the topic");
}

/** A private channel with hidden history refuses the messages of those who do not know of it. */
export const hiddenChannel = property({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  holds: (session) => knocking(session, session.as.bob, session.as.alice, "secret"),
});

/** So does one with a history that its subscribers share. */
export const hiddenTeam = property({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  holds: (session) => knocking(session, session.as.cara, session.as.alice, "team"),
});

const wildcardCode = ({ target }: Session, code: string): string => (target.level < 229 ? "BAD_REQUEST" : code);

const mention = (actor: Actor, to: number, topic: string, whom: string): Promise<Reply> =>
  actor.send("POST /messages", { type: "stream", to, topic, content: `@**${whom}** hello` });

/** Whether somebody may mention many; before there was a setting for it, administrators may. */
const mayMentionMany = async (session: Session, actor: Actor): Promise<boolean> =>
  session.target.level < 352
    ? ["owner", "administrator"].includes(actor.member.role)
    : isAllowed(actor, "realm_can_mention_many_users_group");

/** One without permission cannot mention a channel of many, by any of its names. */
export const channelWildcard = property({
  clause: ["messages.post/channel-wildcard", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const [channel, topic] = [session.channels.crowd, session.fresh()];
    if (await mayMentionMany(session, alice)) throw new Untestable("alice may mention many");
    const code = wildcardCode(session, "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
    for (const whom of ["all", "everyone"])
      expect.refused(await mention(alice, channel, topic, whom), code, {}, `a message with @**${whom}**`);
    expect.same(await idsInTopic(alice, channel, topic), [], "what is in the topic");
    const plain = await sendToChannel(alice, channel, topic, "all of you, hello");
    expect.same(await idsInTopic(alice, channel, topic), [plain], "what is in the topic after a message without a mention");
  },
});

/** One with permission can. */
export const channelWildcardPermitted = property({
  clause: "messages.post/wildcard-permitted",
  async holds(session) {
    const { expect } = session;
    const { dana } = session.as as { dana: Actor };
    if (!(await mayMentionMany(session, dana))) throw new Untestable("dana may not mention many");
    const { body } = await mention(dana, session.channels.crowd, session.fresh(), "all");
    expect.same(body.result, "success", "the result of a message with @**all**");
  },
});

/** Where there are few, anybody can mention all of them. */
export const wildcardOfFew = property({
  clause: "messages.post/wildcard-few",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const channel = session.channels.team;
    const few = 5;
    if (((await subscriptionOf(alice, channel))?.subscribers?.length ?? Number.POSITIVE_INFINITY) > few)
      throw new Untestable("alice is not in a channel team of few");
    for (const whom of ["all", "topic"]) {
      const { body } = await mention(alice, channel, session.fresh(), whom);
      expect.same(body.result, "success", `the result of a message with @**${whom}** where there are few`);
      await fetchSource(alice, body.id as number);
    }
  },
});

/** One without permission cannot mention a topic in which many have written. */
export const topicWildcard = property({
  clause: ["messages.post/topic-wildcard", "messages.post/wildcard-few"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as as { alice: Actor };
    const [channel, topic] = [session.channels.crowd, session.fresh()];
    if (await mayMentionMany(session, alice)) throw new Untestable("alice may mention many");
    expect.same((await mention(alice, channel, topic, "topic")).body.result, "success", "the result of a mention of a topic of one");
    let participants = 0;
    for (const name of Object.keys(session.target.cast)) {
      const { body } = await session.as[name]!.send("POST /messages", { type: "stream", to: channel, topic, content: "here" });
      if (body.result === "success") participants++;
    }
    const many = 20;
    if (participants < many) throw new Untestable(`only ${participants} of the cast can write in the channel crowd`);
    const code = wildcardCode(session, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
    const before = await idsInTopic(alice, channel, topic);
    expect.refused(await mention(alice, channel, topic, "topic"), code, {}, "a message with @**topic**");
    expect.same(await idsInTopic(alice, channel, topic), before, "what is in the topic");
  },
});
