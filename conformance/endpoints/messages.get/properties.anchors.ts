import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import { idsOf, sendToChannel, startThread } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { aDateForm } from "../../draw/dates.ts";
import { type Act, aHistory, type History, sends } from "../../draw/histories.ts";
import { anActor, members, type PersonName } from "../../draw/people.ts";
import { type Expect, Untestable } from "../../expect.ts";
import { century, checkDate, type DateNear, forms, inForm, requireAround, requireNewest, windowOf } from "./anchors.ts";
import { aReader, everyMatch, idAt, type Reading, readTopic, someTerms, topics } from "./window.ts";

const isRead = (expect: Expect, flags: unknown): boolean => expect.list(flags, "the flags of a message").includes("read");

const fourMessages = { history: sends("alice", "a", "one", "two", "three", "four"), who: "alice", terms: [] } as const;

/** The newest messages are reached by newest, the oldest by oldest, and the answer's anchor lies there. */
export const ends = property<Reading & { readonly count: number }>({
  clause: ["messages.get/anchor-newest", "messages.get/anchor-oldest", "messages.get/reply-anchor"],
  given: { history: topics(), who: aReader, terms: someTerms, count: fc.integer({ min: 1, max: 9 }) },
  examples: [{ ...fourMessages, count: 2 }],
  async holds(session, { count, ...reading }) {
    const { expect } = session;
    const topic = await readTopic(session, reading);
    const [least, greatest] = [idAt(topic.ids, 0), itemAt(topic.ids, -1)];
    const counts = { num_before: count, num_after: count };
    const newest = await windowOf(topic.actor, topic, { anchor: "newest", ...counts });
    expect.same(newest.ids.slice(-count), topic.ids.slice(-count), "the last messages at newest");
    expect.same(newest.body.found_newest, true, "found_newest at newest");
    const last = expect.integer(newest.body.anchor, "the anchor of newest");
    expect.holds(last >= greatest, `the anchor of newest is ${last}, before the newest message`);
    const oldest = await windowOf(topic.actor, topic, { anchor: "oldest", ...counts });
    expect.same(oldest.ids.slice(0, count), topic.ids.slice(0, count), "the first messages at oldest");
    expect.same(oldest.body.found_oldest, true, "found_oldest at oldest");
    const first = expect.integer(oldest.body.anchor, "the anchor of oldest");
    expect.holds(first <= least, `the anchor of oldest is ${first}, after the oldest message`);
  },
});

/** A history of one topic in which people read some messages. */
const readings = aHistory({ messages: [1, 6], topics: ["a"], direct: false, acts: ["flag", "flag", "delete", "reaction"] as const });

const threeByBob = sends("bob", "a", "one", "two", "three");
const readByAlice = (back: number): Act => ({ act: "flag", by: "alice", back, flag: "read" });

/** The first unread message anchors the window; it is the first without the flag read. */
export const firstUnread = property<{ readonly history: History; readonly who: PersonName }>({
  clause: ["messages.get/anchor-first-unread", "messages.get/anchor-all-read", "messages.get/use-first-unread-anchor"],
  given: { history: readings, who: aReader },
  examples: [
    { history: threeByBob, who: "alice" },
    { history: [...threeByBob, readByAlice(0.9)], who: "alice" },
    { history: [...threeByBob, readByAlice(0.9), readByAlice(0.5)], who: "alice" },
    { history: [...threeByBob, readByAlice(0.9), readByAlice(0.5), readByAlice(0)], who: "alice" },
  ],
  async holds(session, given) {
    const { expect } = session;
    const topic = await readTopic(session, { ...given, terms: [] });
    const unread = topic.messages.find(({ flags }) => !isRead(expect, flags));
    const { body, ids } = await windowOf(topic.actor, topic, { anchor: "first_unread" });
    if (unread) {
      expect.same(body.anchor, unread.id, "the anchor of first_unread");
      requireAround(expect, topic, topic.ids.indexOf(unread.id), ids, "the window at first_unread");
    } else requireNewest(expect, topic, ids, "the window at first_unread where all is read");
    const old = await windowOf(topic.actor, topic, { use_first_unread_anchor: true });
    expect.same(old.body, body, "the answer to use_first_unread_anchor");
  },
});

/** One's own messages are unread where the sender says so, from the level that knows it. */
export const ownUnread = property<{ readonly read: readonly boolean[] }>({
  clause: ["messages.get/anchor-first-unread", "messages.get/anchor-all-read"],
  given: { read: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }) },
  examples: [{ read: [true, false, false] }, { read: [true, true, true] }],
  async holds(session, { read }) {
    const { expect } = session;
    const { alice } = session.as;
    const topic = await startThread(session, read.map(String), (i) => ({ read_by_sender: read[i] }));
    const all = await everyMatch(alice, topic.narrow);
    const unread = all.findIndex(({ flags }) => !isRead(expect, flags));
    const { ids } = await windowOf(alice, topic, { anchor: "first_unread" });
    if (unread >= 0) requireAround(expect, topic, unread, ids, "the window at first_unread");
    else requireNewest(expect, topic, ids, "the window at first_unread where all is read");
  },
});

/** use_first_unread_anchor false says nothing. */
export const notFirstUnread = property<Reading & { readonly at: number }>({
  clause: "messages.get/use-first-unread-anchor",
  given: { history: readings, who: aReader, terms: someTerms, at: proportion },
  examples: [{ history: sends("bob", "a", "one", "two"), who: "alice", terms: [], at: 0.9 }],
  async holds(session, { at, ...reading }) {
    const topic = await readTopic(session, reading);
    const anchor = idAt(topic.ids, at);
    const { body } = await windowOf(topic.actor, topic, { anchor });
    session.expect.same(body.anchor, anchor, "the anchor");
    const said = await windowOf(topic.actor, topic, { anchor, use_first_unread_anchor: false });
    session.expect.same(said.body, body, "the answer");
  },
});

/** Unread messages of a muted topic anchor the window, or are passed over. */
export const mutedTopic = property<{ readonly by: PersonName; readonly who: PersonName; readonly count: number }>({
  clause: "messages.get/anchor-first-unread-muted",
  given: { by: anActor(...members), who: anActor(...members, "dana", "gus"), count: fc.integer({ min: 1, max: 5 }) },
  examples: [
    { by: "alice", who: "alice", count: 3 },
    { by: "bob", who: "alice", count: 3 },
  ],
  async holds(session, { by, who, count }) {
    const { channels, expect } = session;
    if (session.level < levels.userTopics) throw new Untestable("the target is older than topic policies");
    const [sender, reader, topic] = [session.actor(by), session.actor(who), session.fresh("muted")];
    const ids: number[] = [];
    for (let i = 0; i < count; i++)
      ids.push(await sendToChannel(sender, channels.general, topic, "hello", by === who ? { read_by_sender: false } : {}));
    await reader.prepare("POST /user_topics", { stream_id: channels.general, topic, visibility_policy: 1 });
    const place = {
      ids,
      narrow: [
        { operator: "stream", operand: channels.general },
        { operator: "topic", operand: topic },
      ],
    };
    const { body, ids: got } = await windowOf(reader, place, { anchor: "first_unread" });
    const counts = body.anchor === ids[0];
    session.chooses("mutedFirstUnread", counts ? "counted" : "observed");
    if (counts) requireAround(expect, place, 0, got, "the window at the first unread message of a muted topic");
    else requireNewest(expect, place, got, "the window at first_unread in a muted topic");
  },
});

const threeMessages = { history: sends("alice", "a", "one", "two", "three"), who: "alice", terms: [] } as const;

/** The first message sent at or after an instant anchors the window, however the instant is spelled. */
export const date = property<Reading & DateNear>({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-utc", "messages.get/anchor-date-else-newest", "messages.get/reply-anchor"],
  given: {
    history: topics(),
    who: aReader,
    terms: someTerms,
    form: aDateForm,
    at: proportion,
    seconds: fc.constantFrom(0, -1, 1, 2, 60, -3600, 86_400),
  },
  examples: [
    ...forms.flatMap((form) => [0, 2].map((seconds) => ({ ...threeMessages, form, at: seconds / 2.5, seconds }))),
    ...[-century, century].map((seconds) => ({ ...threeMessages, form: inForm("date"), at: 0, seconds })),
  ],
  async holds(session, { form, at, seconds, ...reading }) {
    await checkDate(await readTopic(session, reading), { form, at, seconds });
  },
});

/** A day as anchor begins at midnight UTC. */
export const dateAlone = property<Reading & { readonly at: number; readonly days: number }>({
  clause: ["messages.get/anchor-date-alone", "messages.get/anchor-date-else-newest"],
  given: { history: topics(), who: aReader, terms: someTerms, at: proportion, days: fc.constantFrom(0, 1, -1, 2, 365) },
  examples: [
    { ...threeMessages, at: 0, days: 0 },
    { ...threeMessages, at: 0.9, days: 1 },
  ],
  async holds(session, { at, days, ...reading }) {
    await checkDate(await readTopic(session, reading), { form: inForm("date"), at, seconds: days * 86_400 });
  },
});

/** A message is found by the instant at which it was sent, and not by the one after. */
export const dateBetween = property<DateNear & { readonly gaps: readonly number[] }>({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-alone"],
  given: {
    gaps: fc.array(fc.constantFrom(1, 60, 3600, 86_400, 30 * 3600), { minLength: 1, maxLength: 4 }),
    form: aDateForm,
    at: proportion,
    seconds: fc.constantFrom(0, -1, 1),
  },
  examples: [
    ...forms.flatMap((form) => [0, 1].map((seconds) => ({ gaps: [3600], form, at: 0, seconds }))),
    ...[1, 3600].map((gap) => ({ gaps: [gap], form: inForm("zulu"), at: 0.9, seconds: 0 })),
    { gaps: [30 * 3600], form: inForm("date"), at: 0.9, seconds: 0 },
    { gaps: [60], form: inForm("minutes"), at: 0.9, seconds: 0 },
  ],
  async holds(session, { gaps, ...near }) {
    const { alice } = session.as;
    const steering = ownRealm(session);
    const { channel, topic, narrow, ids } = await startThread(session, ["one"]);
    const all = [...ids];
    for (const seconds of gaps) {
      await steering.advance(seconds * 1000);
      all.push(await sendToChannel(alice, channel, topic, "another"));
    }
    const messages = await everyMatch(alice, narrow);
    session.expect.same(idsOf(messages), all, "the messages of the topic");
    await checkDate({ actor: alice, ids: all, messages, narrow }, near);
  },
});
