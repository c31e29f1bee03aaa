import { type Answer, type Fields, ignoring, inSuccess, lacking, reading } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

const more = (by: number) => (text: string) => (Number(text) > 0 ? Math.max(0, Number(text) + by) : text);

/** Changes the successes of the guest of the cast. */
const forGuests = (change: (body: Fields) => void): Answer =>
  inSuccess((body, request) => {
    if (request.caller === "gus") change(body);
  });

/** Faults of the window around an anchor. */
export const windows: readonly Mutant[] = [
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
  mutant({
    name: "thousand-after-at-most",
    breaks: ["messages.get/num-after", "messages.get/num-before"],
    says: "No more than 1,000 messages come on either side.",
    on: "GET /messages",
    realm: "crowded",
    request: (request) => {
      const [before, after] = ["num_before", "num_after"].map((name) => Number(request.field(name) ?? 0));
      if (Math.max(before ?? 0, after ?? 0) <= 1000 || (before ?? 0) + (after ?? 0) > 5000) return undefined;
      return request.with({ num_before: Math.min(before ?? 0, 1000), num_after: Math.min(after ?? 0, 1000) });
    },
  }),
  fetching(
    "window-sides-swapped",
    ["messages.get/num-before", "messages.get/num-after"],
    "num_before and num_after stand for each other.",
    {
      request: (request) => {
        const [before, after] = [request.field("num_before"), request.field("num_after")];
        return before !== undefined && after !== undefined && before !== after
          ? request.with({ num_before: after, num_after: before })
          : undefined;
      },
    },
  ),
  fetching("anchor-always-included", "messages.get/include-anchor", "include_anchor is ignored.", { request: ignoring("include_anchor") }),
  fetching("anchor-left-out-by-default", "messages.get/include-anchor", "The anchor message is left out unless it is asked for.", {
    request: (request) =>
      request.field("include_anchor") === undefined && request.field("message_ids") === undefined
        ? request.with({ include_anchor: false })
        : undefined,
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
  fetching("found-oldest-wrong-for-guests", "messages.get/found-oldest", "found_oldest is the other way round for guests.", {
    answer: forGuests((body) => void (body.found_oldest = !body.found_oldest)),
  }),
  fetching("found-newest-wrong-for-guests", "messages.get/found-newest", "found_newest is the other way round for guests.", {
    answer: forGuests((body) => void (body.found_newest = !body.found_newest)),
  }),
  fetching(
    "found-nothing-said",
    ["messages.get/found-newest", "messages.get/found-oldest", "messages.get/found-anchor"],
    "The found flags are missing.",
    {
      answer: lacking("found_newest", "found_oldest", "found_anchor"),
    },
  ),
  fetching("history-always-limited", "messages.get/history-limited", "history_limited is always true.", {
    answer: inSuccess((body) => void (body.history_limited = true)),
  }),
  fetching("history-limited-missing", "messages.get/history-limited", "history_limited is missing.", {
    answer: lacking("history_limited"),
  }),
  fetching("list-newest-first", "messages.get/messages-sorted", "The list begins with the newest message.", {
    answer: inSuccess((body) => void (body.messages = [...(body.messages as Fields[])].reverse())),
  }),
  fetching("list-with-doubles", "messages.get/messages-sorted", "The last message stands in the list twice.", {
    answer: inSuccess((body) => void (body.messages = [...(body.messages as Fields[]), ...(body.messages as Fields[]).slice(-1)])),
  }),
  fetching(
    "excluded-alone-is-next",
    "messages.get/include-anchor-alone",
    "Where only an excluded anchor is asked for, the message after it is listed.",
    {
      request: (request) =>
        request.field("include_anchor") === "false" && request.field("num_before") === "0" && request.field("num_after") === "0"
          ? request.with({ num_after: 1 })
          : undefined,
    },
  ),
];
