import type { Actor } from "../../client/actor.ts";
import { idsInTopic, sendMessage } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { isAllowed, register, subscribersOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { prepared, Untestable } from "../../expect.ts";
import { arrivals, channelFields } from "./sending.ts";

const noChannel = "STREAM_DOES_NOT_EXIST";

/** A channel that does not exist is refused under the name by which it was asked for; the same message to one that exists is sent. */
export const unknownChannel = property({
  clause: ["messages.post/unknown-channel", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const queue = await alice.queue({ event_types: ["message"] });
    const stream = session.fresh("no channel");
    const fields = channelFields(stream, session.fresh(), session.fresh("hello"));
    expect.refused(await alice.send("POST /messages", fields), noChannel, { stream }, "a message to no channel");
    const sent = await expect.accepted(sendMessage(alice, { ...fields, to: session.channels.general }));
    expect.same(await arrivals(queue, fields.content), [sent], "the messages that arrive, the first to no channel");
  },
});

const decoded = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replace(/&#(x27|39);/g, "'")
    .replaceAll("&amp;", "&");

/** A name with characters that HTML escapes comes back as it was requested, or escaped. */
export const unknownChannelSpelled = property({
  clause: "messages.post/unknown-channel-as-requested",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const asked = `${session.fresh("no")} <&'>`;
    const fields = channelFields(asked, session.fresh());
    const reply = await alice.send("POST /messages", fields);
    const stream = expect.text(reply.body.stream, "the field stream of the refusal of a message to no channel");
    expect.refused(reply, noChannel, { stream }, "a message to no channel");
    expect.same(decoded(stream), asked, "the field stream of the refusal, its entities decoded");
    session.chooses("unknownChannelName", stream === asked ? "asRequested" : "observed");
    await expect.accepted(sendMessage(alice, { ...fields, to: session.channels.general }));
  },
});

/** A channel id that does not exist is refused with the same code. What stands beside it is said of names alone. */
export const unknownChannelId = property({
  clause: "messages.post/unknown-channel-id",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const fields = channelFields(unknownId, session.fresh());
    const { code } = expect.declined(await alice.send("POST /messages", fields), "a message to no channel id");
    expect.same(code, noChannel, "the code of the refusal of a message to no channel id");
    await expect.accepted(sendMessage(alice, { ...fields, to: session.channels.general }));
  },
});

/** @throws Untestable: a registration of the actor's shows the channel */
async function requireStranger(actor: Actor, channel: number): Promise<void> {
  const state = await register(actor, ["subscription"]);
  const lists = ["subscriptions", "unsubscribed", "never_subscribed"].map((name) =>
    prepared.objects(state[name], `${name} in a registration`),
  );
  if (lists.flat().some(({ stream_id }) => stream_id === channel)) throw new Untestable(`${actor.name} knows of the channel`);
}

/** Somebody's message to a private channel that they do not know of is refused; that of one of its subscribers is sent. */
async function requireClosed(session: Session, outsider: Actor, insider: Actor, channel: number): Promise<void> {
  const { expect } = session;
  await requireStranger(outsider, channel);
  const fields = channelFields(channel, session.fresh(), "let me in");
  const reply = await outsider.send("POST /messages", fields);
  const isUnknown = reply.body.code === noChannel;
  if (isUnknown) expect.declined(reply, "a message to a private channel of others");
  else expect.refused(reply, "BAD_REQUEST", {}, "a message to a private channel of others");
  session.chooses("hiddenChannel", isUnknown ? "unknown" : "refused");
  const sent = await expect.accepted(sendMessage(insider, fields));
  expect.same(await expect.accepted(idsInTopic(insider, channel, fields.topic)), [sent], "what its subscribers find in the topic");
}

/** A private channel with hidden history refuses the messages of those who do not know of it. */
export const hiddenChannel = property({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  holds: (session) => requireClosed(session, session.as.bob, session.as.alice, session.channels.secret),
});

/** So does one with a history that its subscribers share. */
export const hiddenTeam = property({
  clause: ["messages.post/hidden-channel", "messages.post/no-trace"],
  holds: (session) => requireClosed(session, session.as.cara, session.as.alice, session.channels.team),
});

const wildcardCode = ({ level }: Session, code: string): string => (level < 229 ? "BAD_REQUEST" : code);

const mention = (actor: Actor, to: number, topic: string, whom: string): Promise<Reply> =>
  actor.send("POST /messages", channelFields(to, topic, `@**${whom}** hello`));

/** Sends a mention that has to be accepted. Returns the id of its message, which has to be the newest of its topic. */
async function mentionThere(actor: Actor, to: number, topic: string, whom: string): Promise<number> {
  const { expect } = actor;
  const body = expect.succeeded(await mention(actor, to, topic, whom), `a message with @**${whom}** by ${actor.name}`);
  const id = expect.integer(body.id, "the id in the answer");
  expect.same((await expect.accepted(idsInTopic(actor, to, topic))).at(-1), id, "the newest message of the topic");
  return id;
}

/** Returns whether somebody may mention many; before there was a setting for it, administrators may. */
const mayMentionMany = async (actor: Actor): Promise<boolean> =>
  actor.level < 352 ? ["owner", "administrator"].includes(actor.role) : isAllowed(actor, "realm_can_mention_many_users_group");

/** @throws Untestable: the actor may mention many */
async function requireRestricted(actor: Actor): Promise<void> {
  if (await mayMentionMany(actor)) throw new Untestable(`${actor.name} may mention many`);
}

/** One without permission cannot mention a channel of many, by any of its names. */
export const channelWildcard = property({
  clause: ["messages.post/channel-wildcard", "messages.post/no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.crowd, session.fresh()];
    await requireRestricted(alice);
    const code = wildcardCode(session, "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
    for (const whom of ["all", "everyone"])
      expect.refused(await mention(alice, channel, topic, whom), code, {}, `a message with @**${whom}**`);
    const plain = await expect.accepted(sendMessage(alice, channelFields(channel, topic, "all of you, hello")));
    expect.same(
      await expect.accepted(idsInTopic(alice, channel, topic)),
      [plain],
      "what is in the topic after a message without a mention",
    );
  },
});

/** One with permission can. */
export const channelWildcardPermitted = property({
  clause: "messages.post/wildcard-permitted",
  async holds(session) {
    const { dana } = session.as;
    if (!(await mayMentionMany(dana))) throw new Untestable("dana may not mention many");
    await mentionThere(dana, session.channels.crowd, session.fresh(), "all");
  },
});

/** Where there are few, anybody can mention all of them. */
export const wildcardOfFew = property({
  clause: "messages.post/wildcard-few",
  async holds(session) {
    const { alice } = session.as;
    const [channel, few] = [session.channels.team, 5];
    if ((await subscribersOf(alice, channel)).length > few) throw new Untestable("alice is not in a channel team of few");
    for (const whom of ["all", "topic"]) await mentionThere(alice, channel, session.fresh(), whom);
  },
});

/** Lets everybody of the cast who may write to a topic of a channel do so. @throws Untestable: they are not many */
async function gather(session: Session, channel: number, topic: string): Promise<void> {
  const many = 20;
  let participants = 0;
  for (const name of Object.keys(session.target.cast)) {
    const { body } = await session.actor(name).send("POST /messages", channelFields(channel, topic, "here"));
    if (body.result === "success") participants++;
  }
  if (participants < many) throw new Untestable(`only ${participants} of the cast can write in the channel crowd`);
}

/** One without permission cannot mention a topic in which many have written. */
export const topicWildcard = property({
  clause: ["messages.post/topic-wildcard", "messages.post/wildcard-few"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const [channel, topic] = [session.channels.crowd, session.fresh()];
    await requireRestricted(alice);
    await mentionThere(alice, channel, topic, "topic");
    await gather(session, channel, topic);
    const code = wildcardCode(session, "TOPIC_WILDCARD_MENTION_NOT_ALLOWED");
    const before = await expect.accepted(idsInTopic(alice, channel, topic));
    expect.refused(await mention(alice, channel, topic, "topic"), code, {}, "a message with @**topic**");
    const plain = await expect.accepted(sendMessage(alice, channelFields(channel, topic)));
    expect.same(await expect.accepted(idsInTopic(alice, channel, topic)), [...before, plain], "what is in the topic");
  },
});
