import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { idsOf, messagesIn, startThread } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import type { Body } from "../../expect.ts";
import { anchorOf, examples, type InterruptedThread, idsWithin, isInside, startInterruptedThread, type Window, windows } from "./window.ts";

/** Requires what the flags for the ends promise, whatever is decided for sides that are filled. */
function checkEnds(session: Session, body: Body, ids: readonly number[], all: readonly number[], anchor: number, window: Window): void {
  const { expect } = session;
  const { at, before, after } = window;
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

async function checkWindow(session: Session, topic: InterruptedThread, window: Window): Promise<void> {
  const { as, expect } = session;
  const { at, before: num_before, after: num_after, include } = window;
  const anchor = anchorOf(window, topic);
  const what = `the window ${JSON.stringify(window)}`;
  const given = { num_before, num_after, narrow: topic.narrow, ...(include !== undefined && { include_anchor: include }) };
  const reply = await as.alice.send("GET /messages", { anchor: at === "newest" || at === "oldest" ? at : anchor, ...given });
  const body = expect.succeeded(reply, what);
  const ids = idsOf(messagesIn(reply, expect));
  const isNothing = include === false && num_before + num_after === 0 && topic.ids.includes(anchor);
  if (isNothing) session.chooses("excludedAnchorAlone", ids.length === 0 ? "excluded" : "observed");
  const expected = isNothing && ids.length > 0 ? [anchor] : idsWithin(topic.ids, anchor, window);
  expect.same(ids, expected, `the ids of ${what} of ${topic.ids.join(", ")}`);
  const told = expect.integer(body.anchor, "the anchor");
  if (Number.isFinite(anchor) && anchor >= 0) expect.same(told, anchor, "the anchor");
  expect.same(body.found_anchor, ids.includes(told), "found_anchor");
  expect.typed(body.history_limited, "boolean", "history_limited");
  expect.holds(!body.history_limited || body.found_oldest === true, "history_limited is true though the oldest messages were not fetched");
  if (!isNothing) checkEnds(session, body, ids, topic.ids, anchor, window);
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
  given: { windows },
  async holds(session, given) {
    const topic = await startInterruptedThread(session);
    for (const each of [...examples, ...given.windows]) if (!isInside(each)) await checkWindow(session, topic, each);
  },
});

/** Fetches a window of messages. @throws Differs: the request is refused */
const fetchWindow = async (actor: Actor, fields: Body) => messagesIn(await actor.send("GET /messages", fields), actor.expect);

/** Where the anchor is excluded and nothing else asked for, nothing is listed, or that message all the same. */
export const excludedAlone = property({
  clause: "messages.get/include-anchor-alone",
  async holds(session) {
    const { as, expect } = session;
    const { ids, narrow } = await startThread(session, ["one", "two"]);
    const alone = { anchor: ids[0], narrow, num_before: 0, num_after: 0 };
    expect.same(idsOf(await fetchWindow(as.alice, alone)), [ids[0]], "the messages at an anchor alone");
    const reply = await as.alice.send("GET /messages", { ...alone, include_anchor: false });
    const got = idsOf(messagesIn(reply, expect));
    session.chooses("excludedAnchorAlone", got.length === 0 ? "excluded" : "observed");
    if (got.length > 0) expect.same(got, [ids[0]], "the messages at an excluded anchor");
    expect.same(reply.body.found_anchor, got.length > 0, "found_anchor");
  },
});

/** Excluding the anchor inside a window leaves a gap there, or is refused. */
export const excludedInside = property({
  clause: "messages.get/include-anchor",
  async holds(session) {
    const { as, expect } = session;
    const { ids, narrow } = await startInterruptedThread(session);
    const around = { anchor: ids[2], num_before: 1, num_after: 1, narrow };
    expect.same(idsOf(await fetchWindow(as.alice, around)), ids.slice(1, 4), "the ids around an anchor");
    const after = { ...around, num_before: 0, include_anchor: false };
    expect.same(idsOf(await fetchWindow(as.alice, after)), [ids[3]], "the ids after an excluded anchor");
    const reply = await as.alice.send("GET /messages", { ...around, include_anchor: false });
    if (reply.body.result === "error") expect.refused(reply, "BAD_REQUEST");
    else expect.same(idsOf(messagesIn(reply, expect)), [ids[1], ids[3]], "the ids around an excluded anchor");
  },
});

/** A window is its two sides joined. */
export const sidesJoin = property({
  clause: ["messages.get/num-before", "messages.get/num-after", "messages.get/include-anchor"],
  given: { which: fc.nat(4), before: fc.integer({ min: 1, max: 4 }), after: fc.integer({ min: 1, max: 4 }) },
  async holds(session, { which, before, after }) {
    const { as, expect } = session;
    const { ids, narrow } = await startInterruptedThread(session);
    const fetchSides = (fields: Body) => fetchWindow(as.alice, { anchor: ids[which], narrow, ...fields });
    const older = await fetchSides({ num_before: before, num_after: 0 });
    const newer = await fetchSides({ num_before: 0, num_after: after, include_anchor: false });
    expect.same(older.at(-1)?.id, ids[which], "the id of the last message of the older side");
    expect.same(await fetchSides({ num_before: before, num_after: after }), [...older, ...newer], "a window");
  },
});

/** Who pages through a topic sees each message once, whichever way and in whichever steps. */
export const paging = property({
  clause: ["messages.get/found-newest", "messages.get/found-oldest", "messages.get/messages-sorted", "messages.get/include-anchor"],
  given: { step: fc.integer({ min: 1, max: 3 }) },
  async holds(session, { step }) {
    const { as, expect } = session;
    const { ids, narrow } = await startInterruptedThread(session);
    for (const forward of [true, false]) {
      const counts = forward ? { num_before: 0, num_after: step } : { num_before: step, num_after: 0 };
      const seen: number[] = [];
      let anchor: unknown = forward ? "oldest" : "newest";
      for (let page = 0; page <= ids.length; page++) {
        const first = page === 0 ? {} : { include_anchor: false };
        const reply = await as.alice.send("GET /messages", { anchor, narrow, ...counts, ...first });
        const part = idsOf(messagesIn(reply, expect));
        if (forward) seen.push(...part);
        else seen.unshift(...part);
        if (reply.body[forward ? "found_newest" : "found_oldest"] === true || part.length === 0) break;
        anchor = forward ? part.at(-1) : part[0];
      }
      expect.same(seen, ids, `what paging ${forward ? "forward" : "backward"} saw`);
    }
  },
});
