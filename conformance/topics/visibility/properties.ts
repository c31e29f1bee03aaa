import fc from "fast-check";
import type { Actor, EventQueue } from "../../client/actor.ts";
import { Hideout } from "../../client/hideout.ts";
import { emptyStage } from "../../client/history.ts";
import { itemAt } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import {
  addReaction,
  channelNameOf,
  createChannel,
  eventsSoFar,
  fetchAround,
  fetchMessage,
  fetchMessages,
  idsOf,
  messageOf,
  messagesIn,
  sendToChannel,
  setFlag,
  topicNarrow,
} from "../../client/messages.ts";
import { unknownId } from "../../client/people.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import { aConversation, aPrivateChannel, betweenTwo, exchange, type HiddenPlace, someSecrets } from "../../draw/hidden.ts";
import { aNarrow, type NarrowGround, type NarrowOperator, type OperandShape, termsOf } from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { anAnchor, anchorAmong } from "../../draw/windows.ts";
import type { Body } from "../../expect.ts";
import { codes } from "../../text/limits.ts";

/** The way in which somebody looks for a message: a narrow with a window of so many messages on each side of any anchor. */
const aLook = fc.record({
  narrow: aNarrow({ terms: [0, 2] }),
  anchor: anAnchor("newest", "message", "first_unread", "oldest", "between"),
  around: fc.constantFrom(20, 0, 5),
});

type Look = ValueOf<typeof aLook>;

const lookBy = (operator: NarrowOperator, operand: OperandShape): Look => ({
  narrow: [{ operator, operand, negated: false }],
  anchor: { kind: "newest" },
  around: 20,
});

const someLooks = fc.array(aLook, { minLength: 1, maxLength: 2 });

/** A look without a narrow from each side, and by what messages of any kind have. */
const plainLooks: readonly Look[] = [
  { narrow: [], anchor: { kind: "newest" }, around: 20 },
  { narrow: [], anchor: { kind: "message", at: 0 }, around: 0 },
  { narrow: [], anchor: { kind: "first_unread" }, around: 5 },
  lookBy("sender", { of: "person", at: 0, as: "email" }),
  lookBy("search", { of: "word", word: "soup" }),
  lookBy("id", { of: "message", at: 0, as: "text" }),
];

/** Returns the ids of the messages that come by each way to ask for some. A request that is refused brings none. */
async function idsByAllWays(actor: Actor, ids: readonly number[], look: Look, ground: NarrowGround): Promise<number[]> {
  const { expect } = actor;
  const narrow = termsOf(look.narrow, ground);
  const window = { anchor: anchorAmong(look.anchor, ids), num_before: look.around, num_after: look.around };
  const got: number[] = [];
  for (const way of [window, { message_ids: ids }]) {
    const reply = await actor.send("GET /messages", { ...way, narrow });
    if (expect.isAccepted(reply, "GET /messages")) got.push(...idsOf(messagesIn(reply, expect)));
  }
  const reply = await actor.send("GET /messages/matches_narrow", { msg_ids: ids, narrow });
  if (expect.isAccepted(reply, "GET /messages/matches_narrow"))
    got.push(...Object.keys(expect.object(reply.body.messages, "the messages that match")).map(Number));
  return got;
}

const codeOf = async (actor: Actor, id: number, method = "GET"): Promise<readonly unknown[]> => {
  const { status, body } = await actor.send(`${method} /messages/${id}`);
  return [status, body.code, String(body.msg).replaceAll(String(id), "{id}")];
};

/** Requires that asking for a message is refused as for one that does not exist. */
async function requireLikeMissing(actor: Actor, ids: readonly number[]): Promise<void> {
  const { expect } = actor;
  const like = expect.against("visibility/like-missing");
  for (const id of ids) {
    const reply = await actor.send(`GET /messages/${id}`);
    // A success shows the message itself.
    const checks = reply.body.result === "error" ? like : expect;
    checks.refused(reply, codes.badRequest, {}, `GET /messages/{message_id} by ${actor.name}`);
    // Of both refusals the text has the code alone.
    if (!actor.session.isHeldToObserved) continue;
    const missing = await codeOf(actor, unknownId);
    const ofMissing = Number(missing[0]) >= 400 ? like : expect;
    ofMissing.same(await codeOf(actor, id), missing, "status, code and msg for a message that is not theirs to see");
    const undeleted = await codeOf(actor, unknownId, "DELETE");
    like.same(await codeOf(actor, id, "DELETE"), undeleted, "status, code and msg of a deletion of a message that is not theirs to see");
  }
}

/** Requires that somebody gets messages in no way, and that asking for one is refused as for one that does not exist. */
async function requireUnseen(actor: Actor, ids: readonly number[], looks: readonly Look[], ground: NarrowGround): Promise<void> {
  const { expect } = actor;
  await requireLikeMissing(actor, ids);
  for (const look of looks) {
    const got = await idsByAllWays(actor, ids, look, ground);
    const leaked = ids.filter((id) => got.includes(id));
    expect.same(leaked, [], `what ${actor.name} gets that is not theirs to see`);
  }
}

/** Requires that somebody gets messages by their ids, each alone and all at once. @param clause the clause that is broken where they do not, if not the first */
async function requireSeen(actor: Actor, ids: readonly number[], clause?: string): Promise<void> {
  const expect = actor.expect.against(clause);
  for (const id of ids) {
    expect.succeeded(await actor.send(`GET /messages/${id}`), `GET /messages/{message_id} by ${actor.name}`);
    expect.same((await actor.expect.accepted(fetchMessage(actor, id), clause)).id, id, "the id of the message");
    expect.same(idsOf(await actor.expect.accepted(fetchAround(actor, id), clause)), [id], `what ${actor.name} gets by the id`);
  }
}

/** A hidden place, what is said in it, and the ways in which an outsider looks for that. */
const hidden = (place: fc.Arbitrary<HiddenPlace>) => ({ place, acts: someSecrets("say", "edit", "react"), looks: someLooks });

/** Requires that what is said in a hidden place is there for its insiders, and for the outsider in no way. */
async function requireHidden(session: Session, { place, acts, looks }: ValueOf<ReturnType<typeof hidden>>): Promise<void> {
  const stage = await emptyStage(session);
  const hideout = new Hideout(place, stage);
  await hideout.play(acts);
  const ids = hideout.said.map(({ id }) => id);
  const channels = [stage.channel];
  if (place.channel !== undefined)
    channels.unshift({
      id: session.channel(place.channel),
      name: await channelNameOf(session.actor(itemAt(place.insiders, 0)), itemAt(ids, 0)),
    });
  for (const name of place.insiders) await requireSeen(session.actor(name), ids.slice(-1));
  const people = [...place.insiders, place.outsider].map((name) => session.actor(name));
  const ground = { level: session.level, people, channels, topics: [stage.topics.a], messages: ids };
  await requireUnseen(session.actor(place.outsider), ids, looks, ground);
}

const isDirect = lookBy("is", { of: "word", word: "dm" });

/** Nobody but its people can fetch a direct message in any way: an administrator sees no more of other people's than anyone. */
export const direct = property({
  clause: ["direct-message", "like-missing"],
  given: hidden(aConversation),
  examples: [
    { place: betweenTwo, acts: exchange, looks: plainLooks },
    {
      ...{ place: betweenTwo, acts: exchange },
      looks: [...[[0], [0, 0.4]].map((at) => lookBy("dm", { of: "people", at, as: "email" })), isDirect],
    },
    { place: { ...betweenTwo, outsider: "owen" }, acts: exchange, looks: [itemAt(plainLooks, 0), isDirect] },
  ],
  holds: requireHidden,
});

/** Nobody but its subscribers can fetch what is in a private channel in any way. */
export const privateChannel = property({
  clause: ["private-channel", "like-missing"],
  given: hidden(aPrivateChannel),
  examples: [
    plainLooks,
    [
      lookBy("channel", { of: "channel", at: 0, as: "name" }),
      lookBy("channel", { of: "channel", at: 0, as: "id" }),
      lookBy("topic", { of: "topic", at: 0 }),
      lookBy("channels", { of: "word", word: "public" }),
    ],
  ].map((looks) => ({ place: { ...betweenTwo, channel: "team" }, acts: exchange, looks }) as const),
  holds: requireHidden,
});

/** An account that is not in a private channel fetches nothing of it, with any narrow that leads there; its subscribers do. */
export const privateFetched = property({
  clause: "private-channel",
  given: { outsider: fc.constantFrom("cara", "gus"), insider: fc.constantFrom("alice", "bob") },
  examples: [{ outsider: "cara", insider: "bob" }],
  async holds(session, { outsider, insider }, expect) {
    const { as, channels } = session;
    const topic = session.fresh("hushed");
    const id = await sendToChannel(as.alice, channels.team, topic);
    const fetched = async (name: PersonName, narrow: readonly unknown[]): Promise<boolean> => {
      const reply = await session.actor(name).send("GET /messages", { anchor: id, num_before: 0, num_after: 1, narrow });
      return reply.body.result === "success" && idsOf(messagesIn(reply)).includes(id);
    };
    const inTopic = topicNarrow(as.alice, channels.team, topic);
    for (const narrow of [inTopic, inTopic.slice(0, 1), []]) {
      expect.holds(await fetched(insider, narrow), `${insider} does not fetch what was sent to a private channel of theirs`);
      expect.holds(!(await fetched(outsider, narrow)), `${outsider} fetches what was sent to a private channel of others`);
    }
  },
});

const someTexts = (minLength: number) => fc.array(aPhrase, { minLength, maxLength: 3 });

/** The messages of a channel before somebody subscribed, and after. */
const aJoining = { newcomer: anActor("bob", "cara", "dana", "owen", "gus"), before: someTexts(0), after: someTexts(0) };

type Joining = ValueOf<typeof aJoining>;

const joinings: readonly Joining[] = [
  { newcomer: "bob", before: ["before"], after: ["after"] },
  { newcomer: "bob", before: ["before"], after: [] },
  { newcomer: "bob", before: ["one", "two"], after: ["three", "four"] },
];

/** Creates a channel that somebody joins between messages. */
async function join(session: Session, { newcomer, before, after }: Joining, kind: Body = {}) {
  const { steering, as } = session;
  const [name, topic] = [session.fresh("joined"), session.fresh("old and new")];
  const id = await createChannel(session, name, ["alice"], { as: "alice", ...kind });
  const say = async (texts: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const text of texts) ids.push(await sendToChannel(as.alice, id, topic, text));
    return ids;
  };
  const early = await say(before);
  await steering.act({ action: "subscribe", as: newcomer, channel: name });
  return { before: early, after: await say(after), id, name, topic };
}

const sinceSubscribing = "visibility/since-subscribing";

/** Messages from before one subscribed are not in one's history, those since are; in a public channel the rest is found by asking for it. */
export const history = property({
  clause: ["before-subscribing", "since-subscribing", "messages.get/narrow-personal", "limits/history-before-subscription"],
  given: aJoining,
  examples: joinings,
  async holds(session, joining, expect) {
    const newcomer = session.actor(joining.newcomer);
    const { before, after, name, topic } = await join(session, joining);
    const found = await expect.accepted(fetchMessages(newcomer, [{ operator: "topic", operand: topic }]));
    const isTooMuch = idsOf(found).some((id) => before.includes(id));
    expect.same(idsOf(found), after, "the history of one who came later", isTooMuch ? undefined : sinceSubscribing);
    if (newcomer.role === "guest") return;
    const all = await expect.accepted(fetchMessages(newcomer, topicNarrow(newcomer, name, topic)));
    expect.same(idsOf(all), [...before, ...after], "the topic for one who asks for the channel");
  },
});

/** Messages from before one subscribed stay out of one's history though one stars them or reacts to them, or come in, as on running servers. */
export const flaggedHistory = property({
  clause: "flagged-before-subscribing",
  given: { newcomer: anActor("bob", "cara", "dana", "owen"), isStar: fc.boolean() },
  examples: [true, false].map((isStar) => ({ newcomer: "bob", isStar }) as const),
  async holds(session, { newcomer, isStar }, expect) {
    const [reader, texts] = [session.actor(newcomer), ["one"]];
    const { before, after, topic } = await join(session, { newcomer, before: texts, after: texts });
    for (const id of before) await (isStar ? setFlag(reader, id, "starred") : addReaction(reader, id, "tada"));
    const found = idsOf(await expect.accepted(fetchMessages(reader, [{ operator: "topic", operand: topic }])));
    const isIncluded = before.some((id) => found.includes(id));
    expect.same(found, isIncluded ? [...before, ...after] : after, "the history of one who came later", sinceSubscribing);
    session.chooses("flaggedHistory", isIncluded ? "observed" : "excluded");
  },
});

/** Nothing leads to what was said before, where only those may read who were there. */
export const protectedHistory = property({
  clause: ["protected-history", "before-subscribing", "since-subscribing", "like-missing"],
  given: { ...aJoining, before: someTexts(1), looks: someLooks },
  examples: [
    {
      ...itemAt(joinings, 0),
      looks: [itemAt(plainLooks, 0), lookBy("channel", { of: "channel", at: 0, as: "name" }), lookBy("topic", { of: "topic", at: 0 })],
    },
  ],
  async holds(session, { looks, ...joining }, expect) {
    const { as, level } = session;
    const kind = { invite_only: true, history_public_to_subscribers: false };
    const { before, after, id, name, topic } = await join(session, joining, kind);
    const newcomer = session.actor(joining.newcomer);
    const messages = [...before, ...after];
    await requireSeen(newcomer, after, sinceSubscribing);
    const ground = { level, people: [as.alice, newcomer], channels: [{ id, name }], topics: [topic], messages };
    await requireUnseen(newcomer, before, looks, ground);
    const found = await expect.accepted(fetchMessages(newcomer, topicNarrow(newcomer, name, topic)));
    const isTooMuch = idsOf(found).some((id) => before.includes(id));
    expect.same(idsOf(found), after, "the topic for one who came later", isTooMuch ? undefined : sinceSubscribing);
  },
});

/** People who leave a private channel, or are taken out, see nothing of it any more, not even what they received. */
export const left = property({
  clause: ["private-channel", "like-missing"],
  given: { newcomer: aJoining.newcomer, looks: someLooks },
  examples: [{ newcomer: itemAt(joinings, 0).newcomer, looks: plainLooks }],
  async holds(session, { newcomer, looks }) {
    const { as, level } = session;
    const { after, id, name, topic } = await join(session, { newcomer, before: [], after: ["soup"] }, { invite_only: true });
    const former = session.actor(newcomer);
    await requireSeen(former, after);
    await session.steering.act({ action: "unsubscribe", as: newcomer, channel: name });
    const ground = { level, people: [as.alice, former], channels: [{ id, name }], topics: [topic], messages: after };
    // What one received before one left was still found on running servers of earlier levels.
    await (level < levels.rowsNeedAccess ? requireLikeMissing(former, after) : requireUnseen(former, after, looks, ground));
  },
});

/** A queue follows who is subscribed: it is told what is sent since, and of a private channel nothing from before or later, whenever it was registered. */
export const followed = property({
  clause: ["events/message-told", "no-event", "private-channel"],
  given: { newcomer: aJoining.newcomer, invite_only: fc.boolean() },
  examples: [true, false].map((invite_only) => ({ newcomer: itemAt(joinings, 0).newcomer, invite_only })),
  async holds(session, { newcomer, invite_only }, expect) {
    const listen = (): Promise<EventQueue> => session.actor(newcomer).queue({ event_types: ["message"] });
    const from = await listen();
    const { before, after, id, name, topic } = await join(session, { newcomer, before: ["early"], after: ["since"] }, { invite_only });
    const since = await listen();
    await session.steering.act({ action: "unsubscribe", as: newcomer, channel: name });
    const later = await sendToChannel(session.as.alice, id, topic, "later");
    const toldBy = async (queue: EventQueue): Promise<number[]> =>
      (await eventsSoFar(queue)).flatMap((event) => (event.type === "message" ? [Number(messageOf(event).id)] : []));
    const told = await toldBy(from);
    const missed = after.filter((each) => !told.includes(each));
    expect.same(missed, [], "what a queue from before the subscription is not told of what was sent since");
    // Whether a queue is told of public channels that its owner is not subscribed to no sentence says.
    if (!invite_only && !session.isHeldToObserved) return;
    const beyond = [...told, ...(await toldBy(since))].filter((each) => [...before, later].includes(each));
    expect.same(beyond, [], "what queues are told of a channel before and after the subscription", "visibility/no-event");
  },
});
