import { idsOf, messagesIn } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { type WindowShape, windowFields } from "../../draw/windows.ts";
import type { Body } from "../../expect.ts";
import { idsWithin, numberOf, type Topic } from "./window.ts";

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
  const { anchor: at, num_before, num_after } = window;
  const sides = [
    { flag: "found_oldest", count: num_before, end: all[0], own: ids[0], sign: -1, isAnchor: at.kind === "oldest" || anchor === 0 },
    {
      flag: "found_newest",
      count: num_after,
      end: all.at(-1),
      own: ids.at(-1),
      sign: 1,
      isAnchor: at.kind === "newest" || anchor >= newest,
    },
  ];
  for (const { flag, count, end, own, sign, isAnchor } of sides) {
    const got = ids.filter((id) => (id - anchor) * sign > 0);
    expect.typed(body[flag], "boolean", flag);
    const beyond = all.filter((id) => (id - anchor) * sign > 0 && (own === undefined || (id - own) * sign > 0));
    if (body[flag] === true) expect.holds(beyond.length === 0, `${flag} is true though ${beyond.length} more messages match on that side`);
    const ranOut = got.length < count || isAnchor;
    if (ranOut && own === end) expect.same(body[flag], true, `${flag} of a list that ran out on that side`);
    else if (ranOut || own === end) session.chooses("foundEnds", (body[flag] === true) === ranOut ? "observed" : "literal");
  }
}

/** Returns the message that stands for the newest or oldest of all, where a server takes that for the anchor; undefined for any other anchor. */
function anchorOf({ anchor: { kind } }: WindowShape, all: readonly number[], answered: number): number | undefined {
  const end = kind === "newest" ? all.at(-1) : kind === "oldest" ? all[0] : undefined;
  return end === answered ? end : undefined;
}

/** Requires a window of a topic to be what the text says, beside all that the topic holds. */
export async function checkWindow(session: Session, { actor, narrow, ids: all, messages }: Topic, window: WindowShape): Promise<void> {
  const { expect } = session;
  const { num_before, num_after, include_anchor } = window;
  const fields = windowFields(window, messages);
  const asked = numberOf(fields.anchor);
  const what = `the window ${JSON.stringify(fields)}`;
  const reply = await actor.send("GET /messages", { ...fields, narrow });
  const body = expect.succeeded(reply, what);
  const ids = idsOf(messagesIn(reply, expect));
  const answered = expect.integer(body.anchor, "the anchor");
  const anchor = session.isHeldToObserved ? asked : (anchorOf(window, all, answered) ?? asked);
  const isNothing = include_anchor === false && num_before + num_after === 0 && all.includes(anchor);
  if (isNothing) session.chooses("excludedAnchorAlone", ids.length === 0 ? "excluded" : "observed");
  const expected = isNothing && ids.length > 0 ? [anchor] : idsWithin(all, anchor, window);
  expect.same(ids, expected, `the ids of ${what} of ${all.join(", ")}`);
  if (Number.isFinite(anchor) && anchor >= 0) expect.same(answered, anchor, "the anchor");
  expect.same(body.found_anchor, ids.includes(answered), "found_anchor");
  expect.typed(body.history_limited, "boolean", "history_limited");
  expect.holds(!body.history_limited || body.found_oldest === true, "history_limited is true though the oldest messages were not fetched");
  if (!isNothing) checkEnds(session, all, { body, ids, anchor, window });
}
