import type { Asked } from "../../mutants/kit/asked.ts";
import { type Fields, ignoring, inSuccess, isSuccess, lacking, reading, refusing } from "../../mutants/kit/bodies.ts";
import { type Breaks, type Mutant, mutant } from "../../mutants/kit/mutant.ts";

const route = "GET /messages";

const list = (body: Fields): Fields[] => (Array.isArray(body.messages) ? (body.messages as Fields[]) : []);

const more = (by: number) => (text: string) => (Number(text) > 0 ? Math.max(0, Number(text) + by) : text);

type Parts = Omit<Mutant, "name" | "breaks" | "says" | "on">;

const fetching = (name: string, breaks: Breaks, says: string, parts: Parts): Mutant => mutant({ name, breaks, says, on: route, ...parts });

const swapsAnchors = (text: string): string => ({ newest: "oldest", oldest: "newest" })[text] ?? text;

const hasIds = (asked: Asked): boolean => asked.field("message_ids") !== undefined;

/** Whether nothing was sent since the date that is asked for. */
const isAfterAll = (asked: Asked): boolean => {
  if (asked.field("anchor") !== "date" || !isSuccess(asked.wouldSay())) return false;
  const sent = list(asked.wouldSay(asked.with({ anchor: "newest", num_before: 1, num_after: 0, anchor_date: undefined })).body)[0]
    ?.timestamp;
  return Date.parse(asked.field("anchor_date") ?? "") / 1000 > Number(sent);
};

/** Faults of the window around an anchor. */
export const window: readonly Mutant[] = [
  fetching("window-one-more-before", "messages.get/num-before", "One message too many stands before the anchor.", {
    request: reading("num_before", more(1)),
  }),
  fetching("window-one-less-before", "messages.get/num-before", "One message too few stands before the anchor.", {
    request: reading("num_before", more(-1)),
  }),
  fetching("window-one-more-after", "messages.get/num-after", "One message too many stands after the anchor.", {
    request: reading("num_after", more(1)),
  }),
  fetching("window-one-less-after", "messages.get/num-after", "One message too few stands after the anchor.", {
    request: reading("num_after", more(-1)),
  }),
  fetching(
    "window-sides-swapped",
    ["messages.get/num-before", "messages.get/num-after"],
    "num_before and num_after stand for each other.",
    {
      request: (asked) => {
        const [before, after] = [asked.field("num_before"), asked.field("num_after")];
        return before !== undefined && after !== undefined && before !== after
          ? asked.with({ num_before: after, num_after: before })
          : undefined;
      },
    },
  ),
  fetching("anchor-always-included", "messages.get/include-anchor", "include_anchor is ignored.", { request: ignoring("include_anchor") }),
  fetching("anchor-left-out-by-default", "messages.get/include-anchor", "The anchor message is left out unless it is asked for.", {
    request: (asked) => (asked.field("include_anchor") === undefined && !hasIds(asked) ? asked.with({ include_anchor: false }) : undefined),
  }),
  fetching("found-anchor-always", "messages.get/found-anchor", "found_anchor is always true.", {
    answer: inSuccess((body) => void (body.found_anchor = true)),
  }),
  fetching("found-anchor-never", "messages.get/found-anchor", "found_anchor is always false.", {
    answer: inSuccess((body) => void (body.found_anchor = false)),
  }),
  fetching("found-newest-always", "messages.get/found-newest", "found_newest is always true.", {
    answer: inSuccess((body) => void (body.found_newest = true)),
  }),
  fetching("found-newest-never", "messages.get/found-newest", "found_newest is always false.", {
    answer: inSuccess((body) => void (body.found_newest = false)),
  }),
  fetching("found-oldest-always", "messages.get/found-oldest", "found_oldest is always true.", {
    answer: inSuccess((body) => void (body.found_oldest = true)),
  }),
  fetching("found-oldest-never", "messages.get/found-oldest", "found_oldest is always false.", {
    answer: inSuccess((body) => void (body.found_oldest = false)),
  }),
  fetching("found-nothing-said", "messages.get/found-newest", "The found flags are missing.", {
    answer: lacking("found_newest", "found_oldest", "found_anchor"),
  }),
  fetching("history-always-limited", "messages.get/history-limited", "history_limited is always true.", {
    answer: inSuccess((body) => void (body.history_limited = true)),
  }),
  fetching("history-limited-missing", "messages.get/history-limited", "history_limited is missing.", {
    answer: lacking("history_limited"),
  }),
  fetching("list-newest-first", "messages.get/messages-sorted", "The list begins with the newest message.", {
    answer: inSuccess((body) => void list(body).reverse()),
  }),
  fetching("list-with-doubles", "messages.get/messages-sorted", "The last message stands in the list twice.", {
    answer: inSuccess((body) => void (body.messages = [...list(body), ...list(body).slice(-1)])),
  }),
  fetching("anchor-not-told", "messages.get/reply-anchor", "The anchor used is not told.", { answer: lacking("anchor") }),
  fetching("anchor-told-as-sent", "messages.get/reply-anchor", "The anchor is told as it was sent.", {
    answer: inSuccess((body, asked) => void (body.anchor = asked.field("anchor") ?? body.anchor)),
  }),
  fetching("anchor-told-wrong", "messages.get/reply-anchor", "The anchor told is always 0.", {
    answer: inSuccess((body) => void (body.anchor &&= 0)),
  }),
  fetching("newest-is-oldest", ["messages.get/anchor-newest", "messages.get/anchor-oldest"], "newest and oldest stand for each other.", {
    request: reading("anchor", swapsAnchors),
  }),
  fetching("newest-not-known", "messages.get/anchor-newest", "The anchor newest is refused.", {
    instead: refusing((asked) => asked.field("anchor") === "newest"),
  }),
  fetching("first-unread-is-newest", "messages.get/anchor-first-unread", "first_unread is always the newest message.", {
    request: reading("anchor", (text) => (text === "first_unread" ? "newest" : text)),
  }),
  fetching("first-unread-is-oldest", "messages.get/anchor-all-read", "first_unread is the oldest message where nothing is unread.", {
    request: reading("anchor", (text, asked) => {
      if (text !== "first_unread") return text;
      return Number(asked.wouldSay().body.anchor) > 1e9 ? "oldest" : text;
    }),
  }),
  fetching(
    "old-unread-alias-not-known",
    ["messages.get/use-first-unread-anchor", "versioning/first-unread"],
    "use_first_unread_anchor is ignored.",
    {
      request: (asked) =>
        asked.field("use_first_unread_anchor") === "true" && asked.field("anchor") === undefined
          ? asked.with({ use_first_unread_anchor: undefined, anchor: "newest" })
          : undefined,
    },
  ),
  fetching("date-is-newest", ["messages.get/anchor-date", "versioning/anchor-date"], "The anchor date is always the newest message.", {
    request: reading("anchor", (text) => (text === "date" ? "newest" : text)),
  }),
  fetching("date-is-oldest", "messages.get/anchor-date-else-newest", "The anchor date is the oldest message where nothing is younger.", {
    request: (asked) => (isAfterAll(asked) ? asked.with({ anchor: "oldest", anchor_date: undefined }) : undefined),
  }),
  fetching(
    "date-without-zone-elsewhere",
    "messages.get/anchor-date-utc",
    "A date without a time zone is read as of a zone eight hours off.",
    {
      request: reading("anchor_date", (text) => (/T[0-9:.]+$/.test(text) ? `${text}-08:00` : text)),
    },
  ),
  fetching("date-alone-ends-the-day", "messages.get/anchor-date-alone", "A date alone means the end of its day.", {
    request: reading("anchor_date", (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text)),
  }),
  fetching("date-not-required", "messages.get/anchor-date-required", "The anchor date needs no anchor_date.", {
    request: (asked) =>
      asked.field("anchor") === "date" && asked.field("anchor_date") === undefined ? asked.with({ anchor: "newest" }) : undefined,
  }),
  fetching("limit-refused-at-bound", ["messages.get/limit-5000-fits", "limits/messages-per-request"], "5000 messages are too many.", {
    instead: refusing((asked) => Number(asked.field("num_before")) + Number(asked.field("num_after")) >= 5000),
  }),
  fetching("limit-one-too-high", ["messages.get/limit-5000", "limits/messages-per-request-exceeded"], "5001 messages are not too many.", {
    request: (asked) => {
      const [before, after] = [Number(asked.field("num_before")), Number(asked.field("num_after"))];
      return before + after === 5001 ? asked.with(before > 0 ? { num_before: before - 1 } : { num_after: after - 1 }) : undefined;
    },
  }),
  fetching(
    "limit-not-enforced",
    ["messages.get/limit-5000", "limits/messages-per-request-exceeded"],
    "Any number of messages can be asked for.",
    {
      request: (asked) =>
        Number(asked.field("num_before")) + Number(asked.field("num_after")) > 5000
          ? asked.with({ num_before: 100, num_after: 100 })
          : undefined,
    },
  ),
];
