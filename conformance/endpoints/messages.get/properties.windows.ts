import fc from "fast-check";
import { idsOf, type Message, messagesIn, sendToChannel, startThread, type Thread } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";

interface Asked {
  /** Where the anchor is: at a message of the topic, just before or after it, at one of another topic, or at an end. */
  readonly at: "message" | "before" | "after" | "elsewhere" | "newest" | "oldest";
  readonly which: number;
  readonly before: number;
  readonly after: number;
  readonly include: boolean | undefined;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  at: fc.constantFrom("message", "message", "message", "before", "after", "elsewhere", "newest", "oldest"),
  which: fc.nat(4),
  before: fc.nat(6),
  after: fc.nat(6),
  include: fc.constantFrom(undefined, true, false),
});

interface Ground extends Thread {
  /** A message between those of the topic. */
  readonly elsewhere: number;
}

/** A topic of five messages, with one of another topic among them. */
async function ground(session: Session): Promise<Ground> {
  const start = await startThread(session, ["one", "two"]);
  const alice = session.as.alice;
  const elsewhere = await sendToChannel(alice, start.channel, session.fresh("elsewhere"), "not of this topic");
  const ids = [...start.ids];
  for (const content of ["three", "four", "five"]) ids.push(await sendToChannel(alice, start.channel, start.topic, content));
  return { ...start, ids, elsewhere };
}

/** The anchor as a number: of the ends, one beyond everything. */
function anchorOf({ at, which }: Asked, { ids, elsewhere }: Ground): number {
  const id = ids[which]!;
  const places = { message: id, before: id - 1, after: id + 1, elsewhere, newest: Number.POSITIVE_INFINITY, oldest: -1 };
  return places[at];
}

/** The ids that a window has, by the text. */
const windowOf = (ids: readonly number[], anchor: number, { before, after, include = true }: Asked): number[] => [
  ...(before === 0 ? [] : ids.filter((id) => id < anchor).slice(-before)),
  ...ids.filter((id) => include && id === anchor),
  ...ids.filter((id) => id > anchor).slice(0, after),
];

/** What the flags for the ends promise, whatever is decided for sides that are filled. */
function checkEnds(session: Session, body: Body, all: readonly number[], anchor: number, { at, before, after }: Asked): void {
  const { expect } = session;
  const ids = idsOf(expect.objects<Message>(body.messages, "the messages"));
  const sides = [
    { flag: "found_oldest", count: before, end: all[0]!, own: ids[0], sign: -1, isAnchor: at === "oldest" },
    { flag: "found_newest", count: after, end: all.at(-1)!, own: ids.at(-1), sign: 1, isAnchor: at === "newest" },
  ];
  for (const { flag, count, end, own, sign, isAnchor } of sides) {
    const got = ids.filter((id) => (id - anchor) * sign > 0);
    expect.typed(body[flag], "boolean", flag);
    const beyond = all.filter((id) => (id - anchor) * sign > 0 && (own === undefined || (id - own) * sign > 0));
    if (body[flag] === true) expect.holds(beyond.length === 0, `${flag} is true though ${beyond.length} more messages match on that side`);
    const ranOut = got.length < count || isAnchor;
    if (ranOut && own === end) expect.same(body[flag], true, `${flag} of a list that ran out on that side`);
    else if (ranOut || own === end) session.chooses("foundEnds", (body[flag] === true) === ranOut ? "unlessFilled" : "literal");
  }
}

async function check(session: Session, topic: Ground, question: Asked): Promise<void> {
  const { expect } = session;
  const { at, before: num_before, after: num_after, include } = question;
  const anchor = anchorOf(question, topic);
  if (include === false && num_before > 0 && num_after > 0) return;
  const given = { num_before, num_after, narrow: topic.narrow, ...(include !== undefined && { include_anchor: include }) };
  const reply = await session.as.alice.send("GET /messages", { anchor: at === "newest" || at === "oldest" ? at : anchor, ...given });
  const body = expect.succeeded(reply, `the window ${JSON.stringify(question)}`);
  const ids = idsOf(messagesIn(reply));
  const expected = windowOf(topic.ids, anchor, question);
  const alone = include === false && num_before + num_after === 0 && topic.ids.includes(anchor);
  if (alone) session.chooses("excludedAnchorAlone", ids.length === 0 ? "excluded" : "observed");
  expect.same(ids, alone && ids.length > 0 ? [anchor] : expected, `the ids of the window ${JSON.stringify(question)} of ${topic.ids}`);
  expect.typed(body.anchor, "integer", "the anchor");
  if (Number.isFinite(anchor) && anchor >= 0) expect.same(body.anchor, anchor, "the anchor");
  expect.same(body.found_anchor, ids.includes(Number(body.anchor)), "found_anchor");
  expect.typed(body.history_limited, "boolean", "history_limited");
  expect.holds(!body.history_limited || body.found_oldest === true, "history_limited is true though the oldest messages were not fetched");
  if (!alone) checkEnds(session, body, topic.ids, anchor, question);
}

/** A window has the messages next to its anchor on each side, as many as are asked for, and says which ends it reached. */
export const window = property({
  clause: [
    "messages.get/anchor-id",
    "messages.get/include-anchor",
    "messages.get/include-anchor-alone",
    "messages.get/num-before",
    "messages.get/num-after",
    "messages.get/reply-anchor",
    "messages.get/found-newest",
    "messages.get/found-oldest",
    "messages.get/found-ends-filled",
    "messages.get/found-anchor",
    "messages.get/history-limited",
    "messages.get/messages-sorted",
    "messages.get/anchor-newest",
    "messages.get/anchor-oldest",
  ],
  given: { windows: fc.array(asked, { minLength: 16, maxLength: 16 }) },
  async holds(session, { windows }) {
    const topic = await ground(session);
    for (const question of windows) await check(session, topic, question);
  },
});

/** Where the anchor is excluded and nothing else asked for, nothing is messagesIn, or that message all the same. */
export const excludedAlone = property({
  clause: "messages.get/include-anchor-alone",
  async holds(session) {
    const { expect } = session;
    const { ids, narrow } = await startThread(session, ["one", "two"]);
    const nothing = { num_before: 0, num_after: 0, include_anchor: false };
    const reply = await session.as.alice.send("GET /messages", { anchor: ids[0], narrow, ...nothing });
    const got = idsOf(messagesIn(reply));
    session.chooses("excludedAnchorAlone", got.length === 0 ? "excluded" : "observed");
    if (got.length > 0) expect.same(got, [ids[0]], "the messages at an excluded anchor");
    expect.same(reply.body.found_anchor, got.length > 0, "found_anchor");
  },
});

/** Excluding the anchor inside a window leaves a gap there, or is refused. */
export const excludedInside = property({
  clause: "messages.get/include-anchor",
  async holds(session) {
    const { expect } = session;
    const { ids, narrow } = await ground(session);
    const reply = await session.as.alice.send("GET /messages", {
      anchor: ids[2],
      num_before: 1,
      num_after: 1,
      include_anchor: false,
      narrow,
    });
    if (reply.body.result === "error") expect.refused(reply, "BAD_REQUEST");
    else expect.same(idsOf(messagesIn(reply)), [ids[1], ids[3]], "the ids around an excluded anchor");
  },
});

/** A window is its two sides joined. */
export const sidesJoin = property({
  clause: ["messages.get/num-before", "messages.get/num-after", "messages.get/include-anchor"],
  given: { which: fc.nat(4), before: fc.integer({ min: 1, max: 4 }), after: fc.integer({ min: 1, max: 4 }) },
  async holds(session, { which, before, after }) {
    const { expect } = session;
    const { ids, narrow } = await ground(session);
    const part = async (fields: Body) =>
      messagesIn(await session.as.alice.send("GET /messages", { anchor: ids[which], narrow, ...fields }));
    const older = await part({ num_before: before, num_after: 0 });
    const newer = await part({ num_before: 0, num_after: after, include_anchor: false });
    expect.same(await part({ num_before: before, num_after: after }), [...older, ...newer], "a window");
  },
});

/** Who pages through a topic sees each message once, whichever way and in whichever steps. */
export const paging = property({
  clause: ["messages.get/found-newest", "messages.get/found-oldest", "messages.get/messages-sorted", "messages.get/include-anchor"],
  given: { step: fc.integer({ min: 1, max: 3 }), forward: fc.boolean() },
  async holds(session, { step, forward }) {
    const { expect } = session;
    const { ids, narrow } = await ground(session);
    const counts = forward ? { num_before: 0, num_after: step } : { num_before: step, num_after: 0 };
    const seen: number[] = [];
    let anchor: unknown = forward ? "oldest" : "newest";
    for (let page = 0; page <= ids.length; page++) {
      const first = page === 0 ? {} : { include_anchor: false };
      const reply = await session.as.alice.send("GET /messages", { anchor, narrow, ...counts, ...first });
      const part = idsOf(messagesIn(reply));
      if (forward) seen.push(...part);
      else seen.unshift(...part);
      if (reply.body[forward ? "found_newest" : "found_oldest"] === true || part.length === 0) break;
      anchor = forward ? part.at(-1) : part[0];
    }
    expect.same(seen, ids, "what paging saw");
  },
});
