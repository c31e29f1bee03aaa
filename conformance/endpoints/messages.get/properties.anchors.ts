import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt, itemsOf } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { channelNameOf, fetchMessage, idsOf, sendToChannel, setFlag, topicNarrow } from "../../client/messages.ts";
import { ownRealm, passingRealm } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { aDateForm, type DateForm, inRareForm, rareForms, type WrittenDate, writtenDate } from "../../draw/dates.ts";
import { aHistory, type HistoryAct, type HistoryOptions, sends } from "../../draw/histories.ts";
import { anActor, members } from "../../draw/people.ts";
import { type Body, type Checks, type Expect, isEqual, Untestable } from "../../expect.ts";
import { levelOf } from "../../text/index.ts";
import { aReader, comparedWindow, idAt, readByAlice, reading, readTopic, type Topic, wholeTopic, windowIn } from "./window.ts";

/** Parts of a topic that the windows around an anchor need. */
type Place = Pick<Topic, "narrow" | "ids">;

/** Fetches a window of one message before its anchor and one after it, unless the fields say otherwise. */
async function windowOf(actor: Actor, { narrow }: Place, fields: Body, expect: Checks = actor.expect) {
  const reply = await actor.send("GET /messages", { num_before: 1, num_after: 1, narrow, ...fields });
  const body = expect.succeeded(reply, `GET /messages with ${JSON.stringify(fields)}`);
  return { body, ids: idsOf(windowIn(reply, expect)) };
}

/** Requires a window of the newest one or two messages. @param clause the clause that is broken where it lies elsewhere */
function requireNewest(expect: Expect, { ids }: Place, got: readonly number[], what: string, clause?: string): void {
  const checks = expect.against(got.at(-1) === ids.at(-1) ? undefined : clause);
  checks.holds(ids.length === 0 || got.length > 0, `${what} is empty`);
  checks.holds(got.length <= 2, `${what} lists ${got.length} messages, not the newest one or two`);
  checks.same(got, got.length === 0 ? [] : ids.slice(-got.length), what);
}

/** Returns the ids of the window around the message at a place of the topic. */
const around = ({ ids }: Place, i: number): readonly number[] => ids.slice(Math.max(0, i - 1), i + 2);

/** Requires the window at first_unread to lie at the first message without the flag read. Returns the answer. */
async function requireFirstUnread(topic: Topic): Promise<Body> {
  const { actor, messages } = topic;
  const { expect } = actor;
  const unread = messages.findIndex(({ flags }) => !expect.list(flags, "the flags of a message").includes("read"));
  const { body, ids } = await windowOf(actor, topic, { anchor: "first_unread" });
  if (unread < 0) requireNewest(expect, topic, ids, "the window at first_unread where all is read", "messages.get/anchor-all-read");
  else {
    expect.same(body.anchor, topic.ids[unread], "the anchor of first_unread");
    expect.same(ids, around(topic, unread), "the window at first_unread");
  }
  return body;
}

/** Returns a topic to one who has read it, and all else there is. @throws Untestable: nothing takes that back */
async function havingReadAll({ actor, narrow }: Topic): Promise<Topic> {
  passingRealm(actor.session);
  await actor.prepare("POST /mark_all_as_read");
  return wholeTopic(actor, narrow);
}

/** A history of one topic in which people read some messages. */
const readings = {
  messages: [1, 6],
  topics: ["a"],
  direct: false,
  acts: ["flag", "flag", "delete", "reaction"],
} as const satisfies HistoryOptions;

const threeByBob = sends("bob", "a", "one", "two", "three");
const read = (back: number): HistoryAct => ({ act: "flag", by: "alice", back, flag: "read" });

/** The first unread message anchors the window; it is the first without the flag read, also once one is marked as unread again. */
export const firstUnread = property({
  clause: ["anchor-first-unread", "anchor-all-read", "use-first-unread-anchor", "versioning/first-unread"],
  given: { history: aHistory(readings), who: aReader, hasReadAll: fc.boolean() },
  examples: [
    ...[[], [0.9], [0.9, 0.5], [0.9, 0.5, 0]].map(
      (backs) => ({ history: [...threeByBob, ...backs.map(read)], who: "alice", hasReadAll: false }) as const,
    ),
    { history: threeByBob, who: "alice", hasReadAll: true },
  ],
  async holds(session, { hasReadAll, ...given }, expect) {
    const played = await readTopic(session, { ...given, terms: [] });
    const topic = hasReadAll ? await havingReadAll(played) : played;
    const body = await requireFirstUnread(topic);
    const alias = expect.against("messages.get/use-first-unread-anchor");
    const old = await windowOf(topic.actor, topic, { use_first_unread_anchor: true }, alias);
    alias.same(comparedWindow(old.body, session), comparedWindow(body, session), "the answer to use_first_unread_anchor");
    const [first] = topic.ids;
    if (first === undefined || body.anchor === first) return;
    await setFlag(topic.actor, first, "read", "remove");
    await requireFirstUnread(await wholeTopic(topic.actor, topic.narrow));
  },
});

/** use_first_unread_anchor false says nothing, without an anchor, and beside one where the two may stand together. */
export const notFirstUnread = property({
  clause: "use-first-unread-anchor",
  given: { ...reading(readings), at: fc.option(proportion, { nil: undefined }) },
  examples: [0.9, undefined].map((at) => ({ ...readByAlice(sends("bob", "a", "one", "two")), at })),
  async holds(session, { at, ...given }, expect) {
    const { actor, ids, narrow } = await readTopic(session, given);
    const place = { narrow, num_before: 1, num_after: 1, ...(at !== undefined && { anchor: idAt(ids, at) }) };
    const plain = await actor.send("GET /messages", place);
    if (at === undefined && plain.body.result === "error") throw new Untestable("the target fetches nothing without an anchor");
    const body = expect.succeeded(plain, "GET /messages without use_first_unread_anchor");
    const reply = await actor.send("GET /messages", { ...place, use_first_unread_anchor: false });
    // The two exclude each other; no sentence says that false beside an anchor means nothing.
    if (at !== undefined && reply.body.result === "error") session.needsObserved("use_first_unread_anchor false beside an anchor");
    const other = expect.succeeded(reply, "GET /messages with use_first_unread_anchor false");
    expect.same(comparedWindow(other, session), comparedWindow(body, session), "the answer");
  },
});

/** Unread messages of a muted topic anchor the window, or are passed over. */
export const mutedTopic = property({
  clause: "anchor-first-unread-muted",
  given: { by: anActor(...members), who: anActor(...members, "dana", "gus"), count: fc.integer({ min: 1, max: 5 }) },
  examples: (["alice", "bob"] as const).map((by) => ({ by, who: "alice", count: 3 }) as const),
  async holds(session, { by, who, count }, expect) {
    const { channels } = session;
    if (session.level < levels.userTopics) throw new Untestable("the target is older than topic policies");
    const [sender, reader, topic] = [session.actor(by), session.actor(who), session.fresh("muted")];
    const ids: number[] = [];
    for (let i = 0; i < count; i++)
      ids.push(await sendToChannel(sender, channels.general, topic, "hello", by === who ? { read_by_sender: false } : {}));
    // Before senders could say whether a message starts read servers decided.
    const isOpen = by === who && session.level < levelOf("messages.post", "read_by_sender");
    const { flags }: Body = isOpen ? await fetchMessage(reader, itemAt(ids, 0)) : {};
    if (Array.isArray(flags) && flags.includes("read")) throw new Untestable("what somebody sends starts read for them");
    await reader.prepare("POST /user_topics", { stream_id: channels.general, topic, visibility_policy: 1 });
    const place = { ids, narrow: topicNarrow(reader, channels.general, topic) };
    const { body, ids: got } = await windowOf(reader, place, { anchor: "first_unread" });
    const counts = body.anchor === ids[0];
    session.chooses("mutedFirstUnread", counts ? "counted" : "observed");
    if (counts) expect.same(got, around(place, 0), "the window at the first unread message of a muted topic");
    else requireNewest(expect, place, got, "the window at first_unread in a muted topic");
  },
});

/** A date some seconds from the time of a message, in a form. */
interface DateNear<Form> {
  /** The message near whose time the date lies. */
  readonly at: number;
  readonly seconds: number;
  readonly form: Form;
}

/** Whether an anchor is a message outside the narrow, behind the one before a place: that the first message of a date has to match no sentence says. */
const isOfAnyMessage = ({ actor, ids }: Topic, anchor: unknown, first: number): boolean =>
  !actor.session.isHeldToObserved && typeof anchor === "number" && anchor < itemAt(ids, first) && anchor > (ids[first - 1] ?? 0);

/**
 * Requires the windows at dates near the times of messages to lie each at the first message sent since.
 * @param write writes dates of a form @param clauseOf returns the clause about a form; undefined where it is about any date
 */
async function checkDates<Form>(
  topic: Topic,
  dates: readonly DateNear<Form>[],
  write: (form: Form, instant: number) => WrittenDate,
  clauseOf: (form: Form) => string | undefined,
) {
  const { expect } = topic.actor;
  const sent = topic.messages.map(({ timestamp }) => expect.integer(timestamp, "the timestamp of a message"));
  for (const timestamp of sent) expect.holds(timestamp > 0 && timestamp < 1e11, `the timestamp ${timestamp} is none of this age`);
  for (const { at, seconds, form } of dates) {
    const near = itemAt(sent, topic.ids.indexOf(idAt(topic.ids, at)));
    const { text, instant } = write(form, (near + seconds) * 1000);
    const clause = clauseOf(form);
    const checks = expect.against(clause);
    const { body, ids } = await windowOf(topic.actor, topic, { anchor: "date", anchor_date: text }, checks);
    expect.same(body.ignored_parameters_unsupported, undefined, "what a fetch around a date ignored");
    const first = sent.findIndex((time) => time * 1000 >= instant);
    const elseNewest = clause ?? "messages.get/anchor-date-else-newest";
    if (first < 0) requireNewest(expect, topic, ids, `the window at ${text}, after the last message`, elseNewest);
    else if (isOfAnyMessage(topic, body.anchor, first)) {
      checks.same(ids, topic.ids.slice(Math.max(0, first - 1), first + 1), `the window at ${text}`);
    } else {
      const isThere = isEqual(ids, around(topic, first)) && !topic.ids.some((id) => id === body.anchor);
      const what = `the anchor at ${text}, where messages were sent at ${sent.join(", ")}`;
      checks.same(body.anchor, topic.ids[first], what, isThere ? "messages.get/reply-anchor" : undefined);
      checks.same(ids, around(topic, first), `the window at ${text}`);
    }
  }
}

const inForm = (kind: DateForm["kind"], fraction: DateForm["fraction"] = 0, offset = 0): DateForm => ({ kind, fraction, offset });

const day = 86_400;
const century = 100 * 365 * day;

const forms = [
  ...[inForm("zulu"), inForm("zulu", 3), inForm("no zone")],
  ...[0, 330, -480, -210].map((offset) => inForm("offset", 0, offset)),
];

const threeMessages = readByAlice(sends("alice", "a", "one", "two", "three"));

const someDates = <Form>(form: fc.Arbitrary<Form>, seconds: fc.Arbitrary<number>) =>
  fc.array(fc.record({ form, at: proportion, seconds }), { minLength: 1, maxLength: 2 });

const dayForm = inForm("date");

const [utc, alone] = ["messages.get/anchor-date-utc", "messages.get/anchor-date-alone"];

const clauseOfForm = ({ kind }: DateForm): string | undefined =>
  ({ zulu: undefined, minutes: undefined, "no zone": utc, offset: utc, date: alone })[kind];

/** The first message sent at or after an instant anchors the window, however the instant is spelled; a day begins at midnight UTC. */
export const date = property({
  clause: ["anchor-date", "anchor-date-utc", "anchor-date-alone", "anchor-date-else-newest", "reply-anchor", "versioning/anchor-date"],
  given: { ...reading(), dates: someDates(aDateForm, fc.constantFrom(0, -1, 1, 2, 60, -3600, day, -day, 365 * day)) },
  examples: [
    ...[0, 2].map((seconds) => ({ ...threeMessages, dates: forms.map((form) => ({ form, at: seconds / 2.5, seconds })) })),
    { ...threeMessages, dates: [-century, 0, day, century].map((seconds) => ({ form: dayForm, at: 0, seconds })) },
  ],
  async holds(session, { dates, ...given }) {
    await checkDates(await readTopic(session, given), dates, writtenDate, clauseOfForm);
  },
});

/** A date means the same in every form of ISO 8601. */
export const rareDate = property({
  clause: ["anchor-date-forms", "reply-anchor"],
  given: { ...reading(), dates: someDates(fc.constantFrom(...rareForms), fc.constantFrom(0, -1, 1, -3600, day)) },
  examples: [
    { ...threeMessages, dates: rareForms.map((form) => ({ form, at: 0.5, seconds: 0 })) },
    { ...threeMessages, dates: [-3, -2, -1, 1, 2, 3].map((days) => ({ form: "week date" as const, at: 0.5, seconds: days * day })) },
  ],
  async holds(session, { dates, ...given }) {
    await checkDates(await readTopic(session, given), dates, inRareForm, () => "messages.get/anchor-date-forms");
  },
});

/** A topic of messages that their sender has read is fetched at its newest message. */
export const allRead = property({
  clause: "anchor-all-read",
  given: { who: anActor(...members) },
  examples: [{ who: "alice" }],
  async holds(session, { who }) {
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh()];
    for (const content of ["one", "two", "three", "four"]) await sendToChannel(actor, channel, topic, content, { read_by_sender: true });
    const whole = await wholeTopic(actor, topicNarrow(actor, channel, topic));
    if (whole.messages.some(({ flags }) => !itemsOf(flags).includes("read"))) throw new Untestable("what one sends is unread to oneself");
    await requireFirstUnread(whole);
  },
});

/** A message is found by the instant at which it was sent, and not by the one after. */
export const dateBetween = property<{ readonly dates: readonly DateNear<DateForm>[]; readonly gaps: readonly number[] }>({
  clause: ["anchor-date", "anchor-date-alone", "anchor-date-utc", "anchor-date-else-newest", "reply-anchor"],
  given: {
    gaps: fc.array(fc.constantFrom(1, 60, 3600, day, 30 * 3600), { minLength: 1, maxLength: 4 }),
    dates: someDates(aDateForm, fc.constantFrom(0, -1, 1, 0.9)),
  },
  examples: [
    { gaps: [1], dates: [{ form: inForm("zulu", 3), at: 0, seconds: 0.9 }] },
    // On the embedded simulator the second message is sent at a whole second, which its date says to the millisecond.
    { gaps: [0.3, 60], dates: [{ form: inForm("zulu"), at: 0.5, seconds: 0 }] },
    { gaps: [3600], dates: forms.flatMap((form) => [0, 1].map((seconds) => ({ form, at: 0, seconds }))) },
    ...[1, 3600].map((gap) => ({ gaps: [gap], dates: [{ form: inForm("zulu"), at: 0.9, seconds: 0 }] })),
    { gaps: [30 * 3600], dates: [{ form: dayForm, at: 0.9, seconds: 0 }] },
    { gaps: [60], dates: [{ form: inForm("minutes"), at: 0.9, seconds: 0 }] },
  ],
  async holds(session, { gaps, dates }) {
    const { alice } = session.as;
    if (dates.some(({ seconds }) => seconds % 1 !== 0) && session.target.kind === "live")
      throw new Untestable("messages tell their times to the second");
    const steering = ownRealm(session);
    const { general } = session.channels;
    const topic = session.fresh("thread");
    const first = await sendToChannel(alice, general, topic, "one");
    const all = [first];
    const name = await channelNameOf(alice, first);
    for (const seconds of gaps) {
      await steering.advance(seconds * 1000);
      all.push(await sendToChannel(alice, general, topic, "another"));
    }
    const whole = await wholeTopic(alice, topicNarrow(alice, name, topic));
    session.expect.same(whole.ids, all, "the messages of the topic");
    await checkDates(whole, dates, writtenDate, clauseOfForm);
  },
});

const words = ["newest", "oldest", "first_unread"] as const;

/** Without an anchor a range is fetched around one of the anchors that have a name, or refused. */
export const absent = property({
  clause: ["anchor-optional", "anchor-absent"],
  given: {
    ...reading({ messages: [1, 6], topics: ["a"], direct: false, acts: ["flag"] }),
    num_before: fc.integer({ min: 0, max: 3 }),
    num_after: fc.integer({ min: 0, max: 3 }),
  },
  examples: [
    { ...readByAlice([...sends("bob", "a", "one", "two", "three", "four", "five"), read(0.9), read(0.7)]), num_before: 1, num_after: 1 },
  ],
  async holds(session, { num_before, num_after, ...given }, expect) {
    const { actor, narrow } = await readTopic(session, given);
    const ask = (fields: Body) => actor.send("GET /messages", { narrow, num_before, num_after, ...fields });
    const reply = await ask({});
    const isAccepted = expect.isAccepted(reply, "GET /messages without an anchor");
    session.chooses("anchorRequired", isAccepted ? "optional" : "observed");
    if (!isAccepted) return;
    const equal: (typeof words)[number][] = [];
    const wanted = comparedWindow(reply.body, session);
    for (const word of words) {
      const body = expect.succeeded(await ask({ anchor: word }), `the anchor ${word}`);
      if (isEqual(comparedWindow(body, session), wanted)) equal.push(word);
    }
    // Which messages are listed then no sentence says.
    if (equal.length === 0 && !session.isHeldToObserved) return;
    expect.holds(equal.length > 0, `GET /messages without an anchor lists what it does with none of ${words.join(", ")}`);
    const [only, ...others] = equal;
    if (only !== undefined && others.length === 0) session.chooses("absentAnchor", only);
  },
});
