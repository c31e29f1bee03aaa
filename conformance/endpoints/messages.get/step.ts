import fc from "fast-check";
import { levels } from "../../client/levels.ts";
import type { CallBeside } from "../../declare/call.ts";
import { rest, type Say, type StepBeside } from "../../declare/step.ts";
import { but, type Drawn, fields, listOf, mostly, type RequestFields, rarely, truth, unsupported } from "../../draw/combinators.ts";
import { aDate, notADate } from "../../draw/dates.ts";
import { anyNarrow, narrowToMessage, narrowToNamed, noNarrow } from "../../draw/narrows.ts";
import { people } from "../../draw/people.ts";
import { anyMessage, aReader, aReceiver, readable } from "../../draw/references.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import { aCount, countsOfSum } from "../../draw/windows.ts";
import { mostMessages } from "../../text/limits.ts";
import { shaped } from "../shaped.ts";

const form: Readonly<Record<string, Drawn>> = {
  apply_markdown: rarely(truth, 3),
  client_gravatar: rarely(truth, 4),
  allow_empty_topic_name: rarely(truth, 3),
  colour: unsupported,
};

const window: Readonly<Record<string, Drawn>> = {
  anchor: mostly([8, anyMessage], [6, "newest"], [3, "oldest"], [3, "first_unread"]),
  include_anchor: rarely(fc.constant(true), 6),
  num_before: aCount,
  num_after: aCount,
};

/** A window in a narrow that a message of this scenario matches. */
const ofTalk: Drawn = fields({ as: aReceiver, ...window, narrow: narrowToMessage, ...form });

const ofAnything = (facts: TargetFacts): Drawn =>
  fields({ ...window, narrow: mostly([2, anyNarrow(facts)], [facts.known ? 1 : 0, []], [facts.known ? 1 : 0, undefined]), ...form });

const byIds: Drawn = fields({
  as: aReader,
  message_ids: fc.tuple(readable, listOf(anyMessage, 3)).map(([first, others]) => [first, ...(others as unknown[])]),
  narrow: rarely(narrowToNamed("message_ids"), 3),
  ...form,
});

/** Requests with an anchor of another kind, or without one side. */
const variants: Drawn = mostly(
  [3, but(ofTalk, { anchor: fc.constant("date"), anchor_date: aDate.map(({ text }) => text) })],
  [2, but(ofTalk, { include_anchor: fc.constant(false), num_after: fc.constant(0) })],
  [1, but(ofTalk, { anchor: undefined, use_first_unread_anchor: fc.constant(true) })],
  [1, fc.tuple(ofTalk, countsOfSum(mostMessages)).map(([given, counts]) => ({ ...(given as object), ...counts }))],
);

const refused: Drawn = mostly(
  [4, but(ofTalk, { narrow: noNarrow })],
  [3, but(ofTalk, { anchor: mostly([3, "latest"], [1, ""], [1, "1_0"]) })],
  [2, but(ofTalk, { anchor: fc.constant("date"), anchor_date: mostly([1, notADate], [1, undefined]) })],
  [1, but(ofTalk, { anchor: undefined })],
  [1, but(ofTalk, { num_before: fc.constantFrom(-1, "one") })],
  [1, but(ofTalk, { num_after: undefined })],
  [2, but(ofTalk, { use_first_unread_anchor: fc.constant(true) })],
  [1, but(ofTalk, { apply_markdown: fc.constant("maybe") })],
  [2, fc.tuple(ofTalk, countsOfSum(mostMessages + 1)).map(([given, counts]) => ({ ...(given as object), ...counts }))],
  [2, but(byIds, { anchor: mostly([1, "newest"], [1, undefined]), num_before: fc.constantFrom(0, 1) })],
  [1, but(byIds, { message_ids: fc.constantFrom("all", [-1], ["soup"]), narrow: undefined })],
);

function tell(given: RequestFields, say: Say): string {
  const { message_ids, anchor, anchor_date, narrow, num_before = "nothing", num_after = "nothing" } = given;
  const where = narrow === undefined || (Array.isArray(narrow) && narrow.length === 0) ? "" : ` in ${say(narrow)}`;
  if (message_ids !== undefined) return `fetches ${say(message_ids)}${where}${rest(given, ["message_ids", "narrow"], say)}`;
  const around =
    anchor === undefined ? "no anchor" : anchor === "date" ? `the date ${say(anchor_date, "as name")}` : say(anchor, "as name");
  const inSentence = ["narrow", "anchor", "num_before", "num_after", ...(anchor === "date" ? ["anchor_date"] : [])];
  return `fetches ${say(num_before, "as name")} before and ${say(num_after, "as name")} after ${around}${where}${rest(given, inSentence, say)}`;
}

export const step: StepBeside = {
  weight: () => 14,
  draw: (facts) => ({ accepted: mostly([8, ofTalk], [3, ofAnything(facts)], [2, byIds], [2, variants]), refused }),
  tell,
  finds: "messages",
};

/** A window on one side of its anchor only: servers may refuse to leave the anchor out between the two. */
const aWindow = fc
  .record({
    anchor: fc.constantFrom("newest", "oldest", "first_unread", "date", 0, 1, 1_000_000),
    count: fc.nat(3),
    isBefore: fc.boolean(),
  })
  .map(({ anchor, count, isBefore }) => ({ anchor, num_before: isBefore ? count : 0, num_after: isBefore ? 0 : count }));

export const call: CallBeside = {
  beside: {
    include_anchor: { value: true },
    narrow: { value: [] },
    client_gravatar: { value: true },
    apply_markdown: { value: true },
    allow_empty_topic_name: { value: true },
    use_first_unread_anchor: { value: false, isOpen: true },
    anchor_date: { value: "2026-01-01", isOpen: true },
  },
  by: people,
  ...shaped(
    aWindow,
    [
      { anchor: "newest", num_before: 1, num_after: 0 },
      { anchor: "date", num_before: 1, num_after: 0 },
    ],
    async ({ as, level }, by = as.alice, { anchor, ...counts }) => {
      const isDate = anchor === "date" && level >= levels.anchorDate;
      const place = isDate ? { anchor, anchor_date: "2026-01-01" } : { anchor: anchor === "date" ? "newest" : anchor };
      return { actor: by, route: "GET /messages", fields: { ...place, ...counts } };
    },
  ),
};
