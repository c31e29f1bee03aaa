import { messagesIn } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages", "messages.get");

const swapsAnchors = (text: string): string => ({ newest: "oldest", oldest: "newest" })[text] ?? text;

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

const isId = (text: string | undefined): boolean => /^\d+$/.test(text ?? "");

/** Faults of the anchor. */
export const anchors: readonly Mutant[] = [
  fetching("anchor-has-to-match", "anchor-id")
    .says("An id as anchor is refused where the narrow has no message with it.")
    .refuses(
      (request) =>
        isId(request.field("anchor")) && request.wouldSay(request.with({ include_anchor: undefined })).body.found_anchor === false,
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
    .reads("anchor", swapsAnchors),
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
];
