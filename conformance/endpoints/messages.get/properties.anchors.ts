import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { fetchMessages, idsOf, messagesIn, sendToChannel, startThread, type Thread } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { type Body, type Expect, Untestable } from "../../expect.ts";

/** Fetches a window of one message before its anchor and one after it, unless the fields say otherwise. */
async function windowOf(actor: Actor, { narrow }: Thread, fields: Body) {
  const reply = await actor.send("GET /messages", { num_before: 1, num_after: 1, narrow, ...fields });
  const body = actor.expect.succeeded(reply, `GET /messages with ${JSON.stringify(fields)}`);
  return { body, ids: idsOf(messagesIn(reply, actor.expect)) };
}

/** Requires a window with one message before its anchor and one after it to be that of the newest messages. */
function requireNewest(expect: Expect, { ids }: Thread, got: readonly number[], what: string): void {
  expect.holds(got.length > 0 && got.length <= 2, `${what} lists ${got.length} messages, not the newest one or two`);
  expect.same(got, ids.slice(-got.length), what);
}

const isRead = (expect: Expect, flags: unknown): boolean => expect.list(flags, "the flags of a message").includes("read");

/** The newest messages are reached by newest, the oldest by oldest, and the answer's anchor lies there. */
export const ends = property({
  clause: ["messages.get/anchor-newest", "messages.get/anchor-oldest", "messages.get/reply-anchor"],
  async holds(session) {
    const { as, expect } = session;
    const topic = await startThread(session, ["one", "two", "three", "four"]);
    const newest = await windowOf(as.alice, topic, { anchor: "newest", num_before: 2, num_after: 2 });
    expect.same(newest.ids.slice(-2), topic.ids.slice(-2), "the last messages at newest");
    expect.same(newest.body.found_newest, true, "found_newest at newest");
    const last = expect.integer(newest.body.anchor, "the anchor of newest");
    expect.holds(last >= topic.ids.at(-1)!, `the anchor of newest is ${last}, before the newest message`);
    const oldest = await windowOf(as.alice, topic, { anchor: "oldest", num_before: 2, num_after: 2 });
    expect.same(oldest.ids.slice(0, 2), topic.ids.slice(0, 2), "the first messages at oldest");
    expect.same(oldest.body.found_oldest, true, "found_oldest at oldest");
    const first = expect.integer(oldest.body.anchor, "the anchor of oldest");
    expect.holds(first <= topic.ids[0]!, `the anchor of oldest is ${first}, after the oldest message`);
  },
});

/** The first unread message anchors the window; it is the first without the flag read. */
export const firstUnread = property({
  clause: ["messages.get/anchor-first-unread", "messages.get/anchor-all-read", "messages.get/use-first-unread-anchor"],
  async holds(session) {
    for (const count of [0, 1, 2, 3]) {
      const topic = await startThread(session, ["one", "two", "three"], (i) => ({ read_by_sender: i < count }));
      await requireFirstUnread(session.as.alice, topic);
    }
  },
});

/** Requires the window at first_unread to lie at the first message without the flag read, or at the newest where all are read. */
async function requireFirstUnread(actor: Actor, topic: Thread): Promise<void> {
  const { expect } = actor;
  const all = await expect.accepted(fetchMessages(actor, topic.narrow));
  const unread = all.find(({ flags }) => !isRead(expect, flags));
  const { body, ids } = await windowOf(actor, topic, { anchor: "first_unread" });
  if (unread) {
    expect.same(body.anchor, unread.id, "the anchor of first_unread");
    const i = topic.ids.indexOf(unread.id);
    expect.same(ids, topic.ids.slice(Math.max(0, i - 1), i + 2), "the window at first_unread");
  } else requireNewest(expect, topic, ids, "the window at first_unread where all is read");
  expect.same((await windowOf(actor, topic, { use_first_unread_anchor: true })).body, body, "the answer to use_first_unread_anchor");
}

/** use_first_unread_anchor false says nothing. */
export const notFirstUnread = property({
  clause: "messages.get/use-first-unread-anchor",
  async holds(session) {
    const { as, expect } = session;
    const topic = await startThread(session, ["one", "two"], () => ({ read_by_sender: false }));
    const anchor = topic.ids[1];
    const { body } = await windowOf(as.alice, topic, { anchor });
    expect.same(body.anchor, anchor, "the anchor");
    expect.same((await windowOf(as.alice, topic, { anchor, use_first_unread_anchor: false })).body, body, "the answer");
  },
});

/** Unread messages of a muted topic anchor the window, or are passed over. */
export const mutedTopic = property({
  clause: "messages.get/anchor-first-unread-muted",
  async holds(session) {
    const { as, expect } = session;
    if (session.level < 170) throw new Untestable("the target is older than topic policies");
    const topic = await startThread(session, ["one", "two", "three"], () => ({ read_by_sender: false }));
    await as.alice.prepare("POST /user_topics", { stream_id: topic.channel, topic: topic.topic, visibility_policy: 1 });
    const { body, ids } = await windowOf(as.alice, topic, { anchor: "first_unread" });
    const counts = body.anchor === topic.ids[0];
    session.chooses("mutedFirstUnread", counts ? "counted" : "skipped");
    if (counts) expect.same(ids, topic.ids.slice(0, 2), "the window at the first unread message of a muted topic");
    else requireNewest(expect, topic, ids, "the window at first_unread in a muted topic");
  },
});

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Returns the instant with the clock of another zone. */
const inZone = (seconds: number, hours: number): string =>
  `${iso(seconds + hours * 3600).slice(0, 19)}${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;

/** Returns the spellings of an instant. */
const spellings = (seconds: number): string[] => [
  iso(seconds),
  iso(seconds).slice(0, 19),
  `${iso(seconds).slice(0, 19)}+00:00`,
  inZone(seconds, 5),
  inZone(seconds, -7),
];

/** Returns when the first and the last message of a topic were sent, in UNIX seconds. */
async function timesOf(actor: Actor, topic: Thread): Promise<readonly [first: number, last: number]> {
  const { expect } = actor;
  const all = await expect.accepted(fetchMessages(actor, topic.narrow));
  expect.same(idsOf(all), topic.ids, "the messages of the topic");
  const sent = all.map(({ timestamp }) => expect.integer(timestamp, "the timestamp of a message"));
  for (const timestamp of sent) expect.holds(timestamp > 0 && timestamp < 1e11, `the timestamp ${timestamp} is none of this age`);
  return [sent[0]!, sent.at(-1)!];
}

/** The first message sent at or after an instant anchors the window, however the instant is spelled. */
export const date = property({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-utc", "messages.get/anchor-date-else-newest", "messages.get/reply-anchor"],
  async holds(session) {
    const { as, expect } = session;
    const topic = await startThread(session, ["one", "two", "three"]);
    const [first, last] = await timesOf(as.alice, topic);
    for (const anchor_date of [...spellings(first), "1999-12-31"]) {
      const { body, ids } = await windowOf(as.alice, topic, { anchor: "date", anchor_date });
      expect.same(body.anchor, topic.ids[0], `the anchor at ${anchor_date}, when the first message was sent`);
      expect.same(ids, topic.ids.slice(0, 2), `the window at ${anchor_date}`);
    }
    for (const anchor_date of [...spellings(last + 2), "2999-01-01"]) {
      const { ids } = await windowOf(as.alice, topic, { anchor: "date", anchor_date });
      requireNewest(expect, topic, ids, `the window at ${anchor_date}, after the last message`);
    }
  },
});

/** A day as anchor begins at midnight UTC. */
export const dateAlone = property({
  clause: ["messages.get/anchor-date-alone", "messages.get/anchor-date-else-newest"],
  async holds(session) {
    const { as, expect } = session;
    const topic = await startThread(session, ["one", "two", "three"]);
    const [first, last] = await timesOf(as.alice, topic);
    const today = await windowOf(as.alice, topic, { anchor: "date", anchor_date: iso(first).slice(0, 10) });
    expect.same(today.body.anchor, topic.ids[0], "the anchor at the day of the first message");
    const tomorrow = await windowOf(as.alice, topic, { anchor: "date", anchor_date: iso(last + 86_400).slice(0, 10) });
    requireNewest(expect, topic, tomorrow.ids, "the window at the day after the last message");
  },
});

/** A message is found by the instant at which it was sent, and not by the one after. */
export const dateBetween = property({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-alone"],
  given: { hours: fc.constantFrom(1, 24, 30) },
  async holds(session, { hours }) {
    const { expect } = session;
    const { alice } = session.as;
    const steering = ownRealm(session);
    const start = await startThread(session, ["one"]);
    await steering.advance(hours * 3_600_000);
    const topic = { ...start, ids: [...start.ids, await sendToChannel(alice, start.channel, start.topic, "two")] };
    const [early, late] = await timesOf(alice, topic);
    const anchorAt = async (anchor_date: string) => (await windowOf(alice, topic, { anchor: "date", anchor_date })).body.anchor;
    for (const anchor_date of spellings(early)) expect.same(await anchorAt(anchor_date), topic.ids[0], `the anchor at ${anchor_date}`);
    for (const anchor_date of [...spellings(early + 1), ...spellings(late)])
      expect.same(await anchorAt(anchor_date), topic.ids[1], `the anchor at ${anchor_date}`);
    const day = iso(late).slice(0, 10);
    const isSameDay = day === iso(early).slice(0, 10);
    expect.same(await anchorAt(day), topic.ids[isSameDay ? 0 : 1], `the anchor at ${day}`);
  },
});
