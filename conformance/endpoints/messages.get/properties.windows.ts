import fc from "fast-check";
import { idsOf, messagesIn } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import { sends } from "../../draw/histories.ts";
import { type AnchorShape, aWindow, type WindowShape } from "../../draw/windows.ts";
import type { Body } from "../../expect.ts";
import { checkWindow } from "./check-window.ts";
import { aReader, fetchWindow, idAt, interrupted, isInside, type Reading, readTopic, someTerms, topics } from "./window.ts";

type WindowAt = Reading & { readonly window: WindowShape };

const example = (anchor: AnchorShape, num_before: number, num_after: number, include_anchor?: boolean): WindowAt => ({
  history: interrupted,
  who: "alice",
  terms: [],
  window: { anchor, num_before, num_after, include_anchor },
});

const message: AnchorShape = { kind: "message", at: 0.5 };

/** Windows around each kind of anchor, filled and running out, with and without the anchor. */
const examples: readonly WindowAt[] = [
  example(message, 1, 1),
  example(message, 6, 6, true),
  example(message, 0, 0),
  example(message, 2, 0, false),
  example(message, 0, 2, false),
  // The message of the other topic.
  example({ kind: "between", at: 0.3 }, 1, 1),
  example({ kind: "beyond all" }, 2, 2),
  example({ kind: "before all" }, 2, 2),
  example({ kind: "newest" }, 2, 0),
  example({ kind: "newest" }, 6, 1),
  example({ kind: "oldest" }, 0, 2),
  example({ kind: "oldest" }, 1, 6),
  { ...example(message, 6, 6), who: "gus" },
];

/** A window has the messages next to its anchor on each side, as many as are asked for, and says which ends it reached. */
export const window = property<WindowAt>({
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
  given: { history: topics(), who: aReader, terms: someTerms, window: aWindow().filter((each) => !isInside(each)) },
  examples,
  async holds(session, { window: drawn, ...reading }) {
    await checkWindow(session, await readTopic(session, reading), drawn);
  },
});

const alice = { history: interrupted, who: "alice", terms: [] } as const;

/** Where the anchor is excluded and nothing else asked for, nothing is listed, or that message all the same. */
export const excludedAlone = property<Reading & { readonly at: number }>({
  clause: "messages.get/include-anchor-alone",
  given: { history: topics(), who: aReader, terms: someTerms, at: proportion },
  examples: [{ ...alice, at: 0 }],
  async holds(session, { at, ...reading }) {
    const { expect } = session;
    const { actor, ids, narrow } = await readTopic(session, reading);
    const alone = { anchor: idAt(ids, at), narrow, num_before: 0, num_after: 0 };
    expect.same(idsOf(await fetchWindow(actor, alone)), [alone.anchor], "the messages at an anchor alone");
    const reply = await actor.send("GET /messages", { ...alone, include_anchor: false });
    const got = idsOf(messagesIn(reply, expect));
    session.chooses("excludedAnchorAlone", got.length === 0 ? "excluded" : "observed");
    if (got.length > 0) expect.same(got, [alone.anchor], "the messages at an excluded anchor");
    expect.same(reply.body.found_anchor, got.length > 0, "found_anchor");
  },
});

const atLeastOne = fc.integer({ min: 1, max: 5 });

interface AroundMessage extends Reading {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

const aroundMessage = { history: topics({ messages: [2, 8] }), who: aReader, terms: someTerms, at: proportion };

/** Excluding the anchor inside a window leaves a gap there, or is refused. */
export const excludedInside = property<AroundMessage>({
  clause: ["messages.get/include-anchor", "messages.get/include-anchor-between"],
  given: { ...aroundMessage, before: atLeastOne, after: atLeastOne },
  examples: [{ ...alice, at: 0.5, before: 1, after: 1 }],
  async holds(session, { at, before, after, ...reading }) {
    const { expect } = session;
    const { actor, ids, narrow } = await readTopic(session, reading);
    const i = ids.indexOf(idAt(ids, at));
    const around = { anchor: ids[i], num_before: before, num_after: after, narrow };
    const [older, newer] = [ids.slice(Math.max(0, i - before), i), ids.slice(i + 1, i + 1 + after)];
    expect.same(idsOf(await fetchWindow(actor, around)), [...older, ids[i], ...newer], "the ids around an anchor");
    const behind = { ...around, num_before: 0, include_anchor: false };
    expect.same(idsOf(await fetchWindow(actor, behind)), newer, "the ids after an excluded anchor");
    const reply = await actor.send("GET /messages", { ...around, include_anchor: false });
    const isRefused = reply.body.result === "error";
    session.chooses("excludedAnchorBetween", isRefused ? "observed" : "yes");
    if (isRefused) expect.refused(reply, "BAD_REQUEST");
    else expect.same(idsOf(messagesIn(reply, expect)), [...older, ...newer], "the ids around an excluded anchor");
  },
});

/** A window is its two sides joined. */
export const sidesJoin = property<AroundMessage>({
  clause: ["messages.get/num-before", "messages.get/num-after", "messages.get/include-anchor"],
  given: { ...aroundMessage, before: atLeastOne, after: atLeastOne },
  examples: [{ ...alice, at: 0.5, before: 2, after: 2 }],
  async holds(session, { at, before, after, ...reading }) {
    const { expect } = session;
    const { actor, ids, narrow } = await readTopic(session, reading);
    const anchor = idAt(ids, at);
    const older = await fetchWindow(actor, { anchor, narrow, num_before: before, num_after: 0 });
    const newer = await fetchWindow(actor, { anchor, narrow, num_before: 0, num_after: after, include_anchor: false });
    expect.same(older.at(-1)?.id, anchor, "the id of the last message of the older side");
    const joined = await fetchWindow(actor, { anchor, narrow, num_before: before, num_after: after });
    expect.same(joined, [...older, ...newer], "a window");
  },
});

/** Who pages through a topic sees each message once, whichever way and in whichever steps. */
export const paging = property<Reading & { readonly step: number; readonly way: "forward" | "backward" }>({
  clause: ["messages.get/found-newest", "messages.get/found-oldest", "messages.get/messages-sorted", "messages.get/include-anchor"],
  given: {
    history: topics(),
    who: aReader,
    terms: someTerms,
    step: fc.integer({ min: 1, max: 4 }),
    way: fc.constantFrom("forward", "backward"),
  },
  examples: (["forward", "backward"] as const).flatMap((way) => [
    { ...alice, step: 1, way },
    { ...alice, step: 2, way },
    { ...alice, history: sends("alice", "a", "one", "two"), who: "gus", step: 1, way },
  ]),
  async holds(session, { step, way, ...reading }) {
    const { actor, ids, narrow } = await readTopic(session, reading);
    const isForward = way === "forward";
    const counts = isForward ? { num_before: 0, num_after: step } : { num_before: step, num_after: 0 };
    const seen: number[] = [];
    let place: Body = { anchor: isForward ? "oldest" : "newest" };
    for (let page = 0; page <= ids.length + 1; page++) {
      const reply = await actor.send("GET /messages", { ...place, narrow, ...counts });
      const part = idsOf(messagesIn(reply, session.expect));
      if (isForward) seen.push(...part);
      else seen.unshift(...part);
      if (reply.body[isForward ? "found_newest" : "found_oldest"] === true || part.length === 0) break;
      place = { anchor: isForward ? part.at(-1) : part[0], include_anchor: false };
    }
    session.expect.same(seen, ids, `what paging ${way} saw`);
  },
});
