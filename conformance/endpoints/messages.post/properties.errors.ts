import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { channelOfMany, fewWithTopicOfMany, topicOfMany } from "../../client/crowd.ts";
import { mayMentionMany } from "../../client/groups.ts";
import { decoded } from "../../client/html.ts";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { channelFields, channelNameOf, fetchMessage, idsInTopic, requireArrivals, sendMessage } from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import { requireSubscribed, standing, subscribersOf } from "../../client/registration.ts";
import { ownRealm, type Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { activePeople, administrators, anActor, members, type PersonName } from "../../draw/people.ts";
import { anId, idOf } from "../../draw/references.ts";
import { aPhrase, textKinds, textOf } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

const noChannel = codes.noSuchChannel;

const noTrace = "messages.post/no-trace";

const unescapedKinds = textKinds.filter((kind) => kind !== "punctuation" && kind !== "grapheme");

/** A channel that does not exist is refused under the name by which it was asked for, be it digits in JSON; the same message to one that exists is sent. */
export const unknownChannel = property({
  clause: ["unknown-channel", "errors/unknown-channel", "no-trace"],
  given: {
    who: anActor(),
    // Without what HTML escapes.
    tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), textOf({ max: 16, kinds: unescapedKinds })),
    type: fc.constantFrom("stream", "channel"),
    isId: fc.constant<boolean>(false),
  },
  examples: [
    { who: "alice", tail: "", type: "stream", isId: false },
    { who: "alice", tail: "kanał ☂ 𐐀🌱", type: "channel", isId: false },
    { who: "alice", tail: "", type: "channel", isId: true },
  ],
  async holds(session, { who, tail, type, isId }, expect) {
    const { level } = session;
    const sender = session.actor(who);
    await requireSubscribed(sender, session.channels.general);
    const queue = await sender.queue({ event_types: ["message"] });
    if (isId) session.needsObserved("the name of a channel in JSON");
    const stream = isId ? String(session.channels.general) : `${session.fresh("no channel")}${tail}`;
    const fields = channelFields(isId ? JSON.stringify(stream) : stream, session.fresh(), session.fresh("hello"));
    const named = { ...fields, type: level < levels.channelType ? "stream" : type };
    expect.refused(await sender.send("POST /messages", named), noChannel, { stream }, "a message to no channel");
    const sent = await expect.accepted(sendMessage(sender, { ...named, to: session.channels.general }));
    await requireArrivals(queue, fields.content, [sent], "the messages that arrive, the first to no channel", noTrace);
  },
});

/** A name with characters that HTML escapes comes back as it was requested, or escaped. */
export const unknownChannelSpelled = property({
  clause: ["unknown-channel-as-requested", "errors/unknown-channel-escapes"],
  given: {
    who: anActor(),
    tail: fc
      .tuple(textOf({ max: 12, kinds: ["punctuation", "letter", "space"] }), fc.constantFrom("&", "<b>", "'", '"x"', "&amp;"))
      .map((parts) => parts.join("")),
  },
  examples: [{ who: "alice", tail: " <&'>" }],
  async holds(session, { who, tail }, expect) {
    const sender = session.actor(who);
    const asked = `${session.fresh("no")}${tail}`;
    const fields = channelFields(asked, session.fresh());
    const reply = await sender.send("POST /messages", fields);
    expect.declined(reply, "a message to no channel");
    const stream = expect.text(reply.body.stream, "the field stream of the refusal of a message to no channel");
    expect.refused(reply, noChannel, { stream }, "a message to no channel");
    if (stream !== asked) expect.same(decoded(stream), asked, "the field stream of the refusal, its entities decoded");
    session.chooses("unknownChannelName", stream === asked ? "asRequested" : "observed");
    await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
  },
});

/** A text that no channel can have as its name is a channel that does not exist. */
export const oddChannelName = property({
  clause: ["odd-channel-names", "unknown-channel"],
  given: { who: anActor(), name: fc.constantFrom("x".repeat(500), "a\u0007b") },
  examples: [{ who: "alice", name: "x".repeat(500) }],
  async holds(session, { who, name }, expect) {
    const sender = session.actor(who);
    const fields = channelFields(name, session.fresh());
    const { code } = expect.declined(await sender.send("POST /messages", fields), "a message to no channel");
    session.chooses("oddChannelNames", code === noChannel ? "names" : "observed");
    await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
  },
});

/** A channel id that does not exist is refused with the same code, and comes back as the text `stream`, or as running servers have it under a field of its own. */
export const unknownChannelId = property({
  clause: ["unknown-channel-id", "unknown-channel-id-field"],
  given: { who: anActor(), id: anId("unknown", "zero", "negative") },
  examples: [{ who: "alice", id: { kind: "unknown", id: unknownId } }],
  async holds(session, { who, id: shape }, expect) {
    const sender = session.actor(who);
    const id = prepared.integer(idOf(shape, { existing: [] }), "an id of no channel");
    const fields = channelFields(id, session.fresh());
    const { code, stream, stream_id } = expect.declined(await sender.send("POST /messages", fields), "a message to no channel id");
    expect.same(code, noChannel, "the code of the refusal of a message to no channel id");
    const isText = stream === String(id);
    const what = "the field stream of the refusal of a message to no channel id";
    // By an id no name is requested: without a field for it, or with one of their own, strangers say enough.
    const isSaid = session.isHeldToObserved || stream !== undefined;
    if (stream_id !== id && isSaid) expect.same(stream, String(id), what, "messages.post/unknown-channel-id-field");
    if (isSaid || stream_id !== undefined) session.chooses("unknownChannelId", isText ? "stream" : "observed");
    await expect.accepted(sendMessage(sender, { ...fields, to: session.channels.general }));
  },
});

/** Private channels, the first with hidden history, the other with one that its subscribers share, each with who is not in it and who is. */
const closed = [
  ["secret", "bob", "alice"],
  ["team", "cara", "alice"],
  ["secret", "gus", "cara"],
  ["team", "gus", "bob"],
] as const;

/** Returns the names of the channels that a registration of the actor's shows, by their ids. */
async function channelsKnown(actor: Actor): Promise<Map<unknown, unknown>> {
  const state = await standing(actor, ["subscription"]);
  const lists = ["subscriptions", "unsubscribed", "never_subscribed"].map((name) =>
    prepared.objects(state[name], `${name} in a registration`),
  );
  return new Map(lists.flat().map(({ stream_id, name }) => [stream_id, name]));
}

/** A message to a private channel by somebody who does not know of it is refused; that of one of its subscribers is sent. */
export const hiddenChannel = property({
  clause: ["hidden-channel", "no-trace"],
  given: { room: fc.constantFrom(...closed), by: fc.constantFrom("id", "name") },
  examples: closed.flatMap((room) => (["id", "name"] as const).map((by) => ({ room, by }))),
  async holds(session, { room: [closedOne, outsider, insider], by }, expect) {
    const [stranger, member, channel] = [session.actor(outsider), session.actor(insider), session.channel(closedOne)];
    if ((await channelsKnown(stranger)).has(channel)) throw new Untestable(`${stranger.name} knows of the channel`);
    const name = prepared.text((await channelsKnown(member)).get(channel), "the name of the channel");
    const queue = await member.queue({ event_types: ["message"] });
    const fields = channelFields(by === "id" ? channel : name, session.fresh(), session.fresh("let me in"));
    const reply = await stranger.send("POST /messages", fields);
    const isUnknown = reply.body.code === noChannel;
    if (isUnknown) expect.declined(reply, "a message to a private channel of others");
    else expect.refused(reply, codes.badRequest, {}, "a message to a private channel of others");
    session.chooses("hiddenChannel", isUnknown ? "unknown" : "refused");
    const sent = await expect.accepted(sendMessage(member, fields));
    await requireArrivals(queue, fields.content, [sent], "what arrives for its subscribers", noTrace);
  },
});

const everybody = ["all", "everyone", "stream"];

const aSide = fc.oneof({ withCrossShrink: true }, fc.constantFrom("", "(", "look\n\n"), aPhrase);

/** Content of somebody of these with one of some words that mention everybody, and text around it: at first each word by the first of them. */
const mentioning = ([first, ...names]: readonly [PersonName, ...PersonName[]], words: readonly string[]) => ({
  given: { who: anActor<PersonName>(first, ...names), whom: fc.constantFrom(...words), before: aSide, after: aSide },
  examples: words.map((whom) => ({ who: first, whom, before: "", after: "hello" })),
});

type Mention = ValueOf<ReturnType<typeof mentioning>["given"]>;

const sendMention = (actor: Actor, to: number | string, topic: string, { whom, before, after }: Mention): Promise<Reply> =>
  actor.send("POST /messages", channelFields(to, topic, `${before} @**${whom}** ${after}`.trim()));

/** Returns the newest of some messages, in whatever order they are listed. */
const newestOf = (ids: readonly number[]): number | undefined => ids.toSorted((a, b) => a - b).at(-1);

const amongFew = "messages.post/wildcard-few";

/** Sends a mention that is allowed by a clause, so that it has to be accepted. Its message has to be the newest of its topic. */
async function requireMentioned(actor: Actor, to: number, topic: string, mention: Mention, clause: string): Promise<void> {
  const { expect } = actor;
  const reply = await sendMention(actor, to, topic, mention);
  const body = expect.against(clause).succeeded(reply, `a message with @**${mention.whom}** by ${actor.name}`);
  const id = expect.integer(body.id, "the id in the answer");
  expect.same(newestOf(await expect.accepted(idsInTopic(actor, to, topic))), id, "the newest message of the topic");
}

/** @throws Untestable: the actor may mention many */
async function requireRestricted(actor: Actor): Promise<void> {
  if (await mayMentionMany(actor)) throw new Untestable(`${actor.name} may mention many`);
}

type Place = "Channel" | "Topic";

/** Returns the code of a refusal that has one of its own from level 229. */
const wildcardCode = ({ level }: Session, place: Place): string =>
  level < levels.wildcardCodes ? codes.badRequest : codes[`noWildcardIn${place}`];

/** Requires that a mention is refused and not sent, and that a message without one is. */
async function requireMentionRefused(sender: Actor, to: number, topic: string, mention: Mention, place: Place): Promise<void> {
  const { expect, session } = sender;
  const before = await idsInTopic(sender, to, topic);
  const reply = await sendMention(sender, to, topic, mention);
  // No sentence shows the words by which all are mentioned: this one is the least known.
  if (reply.body.result === "success" && mention.whom === "stream") session.needsObserved("@**stream** mentions all");
  expect.refused(reply, wildcardCode(session, place), {}, `a message with @**${mention.whom}**`);
  const plain = await expect.accepted(sendMessage(sender, channelFields(to, topic, "all of you, hello")));
  const after = await expect.accepted(idsInTopic(sender, to, topic));
  const isSent = after.some((id) => id < plain && !before.includes(id));
  expect.same(after, [...before, plain], "what is in the topic", isSent ? noTrace : undefined);
}

const channelMention = {
  ...mentioning(members, everybody),
  async holds(session: Session, mention: Mention): Promise<void> {
    const sender = session.actor(mention.who);
    await requireRestricted(sender);
    await requireMentionRefused(sender, await channelOfMany(session), session.fresh(), mention, "Channel");
  },
};

/** One without permission cannot mention a channel of many, by any of its names, nor can an administrator once nobody has it, or a bot whose owner has it. */
export const channelWildcard = property({
  clause: ["channel-wildcard", "errors/channel-wildcard", "versioning/wildcard-codes", "no-trace"],
  // Those who may not by default, or once others alone may: administrators where nobody may, a bot where members, of whom one owns it, may.
  given: mentioning([...members, ...administrators, "robo"], everybody).given,
  examples: [...channelMention.examples, ...mentioning(administrators, ["all"]).examples, ...mentioning(["robo"], ["all"]).examples],
  async holds(session, mention) {
    const permit = (value: unknown) => ownRealm(session).act({ action: "set_realm", property: "can_mention_many_users_group", value });
    const isAdministrator = (administrators as readonly string[]).includes(mention.who);
    if (isAdministrator && (await mayMentionMany(session.actor(mention.who)))) await permit("role:nobody");
    if (mention.who === "robo") await permit({ direct_members: members.map((name) => session.actor(name).user_id), direct_subgroups: [] });
    await channelMention.holds(session, mention);
  },
});

/** @throws Untestable: the target is of a level before that from which a whole topic can be mentioned */
function requireTopicWildcards({ level }: Session): void {
  if (level < 191) throw new Untestable(`at level ${level} nobody can mention a topic`);
}

const topicMention = {
  ...mentioning(members, ["topic"]),
  async holds(session: Session, mention: Mention): Promise<void> {
    const sender = session.actor(mention.who);
    await requireRestricted(sender);
    const [channel, topic] = [await channelOfMany(session), session.fresh()];
    // A topic of few in a channel of many, before there is a message in it and then.
    for (let i = 0; i < 2; i++) await requireMentioned(sender, channel, topic, mention, amongFew);
    await requireMentionRefused(sender, channel, await topicOfMany(sender, channel, "Crowded"), mention, "Topic");
  },
};

/** One without permission cannot mention a topic in which many have written, and can before they have. */
export const topicWildcard = property({
  clause: ["topic-wildcard", "wildcard-few", "errors/topic-wildcard", "versioning/wildcard-codes", "no-trace"],
  ...topicMention,
});

/** In a channel of few a topic in which many have written cannot be mentioned, not beside the channel either, which alone can be. */
export const topicOfManyAmongFew = property({
  clause: ["topic-wildcard", "wildcard-few", "no-trace"],
  given: { ...mentioning(members, ["topic"]).given, beside: fc.constantFrom(undefined, ...everybody) },
  examples: [undefined, "all"].map((beside) => ({ who: "alice", whom: "topic", before: "", after: "hello", beside }) as const),
  async holds(session, { beside, ...mention }) {
    requireTopicWildcards(session);
    const sender = session.actor(mention.who);
    await requireRestricted(sender);
    const { channel, topic } = await fewWithTopicOfMany(sender);
    const after = beside === undefined ? mention.after : `${mention.after} @**${beside}**`;
    await requireMentionRefused(sender, channel, topic, { ...mention, after }, "Topic");
    await requireMentioned(sender, channel, topic, { ...mention, whom: beside ?? "all" }, amongFew);
  },
});

/** Many messages of one person are of few: a topic of them can be mentioned. */
export const manyByOne = property({
  clause: "wildcard-few",
  ...mentioning(members, ["topic"]),
  async holds(session, mention) {
    requireTopicWildcards(session);
    const sender = session.actor(mention.who);
    await requireRestricted(sender);
    const [{ general }, topic] = [session.channels, session.fresh()];
    for (let i = 0; i < 12; i++) await sendMessage(sender, channelFields(general, topic));
    await requireMentioned(sender, general, topic, mention, amongFew);
  },
});

/**
 * A mention of all, where the whole cast has written, is taken or refused, as the server sees the sender and how many are many, by the name of the channel
 * as by its id; what is refused is not sent.
 */
export const mentionOfCast = property({
  clause: ["no-trace", "sends-to-channel", "errors/channel-wildcard", "errors/topic-wildcard", "to-channel-name-or-id"],
  ...mentioning(["alice", "bob", "cara", "gus"], ["all", "topic"]),
  async holds(session, mention, expect) {
    const { general } = session.channels;
    const topic = session.fresh();
    const cast = activePeople.filter((name) => Object.hasOwn(session.target.cast, name));
    for (const writer of session.actors(cast)) await writer.send("POST /messages", channelFields(general, topic));
    const sender = session.actor(mention.who);
    const plain = await sendMessage(sender, channelFields(general, topic, "all of you, hello"));
    const named = await sendMention(sender, await channelNameOf(sender, plain), topic, mention);
    const reply = await sendMention(sender, general, topic, mention);
    const place = mention.whom === "topic" ? "Topic" : "Channel";
    const isTaken = reply.body.result === "success";
    const alike = `whether a message with @**${mention.whom}** is sent by the channel's name, as it is by its id`;
    expect.same(named.body.result === "success", isTaken, alike, "messages.post/to-channel-name-or-id");
    if (!isTaken) expect.refused(reply, wildcardCode(session, place), {}, `a message with @**${mention.whom}**`);
    const newest = newestOf(await expect.accepted(idsInTopic(sender, general, topic)));
    const what = `the newest message of the topic after one with @**${mention.whom}** was ${isTaken ? "sent" : "refused"}`;
    expect.same(newest, isTaken ? reply.body.id : plain, what, isTaken ? undefined : noTrace);
  },
});

/** On old servers neither has a code of its own. */
export const wildcardBefore = property({
  clause: ["errors/wildcard-before", "channel-wildcard", "wildcard-few", "no-trace"],
  until: levels.wildcardCodes,
  ...mentioning(members, [...everybody, "topic"]),
  async holds(session, mention) {
    if (mention.whom !== "topic") return channelMention.holds(session, mention);
    requireTopicWildcards(session);
    return topicMention.holds(session, mention);
  },
});

/** One with permission can mention a channel of many. */
export const channelWildcardPermitted = property({
  clause: "wildcard-permitted",
  ...mentioning(["dana", "owen"], everybody),
  async holds(session, mention) {
    const sender = session.actor(mention.who);
    if (!(await mayMentionMany(sender))) throw new Untestable(`${mention.who} may not mention many`);
    await requireMentioned(sender, await channelOfMany(session), session.fresh(), mention, "messages.post/wildcard-permitted");
  },
});

/** Returns the channel team. @throws Untestable: the actor is not in it, or it is not of few */
async function ofFew(actor: Actor): Promise<number> {
  const { team } = actor.session.channels;
  if ((await subscribersOf(actor, team)).length > 5) throw new Untestable(`${actor.name} is not in a channel team of few`);
  return team;
}

/** Anybody can mention all where there are few. */
export const wildcardOfFew = property({
  clause: "wildcard-few",
  ...mentioning(["alice", "bob"], [...everybody, "topic"]),
  async holds(session, mention) {
    const sender = session.actor(mention.who);
    await requireMentioned(sender, await ofFew(sender), session.fresh(), mention, amongFew);
  },
});

/** Surroundings of a line with a mention in which a server counts it as none. */
const shells: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `> ${line}`,
  (line) => `\`${line}\``,
  (line) => `\`\`\`quote\n${line}\n\`\`\``,
  (line) => `\`\`\`\n${line}\n\`\`\``,
  (line) => `\`\`\`spoiler\n${line}\n\`\`\``,
  (line) => `**${line}**`,
  (line) => `* ${line}`,
];

/** Content with a mention of everybody, loud or silent, in a quote, a block, a list, or plain. */
const aHiddenMention: fc.Arbitrary<string> = fc
  .record({
    shell: fc.nat(shells.length - 1),
    mark: fc.constantFrom("@", "@_", ""),
    whom: fc.constantFrom("all", "everyone"),
    side: aPhrase,
  })
  .map(({ shell, mark, whom, side }) => itemAt(shells, shell)(`${mark}**${whom}** ${side}`));

const forms = ["> @**all** soup", "@**all** soup", "```quote\n@**all** soup\n```", "`@**all**` soup", "@_**all** soup", "soup"];

/**
 * What counts as a mention of a channel is the same wherever: a message that is refused to one without permission where there are many
 * flags all who get it where there are few, and one that is let pass flags nobody. The specification does not say whether a quoted
 * mention is one.
 */
export const sameMention = property({
  clause: ["wildcard-same", "channel-wildcard"],
  given: { who: anActor("alice", "bob"), reader: anActor("alice", "bob"), content: aHiddenMention },
  examples: forms.map((content) => ({ who: "alice", reader: "bob", content }) as const),
  async holds(session, { who, reader, content }, expect) {
    const sender = session.actor(who);
    await requireRestricted(sender);
    const team = await ofFew(sender);
    const reply = await sender.send("POST /messages", channelFields(await channelOfMany(session), session.fresh(), content));
    const isRefused = reply.body.result === "error";
    const ofMany = expect.against("messages.post/channel-wildcard");
    if (isRefused) ofMany.refused(reply, wildcardCode(session, "Channel"), {}, `"${content}" to many`);
    else expect.succeeded(reply, `"${content}" to many`);
    const id = await expect.accepted(sendMessage(sender, channelFields(team, session.fresh(), content)));
    const flags = expect.list((await expect.accepted(fetchMessage(session.actor(reader), id))).flags, "the flags of a message to few");
    const isFlagged = flags.includes("stream_wildcard_mentioned");
    expect.same(isFlagged, isRefused, `whether "${content}", ${isRefused ? "refused" : "let pass"} to many, is flagged for one of few`);
  },
});
