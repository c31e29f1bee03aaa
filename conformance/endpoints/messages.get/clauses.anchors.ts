import { absent, given, integer, is, isNot, isNotOrAbsent, like, refused, shows, single, taken, unlike } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Statements about the anchor of GET /messages. */
export const anchors = clausesOf("Endpoints > GET /messages", "messages.get", {
  "anchor-id": {
    says: "An integer as anchor is the id around which messages are fetched, whether such a message exists or not.",
    about: taken({ anchor: integer }, { weight: 1 }),
  },
  "anchor-newest": {
    says: "The anchor newest fetches the newest messages of the narrow.",
    about: [
      taken({ anchor: is("newest") }, { weight: 0.5 }),
      shows("messages", { sent: { anchor: is("newest") }, differences: 3 }),
      shows("anchor", { sent: { anchor: is("newest") } }),
    ],
  },
  "anchor-oldest": {
    says: "The anchor oldest fetches the oldest messages of the narrow.",
    about: [
      taken({ anchor: is("oldest") }, { weight: 0.5 }),
      shows("messages", { sent: { anchor: is("oldest") }, differences: 3 }),
      shows("anchor", { sent: { anchor: is("oldest") } }),
    ],
  },
  "anchor-first-unread": {
    says: "The anchor first_unread is the oldest message of the narrow that the requester has not read.",
    about: [
      taken({ anchor: is("first_unread") }, { weight: 0.5 }),
      shows(/^(messages|anchor)$/, { sent: { anchor: is("first_unread") }, differences: 2 }),
      shows("anchor", { sent: { anchor: is("first_unread") }, weight: 1 }),
    ],
  },
  "anchor-first-unread-muted": {
    about: shows("anchor", { sent: { anchor: is("first_unread") }, after: "user_topics.post", weight: 1 }),
    says: "The oldest unread message is the anchor first_unread though the requester has muted its topic.",
    silent: "mutedFirstUnread",
  },
  "anchor-all-read": {
    says: "Where nothing in the narrow is unread, the anchor first_unread fetches as newest does.",
    about: shows("anchor", { sent: { anchor: is("first_unread") }, value: /0{12}/ }),
  },
  "anchor-date": {
    about: [taken({ anchor: is("date"), anchor_date: given }), shows(/^(messages|anchor)$/, { sent: { anchor: is("date") } })],
    says: "The anchor date is the first message of the narrow sent at or after anchor_date.",
    since: 445,
  },
  "anchor-date-else-newest": {
    about: shows("anchor", { sent: { anchor: is("date") }, value: /0{12}/ }),
    says: "Where nothing was sent since anchor_date, the anchor date fetches the newest messages.",
    since: 445,
  },
  "anchor-date-required": {
    about: refused({ anchor: is("date"), anchor_date: absent }),
    says: "The anchor date without an anchor_date is refused.",
    since: 445,
  },
  "anchor-date-alone": {
    about: [
      taken({ anchor: is("date"), anchor_date: like(/^[\dW-]+$/) }),
      shows("anchor", { sent: { anchor: is("date"), anchor_date: like(/^[\dW-]+$/) } }),
    ],
    says: "An anchor_date without a time of day means midnight UTC.",
    since: 445,
  },
  "anchor-date-utc": {
    about: [
      taken({ anchor: is("date"), anchor_date: like(/T/) }),
      shows("anchor", { sent: { anchor: is("date"), anchor_date: like(/T/) } }),
    ],
    says: "An anchor_date without a zone is in UTC; one with a zone is the same instant in any zone.",
    since: 445,
  },
  "anchor-date-forms": {
    about: taken({ anchor: is("date"), anchor_date: given }, { weight: 0.5 }),
    says: "anchor_date may have any form of ISO 8601: basic or extended, a calendar, week or ordinal date, hours alone, a comma before the fraction.",
    since: 445,
  },
  "anchor-date-wrong": {
    about: [refused({ anchor: is("date"), anchor_date: given }), refused({ anchor_date: given }, { weight: 1 })],
    says: "An anchor_date that is no ISO 8601 date or time is refused.",
    since: 445,
  },
  "anchor-optional": {
    about: [taken({ anchor: absent, message_ids: absent }), refused({ anchor: absent, message_ids: absent }, { reason: /anchor/ })],
    says: "An anchor need not be given.",
    silent: "anchorRequired",
  },
  "anchor-absent": {
    about: shows(/^(messages|anchor)$/, { sent: { anchor: absent, message_ids: absent }, weight: -1.5 }),
    says: "Which messages are fetched where no anchor is given is open.",
    silent: "absentAnchor",
  },
  "anchor-wrong": {
    says: "An anchor that is neither an integer nor one of the four words is refused.",
    about: refused({ anchor: unlike(/^-?\d+$|^(newest|oldest|first_unread|date)$/) }, { weight: 1 }),
  },
  "include-anchor": {
    says: "The anchor message is listed where it matches, unless include_anchor is false.",
    about: [
      shows("messages", { sent: { include_anchor: is(false, "false") }, change: "extra", weight: 1 }),
      shows("found_anchor", { sent: { include_anchor: is(false, "false") } }),
      taken({ include_anchor: absent }, { reason: /exclu|anchor/i }),
      refused({ include_anchor: is(false, "false") }),
      shows("messages", {
        sent: { include_anchor: isNotOrAbsent(false, "false") },
        change: "missing",
        value: single,
        beside: "found_anchor",
        weight: 0.5,
      }),
    ],
  },
  "include-anchor-alone": {
    about: [
      shows("messages", { sent: { include_anchor: is(false, "false"), num_before: is(0, "0"), num_after: is(0, "0") } }),
      refused({ include_anchor: is(false, "false"), num_before: is(0, "0"), num_after: is(0, "0") }),
    ],
    says: "With include_anchor false and both counts 0 nothing is left to list.",
    silent: "excludedAnchorAlone",
  },
  "include-anchor-between": {
    about: [
      taken({ include_anchor: is(false, "false") }),
      refused({ include_anchor: is(false, "false"), num_before: isNot(0, "0"), num_after: isNot(0, "0") }, { weight: -2 }),
    ],
    says: "include_anchor may be false where messages on both sides of the anchor are asked for.",
    silent: "excludedAnchorBetween",
  },
});
