import {
  type AlterAnswer,
  becomes,
  ignoring,
  inSuccess,
  isSuccess,
  lacking,
  type MutableFields,
  messagesIn,
  reading,
  refusal,
  refusing,
  success,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { anchors } from "./mutants.anchors.ts";

const fetching = onRoute("GET /messages");

/** Faults of which messages a list has, and of their form. */
const forms: readonly Mutant[] = [
  fetching("list-always-html", "messages.get/apply-markdown", "The list is HTML even where Markdown is asked for.", {
    request: ignoring("apply_markdown"),
  }),
  fetching("list-markdown-by-default", "messages.get/apply-markdown-default", "The list is Markdown by default.", {
    request: (request) => (request.field("apply_markdown") === undefined ? request.with({ apply_markdown: false }) : undefined),
  }),
  fetching("gravatar-not-heeded", "messages.get/client-gravatar", "client_gravatar false is ignored.", {
    request: ignoring("client_gravatar"),
  }),
  fetching("gravatar-off-by-default", "messages.get/client-gravatar-default", "client_gravatar is false by default.", {
    request: (request) => (request.field("client_gravatar") === undefined ? request.with({ client_gravatar: false }) : undefined),
  }),
  fetching("list-names-empty-topics", "messages.get/allow-empty-topic-name", "allow_empty_topic_name is ignored in lists.", {
    request: ignoring("allow_empty_topic_name"),
  }),
  fetching(
    "fetching-marks-read",
    ["message-resource/flags-read", "messages.get/anchor-first-unread"],
    "Fetching a list marks its messages as read.",
    {
      besides: (request, { body }) => {
        const messages = Array.isArray(body.messages) ? (body.messages as MutableFields[]) : [];
        const unread = messages.filter(({ flags }) => !(flags as string[]).includes("read"));
        for (const { id } of unread)
          request.served.act({ action: "set_flag", as: request.caller, message_id: id, flag: "read", op: "add" });
        return unread.length > 0;
      },
    },
  ),
  fetching("no-narrow-is-direct", "messages.get/narrow-default", "Without a narrow only direct messages are listed.", {
    request: (request) =>
      request.field("narrow") === undefined ? request.with({ narrow: [{ operator: "is", operand: "dm" }] }) : undefined,
  }),
  fetching("empty-narrow-refused", "messages.get/narrow-default", "A narrow without terms is refused.", {
    instead: refusing((request) => request.field("narrow") === "[]"),
  }),
];

const hasIds = (request: InterceptedRequest): boolean => request.field("message_ids") !== undefined;

const idsOf = (request: InterceptedRequest): readonly unknown[] => {
  const ids = request.json("message_ids");
  return Array.isArray(ids) ? ids : [];
};

const rangeNames = ["anchor", "include_anchor", "use_first_unread_anchor", "num_before", "num_after"];

/** Faults of fetching by a list of ids. */
const byIds: readonly Mutant[] = [
  fetching("ids-beside-range-accepted", "messages.get/message-ids-alone", "Range parameters beside message_ids are ignored.", {
    request: (request) => (hasIds(request) ? ignoring(...rangeNames)(request) : undefined),
  }),
  fetching("ids-not-narrowed", "messages.get/message-ids-narrow", "The narrow does not filter message_ids.", {
    request: (request) => (hasIds(request) ? ignoring("narrow")(request) : undefined),
  }),
  fetching("ids-need-counts", ["messages.get/message-ids", "versioning/message-ids"], "message_ids alone is refused.", {
    instead: refusing(hasIds),
  }),
  fetching(
    "ids-missing-refused",
    ["messages.get/message-ids", "versioning/message-ids"],
    "One id that does not exist refuses the whole list.",
    {
      instead: (request) => {
        const said = request.wouldSay();
        const isMissing = hasIds(request) && isSuccess(said) && messagesIn(said).length < new Set(idsOf(request)).size;
        return isMissing ? refusal() : undefined;
      },
    },
  ),
  fetching("ids-with-anchor", "messages.get/reply-anchor-absent", "An anchor is told for message_ids too.", {
    answer: inSuccess((body, request) => {
      if (hasIds(request)) body.anchor = 0;
    }),
  }),
  fetching(
    "ids-as-often-as-asked",
    ["messages.get/message-ids", "messages.get/message-ids-sorted"],
    "A message is listed as often as its id is given.",
    {
      answer: inSuccess((body, request) => {
        const messages = body.messages as MutableFields[];
        if (hasIds(request))
          body.messages = messages.flatMap((message) => idsOf(request).flatMap((id) => (id === message.id ? [message] : [])));
      }),
    },
  ),
  fetching(
    "ids-last-forgotten",
    ["messages.get/message-ids", "messages.get/message-ids-reach", "versioning/message-ids"],
    "The last of the ids is forgotten.",
    {
      request: (request) => (idsOf(request).length > 1 ? request.with({ message_ids: idsOf(request).slice(0, -1) }) : undefined),
    },
  ),
  fetching("no-ids-refused", "messages.get/message-ids", "An empty list of ids is refused.", {
    instead: refusing((request) => hasIds(request) && idsOf(request).length === 0),
  }),
  fetching("ids-without-history-limited", "messages.get/history-limited", "history_limited is missing where messages are fetched by ids.", {
    answer: inSuccess((body, request) => {
      if (hasIds(request)) delete body.history_limited;
    }),
  }),
  fetching("ids-beside-range-lost", "messages.get/message-ids-company", "Beside a range parameter message_ids list nothing.", {
    answer: (said, request) => {
      if (hasIds(request) && rangeNames.some((name) => request.field(name) !== undefined)) becomes(said, success({ messages: [] }));
    },
  }),
  fetching("ids-at-limit-refused", "messages.get/limit-5000-fits", "5000 ids are too many.", {
    instead: refusing((request) => idsOf(request).length >= 5000),
  }),
  fetching("ids-limit-not-enforced", "messages.get/limit-5000", "Any number of ids can be asked for.", {
    request: (request) => (idsOf(request).length > 5000 ? request.with({ message_ids: idsOf(request).slice(0, 5000) }) : undefined),
  }),
];

/** Takes a count that is left out for 10. */
const withMissingCounts = (request: InterceptedRequest) => {
  const missing = ["num_before", "num_after"].filter((name) => request.field(name) === undefined);
  return missing.length === 1 ? request.with(Object.fromEntries(missing.map((name) => [name, 10]))) : undefined;
};

/** Faults of what is refused, and of what is too much. */
const refusals: readonly Mutant[] = [
  fetching("missing-count-is-ten", "messages.get/counts-required", "A count that is left out is 10.", { request: withMissingCounts }),
  fetching("wrong-date-is-newest", "messages.get/anchor-date-wrong", "A date that is none is read as the newest message.", {
    request: (request) =>
      request.field("anchor_date") !== undefined && request.wouldSay().body.result === "error"
        ? request.with({ anchor: "newest" })
        : undefined,
  }),
  fetching("limit-refused-at-bound", ["messages.get/limit-5000-fits", "limits/messages-per-request"], "5000 messages are too many.", {
    instead: refusing((request) => Number(request.field("num_before")) + Number(request.field("num_after")) >= 5000),
  }),
  fetching("limit-one-too-high", ["messages.get/limit-5000", "limits/messages-per-request-exceeded"], "5001 messages are not too many.", {
    request: (request) => {
      const [before, after] = [Number(request.field("num_before")), Number(request.field("num_after"))];
      return before + after === 5001 ? request.with(before > 0 ? { num_before: before - 1 } : { num_after: after - 1 }) : undefined;
    },
  }),
  fetching(
    "limit-not-enforced",
    ["messages.get/limit-5000", "limits/messages-per-request-exceeded"],
    "Any number of messages can be asked for.",
    {
      request: (request) =>
        Number(request.field("num_before")) + Number(request.field("num_after")) > 5000
          ? request.with({ num_before: 100, num_after: 100 })
          : undefined,
    },
  ),
];

const more = (by: number) => (text: string) => (Number(text) > 0 ? Math.max(0, Number(text) + by) : text);

/** Changes the successes of the guest of the cast. */
const forGuests = (change: (body: MutableFields) => void): AlterAnswer =>
  inSuccess((body, request) => {
    if (request.caller === "gus") change(body);
  });

/** Faults of the window around an anchor. */
const windows: readonly Mutant[] = [
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
    answer: inSuccess((body) => void (body.messages = [...(body.messages as MutableFields[])].reverse())),
  }),
  fetching("list-with-doubles", "messages.get/messages-sorted", "The last message stands in the list twice.", {
    answer: inSuccess(
      (body) => void (body.messages = [...(body.messages as MutableFields[]), ...(body.messages as MutableFields[]).slice(-1)]),
    ),
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

export const mutants: readonly Mutant[] = [...anchors, ...forms, ...byIds, ...refusals, ...windows];
