import { inSuccess, isSuccess, lacking, messagesIn, reading, refusing } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const fetching = onRoute("GET /messages");

const swapsAnchors = (text: string): string => ({ newest: "oldest", oldest: "newest" })[text] ?? text;

/** Returns whether nothing was sent since the date that is asked for. */
const isAfterAll = (request: InterceptedRequest): boolean => {
  if (request.field("anchor") !== "date" || !isSuccess(request.wouldSay())) return false;
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
  fetching("anchor-has-to-match", "messages.get/anchor-id", "An id as anchor is refused where the narrow has no message with it.", {
    instead: refusing(
      (request) =>
        isId(request.field("anchor")) && request.wouldSay(request.with({ include_anchor: undefined })).body.found_anchor === false,
    ),
  }),
  fetching("anchor-has-to-exist", "messages.get/anchor-id", "An id as anchor that no message has lists nothing.", {
    answer: inSuccess((body, request) => {
      if (Number(request.field("anchor")) > 1e6) body.messages = [];
    }),
  }),
  fetching("anchor-not-told", "messages.get/reply-anchor", "The anchor used is not told.", { answer: lacking("anchor") }),
  fetching("anchor-told-as-sent", "messages.get/reply-anchor", "The anchor is told as it was sent.", {
    answer: inSuccess((body, request) => void (body.anchor = request.field("anchor") ?? body.anchor)),
  }),
  fetching("anchor-told-wrong", "messages.get/reply-anchor", "The anchor told is always 0.", {
    answer: inSuccess((body) => void (body.anchor &&= 0)),
  }),
  fetching(
    "anchor-absent-lists-nothing",
    ["messages.get/anchor-optional", "messages.get/anchor-absent"],
    "Without an anchor nothing is listed.",
    {
      answer: inSuccess((body, request) => {
        if (request.field("anchor") === undefined && request.field("message_ids") === undefined) body.messages = [];
      }),
    },
  ),
  fetching("newest-is-oldest", ["messages.get/anchor-newest", "messages.get/anchor-oldest"], "newest and oldest stand for each other.", {
    request: reading("anchor", swapsAnchors),
  }),
  fetching("newest-not-known", "messages.get/anchor-newest", "The anchor newest is refused.", {
    instead: refusing((request) => request.field("anchor") === "newest"),
  }),
  fetching("first-unread-is-newest", "messages.get/anchor-first-unread", "first_unread is always the newest message.", {
    request: reading("anchor", (text) => (text === "first_unread" ? "newest" : text)),
  }),
  fetching("first-unread-is-oldest", "messages.get/anchor-all-read", "first_unread is the oldest message where nothing is unread.", {
    request: (request) => (isAllRead(request) ? request.with({ anchor: "oldest" }) : undefined),
  }),
  fetching(
    "first-unread-lost-in-muted",
    "messages.get/anchor-first-unread-muted",
    "first_unread is refused where the first unread message is muted.",
    { instead: refusing(isMutedFirst) },
  ),
  fetching("first-unread-false-is-true", "messages.get/use-first-unread-anchor", "use_first_unread_anchor false is read as true.", {
    request: (request) =>
      request.field("use_first_unread_anchor") === "false"
        ? request.with({ use_first_unread_anchor: undefined, anchor: "first_unread" })
        : undefined,
  }),
  fetching(
    "anchor-before-first-unread",
    "messages.get/use-first-unread-with-anchor",
    "An anchor beside use_first_unread_anchor goes before it.",
    {
      request: (request) =>
        request.field("use_first_unread_anchor") === "true" && request.field("anchor") !== undefined
          ? request.with({ use_first_unread_anchor: undefined })
          : undefined,
    },
  ),
  fetching(
    "old-unread-alias-not-known",
    ["messages.get/use-first-unread-anchor", "versioning/first-unread"],
    "use_first_unread_anchor is ignored.",
    {
      request: (request) =>
        request.field("use_first_unread_anchor") === "true" && request.field("anchor") === undefined
          ? request.with({ use_first_unread_anchor: undefined, anchor: "newest" })
          : undefined,
    },
  ),
  fetching("date-is-newest", ["messages.get/anchor-date", "versioning/anchor-date"], "The anchor date is always the newest message.", {
    request: reading("anchor", (text) => (text === "date" ? "newest" : text)),
  }),
  fetching("date-is-oldest", "messages.get/anchor-date-else-newest", "The anchor date is the oldest message where nothing is younger.", {
    request: (request) => (isAfterAll(request) ? request.with({ anchor: "oldest", anchor_date: undefined }) : undefined),
  }),
  fetching(
    "date-without-zone-elsewhere",
    "messages.get/anchor-date-utc",
    "A date without a time zone is read as of a zone eight hours off.",
    {
      request: reading("anchor_date", (text) => (/T[0-9:.]+$/.test(text) ? `${text}-08:00` : text)),
    },
  ),
  fetching("date-extended-only", "messages.get/anchor-date-forms", "Dates are read in the extended calendar form only.", {
    instead: refusing(
      (request) =>
        request.field("anchor") === "date" && !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/.test(request.field("anchor_date") ?? ""),
    ),
  }),
  fetching("date-alone-ends-the-day", "messages.get/anchor-date-alone", "A date alone means the end of its day.", {
    request: reading("anchor_date", (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text)),
  }),
];
