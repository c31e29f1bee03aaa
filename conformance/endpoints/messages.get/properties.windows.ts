import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt } from "../../client/json.ts";
import { idsOf, sendToChannel, sendToSelf, topicNarrow } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { proportion } from "../../draw/combinators.ts";
import type { History } from "../../draw/histories.ts";
import { anActor, members } from "../../draw/people.ts";
import { type AnchorShape, aWindow, type WindowShape, windowFields } from "../../draw/windows.ts";
import { type Body, Untestable } from "../../expect.ts";
import { codes } from "../../text/limits.ts";
import {
  fetchWindow,
  idAt,
  idsWithin,
  interrupted,
  type Reading,
  readByAlice,
  reading,
  readTopic,
  type Topic,
  windowIn,
} from "./window.ts";

interface Listed {
  readonly body: Body;
  readonly ids: readonly number[];
  readonly anchor: number;
  readonly window: WindowShape;
}

/** The number that servers take for the newest of all anchors. */
const newest = 1e16;

/** Requires what the flags for the ends promise, whatever is decided for sides that are filled. */
function checkEnds(session: Session, all: readonly number[], { body, ids, anchor, window }: Listed): void {
  const { expect } = session;
  const { kind } = window.anchor;
  const [before, after] = [window.num_before, window.num_after];
  const sides = [
    { side: "oldest", count: before, end: all[0], own: ids[0], sign: -1, isAnchor: kind === "oldest" || anchor === 0 },
    { side: "newest", count: after, end: all.at(-1), own: ids.at(-1), sign: 1, isAnchor: kind === "newest" || anchor >= newest },
  ];
  for (const { side, count, end, own, sign, isAnchor } of sides) {
    const [flag, clause] = [`found_${side}`, `messages.get/found-${side}`];
    const got = ids.filter((id) => (id - anchor) * sign > 0);
    expect.against(clause).typed(body[flag], "boolean", flag);
    const beyond = all.filter((id) => (id - anchor) * sign > 0 && (own === undefined || (id - own) * sign > 0));
    const isRight = body[flag] !== true || beyond.length === 0;
    expect.holds(isRight, `${flag} is true though ${beyond.length} more messages match on that side`, clause);
    const ranOut = got.length < count || isAnchor;
    if (ranOut && own === end) expect.same(body[flag], true, `${flag} of a list that ran out on that side`, clause);
    else if (ranOut || own === end) {
      const words = `${flag} is ${body[flag]} of a list of ${got.length} on that side, ${own === end ? "with" : "without"} the ${side} match`;
      session.chooses("foundEnds", (body[flag] === true) === ranOut ? "observed" : "literal", words);
    }
  }
}

/** Returns the id that an anchor stands for: for the newest and oldest of all one beyond all, or that message where a server answers it. */
function anchorOf({ isHeldToObserved }: Session, all: readonly number[], asked: string | number, answered: number): number {
  if (asked !== "newest" && asked !== "oldest") return Number(asked);
  const end = asked === "newest" ? all.at(-1) : all[0];
  if (end === answered && !isHeldToObserved) return end;
  return asked === "newest" ? Number.POSITIVE_INFINITY : -1;
}

/** Returns the clause that a list of ids goes against: that of an anchor at an end, of the anchor itself, or of the side on which the first difference lies. */
function brokenBy(kind: AnchorShape["kind"], got: readonly number[], within: readonly number[], anchor: number): string {
  if (kind === "newest" || kind === "oldest") return `messages.get/anchor-${kind}`;
  if (kind !== "message" && got.length === 0) return "messages.get/anchor-id";
  const others = [...got, ...within].filter((id) => !(got.includes(id) && within.includes(id)));
  if (others.includes(anchor)) return "messages.get/include-anchor";
  return `messages.get/num-${others.every((id) => id > anchor) ? "after" : "before"}`;
}

/** Requires the answer to name the anchor that was asked for, and to say whether it is listed. */
function requireAnchor({ expect }: Session, { body, ids, anchor, window }: Listed, all: readonly number[], asked: string | number): void {
  const clause = "messages.get/reply-anchor";
  const answered = expect.against(clause).integer(body.anchor, "the anchor");
  if (asked === "newest")
    expect.holds(answered >= (all.at(-1) ?? 0), `the anchor of newest is ${answered}, before the newest message`, clause);
  else if (asked === "oldest")
    expect.holds(answered <= (all[0] ?? answered), `the anchor of oldest is ${answered}, after the oldest message`, clause);
  else if (window.anchor.kind === "negative")
    expect.holds(answered < 1, `the anchor of ${anchor} is ${answered}, the id of a message`, clause);
  else expect.same(answered, anchor, "the anchor", clause);
  expect.same(body.found_anchor, ids.includes(answered), "found_anchor", "messages.get/found-anchor");
}

/** Requires a window of a topic to be what the text says, beside all that the topic holds. */
async function checkWindow(session: Session, { actor, narrow, ids: all }: Topic, window: WindowShape): Promise<void> {
  const { expect } = session;
  const { num_before, num_after, include_anchor } = window;
  const fields = windowFields(window, all);
  const what = `the window ${JSON.stringify(fields)}`;
  const reply = await actor.send("GET /messages", { ...fields, narrow });
  const { kind } = window.anchor;
  // An integer it is, but the id of no message: servers may refuse it.
  if (kind === "negative" && !session.isHeldToObserved && reply.body.result === "error") return void expect.declined(reply, what);
  const isEnd = kind === "newest" || kind === "oldest";
  const body = expect.against(isEnd ? `messages.get/anchor-${kind}` : undefined).succeeded(reply, what);
  const ids = idsOf(windowIn(reply, expect));
  const answered = expect.against("messages.get/reply-anchor").integer(body.anchor, "the anchor");
  const anchor = anchorOf(session, all, fields.anchor, answered);
  const isNothing = include_anchor === false && num_before + num_after === 0 && all.includes(anchor);
  if (isNothing) session.chooses("excludedAnchorAlone", ids.length === 0 ? "excluded" : "observed");
  const within = isNothing && ids.length > 0 ? [anchor] : idsWithin(all, anchor, num_before, num_after, include_anchor);
  const clause = isNothing ? "messages.get/include-anchor-alone" : brokenBy(kind, ids, within, anchor);
  expect.same(ids, within, `the ids of ${what} of ${all.join(", ")}`, clause);
  requireAnchor(session, { body, ids, anchor, window }, all, fields.anchor);
  const limited = expect.against("messages.get/history-limited");
  limited.typed(body.history_limited, "boolean", "history_limited");
  const isLimited = body.history_limited === true && body.found_oldest !== true;
  limited.holds(!isLimited, "history_limited is true though the oldest messages were not fetched");
  if (!isNothing) checkEnds(session, all, { body, ids, anchor, window });
}

type WindowsAt = Reading & { readonly windows: readonly WindowShape[] };

const shape = (anchor: AnchorShape, num_before: number, num_after: number, include_anchor?: boolean): WindowShape => ({
  anchor,
  num_before,
  num_after,
  include_anchor,
});

const message: AnchorShape = { kind: "message", at: 0.5 };

/** Windows around each kind of anchor, filled and running out, with and without the anchor. */
const examples: readonly WindowsAt[] = [
  [shape(message, 1, 1), shape(message, 6, 6, true), shape(message, 0, 0), shape(message, 2, 0, false), shape(message, 0, 2, false)],
  [shape(message, 0, 0, false)],
  // The message of the other topic.
  [shape({ kind: "between", at: 0.3 }, 1, 1)],
  [shape({ kind: "beyond all" }, 2, 2), shape({ kind: "before all" }, 2, 2)],
  [shape({ kind: "negative" }, 2, 2)],
  [shape({ kind: "newest" }, 2, 0), shape({ kind: "newest" }, 6, 1), shape({ kind: "newest" }, 0, 6)],
  [shape({ kind: "oldest" }, 0, 2), shape({ kind: "oldest" }, 1, 6), shape({ kind: "oldest" }, 6, 0)],
].map((windows) => ({ ...readByAlice(interrupted), windows }));

/** The same history, in the middle of which a message is deleted. */
const withGap: History = [...interrupted, { act: "delete", back: 0.4 }];

/** A window in whose middle the anchor is not excluded: servers may refuse that. */
const someWindow = aWindow.filter(
  ({ num_before, num_after, include_anchor }) => include_anchor !== false || num_before === 0 || num_after === 0,
);

/** A window has the messages next to its anchor on each side, as many as are asked for, and says which ends it reached. */
export const window = property<WindowsAt>({
  clause: [
    "anchor-id",
    "include-anchor",
    "include-anchor-alone",
    "num-before",
    "num-after",
    "reply-anchor",
    "found-newest",
    "found-oldest",
    "found-ends-filled",
    "found-anchor",
    "history-limited",
    "messages-sorted",
    "anchor-newest",
    "anchor-oldest",
  ],
  given: {
    ...reading(),
    windows: fc.array(someWindow, { minLength: 1, maxLength: 2 }),
  },
  examples: [
    ...examples,
    { ...readByAlice(interrupted), windows: [shape(message, 6, 6)], who: "gus" },
    { ...readByAlice(withGap), windows: [shape(message, 2, 2), shape({ kind: "newest" }, 3, 0), shape({ kind: "oldest" }, 0, 3)] },
  ],
  async holds(session, { windows, ...given }) {
    const topic = await readTopic(session, given);
    for (const each of windows) await checkWindow(session, topic, each);
  },
});

/** A window says whether it has the newest message there is now, whatever was the newest when it was asked for before. */
export const newestSince = property({
  clause: "found-newest",
  given: { who: anActor(...members) },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh()];
    const first = await sendToChannel(actor, channel, topic, "first");
    const narrow = topicNarrow(actor, channel, topic);
    const isNewest = async (num_after: number): Promise<unknown> =>
      expect.succeeded(await actor.send("GET /messages", { anchor: first, num_before: 1, num_after, narrow }), "GET /messages")
        .found_newest;
    expect.same(await isNewest(1), true, "found_newest of a window with the newest message");
    await sendToChannel(actor, channel, topic, "second");
    expect.same(await isNewest(0), false, "found_newest of a window without the message that was sent since");
  },
});

/** A message outside the narrow is an anchor that is not found: the window lies around its place. */
export const anchorElsewhere = property({
  clause: ["found-anchor", "anchor-id"],
  given: { who: anActor(...members) },
  examples: [{ who: "alice" }],
  async holds(session, { who }, expect) {
    const [actor, channel, topic] = [session.actor(who), session.channels.general, session.fresh()];
    const ids: number[] = [];
    for (const name of [topic, session.fresh("other"), topic]) ids.push(await sendToChannel(actor, channel, name));
    const fields = { anchor: itemAt(ids, 1), num_before: 1, num_after: 1, narrow: topicNarrow(actor, channel, topic) };
    const reply = await actor.send("GET /messages", fields);
    const listed = idsOf(windowIn(reply, expect.against("messages.get/anchor-id")));
    expect.same(listed, [ids[0], ids[2]], "the ids around a message of another topic", "messages.get/anchor-id");
    expect.same(reply.body.found_anchor, false, "found_anchor where the anchor is of another topic");
  },
});

const atLeastOne = fc.integer({ min: 1, max: 5 });

/** Excluding the anchor inside a window leaves a gap there, or is refused. */
export const excludedInside = property({
  clause: ["include-anchor", "include-anchor-between"],
  given: { ...reading({ messages: [2, 8] }), at: proportion, before: atLeastOne, after: atLeastOne },
  examples: [0.5, 0, 0.9].map((at) => ({ ...readByAlice(interrupted), at, before: 1, after: 1 })),
  async holds(session, { at, before, after, ...given }, expect) {
    const { actor, ids, narrow } = await readTopic(session, given);
    const anchor = idAt(ids, at);
    const around = { anchor, num_before: before, num_after: after, narrow };
    expect.same(idsOf(await fetchWindow(actor, around)), idsWithin(ids, anchor, before, after), "the ids around an anchor");
    const reply = await actor.send("GET /messages", { ...around, include_anchor: false });
    const isRefused = reply.body.result === "error";
    session.chooses("excludedAnchorBetween", isRefused ? "observed" : "yes");
    if (isRefused) expect.refused(reply, codes.badRequest);
    else {
      expect.same(idsOf(windowIn(reply, expect)), idsWithin(ids, anchor, before, after, false), "the ids around an excluded anchor");
      // The message at an end of the narrow is not in the list; some take the flag for whether anything is missing beyond it.
      const ends = { found_oldest: ids[0], found_newest: ids.at(-1) };
      for (const [flag, end] of Object.entries(ends))
        if (anchor === end && session.isHeldToObserved) session.chooses("foundEnds", reply.body[flag] === true ? "observed" : "literal");
    }
  },
});

/** So many messages are within the bound of one request, and more than servers' own clients ask for. */
const many = 1200;

/** Returns the ids of a window without that of its anchor: the end of a history may be a message, which is listed beside those asked for. */
async function besideAnchor(actor: Actor, fields: Body): Promise<number[]> {
  const reply = await actor.send("GET /messages", fields);
  return idsOf(windowIn(reply, actor.expect)).filter((id) => id !== reply.body.anchor);
}

/** A list at one end of a history that has more does not say that it reaches the other end: in a long one the ids there may have other lengths. */
export const otherEnd = property({
  clause: ["found-newest", "found-oldest"],
  once: "the history is the same for every such window",
  async holds({ as: { alice }, expect }) {
    const newest = await sendToSelf(alice);
    const windows = { found_newest: ["oldest", 0, 1], found_oldest: ["newest", 1, 0] } as const;
    for (const [flag, [anchor, num_before, num_after]] of Object.entries(windows)) {
      const reply = await alice.send("GET /messages", { anchor, num_before, num_after });
      const listed = idsOf(windowIn(reply, expect));
      if (flag === "found_newest" && listed.includes(newest)) throw new Untestable("alice has two messages at most");
      const what = `${flag} of the list of ${listed.join(" and ")}, beside which there are others`;
      expect.same(reply.body[flag], false, what, `messages.get/${flag.replace("_", "-")}`);
    }
  },
});

/** A window of many messages has as many as were asked for; where it has fewer, it ends with the last that there is. */
export const large = property({
  clause: ["num-before", "num-after", "found-newest", "found-oldest"],
  once: "the history is the same for every such window",
  async holds({ as: { alice }, expect }) {
    const [newest] = idsOf(await fetchWindow(alice, { anchor: "newest", num_before: 1, num_after: 0 })).slice(-1);
    const [oldest] = idsOf(await fetchWindow(alice, { anchor: "oldest", num_before: 0, num_after: 1 }));
    if (newest === undefined || oldest === undefined) throw new Untestable("alice has no message");
    const after = await besideAnchor(alice, { anchor: "oldest", num_before: 0, num_after: many });
    const afterwards = expect.against("messages.get/num-after");
    afterwards.holds(after.length <= many, `${many} after the oldest are ${after.length}`);
    const before = await besideAnchor(alice, { anchor: "newest", num_before: many, num_after: 0 });
    expect.holds(before.length <= many, `${many} before the newest are ${before.length}`);
    if (after.length === many || before.length === many) {
      const checks = before.length === many ? afterwards : expect;
      checks.same([after.length, before.length], [many, many], "how many are listed after the oldest and before the newest");
      return;
    }
    afterwards.holds(
      Math.max(oldest, ...after) >= newest,
      `the newest message after the oldest is ${after.at(-1)}, and there is ${newest}`,
    );
    expect.same(Math.min(newest, ...before), oldest, `the oldest of ${before.length} messages before the newest`);
  },
});
