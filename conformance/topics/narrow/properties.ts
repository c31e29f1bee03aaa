import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { stagedIds, stageHistory } from "../../client/history.ts";
import { itemAt, present } from "../../client/json.ts";
import {
  channelNameOf,
  channelOperator,
  channelsOperator,
  eventsSoFar,
  fetchAround,
  fetchMatches,
  fetchMessages,
  fetchSince,
  holdsAny,
  idsOf,
  sendToChannel,
  sendToSelf,
  topicNarrow,
} from "../../client/messages.ts";
import { ifTold, subscribedOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { atProportion, proportion, type ValueOf } from "../../draw/combinators.ts";
import { aHistory, type History, sends } from "../../draw/histories.ts";
import {
  aNarrow,
  aTerm,
  inTexts,
  levelOfNarrow,
  narrowOperators,
  spelledAt,
  type TermShape,
  term,
  termsOf,
} from "../../draw/narrow-terms.ts";
import { anActor, type PersonName } from "../../draw/people.ts";
import { inStyle, type JsonStyle, jsonStyle } from "../../draw/spellings.ts";
import { type CaseVariant, caseVariant, inCase, textOf } from "../../draw/texts.ts";
import { aTopic, type TopicShape, topicOf } from "../../draw/topics.ts";
import { type Body, isEqual, Unprepared, Untestable } from "../../expect.ts";

const who = anActor("alice", "bob", "cara", "dana", "gus");

const kinds = ["sender", "has", "topic", "channel", "channels", "id"] as const;

/** A kind of term of which it is known what it keeps. */
type Kind = (typeof kinds)[number];

/** A message to one of two topics of the channel general, or to oneself. */
const aRow = fc.record({ by: anActor("alice", "bob", "cara"), isLink: fc.boolean(), place: fc.constantFrom("topic", "other", "self") });

type Row = ValueOf<typeof aRow>;

/** Messages of several people, and a term for some of them; one of one sender or message is about that at a proportion. */
const conversation = {
  rows: fc.array(aRow, { minLength: 1, maxLength: 6 }),
  who,
  kind: fc.constantFrom(...kinds),
  at: proportion,
  style: jsonStyle,
};

/** As the specification writes its example, and in another way that JSON allows. */
const asWritten: JsonStyle = { spaces: ["", "", "", " "], escapes: false, reversed: false };
const otherwise: JsonStyle = { spaces: [" ", "\n"], escapes: false, reversed: true };

const row = (by: Row["by"], isLink: boolean, place: Row["place"] = "topic"): Row => ({ by, isLink, place });

const rowsOfTwo = [row("alice", false), row("bob", true), row("alice", true), row("bob", false, "other"), row("alice", false, "self")];
const rowsOfOne = rowsOfTwo.map((each) => ({ ...each, by: "alice" as const }));

/** Returns whether a term of a kind keeps a row of a conversation; the term is about another row. */
const keeps = (kind: Kind, each: Row, about: Row): boolean =>
  ({
    sender: each.by === about.by,
    has: each.isLink,
    topic: each.place === "topic",
    channel: each.place !== "self",
    channels: each.place !== "self",
    id: each === about,
  })[kind];

/** Each operator keeps the messages that it names, in whatever way JSON lets the narrow be spelled. */
export const operators = property({
  clause: ["narrow/sender", "narrow/has", "narrow/topic", "narrow/channel", "narrow/channels", "conventions/json-lists", "narrow/terms"],
  given: conversation,
  examples: [
    [rowsOfTwo, asWritten],
    [rowsOfOne, otherwise],
  ].flatMap(([rows, style]) => kinds.map((kind) => ({ rows, who: "alice", kind, at: 0.3, style }) as ValueOf<typeof conversation>)),
  async holds(session, { rows, who: name, kind, at, style }, expect) {
    const [{ channels }, actor] = [session, session.actor(name)];
    const topics = { topic: session.fresh("narrow"), other: session.fresh("other") };
    const sent: (Row & { readonly id: number })[] = [];
    for (const each of rows) {
      const [sender, content] = [session.actor(each.by), each.isLink ? "see https://example.com/a" : "plain"];
      const { place } = each;
      const id = place === "self" ? sendToSelf(sender, content) : sendToChannel(sender, channels.general, topics[place], content);
      sent.push({ ...each, id: await id });
    }
    const about = present(atProportion(at, sent), "message");
    const inChannel = sent.find(({ place }) => place !== "self");
    const operands: Record<Kind, () => unknown> = {
      sender: () => session.actor(about.by).email,
      has: () => "link",
      topic: () => topics.topic,
      channel: () => (inChannel ? channelNameOf(actor, inChannel.id) : channels.general),
      channels: () => "public",
      id: () => String(about.id),
    };
    const named = { operator: spelledAt(kind, actor.level), operand: await operands[kind]() };
    // That there is an operator id no clause says.
    const clause = `narrow/${kind === "id" ? "terms" : kind}`;
    // Each operator is tried with a text as the specification writes it first: what is refused in another style is refused for that.
    const isRestyled = typeof named.operand === "string" && !isEqual(style, asWritten);
    const fetched = fetchSince(actor, itemAt(sent, 0).id, [], { narrow: inStyle([named], style) });
    const all = idsOf(await expect.accepted(fetched, isRestyled ? "conventions/json-lists" : clause));
    const expected = sent.filter((each) => (each.place !== "self" || each.by === name) && keeps(kind, each, about));
    const found = all.filter((id) => sent.some((each) => each.id === id));
    expect.same(found, idsOf(expected), `what ${JSON.stringify(named)} keeps`, clause);
  },
});

/** The operators that only filter: `with` changes what other terms mean, and a search takes a moment to find what was just sent. */
const filters = narrowOperators.filter((operator) => !["with", "near", "search"].includes(operator));

/** Servers take `in: all` for no term, even where it is negated. */
const narrowing = filters.filter((operator) => operator !== "in");

const [agrees, narrowPublic] = ["messages.matches_narrow.get/agrees-with-fetch", "messages.get/narrow-public"] as const;

/** Plays a history. Returns what narrows find of it for somebody, of the messages that they received: what a fetch lists and what matches are the same. */
async function finderOf(
  session: Session,
  { history, who: name, terms }: { readonly who: PersonName; readonly history: History; readonly terms: readonly TermShape[] },
) {
  if (session.level < levelOfNarrow(terms)) throw new Untestable("the target is older than the narrow");
  const staged = await stageHistory(session, history);
  const actor = session.actor(name);
  const received = stagedIds(staged.receivedBy(name));
  const [first, last] = [itemAt(staged.messages, 0).id, itemAt(staged.messages, -1).id];
  // What others send meanwhile is newer than the history.
  const fetchIfTaken = async (narrow: readonly unknown[]) => (await fetchSince(actor, first, narrow)).filter(({ id }) => id <= last);
  const fetch = (narrow: readonly unknown[]) => actor.expect.accepted(fetchIfTaken(narrow));
  /** Returns what a fetch lists and what matches. @param expected what that has to be, and what is to be said otherwise */
  const find = async (narrow: readonly unknown[], expected?: readonly [ids: readonly number[], what: string]) => {
    const found = idsOf(await fetch(narrow)).filter((id) => received.includes(id));
    if (expected) actor.expect.same(found, ...expected);
    if (session.target.missing?.has("GET /messages/matches_narrow")) return found;
    const matches = await actor.expect.accepted(fetchMatches(actor, received, narrow), agrees);
    // The keys of an object have no order that means anything.
    const matching = Object.keys(matches)
      .map(Number)
      .sort((a, b) => a - b);
    const what = `the messages that match ${JSON.stringify(narrow)}, beside those that a fetch lists,`;
    actor.expect.same(matching, found, what, agrees);
    return found;
  };
  return { find, fetch, fetchIfTaken, received, ground: staged.narrowGround };
}

const byTwo: History = [
  ...sends("alice", "a", "plain", "see https://example.com/a"),
  ...sends("bob", "a", "see https://example.com/b"),
  ...sends("bob", "b", "plain"),
];
const byOne: History = [...sends("alice", "a", "plain", "see https://example.com/a"), ...sends("alice", "b", "see https://example.com/b")];

const sender = term("sender", { of: "person", at: 0, as: "email" });
const link = term("has", { of: "word", word: "link" });
const inA = term("topic", { of: "topic", at: 0 });
const firstOf = term("id", { of: "message", at: 0, as: "text" });
const starred = term("is", { of: "word", word: "starred" });
const not = (shape: TermShape): TermShape => ({ ...shape, negated: true });
const resolved = term("is", { of: "word", word: "resolved" });
const inPublicOnes = term("channels", { of: "word", word: "public" });
const inFirstChannel = term("channel", { of: "channel", at: 0, as: "id" });

/** A term and its negation share the messages: each is in one of the two. */
export const partition = property({
  clause: ["negated", agrees],
  given: { history: aHistory({ messages: [1, 8] }), who, one: aTerm(narrowing, false) },
  examples: [sender, link, inA, firstOf, starred].map((one) => ({ history: byTwo, who: "alice", one }) as const),
  async holds(session, { one, ...given }) {
    const { find, received, ground } = await finderOf(session, { ...given, terms: [one] });
    const [positive] = termsOf([one], ground);
    const found = await find([positive]);
    const others = received.filter((id) => !found.includes(id));
    await find([{ ...positive, negated: true }], [others, `what the negation of ${JSON.stringify(positive)} finds`]);
    await find([{ ...positive, negated: false }], [found, `what ${JSON.stringify(positive)} finds`]);
  },
});

/** Several terms keep what each of them keeps, in any order. */
export const intersection = property({
  clause: ["terms", agrees],
  given: { history: aHistory({ messages: [1, 8] }), who, terms: aNarrow({ operators: filters, terms: [2, 3] }) },
  examples: [
    ...[
      [sender, link],
      [inA, not(link)],
      [link, not(firstOf)],
    ].map((terms) => ({ history: byOne, who: "alice", terms }) as const),
    // The first and the last of many terms leave something out.
    { history: byTwo, who: "alice", terms: [sender, inA, not(starred), not(resolved), inFirstChannel, link] },
  ],
  async holds(session, given) {
    const { find, received, ground } = await finderOf(session, given);
    const terms = termsOf(given.terms, ground);
    const parts: number[][] = [];
    for (const each of terms) parts.push(await find([each]));
    const expected = received.filter((id) => parts.every((part) => part.includes(id)));
    await find(terms, [expected, `what ${JSON.stringify(terms)} find`]);
    await find([...terms].reverse(), [expected, `what ${JSON.stringify(terms)} find the other way round`]);
  },
});

/** Bare pairs of texts mean the same as objects, alone and, where the server takes that, beside them. */
export const pairs = property({
  clause: "bare-pairs",
  given: {
    history: aHistory({ messages: [1, 6] }),
    who,
    terms: aNarrow({ operators: ["sender", "has", "topic", "channel", "is", "id", "in", "channels"], terms: [1, 3], negated: false }),
  },
  examples: [[sender], [link], [inPublicOnes], [link, inA]].map((terms) => ({ history: byTwo, who: "alice", terms }) as const),
  async holds(session, given) {
    session.requireStated([["topic", "a"]]);
    const { fetch, fetchIfTaken, ground } = await finderOf(session, given);
    const terms = termsOf(inTexts(given.terms), ground);
    const bare = terms.map(({ operator, operand }) => [operator, operand]);
    const expected = await fetch(terms);
    session.expect.same(await fetch(bare), expected, `the messages of ${JSON.stringify(bare)}`);
    if (terms.length < 2) return;
    const mixed = terms.map((each, i) => (i % 2 === 0 ? bare[i] : each));
    // No sentence says that one narrow may have both.
    const found = await fetchIfTaken(mixed).catch((thrown) => {
      if (!(thrown instanceof Unprepared)) throw thrown;
      return expected;
    });
    session.expect.same(found, expected, `the messages of ${JSON.stringify(mixed)}`);
  },
});

/** Something that is no term, or has an operator that does not exist. */
const notATerm: fc.Arbitrary<unknown> = fc.oneof(
  textOf({ max: 12 }).map((text) => ({ operator: `no-such-${text}`, operand: "x" })),
  textOf({ max: 12 }).map((text) => [`no-such-${text}`, "x"]),
  fc.constantFrom<unknown>({}, { operator: 5, operand: "x" }, { operator: ["sender"], operand: "x" }, { operator: null, operand: "x" }),
  fc.record({ operator: fc.constantFrom("sender", "topic", "has", "channels"), operand: fc.constantFrom<unknown>(true, false, null, {}) }),
  fc.constantFrom<unknown>([], ["sender"], ["sender", "a", "b"], 5, "sender", true, [["sender", "a"]]),
);

/** Returns the clause by which what is no term, or has an operator that does not exist, is refused. */
function refusedBy(given: unknown): string {
  const isPair = Array.isArray(given) && given.length === 2;
  const { operator, operand } = (isPair ? { operator: given[0], operand: given[1] } : (given ?? {})) as Body;
  if (typeof operator !== "string" || operand === undefined) return "narrow/term-object";
  return typeof operand === "string" ? "narrow/unknown-operator" : "narrow/operand-list";
}

/** An operator that does not exist is refused, and so is what is no term. */
export const wrong = property({
  clause: ["unknown-operator", "term-object", "operand-list"],
  given: { who, wrong: notATerm, place: fc.constantFrom("alone", "before", "after") },
  examples: [
    { operator: "no-such-operator", operand: "x" },
    { operator: "", operand: "x" },
    { operand: "x" },
    { operator: "sender" },
    { operator: 5, operand: "x" },
    { operator: "topic", operand: true },
    { operator: "sender", operand: {} },
    ["sender"],
    ["sender", "a", "b"],
    5,
    "sender",
  ].map((each) => ({ who: "alice", wrong: each, place: "alone" }) as const),
  async holds(session, { who: name, wrong: given, place }, expect) {
    const actor = session.actor(name);
    const fetchBy = (narrow: readonly unknown[]) => actor.send("GET /messages", { anchor: "newest", num_before: 1, num_after: 0, narrow });
    const right = { operator: "sender", operand: actor.email };
    expect.succeeded(await fetchBy([right]), "GET /messages narrowed by a sender");
    const narrow = { alone: [given], before: [given, right], after: [right, given] }[place];
    expect.against(refusedBy(given)).declined(await fetchBy(narrow), `GET /messages narrowed by ${JSON.stringify(narrow)}`);
  },
});

/** Returns the ids of the messages that a narrow finds. @param clause the clause that is broken where it is refused @throws Differs: it is */
const fetchMatchingIds = async (actor: Actor, narrow: readonly unknown[], clause?: string): Promise<number[]> =>
  idsOf(await actor.expect.accepted(fetchMessages(actor, narrow), clause));

const topics = aTopic("plain", "text", "cased", "resolved");

const topicFor = (session: Session, topic: TopicShape): string => topicOf(topic, { fresh: session.fresh("narrow"), limit: 60 });

/** Without a channel term only what the requester received is found; with one, or in all public channels, the rest too. */
export const personal = property({
  clause: ["messages.get/narrow-personal", narrowPublic, "channels", "channel"],
  given: { by: anActor("bob", "cara"), who: anActor("alice", "dana", "owen"), topic: topics },
  examples: [{ by: "bob", who: "alice", topic: { kind: "plain" } }],
  async holds(session, { by, who: name, topic: shape }, expect) {
    const { channels, isHeldToObserved: isHeld } = session;
    const [author, reader] = session.actors([by, name]);
    const topic = topicFor(session, shape);
    const subscribed = await ifTold(subscribedOf(author, channels.quiet));
    // Where no registration tells who is subscribed, it is who is told of messages.
    const queue = subscribed ? undefined : await reader.queue({ event_types: ["message"] });
    const id = await sendToChannel(author, channels.quiet, topic, "for those who are there: https://example.com/a");
    const isSubscribed = queue ? holdsAny(await eventsSoFar(queue), [id]) : subscribed?.includes(reader.user_id);
    if (isSubscribed) throw new Untestable(`${name} is subscribed to the quiet channel`);
    const channel = await channelNameOf(author, id);
    const narrow = [{ operator: "topic", operand: topic }];
    // Whether what one writes in a channel that one is not subscribed to is in one's personal history no sentence says.
    if (isHeld || (subscribed ? subscribed.includes(author.user_id) : by === "bob"))
      expect.same(await fetchMatchingIds(author, narrow), [id], "the topic for its author");
    expect.same(await fetchMatchingIds(reader, narrow), [], "the topic, without a channel, for one who did not receive it");
    const bySender = await fetchMatchingIds(reader, [{ operator: "sender", operand: author.email }]);
    expect.holds(!bySender.includes(id), "a narrow by its sender finds the message for one who did not receive it");
    if (isHeld) expect.same(await expect.accepted(fetchAround(reader, id)), [], "the message at its id, without a channel");
    const inPublic = [...narrow, { operator: channelsOperator(reader), operand: "public" }];
    const findIn = async (terms: readonly unknown[], what: string, clause: string): Promise<void> =>
      expect.same(await fetchMatchingIds(reader, terms, clause), [id], what, clause);
    await findIn(inPublic, "the topic in all public channels", narrowPublic);
    const inChannel = topicNarrow(reader, channel, topic);
    await findIn(inChannel, "the topic in its channel", "narrow/channel");
    if (!isHeld) return;
    const further = Object.entries({ sender: author.email, has: "link", id }).map(([operator, operand]) => ({ operator, operand }));
    const what = "the topic, its sender, what it has and its id, in";
    await findIn([...inPublic, ...further], `${what} all public channels`, narrowPublic);
    await findIn([...further, ...inChannel], `${what} its channel`, "narrow/channel");
  },
});

/** All public channels are also those that the reader is not subscribed to, and no private one. */
export const inPublicChannels = property({
  clause: [narrowPublic, "channels"],
  given: { who: anActor("alice", "cara"), where: fc.constantFrom("quiet", "team"), topic: topics },
  // To the public channel one of them is subscribed, the other not.
  examples: (["quiet", "team"] as const).flatMap((where) =>
    (["alice", "cara"] as const).map((who) => ({ who, where, topic: { kind: "plain" } }) as const),
  ),
  async holds(session, { who: name, where, topic: shape }, expect) {
    const [author, reader] = session.actors(["bob", name]);
    const topic = topicFor(session, shape);
    const id = await sendToChannel(author, session.channel(where), topic);
    const terms = { topic, [channelsOperator(reader)]: "public" };
    const narrow = Object.entries(terms).map(([operator, operand]) => ({ operator, operand }));
    const [kind, expected] = where === "quiet" ? ["public", [id]] : ["private", []];
    expect.same(await fetchMatchingIds(reader, narrow), expected, `what all public channels have of a topic in a ${kind} one`);
  },
});

/** Public channels are those that all may read, open to the world or not: a private one is not among them. */
export const publicOnly = property({
  clause: [narrowPublic, "channels", "visibility/private-channel"],
  given: { by: anActor("alice", "bob"), who: anActor("alice", "bob"), topic: topics, beside: fc.constantFrom("team", "town-square") },
  examples: (["team", "town-square"] as const).map((beside) => ({ by: "alice", who: "alice", topic: { kind: "plain" }, beside }) as const),
  async holds(session, { by, who: name, topic: shape, beside }, expect) {
    const { channels } = session;
    const [author, reader] = [session.actor(beside === "team" ? by : "alice"), session.actor(name)];
    const topic = topicFor(session, shape);
    const open = await sendToChannel(author, channels.general, topic, "for all");
    const other = await sendToChannel(author, channels[beside], topic, "for some, or for the world");
    const narrow = { operator: "topic", operand: topic };
    const isPublic = { operator: channelsOperator(reader), operand: "public" };
    const closed = beside === "team" ? [other] : [];
    if (closed.length > 0) {
      const own = await fetchMatchingIds(reader, [narrow]);
      const what = "the topic for one who received both";
      expect.same(own, [open, other], what, isEqual(own, [open]) ? "visibility/private-channel" : undefined);
    }
    const found = await fetchMatchingIds(reader, [narrow, isPublic]);
    expect.same(found, closed.length > 0 ? [open] : [open, other], "the topic in public channels");
    expect.same(await fetchMatchingIds(reader, [narrow, { ...isPublic, negated: true }]), closed, "the topic in other channels");
  },
});

/** Topics, channels and addresses are found in whatever capitals they are written. */
export const cased = property<{ readonly who: PersonName; readonly of: "topic" | "channel" | "sender"; readonly variant: CaseVariant }>({
  clause: ["topic", "channel", "sender", agrees],
  given: { who: anActor("alice", "bob", "cara"), of: fc.constantFrom("topic", "channel", "sender"), variant: caseVariant },
  examples: (["topic", "channel", "sender"] as const).map((of) => ({ who: "alice", of, variant: "upper" })),
  async holds(session, { who, of, variant }, expect) {
    const actor = session.actor(who);
    const topic = session.fresh("Narrow");
    const id = await sendToChannel(actor, session.channels.general, topic);
    const written = { topic, channel: await channelNameOf(actor, id), sender: actor.email }[of];
    const narrow = [{ operator: of === "channel" ? channelOperator(actor) : of, operand: inCase(variant, written) }];
    // Others may write there meanwhile: all that is found is of this topic, channel or sender.
    const clause = `narrow/${of}`;
    const found = await expect.accepted(fetchSince(actor, id, narrow), clause);
    expect.same(idsOf(found)[0], id, `the first message, from this one on, of the ${of} ${inCase(variant, written)}`, clause);
    const key = { topic: "subject", channel: "stream_id", sender: "sender_id" }[of];
    const foreign = found.filter((message) => message[key] !== found[0]?.[key]);
    expect.same(idsOf(foreign), [], "the messages among them that are not of it", clause);
    const matching = Object.keys(await expect.accepted(fetchMatches(actor, [id], narrow), agrees));
    expect.same(matching, [String(id)], `the messages that match the ${of} in other capitals`, agrees);
  },
});
