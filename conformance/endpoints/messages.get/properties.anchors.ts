import fc from "fast-check";
import { fetchMessages, idsOf, messagesIn, startThread, type Thread } from "../../client/messages.ts";
import { ownRealm } from "../../client/serial.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { type Body, Untestable } from "../../expect.ts";

const narrowed = async (session: Session, { narrow }: Thread, fields: Body) => {
  const { expect } = session;
  const reply = await session.as.alice.send("GET /messages", { num_before: 1, num_after: 1, narrow, ...fields });
  return { body: expect.succeeded(reply, `GET /messages with ${JSON.stringify(fields)}`), ids: idsOf(messagesIn(reply)) };
};

/** Whether a window with one message before its anchor and one after it is that of the newest messages. */
function isNewest({ ids }: Thread, got: readonly number[], what: string): void {
  expect.holds(got.length > 0 && got.length <= 2, `${what} lists ${got.length} messages, not the newest one or two`);
  expect.same(got, ids.slice(-got.length), what);
}

/** The newest messages are reached by newest, the oldest by oldest, and the answer's anchor lies there. */
export const ends = property({
  clause: ["messages.get/anchor-newest", "messages.get/anchor-oldest", "messages.get/reply-anchor"],
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two", "three", "four"]);
    const newest = await narrowed(session, topic, { anchor: "newest", num_before: 2, num_after: 2 });
    expect.same(newest.ids.slice(-2), topic.ids.slice(-2), "the last messages at newest");
    expect.same(newest.body.found_newest, true, "found_newest at newest");
    expect.typed(newest.body.anchor, "integer", "the anchor of newest");
    expect.holds(
      Number(newest.body.anchor) >= topic.ids.at(-1)!,
      `the anchor of newest is ${String(newest.body.anchor)}, before the newest message`,
    );
    const oldest = await narrowed(session, topic, { anchor: "oldest", num_before: 2, num_after: 2 });
    expect.same(oldest.ids.slice(0, 2), topic.ids.slice(0, 2), "the first messages at oldest");
    expect.same(oldest.body.found_oldest, true, "found_oldest at oldest");
    expect.typed(oldest.body.anchor, "integer", "the anchor of oldest");
    expect.holds(
      Number(oldest.body.anchor) <= topic.ids[0]!,
      `the anchor of oldest is ${String(oldest.body.anchor)}, after the oldest message`,
    );
  },
});

/** The first unread message anchors the window; it is the first without the flag read. */
export const firstUnread = property({
  clause: ["messages.get/anchor-first-unread", "messages.get/anchor-all-read", "messages.get/use-first-unread-anchor"],
  given: { read: fc.nat(3) },
  runs: 4,
  async holds(session, { read: count }) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two", "three"], (i) => ({ read_by_sender: i < count }));
    const unread = (await fetchMessages(session.as.alice, topic.narrow)).find(
      ({ flags }) => !(Array.isArray(flags) && flags.includes("read")),
    );
    const { body, ids } = await narrowed(session, topic, { anchor: "first_unread" });
    if (unread) {
      expect.same(body.anchor, unread.id, "the anchor of first_unread");
      const i = topic.ids.indexOf(unread.id);
      expect.same(ids, topic.ids.slice(Math.max(0, i - 1), i + 2), "the window at first_unread");
    } else isNewest(topic, ids, "the window at first_unread where all is read");
    expect.same((await narrowed(session, topic, { use_first_unread_anchor: true })).body, body, "the answer to use_first_unread_anchor");
  },
});

/** use_first_unread_anchor false says nothing. */
export const notFirstUnread = property({
  clause: "messages.get/use-first-unread-anchor",
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two"], () => ({ read_by_sender: false }));
    const { body } = await narrowed(session, topic, { anchor: topic.ids[1] });
    expect.same((await narrowed(session, topic, { anchor: topic.ids[1], use_first_unread_anchor: false })).body, body, "the answer");
  },
});

/** Unread messages of a muted topic anchor the window, or are passed over. */
export const mutedTopic = property({
  clause: "messages.get/anchor-first-unread-muted",
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two"], () => ({ read_by_sender: false }));
    if (session.target.level < 170) throw new Untestable("the target is older than topic policies");
    const muted = { stream_id: topic.channel, topic: topic.topic, visibility_policy: 1 };
    expect.succeeded(await session.as.alice.send("POST /user_topics", muted));
    const { body, ids } = await narrowed(session, topic, { anchor: "first_unread" });
    session.chooses("mutedFirstUnread", body.anchor === topic.ids[0] ? "counted" : "skipped");
    if (body.anchor !== topic.ids[0]) isNewest(topic, ids, "the window at first_unread in a muted topic");
  },
});

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** The instant with the clock of another zone. */
const inZone = (seconds: number, hours: number): string =>
  `${iso(seconds + hours * 3600).slice(0, 19)}${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;

/** The spellings of an instant, or of the day on which it is. */
const spellings = (seconds: number): string[] => [
  iso(seconds),
  iso(seconds).slice(0, 19),
  `${iso(seconds).slice(0, 19)}+00:00`,
  inZone(seconds, 5),
  inZone(seconds, -7),
];

async function times(session: Session, topic: Thread): Promise<number[]> {
  const { expect } = session;
  const sent = (await fetchMessages(session.as.alice, topic.narrow)).map(({ timestamp }) => timestamp);
  expect.same(sent.length, topic.ids.length, "the number of messages in the topic");
  for (const timestamp of sent) expect.typed(timestamp, "integer", "timestamp");
  return sent.map(Number);
}

/** The first message sent at or after an instant anchors the window, however the instant is spelled. */
export const date = property({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-utc", "messages.get/anchor-date-else-newest", "messages.get/reply-anchor"],
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two", "three"]);
    const sent = await times(session, topic);
    for (const anchor_date of [...spellings(sent[0]!), "1999-12-31"]) {
      const { body, ids } = await narrowed(session, topic, { anchor: "date", anchor_date });
      expect.same(body.anchor, topic.ids[0], `the anchor at ${anchor_date}, when the first message was sent`);
      expect.same(ids, topic.ids.slice(0, 2), `the window at ${anchor_date}`);
    }
    for (const anchor_date of [...spellings(sent.at(-1)! + 2), "2999-01-01"]) {
      const { ids } = await narrowed(session, topic, { anchor: "date", anchor_date });
      isNewest(topic, ids, `the window at ${anchor_date}, after the last message`);
    }
  },
});

/** A day as anchor begins at midnight UTC. */
export const dateAlone = property({
  clause: ["messages.get/anchor-date-alone", "messages.get/anchor-date-else-newest"],
  async holds(session) {
    const { expect } = session;
    const topic = await startThread(session, ["one", "two", "three"]);
    const sent = await times(session, topic);
    const today = await narrowed(session, topic, { anchor: "date", anchor_date: iso(sent[0]!).slice(0, 10) });
    expect.same(today.body.anchor, topic.ids[0], "the anchor at the day of the first message");
    const tomorrow = await narrowed(session, topic, { anchor: "date", anchor_date: iso(sent.at(-1)! + 86_400).slice(0, 10) });
    isNewest(topic, tomorrow.ids, "the window at the day after the last message");
  },
});

/** A message is found by the instant at which it was sent, and not by the one after. */
export const dateBetween = property({
  clause: ["messages.get/anchor-date", "messages.get/anchor-date-alone"],
  given: { hours: fc.constantFrom(1, 24, 30) },
  async holds(session, { hours }) {
    const { expect } = session;
    const steering = ownRealm(session);
    const first = await startThread(session, ["one"]);
    await steering.advance(hours * 3_600_000);
    const sent = expect.succeeded(
      await session.as.alice.send("POST /messages", { type: "stream", to: first.channel, topic: first.topic, content: "two" }),
    );
    const topic = { ...first, ids: [first.ids[0]!, Number(sent.id)] };
    const [early, late] = (await times(session, topic)) as [number, number];
    const rows: [number, number][] = [
      [early, 0],
      [early + 1, 1],
      [late, 1],
    ];
    for (const [instant, i] of rows)
      for (const anchor_date of spellings(instant))
        expect.same(
          (await narrowed(session, topic, { anchor: "date", anchor_date })).body.anchor,
          topic.ids[i],
          `the anchor at ${anchor_date}`,
        );
    const day = iso(late).slice(0, 10);
    const expected = day === iso(early).slice(0, 10) ? topic.ids[0] : topic.ids[1];
    expect.same((await narrowed(session, topic, { anchor: "date", anchor_date: day })).body.anchor, expected, `the anchor at ${day}`);
  },
});
