import fc from "fast-check";
import { idsOf, messagesIn, sendToChannel, startThread, topicNarrow } from "../../client/messages.ts";
import { itemAt } from "../../client/present.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { aDate, notADate } from "../../draw/dates.ts";
import { aHistory, sends } from "../../draw/histories.ts";
import type { PersonName } from "../../draw/people.ts";
import { anAnchor, anchorFields, countsOfSum, mostMessages } from "../../draw/windows.ts";
import { type Body, Untestable } from "../../expect.ts";
import { aWriter } from "./shown.ts";
import { aReader, idAt, idsWithin, interrupted, type Reading, readTopic, someTerms, topics } from "./window.ts";
import { bounds, type Large, notACount, notAnAnchor } from "./wrong-values.ts";

/** Five thousand messages may be asked for, one more not, whichever side they are on. */
export const limit = property<Large>({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits"],
  given: {
    who: aWriter,
    anchor: anAnchor("newest", "oldest", "first_unread", "message", "beyond all"),
    fits: countsOfSum(mostMessages),
    exceeds: countsOfSum(mostMessages + 1),
  },
  examples: bounds,
  async holds(session, { who, anchor, fits, exceeds }) {
    const { channels, expect } = session;
    const [actor, topic] = [session.actor(who), session.fresh("limit")];
    const id = await sendToChannel(actor, channels.general, topic);
    const place = { ...anchorFields(anchor, [{ id }]), narrow: topicNarrow(channels.general, topic) };
    const listed = idsOf(messagesIn(await actor.send("GET /messages", { ...place, ...fits }), expect));
    const isOfTopic = listed.length === 0 || (listed.length === 1 && listed[0] === id);
    expect.holds(isOfTopic, `a window of ${mostMessages} lists what does not match`);
    const { num_before, num_after } = exceeds;
    const reply = await actor.send("GET /messages", { ...place, ...exceeds });
    expect.refused(reply, "BAD_REQUEST", {}, `GET /messages for ${num_before} and ${num_after} messages`);
  },
});

/** Five thousand ids may be asked for, one more not. */
export const limitOfIds = property({
  clause: ["messages.get/limit-5000", "messages.get/limit-5000-fits", "messages.get/message-ids"],
  once: "the bound and one id more are all that the clause names",
  async holds(session) {
    const { as, expect } = session;
    const { ids: known, narrow } = await startThread(session, ["one"]);
    const fetchSome = (count: number) => {
      const others = Array.from({ length: count }, (_, i) => i + 1).filter((id) => !known.includes(id));
      return as.alice.send("GET /messages", { message_ids: [...known, ...others].slice(0, count), narrow });
    };
    const fits = await fetchSome(mostMessages);
    if (!("result" in fits.body)) throw new Untestable(`the target takes no query of that length: ${fits.status}`);
    expect.same(idsOf(messagesIn(fits, expect)), known, "what 5000 ids have within the narrow");
    expect.refused(await fetchSome(mostMessages + 1), "BAD_REQUEST", {}, "GET /messages with 5001 ids");
  },
});

/** A full window of five thousand holds as many, where a narrow has more. */
export const fullWindow = property({
  clause: ["messages.get/limit-5000-fits", "messages.get/num-before"],
  once: "one window of the greatest size, of all that alice has",
  async holds(session) {
    const { as, expect } = session;
    const sent = await startThread(session, ["one", "two"]);
    const reply = await as.alice.send("GET /messages", { anchor: "newest", num_before: mostMessages, num_after: 0 });
    const ids = idsOf(messagesIn(reply, expect));
    expect.holds(ids.length <= mostMessages, `a window of ${mostMessages} holds ${ids.length}`);
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    expect.same(ids, sorted, "the ids of a large window");
    // Others may send to a shared server meanwhile.
    const last = session.target.kind === "embedded" ? ids.slice(-2) : ids.filter((id) => sent.ids.includes(id));
    expect.same(last, sent.ids, "the last ids of a large window");
    if (ids.length < mostMessages) expect.same(reply.body.found_oldest, true, "found_oldest of a window that is not full");
  },
});

const countNames = ["num_before", "num_after"] as const;

type CountName = (typeof countNames)[number];

const three = { history: sends("alice", "a", "one", "two", "three"), who: "alice", terms: [] } as const;

const aFew = fc.integer({ min: 1, max: 5 });

/** A count that is left out is refused, or is nothing. */
export const counts = property<Reading & { readonly at: number; readonly count: number; readonly without: CountName }>({
  clause: "messages.get/counts-required",
  given: { history: topics(), who: aReader, terms: someTerms, at: proportion, count: aFew, without: fc.constantFrom(...countNames) },
  examples: countNames.map((without) => ({ ...three, at: 0.5, count: 1, without })),
  async holds(session, { at, count, without, ...reading }) {
    const { expect } = session;
    const { actor, ids, narrow } = await readTopic(session, reading);
    const anchor = idAt(ids, at);
    const window = { num_before: count, num_after: count };
    const all: Body = { anchor, narrow, ...window };
    const both = idsOf(messagesIn(await actor.send("GET /messages", all), expect));
    expect.same(both, idsWithin(ids, anchor, { ...window, include_anchor: true }), "the messages with both counts");
    const reply = await actor.send("GET /messages", { ...all, [without]: undefined });
    const isRefused = reply.body.result === "error";
    session.chooses("countsWithAnchor", isRefused ? "required" : "observed");
    const left = idsWithin(ids, anchor, { ...window, [without]: 0, include_anchor: true });
    if (isRefused) expect.declined(reply, `GET /messages without ${without}`, without);
    else expect.same(idsOf(messagesIn(reply, expect)), left, `the messages without ${without}`);
  },
});

/** Counts of nothing, so that an accepted request lists little. */
const nothing = { num_before: 0, num_after: 0 };

/** What is no count is refused. */
export const wrongCount = property<{ readonly who: PersonName; readonly name: CountName; readonly wrong: string; readonly other: number }>({
  clause: "messages.get/counts-wrong",
  given: { who: aReader, name: fc.constantFrom(...countNames), wrong: notACount, other: aFew },
  examples: countNames.flatMap((name) =>
    ["many", "-1", "1.5", "[1]", "true"].map((wrong) => ({ who: "alice" as const, name, wrong, other: 1 })),
  ),
  async holds(session, { who, name, wrong, other }) {
    const { expect } = session;
    const ask = (value: unknown) =>
      session.actor(who).send("GET /messages", { anchor: "newest", num_before: other, num_after: other, [name]: value });
    expect.succeeded(await ask(1), "GET /messages with two counts");
    expect.declined(await ask(wrong), `GET /messages with ${name} ${JSON.stringify(wrong)}`, name);
  },
});

/** What is no anchor is refused. */
export const wrongAnchor = property<{ readonly who: PersonName; readonly anchor: string; readonly right: string | number }>({
  clause: "messages.get/anchor-wrong",
  given: { who: aReader, anchor: notAnAnchor, right: fc.oneof(fc.constantFrom("newest", "oldest", "first_unread"), fc.nat(10_000)) },
  examples: ["yesterday", "Newest", "first-unread", "1.5", "0x10", "newest,oldest", "ten"].map((anchor, i) => ({
    who: "alice",
    anchor,
    right: itemAt(["newest", "oldest", "first_unread", "1"], i % 4),
  })),
  async holds(session, { who, anchor, right }) {
    const { expect } = session;
    const ask = (value: string | number) => session.actor(who).send("GET /messages", { anchor: value, ...nothing });
    expect.succeeded(await ask(right), `GET /messages with the anchor ${right}`);
    expect.refused(await ask(anchor), "BAD_REQUEST", {}, `GET /messages with the anchor ${anchor}`);
  },
});

/** The anchor date is refused without an instant, and with one that is none. */
export const wrongDate = property<{ readonly who: PersonName; readonly right: string; readonly wrong: string | undefined }>({
  clause: ["messages.get/anchor-date-required", "messages.get/anchor-date-wrong"],
  given: { who: aReader, right: aDate.map(({ text }) => text), wrong: fc.oneof(notADate, fc.constant(undefined)) },
  examples: [undefined, "yesterday", "2024-13-01", "2024-02-30", "12:00", "1 May 2024"].map((wrong) => ({
    who: "alice",
    right: "2024-02-29",
    wrong,
  })),
  async holds(session, { who, right, wrong }) {
    const { expect } = session;
    const ask = (anchor_date: string | undefined) => session.actor(who).send("GET /messages", { anchor: "date", ...nothing, anchor_date });
    expect.succeeded(await ask(right), `the anchor date ${right}`);
    expect.declined(
      await ask(wrong),
      wrong === undefined ? "the anchor date without an instant" : `the anchor date ${wrong}`,
      "anchor_date",
    );
  },
});

/** The old spelling of first_unread beside an anchor is refused, or goes before the anchor. */
export const firstUnreadWithAnchor = property<Reading & { readonly at: number }>({
  clause: "messages.get/use-first-unread-with-anchor",
  given: {
    history: aHistory({ messages: [1, 6], topics: ["a"], direct: false, acts: ["flag"] }),
    who: aReader,
    terms: someTerms,
    at: proportion,
  },
  examples: [
    { history: sends("bob", "a", "one", "two", "three"), who: "alice", terms: [], at: 0.9 },
    { history: interrupted, who: "bob", terms: [], at: 0.9 },
  ],
  async holds(session, { at, ...reading }) {
    const { expect } = session;
    const { actor, ids, narrow } = await readTopic(session, reading);
    const anchor = idAt(ids, at);
    const ask = (fields: Body) => actor.send("GET /messages", { ...nothing, narrow, ...fields });
    const old = expect.succeeded(await ask({ use_first_unread_anchor: true }), "GET /messages with use_first_unread_anchor");
    expect.same(idsOf(messagesIn(await ask({ anchor }), expect)), [anchor], "the messages at the anchor alone");
    const reply = await ask({ anchor, use_first_unread_anchor: true });
    const isRefused = reply.body.result === "error";
    session.chooses("firstUnreadWithAnchor", isRefused ? "refused" : "observed");
    if (isRefused) expect.declined(reply, "GET /messages with use_first_unread_anchor and an anchor");
    else expect.same(expect.succeeded(reply), old, "the answer to use_first_unread_anchor beside an anchor");
  },
});
