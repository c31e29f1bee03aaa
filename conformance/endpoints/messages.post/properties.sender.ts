import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import {
  awaitMessage,
  channelFields,
  createChannel,
  eventsSoFar,
  fetchSource,
  holdsAny,
  isInOwnWords,
  noteToSelf,
  requireArrivals,
  sendMessage,
  sendToChannel,
  setPolicy,
} from "../../client/messages.ts";
import { boundOf, capabilities, policyOf, requireSubscribed, whileSet } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { aContent, type ContentShape } from "../../draw/contents.ts";
import { anActor, members, type PersonName, people, recipients } from "../../draw/people.ts";
import { anyText, delicate, falsyTexts } from "../../draw/texts.ts";
import { aPlainTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";
import { fieldsFor, type Sending } from "./sending.ts";

/** Anybody's message to a channel, to others or to themselves. */
const aSending: fc.Arbitrary<Sending> = fc.oneof({ withCrossShrink: true }, fc.record({ sender: anActor() }), recipients());

const oneToEach: readonly Sending[] = [{ sender: "alice" }, { sender: "alice", to: ["bob"] }, { sender: "bob", to: ["bob"] }];

/** An identifier as clients choose it: digits with a point, or any text. */
const aLocalId = fc.oneof(
  { withCrossShrink: true },
  fc.tuple(fc.nat(99_999), fc.integer({ min: 1, max: 99 })).map(([id, part]) => `${id}.${String(part).padStart(2, "0")}`),
  anyText({ max: 80 }),
);

/** A message with one of the two fields of the local echo is refused, or arrives; with both it arrives. */
const halfAnEcho = (clause: string, given: "queue_id" | "local_id", missing: "queue_id" | "local_id") =>
  property({
    clause,
    given: { sending: aSending, local_id: aLocalId },
    examples: [
      ...oneToEach.map((sending) => ({ sending, local_id: "17.01" })),
      ...(given === "local_id" ? [{ sending: { sender: "alice" } as const, local_id: "" }] : []),
    ],
    async holds(session, { sending, local_id }, expect) {
      const [sender, what] = [session.actor(sending.sender), `${given} without ${missing}`];
      const queue = await sender.queue({ event_types: ["message"] });
      const fields = fieldsFor(session, sending, session.fresh("echo"));
      const pair: Body = { queue_id: queue.isDeaf ? "no queue" : queue.id, local_id };
      const reply = await sender.send("POST /messages", { ...fields, [given]: pair[given] });
      const isAccepted = expect.isAccepted(reply, what, missing);
      const sent = isAccepted ? [expect.integer(reply.body.id, "the id in the answer")] : [];
      session.chooses("localEchoPair", isAccepted ? "observed" : "required");
      sent.push(await expect.accepted(sendMessage(sender, queue.isDeaf ? fields : { ...fields, ...pair })));
      await requireArrivals(queue, fields.content, sent, `the messages that arrive, the first with ${given} alone`);
    },
  });

export const localIdAlone = halfAnEcho("messages.post/local-id-needs-queue", "local_id", "queue_id");
export const queueIdAlone = halfAnEcho("messages.post/queue-needs-local-id", "queue_id", "local_id");

/** Any local_id comes back as it was sent, to the queue that was named and to no other. */
export const localIdUntouched = property({
  clause: ["local-id-untouched", "events/local-echo", "events/local-echo-only-there"],
  given: { sending: aSending, local_id: aLocalId },
  examples: [
    { sending: { sender: "alice" }, local_id: "17.01" },
    { sending: { sender: "alice", to: ["bob"] }, local_id: "0042" },
    { sending: { sender: "alice" }, local_id: "42" },
    { sending: { sender: "alice" }, local_id: "true" },
    ...falsyTexts.map((local_id) => ({ sending: { sender: "alice" }, local_id }) as const),
    { sending: { sender: "bob", to: ["bob"] }, local_id: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6.2026-01-01T00:00:00.000001Z..." },
    { sending: { sender: "cara", to: ["bob", "alice"] }, local_id: ` é"[1]' ${delicate} ` },
  ],
  async holds(session, { sending, local_id }, expect) {
    const sender = session.actor(sending.sender);
    if (!sending.to) await requireSubscribed(sender, session.channels.general);
    const [queue, other] = [await sender.queue({ event_types: ["message"] }), await sender.queue({ event_types: ["message"] })];
    const id = await expect.accepted(sendMessage(sender, { ...fieldsFor(session, sending), queue_id: queue.id, local_id }));
    const echo = await awaitMessage(queue, id);
    expect.same(echo.local_message_id, local_id, "local_message_id in the queue that was named");
    const inOther = expect.against("events/local-echo-only-there");
    const { local_message_id: told } = await awaitMessage(other, id);
    inOther.same(isInOwnWords(session, told) ? undefined : told, undefined, "local_message_id in another queue");
  },
});

/** The same message sent again, as a client that had no answer sends it under another local_id, is one more. */
export const sentAgain = property({
  clause: ["ids-increase", "sends-to-channel"],
  given: { sending: aSending, isEchoed: fc.boolean() },
  examples: [true, false].map((isEchoed) => ({ sending: { sender: "alice" }, isEchoed }) as const),
  async holds(session, { sending, isEchoed }, expect) {
    const sender = session.actor(sending.sender);
    const queue = await sender.queue({ event_types: ["message"] });
    const fields = fieldsFor(session, sending, session.fresh("again"));
    const ids: number[] = [];
    for (const local_id of ["17.01", "17.02"]) {
      const echo = isEchoed && !queue.isDeaf && { queue_id: queue.id, local_id };
      ids.push(await expect.accepted(sendMessage(sender, { ...fields, ...echo })));
    }
    expect.same(new Set(ids).size, 2, "the number of ids of two messages");
    await requireArrivals(queue, fields.content, ids, "the messages that arrive, of two alike");
  },
});

async function isRead(actor: Actor, id: number): Promise<boolean> {
  const { flags } = await actor.expect.accepted(fetchSource(actor, id));
  return actor.expect.list(flags, "the flags of a message").includes("read");
}

const aClientName = fc.constantFrom("touchstone/1", "website/1", "ZulipMobile/30.0 (Android)", "curl/8.5.0", "desktop app", "soup");

/** read_by_sender decides whether the message starts read for its sender, in channels and among people, and not whether it does for others. */
export const readBySender = property({
  clause: ["read-by-sender", "versioning/read-by-sender"],
  // What is asked for counts, whatever the client's name would decide without it.
  given: { sending: aSending, other: anActor(), userAgent: aClientName },
  examples: oneToEach.flatMap((sending) =>
    (["touchstone/1", "website/1"] as const).map((userAgent) => ({ sending, other: "bob", userAgent }) as const),
  ),
  async holds(session, { sending, other: drawn, userAgent }, expect) {
    const { sender, to = [drawn] } = sending;
    const [author, other] = [session.actor(sender), to.find((name) => name !== sender)];
    if (other && !sending.to) await requireSubscribed(session.actor(other), session.channels.general);
    const states: boolean[] = [];
    for (const read_by_sender of [true, false]) {
      const id = await expect.accepted(sendMessage(author, { ...fieldsFor(session, sending), read_by_sender }, { userAgent }));
      expect.same(await isRead(author, id), read_by_sender, "whether it starts read for the sender");
      if (other) states.push(await isRead(session.actor(other), id));
    }
    expect.same(states[0], states[1], `whether it starts read for ${other}`);
    if (states[0]) throw new Untestable(`whatever ${sender} sends starts read for ${other}`);
  },
});

/** Whether messages of a client start read on running servers: where people see what they send. */
const startsRead: Readonly<Record<string, boolean>> = { "touchstone/1": false, "curl/8.5.0": false, "website/1": true };

const goodMorning: ContentShape = { kind: "phrase", text: "good morning" };

/** Without read_by_sender the same client name gives the same every time, wherever the message goes and whatever it says. */
export const readByClient = property({
  clause: "read-by-client",
  given: {
    who: anActor(),
    userAgent: aClientName,
    // Sent by the one who acts, whoever is named as their sender.
    messages: fc.array(fc.record({ sending: aSending, content: aContent }), { minLength: 2, maxLength: 3 }),
  },
  examples: (["touchstone/1", "website/1"] as const).map((userAgent) => ({
    who: "alice" as const,
    userAgent,
    messages: oneToEach.map((sending) => ({ sending, content: goodMorning })),
  })),
  async holds(session, { who, userAgent, messages }, expect) {
    const author = session.actor(who);
    const states = new Set<boolean>();
    for (const { sending, content } of messages) {
      const fields = fieldsFor(session, { ...sending, sender: who }, content.text);
      states.add(await isRead(author, await expect.accepted(sendMessage(author, fields, { userAgent }))));
    }
    expect.same(states.size, 1, `the number of ways in which messages sent by ${userAgent} start read or unread`);
    const expected = startsRead[userAgent];
    if (session.isHeldToObserved && expected !== undefined)
      expect.same([...states], [expected], `whether messages sent by ${userAgent} start read, on servers of this kind,`);
  },
});

/** Returns the events so far of policies that a topic got, in whatever words a server tells the topic. */
async function policyEvents(queue: EventQueue, topic: string): Promise<readonly Body[]> {
  const { session } = queue.actor;
  const isOfTopic = (event: Body): boolean =>
    isInOwnWords(session, event.topic_name) ? holdsAny(event, [topic]) : session.asSent(event.topic_name) === topic;
  return (await eventsSoFar(queue)).filter((event) => event.type === "user_topic" && isOfTopic(event));
}

/** Sends to a topic once, or twice in a row. Returns the new policy after each; undefined where it did not change. */
async function sendsAndCompare(sender: Actor, channel: number, topic: string, times: 1 | 2): Promise<readonly (number | undefined)[]> {
  const queue = await sender.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });
  let before = await policyOf(sender, channel, topic);
  const changes: (number | undefined)[] = [];
  while (changes.length < times) {
    const change = await sendAndCompare(queue, channel, topic, before);
    before = change ?? before;
    changes.push(change);
  }
  return changes;
}

/** Sends to a topic of a known policy. Answer, event and registration have to agree on the new one, which is returned; undefined where it did not change. */
async function sendAndCompare(queue: EventQueue, channel: number, topic: string, before: number): Promise<number | undefined> {
  const sender = queue.actor;
  const { expect } = sender;
  const body = expect.succeeded(await sender.send("POST /messages", channelFields(channel, topic)), "sending");
  const after = await policyOf(sender, channel, topic);
  const given = body.automatic_new_visibility_policy;
  const expected = after === before ? undefined : after;
  const what = `automatic_new_visibility_policy of a send that ${after === before ? `leaves the policy ${before}` : `changes the policy from ${before} to ${after}`}`;
  const isValue = given === undefined || given === 2 || given === 3;
  const value = expect.against("messages.post/automatic-policy-value");
  (isValue ? expect.against("messages.post/automatic-policy-given") : value).same(given, expected, what);
  const events = await policyEvents(queue, topic);
  // In words of the server's own an event tells the topic, and may tell the rest.
  const ownOr = (told: unknown, value: unknown): unknown => (isInOwnWords(sender.session, told) ? value : told);
  const announced = events.map((event) =>
    isInOwnWords(sender.session, event.topic_name)
      ? [channel, expected]
      : [ownOr(event.stream_id, channel), ownOr(event.visibility_policy, expected)],
  );
  const told = expect.against("events/automatic-policy");
  told.same(announced, expected === undefined ? [] : [[channel, expected]], "the user_topic events of the send");
  if (expected !== undefined) value.holds(expected === 2 || expected === 3, `automatic_new_visibility_policy is ${expected}, not 2 or 3`);
  return expected;
}

/** The answer says the new policy if and only if the send changed it, as event and registration do, whatever policy was set before, and again once it is reset. */
export const automaticPolicy = property<{ who: PersonName; topic: TopicShape; policy: number | null }>({
  clause: ["automatic-policy-given", "automatic-policy-value", "events/automatic-policy", "topic-policy/by-sending"],
  given: { who: anActor(...people), topic: aPlainTopic, policy: fc.constantFrom(null, 0, 1, 2, 3) },
  examples: [
    ...[null, 1, 2, 3].map((policy) => ({ who: "alice", topic: { kind: "plain" }, policy }) as const),
    ...(["bob", "cara", "dana"] as const).flatMap((who) => [null, 1].map((policy) => ({ who, topic: { kind: "plain" }, policy }) as const)),
  ],
  async holds(session, { who, topic, policy }, expect) {
    const [sender, channel] = [session.actor(who), session.channels.general];
    await requireSubscribed(sender, channel);
    const name = topicOf(topic, { fresh: session.fresh(), limit: await boundOf(sender, "max_topic_length") });
    const set = async (value: number) => prepared.succeeded(await setPolicy(sender, channel, name, value), "POST /user_topics");
    if (policy !== null) await set(policy);
    const changes = [...(await sendsAndCompare(sender, channel, name, 2))];
    await set(0);
    changes.push(...(await sendsAndCompare(sender, channel, name, 1)));
    const [ofMuted, , ofNone] = changes;
    if (policy === 1 && ofNone !== undefined)
      expect.holds(
        ofMuted !== undefined,
        "a send changes the policy of a topic without one, and not of one that is muted",
        "topic-policy/by-sending",
      );
    if (changes.every((change) => change === undefined)) throw new Untestable(`the settings of ${who} change no policy by a send`);
  },
});

/** A policy that a send gives, as its answer says without a registration, is told once, with an event to all queues of the sender, and not again when the policy stays. */
export const automaticPolicyOnce = property<{ who: PersonName; echoes: boolean }>({
  clause: ["automatic-policy-given", "automatic-policy-value", "events/automatic-policy"],
  given: { who: anActor(...people), echoes: fc.boolean() },
  examples: [true, false].flatMap((echoes) => (["alice", "bob", "cara", "dana"] as const).map((who) => ({ who, echoes }))),
  async holds(session, { who, echoes }, expect) {
    const [sender, channel, topic] = [session.actor(who), session.channels.general, session.fresh()];
    await requireSubscribed(sender, channel);
    /** Sends with a queue, which hears of its own message by the local id that was sent along. */
    const send = async () => {
      const queue = await sender.queue({ event_types: ["user_topic", "message"], client_capabilities: capabilities });
      const echo = echoes ? { queue_id: queue.id, local_id: session.fresh() } : {};
      const reply = await sender.send("POST /messages", { ...channelFields(channel, topic), ...echo });
      const { automatic_new_visibility_policy: policy } = expect.succeeded(reply, "sending");
      return { policy, events: (await policyEvents(queue, topic)).length };
    };
    const [first, again] = [await send(), await send()];
    if (first.policy === undefined) throw new Untestable(`the settings of ${who} change no policy by a send`);
    expect.holds(
      [2, 3].includes(first.policy as number),
      `the policy given by a send is ${first.policy}`,
      "messages.post/automatic-policy-value",
    );
    expect.same(again.policy, undefined, "the policy given by a second send", "messages.post/automatic-policy-given");
    const told = "the number of user_topic events of a send that changed the policy, and of one that did not";
    expect.same([first.events, again.events], [1, 0], told, "events/automatic-policy");
  },
});

/** A policy that somebody gets by mentioning themselves is named in the answer, or told by an event alone, as on running servers. */
export const byOwnMention = property({
  clause: "automatic-policy-by-mention",
  given: { who: anActor(...members) },
  examples: [{ who: "alice" }, { who: "bob" }],
  async holds(session, { who }, expect) {
    const [writer, other] = [session.actor(who), session.actor(who === "alice" ? "bob" : "alice")];
    const { general } = session.channels;
    const topic = session.fresh();
    // Who does not begin the topic follows it by no more than the mention.
    await sendToChannel(other, general, topic);
    const { sender_full_name: name } = await noteToSelf(writer, "note");
    const before = await policyOf(writer, general, topic);
    const reply = await writer.send("POST /messages", channelFields(general, topic, `@**${name}** note`));
    const { automatic_new_visibility_policy: given } = expect.succeeded(reply, "a message that mentions its sender");
    const after = await policyOf(writer, general, topic);
    if (after === before) throw new Untestable(`${who} does not follow topics by mentions of themselves`);
    if (given !== undefined) expect.same(given, after, "automatic_new_visibility_policy of a message that mentions its sender");
    session.chooses("policyByOwnMention", given === undefined ? "observed" : "named");
  },
});

/** When a setting changes the policy of a topic. */
const when = { onSending: 2, onStarting: 3, never: 4 } as const;

/** The member whose settings change: cara, of whom other runs want nothing, else one whom the target gives. And another one. */
function writers({ target }: Session): readonly [writer: PersonName, other: PersonName] {
  const [writer, other] = (["cara", "bob", "alice"] as const).filter((name) => Object.hasOwn(target.cast, name));
  if (!writer || !other) throw new Untestable("the cast has no two members");
  return [writer, other];
}

const aSetting = fc.constantFrom("never", "onSending", "onStarting");

/** The settings of a sender decide whether a topic is followed, and in a muted channel unmuted, on sending or on starting. */
export const bySettings = property({
  clause: [
    ...["topic-policy/by-sending", "topic-policy/never-by-sending", "events/automatic-policy"],
    ...["automatic-policy-given", "automatic-policy-value"],
  ],
  serial: "settings of a writer",
  given: { isMuted: fc.boolean(), isStarter: fc.boolean(), follow: aSetting, unmute: aSetting },
  examples: [
    { isMuted: false, isStarter: true, follow: "never", unmute: "never" },
    { isMuted: false, isStarter: true, follow: "onSending", unmute: "never" },
    { isMuted: false, isStarter: false, follow: "onSending", unmute: "never" },
    { isMuted: false, isStarter: true, follow: "onStarting", unmute: "never" },
    { isMuted: false, isStarter: false, follow: "onStarting", unmute: "onSending" },
    { isMuted: true, isStarter: false, follow: "onStarting", unmute: "onSending" },
    { isMuted: true, isStarter: false, follow: "never", unmute: "never" },
    { isMuted: true, isStarter: true, follow: "never", unmute: "onStarting" },
  ],
  async holds(session, { isMuted, isStarter, follow, unmute }) {
    const [writer, other] = writers(session);
    const settings = {
      automatically_unmute_topics_in_muted_streams_policy: when[unmute],
      automatically_follow_topics_policy: when[follow],
    };
    await whileSet(session.actor(writer), "user", settings, async () => {
      const name = session.fresh("channel");
      const channel = isMuted ? await createChannel(session, name, [other, writer]) : session.channels.general;
      if (isMuted) await session.steering.act({ action: "mute_channel", as: writer, channel: name, value: true });
      const topic = session.fresh();
      if (!isStarter) await sendToChannel(session.actor(other), channel, topic);
      const says = (setting: keyof typeof when): boolean => setting === "onSending" || (setting === "onStarting" && isStarter);
      const [first, second] = await sendsAndCompare(session.actor(writer), channel, topic, 2);
      // A topic that is followed or unmuted already is not changed by sending to it again.
      session.expect.same(second, undefined, "the policy given by a second send");
      const expected = says(follow) || (isMuted && says(unmute));
      const what = `whether a send to a topic of ${isStarter ? "one's own" : `${other}'s`} changed its policy`;
      const isNever = follow === "never" && unmute === "never";
      session.expect.same(first !== undefined, expected, what, isNever ? "topic-policy/never-by-sending" : undefined);
      if (expected || isMuted) return;
      prepared.succeeded(await setPolicy(session.actor(writer), channel, topic, 1), "POST /user_topics");
      const [taken] = await sendsAndCompare(session.actor(writer), channel, topic, 1);
      session.expect.same(taken, undefined, "the policy given by a send to a topic that the sender muted");
    });
  },
});
