import { ignoring, listOf, type MutableFields, messagesIn, reading, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages", "messages.get");

/** Returns whether nothing was sent since the date that is asked for. */
const isAfterAll = (request: InterceptedRequest): boolean => {
  if (request.field("anchor") !== "date" || !request.wouldSucceed()) return false;
  const [last] = messagesIn(request.wouldSay(request.with({ anchor: "newest", num_before: 1, num_after: 0, anchor_date: undefined })));
  return Date.parse(request.field("anchor_date") ?? "") / 1000 > Number(last?.timestamp);
};

/** Returns whether the first message of the narrow that is unread is one that the requester has muted. */
const isMutedFirst = (request: InterceptedRequest): boolean => {
  const { anchor } = request.wouldSay().body;
  const terms = request.json("narrow");
  if (request.field("anchor") !== "first_unread" || Number(anchor) > 1e9 || !Array.isArray(terms)) return false;
  return request.wouldSay(request.with({ narrow: [...terms, { operator: "is", operand: "muted" }] })).body.anchor === anchor;
};

/** Returns whether nothing in the narrow counts as unread. */
const isAllRead = (request: InterceptedRequest): boolean =>
  request.field("anchor") === "first_unread" && Number(request.wouldSay().body.anchor) > 1e9;

const hasIds = (request: InterceptedRequest): boolean => request.field("message_ids") !== undefined;

const idsOf = (request: InterceptedRequest): unknown[] => request.list("message_ids");

const rangeNames = ["anchor", "include_anchor", "use_first_unread_anchor", "num_before", "num_after"];

/** Returns the number of messages that are asked for on either side of the anchor. */
const countsOf = (request: InterceptedRequest): [before: number, after: number] => [
  Number(request.field("num_before") ?? 0),
  Number(request.field("num_after") ?? 0),
];

/** Reads a count as another, where both are within the bounds of a request, or neither is. */
const more = (count: "num_before" | "num_after", by: number): NonNullable<Mutant["request"]> =>
  reading(count, (text, request) => {
    const other = Math.max(0, Number(text) + by);
    return Number(text) > 0 && request.wouldSucceed() === request.wouldSucceed(request.with({ [count]: other })) ? other : text;
  });

export const mutants: readonly Mutant[] = [
  // The anchor.
  fetching("anchor-has-to-match", "anchor-id")
    .says("An id as anchor is refused where the narrow has no message with it.")
    .refuses(
      (request) =>
        /^\d+$/.test(request.field("anchor") ?? "") &&
        request.wouldSay(request.with({ include_anchor: undefined })).body.found_anchor === false,
    ),
  fetching("anchor-has-to-exist", "anchor-id")
    .says("An id as anchor that no message has lists nothing.")
    .answers((_, request) => Number(request.field("anchor")) > 1e6 && { messages: [] }),
  fetching("anchor-not-told", "reply-anchor").says("The anchor used is not told.").lacks("anchor"),
  fetching("anchor-told-as-sent", "reply-anchor")
    .says("The anchor is told as it was sent.")
    .tells("anchor", (value, request) => request.field("anchor") ?? value),
  fetching("anchor-told-wrong", "reply-anchor")
    .says("The anchor told is always 0.")
    .answers(({ anchor }) => ({ anchor: anchor && 0 })),
  fetching("anchor-absent-lists-nothing", ["anchor-optional", "anchor-absent"])
    .says("Without an anchor nothing is listed.")
    .answers((_, request) => request.field("anchor") === undefined && request.field("message_ids") === undefined && { messages: [] }),
  fetching("newest-is-oldest", ["anchor-newest", "anchor-oldest"])
    .says("newest and oldest stand for each other.")
    .reads("anchor", (text) => ({ newest: "oldest", oldest: "newest" })[text] ?? text),
  fetching("newest-not-known", "anchor-newest")
    .says("The anchor newest is refused.")
    .refuses((request) => request.field("anchor") === "newest"),
  fetching("first-unread-is-newest", "anchor-first-unread")
    .says("first_unread is always the newest message.")
    .reads("anchor", (text) => (text === "first_unread" ? "newest" : text)),
  fetching("first-unread-is-oldest", "anchor-all-read")
    .says("first_unread is the oldest message where nothing is unread.")
    .takes((request) => isAllRead(request) && request.with({ anchor: "oldest" })),
  fetching("first-unread-lost-in-muted", "anchor-first-unread-muted")
    .says("first_unread is refused where the first unread message is muted.")
    .refuses(isMutedFirst),
  fetching("first-unread-false-is-true", "use-first-unread-anchor")
    .says("use_first_unread_anchor false is read as true.")
    .takes(
      (request) =>
        request.field("use_first_unread_anchor") === "false" &&
        request.with({ use_first_unread_anchor: undefined, anchor: "first_unread" }),
    ),
  fetching("anchor-before-first-unread", "use-first-unread-with-anchor")
    .says("An anchor beside use_first_unread_anchor goes before it.")
    .takes(
      (request) =>
        request.field("use_first_unread_anchor") === "true" &&
        request.field("anchor") !== undefined &&
        request.with({ use_first_unread_anchor: undefined }),
    ),
  fetching("old-unread-alias-not-known", ["use-first-unread-anchor", "versioning/first-unread"])
    .says("use_first_unread_anchor is ignored.")
    .takes(
      (request) =>
        request.field("use_first_unread_anchor") === "true" &&
        request.field("anchor") === undefined &&
        request.with({ use_first_unread_anchor: undefined, anchor: "newest" }),
    ),
  fetching("date-is-newest", ["anchor-date", "versioning/anchor-date"])
    .says("The anchor date is always the newest message.")
    .reads("anchor", (text) => (text === "date" ? "newest" : text)),
  fetching("date-is-oldest", "anchor-date-else-newest")
    .says("The anchor date is the oldest message where nothing is younger.")
    .takes((request) => isAfterAll(request) && request.with({ anchor: "oldest", anchor_date: undefined })),
  fetching("date-without-zone-elsewhere", "anchor-date-utc")
    .says("A date without a time zone is read as of a zone eight hours off.")
    .reads("anchor_date", (text) => (/T[0-9:.]+$/.test(text) ? `${text}-08:00` : text)),
  fetching("date-extended-only", "anchor-date-forms")
    .says("Dates are read in the extended calendar form only.")
    .refuses(
      (request) =>
        request.field("anchor") === "date" && !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(request.field("anchor_date") ?? ""),
    ),
  fetching("date-alone-ends-the-day", "anchor-date-alone")
    .says("A date alone means the end of its day.")
    .reads("anchor_date", (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text)),
  // Which messages a list has, and their form.
  fetching("list-always-html", "apply-markdown").says("The list is HTML even where Markdown is asked for.").ignores("apply_markdown"),
  fetching("list-markdown-by-default", "apply-markdown-default")
    .says("The list is Markdown by default.")
    .takes((request) => request.field("apply_markdown") === undefined && request.with({ apply_markdown: false })),
  fetching("gravatar-not-heeded", "client-gravatar").says("client_gravatar false is ignored.").ignores("client_gravatar"),
  fetching("gravatar-off-by-default", "client-gravatar-default")
    .says("client_gravatar is false by default.")
    .takes((request) => request.field("client_gravatar") === undefined && request.with({ client_gravatar: false })),
  fetching("list-names-empty-topics", "allow-empty-topic-name")
    .says("allow_empty_topic_name is ignored in lists.")
    .ignores("allow_empty_topic_name"),
  fetching("fetching-marks-read", ["message-resource/flags-read", "anchor-first-unread"])
    .says("Fetching a list marks its messages as read.")
    .also(({ served, caller }, { body }) => {
      const unread = listOf(body.messages).filter(({ flags }) => !(flags as string[]).includes("read"));
      if (caller === undefined) return false;
      for (const { id } of unread) served.act({ action: "set_flag", as: caller, message_id: id, flag: "read", op: "add" });
      return unread.length > 0;
    }),
  fetching("no-narrow-is-direct", "narrow-default")
    .says("Without a narrow only direct messages are listed.")
    .takes((request) => request.field("narrow") === undefined && request.with({ narrow: [{ operator: "is", operand: "dm" }] })),
  fetching("empty-narrow-refused", "narrow-default")
    .says("A narrow without terms is refused.")
    .refuses((request) => request.field("narrow") === "[]"),
  // Lists of ids.
  fetching("ids-beside-range-accepted", "message-ids-alone")
    .says("Range parameters beside message_ids are ignored.")
    .takes((request) => hasIds(request) && ignoring(...rangeNames)(request)),
  fetching("ids-not-narrowed", "message-ids-narrow")
    .says("The narrow does not filter message_ids.")
    .takes((request) => hasIds(request) && ignoring("narrow")(request)),
  fetching("ids-need-counts", ["message-ids", "versioning/message-ids"]).says("message_ids alone is refused.").refuses(hasIds),
  fetching("ids-missing-refused", ["message-ids", "versioning/message-ids"])
    .says("One id that does not exist refuses the whole list.")
    .refuses((request) => hasIds(request) && messagesIn(request.wouldSay()).length < new Set(idsOf(request)).size),
  fetching("ids-none-beside-negative", "message-ids-negative")
    .says("Beside a negative id no message is found.")
    .takes((request) => idsOf(request).some((id) => Number(id) < 0) && request.with({ message_ids: [-1] })),
  fetching("ids-with-anchor", "reply-anchor-absent")
    .says("An anchor is told for message_ids too.")
    .answers((_, request) => hasIds(request) && { anchor: 0 }),
  fetching("ids-as-often-as-asked", ["message-ids", "message-ids-sorted"])
    .says("A message is listed as often as its id is given.")
    .answers(({ messages }, request) => {
      const times = (message: MutableFields) => idsOf(request).flatMap((id) => (id === message.id ? [message] : []));
      return hasIds(request) && { messages: listOf(messages).flatMap(times) };
    }),
  fetching("ids-last-forgotten", ["message-ids", "message-ids-reach", "versioning/message-ids"])
    .says("The last of the ids is forgotten.")
    .takes((request) => idsOf(request).length > 1 && request.wouldSucceed() && request.with({ message_ids: idsOf(request).slice(0, -1) })),
  fetching("no-ids-refused", "message-ids")
    .says("An empty list of ids is refused.")
    .refuses((request) => hasIds(request) && idsOf(request).length === 0),
  fetching("ids-without-history-limited", "history-limited")
    .says("history_limited is missing where messages are fetched by ids.")
    .answers((_, request) => hasIds(request) && { history_limited: undefined }),
  fetching("ids-beside-range-lost", "message-ids-company")
    .says("Beside a range parameter message_ids list nothing.")
    .changes((_, request) => hasIds(request) && rangeNames.some((name) => request.field(name) !== undefined) && success({ messages: [] })),
  fetching("ids-at-limit-refused", "limit-5000-fits")
    .says("5000 ids are too many.")
    .refuses((request) => idsOf(request).length >= 5000),
  fetching("ids-limit-not-enforced", "limit-5000")
    .says("Any number of ids can be asked for.")
    .takes((request) => idsOf(request).length > 5000 && request.with({ message_ids: idsOf(request).slice(0, 5000) })),
  // What is refused, and what is too much.
  fetching("missing-count-is-ten", "counts-required")
    .says("A count that is left out is 10.")
    .takes((request) => {
      const [before, after] = [request.field("num_before"), request.field("num_after")];
      return (before === undefined) !== (after === undefined) && request.with({ num_before: before ?? 10, num_after: after ?? 10 });
    }),
  fetching("wrong-date-is-newest", "anchor-date-wrong")
    .says("A date that is none is read as the newest message.")
    .takes((request) => request.field("anchor_date") !== undefined && !request.wouldSucceed() && request.with({ anchor: "newest" })),
  fetching("limit-refused-at-bound", ["limit-5000-fits", "limits/messages-per-request"])
    .says("5000 messages are too many.")
    .refuses((request) => countsOf(request)[0] + countsOf(request)[1] >= 5000),
  fetching("limit-one-too-high", ["limit-5000", "limits/messages-per-request-exceeded"])
    .says("5001 messages are not too many.")
    .takes((request) => {
      const [before, after] = countsOf(request);
      return before + after === 5001 && request.with(before > 0 ? { num_before: before - 1 } : { num_after: after - 1 });
    }),
  fetching("limit-not-enforced", ["limit-5000", "limits/messages-per-request-exceeded"])
    .says("Any number of messages can be asked for.")
    .takes((request) => countsOf(request)[0] + countsOf(request)[1] > 5000 && request.with({ num_before: 100, num_after: 100 })),
  // The window around an anchor.
  fetching("window-one-more-before", "num-before").says("One message too many stands before the anchor.").takes(more("num_before", 1)),
  fetching("window-one-less-before", "num-before").says("One message too few stands before the anchor.").takes(more("num_before", -1)),
  fetching("window-one-more-after", "num-after").says("One message too many stands after the anchor.").takes(more("num_after", 1)),
  fetching("window-one-less-after", "num-after").says("One message too few stands after the anchor.").takes(more("num_after", -1)),
  onRoute("GET /messages", "messages.get", { realm: "crowded" })("thousand-after-at-most", ["num-after", "num-before"])
    .says("No more than 1,000 messages come on either side.")
    .takes((request) => {
      const [before, after] = countsOf(request);
      if (Math.max(before, after) <= 1000 || before + after > 5000) return undefined;
      return request.with({ num_before: Math.min(before, 1000), num_after: Math.min(after, 1000) });
    }),
  fetching("window-sides-swapped", ["num-before", "num-after"])
    .says("num_before and num_after stand for each other.")
    .takes((request) => {
      const [before, after] = [request.field("num_before"), request.field("num_after")];
      const isSwapped = before !== undefined && after !== undefined && before !== after;
      return isSwapped && request.with({ num_before: after, num_after: before });
    }),
  fetching("anchor-always-included", "include-anchor").says("include_anchor is ignored.").ignores("include_anchor"),
  fetching("anchor-left-out-by-default", "include-anchor")
    .says("The anchor message is left out unless it is asked for.")
    .takes(
      (request) =>
        request.field("include_anchor") === undefined &&
        request.field("message_ids") === undefined &&
        request.with({ include_anchor: false }),
    ),
  fetching("found-anchor-always", "found-anchor").says("found_anchor is always true.").answers({ found_anchor: true }),
  fetching("found-anchor-never", "found-anchor").says("found_anchor is always false.").answers({ found_anchor: false }),
  fetching("found-newest-always", "found-newest").says("found_newest is always true.").answers({ found_newest: true }),
  fetching("found-newest-never", "found-newest").says("found_newest is always false.").answers({ found_newest: false }),
  fetching("found-oldest-always", "found-oldest").says("found_oldest is always true.").answers({ found_oldest: true }),
  fetching("found-oldest-never", "found-oldest").says("found_oldest is always false.").answers({ found_oldest: false }),
  fetching("found-oldest-wrong-for-guests", "found-oldest")
    .says("found_oldest is the other way round for guests.")
    .answers(({ found_oldest }, { caller }) => caller === "gus" && { found_oldest: !found_oldest }),
  fetching("found-newest-wrong-for-guests", "found-newest")
    .says("found_newest is the other way round for guests.")
    .answers(({ found_newest }, { caller }) => caller === "gus" && { found_newest: !found_newest }),
  fetching("found-nothing-said", ["found-newest", "found-oldest", "found-anchor"])
    .says("The found flags are missing.")
    .lacks("found_newest", "found_oldest", "found_anchor"),
  fetching("history-always-limited", "history-limited").says("history_limited is always true.").answers({ history_limited: true }),
  fetching("history-limited-missing", "history-limited").says("history_limited is missing.").lacks("history_limited"),
  fetching("list-newest-first", "messages-sorted")
    .says("The list begins with the newest message.")
    .tells("messages", (messages) => [...(messages as MutableFields[])].reverse()),
  fetching("list-with-doubles", "messages-sorted")
    .says("The last message stands in the list twice.")
    .tells("messages", (messages) => [...listOf(messages), ...listOf(messages).slice(-1)]),
  fetching("excluded-alone-is-next", "include-anchor-alone")
    .says("Where only an excluded anchor is asked for, the message after it is listed.")
    .takes(
      (request) =>
        request.field("include_anchor") === "false" &&
        request.field("num_before") === "0" &&
        request.field("num_after") === "0" &&
        request.with({ num_after: 1 }),
    ),
];
