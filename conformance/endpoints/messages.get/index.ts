import { levels } from "../../client/levels.ts";
import { from } from "../../declare/clause.ts";
import { stated } from "../../declare/folder.ts";
import * as anchors from "./properties.anchors.ts";
import * as form from "./properties.form.ts";
import * as ids from "./properties.ids.ts";
import * as refusals from "./properties.refusals.ts";
import * as windows from "./properties.windows.ts";
import { call, step } from "./step.ts";

export const messagesGet = stated("messages.get", {
  clauses: {
    "anchor-id": "An integer as anchor is the id around which messages are fetched, whether such a message exists or not.",
    "anchor-newest": "The anchor newest fetches the newest messages of the narrow.",
    "anchor-oldest": "The anchor oldest fetches the oldest messages of the narrow.",
    "anchor-first-unread": "The anchor first_unread is the oldest message of the narrow that the requester has not read.",
    "anchor-first-unread-muted": {
      says: "The oldest unread message is the anchor first_unread though the requester has muted its topic.",
      silent: "mutedFirstUnread",
    },
    "anchor-all-read": "Where nothing in the narrow is unread, the anchor first_unread fetches as newest does.",
    "anchor-optional": { says: "An anchor need not be given.", silent: "anchorRequired" },
    "anchor-absent": { says: "Which messages are fetched where no anchor is given is open.", silent: "absentAnchor" },
    "include-anchor": "The anchor message is listed where it matches, unless include_anchor is false.",
    "include-anchor-alone": {
      says: "With include_anchor false and both counts 0 nothing is left to list.",
      silent: "excludedAnchorAlone",
    },
    "include-anchor-between": {
      says: "include_anchor may be false where messages on both sides of the anchor are asked for.",
      silent: "excludedAnchorBetween",
    },
    "use-first-unread-anchor": "use_first_unread_anchor true is the deprecated spelling of the anchor first_unread; false is the default.",
    "use-first-unread-with-anchor": { says: "use_first_unread_anchor and anchor exclude each other.", silent: "firstUnreadWithAnchor" },
    ...from(levels.anchorDate, {
      "anchor-date": "The anchor date is the first message of the narrow sent at or after anchor_date.",
      "anchor-date-else-newest": "Where nothing was sent since anchor_date, the anchor date fetches the newest messages.",
      "anchor-date-alone": "An anchor_date without a time of day means midnight UTC.",
      "anchor-date-utc": "An anchor_date without a zone is in UTC; one with a zone is the same instant in any zone.",
      "anchor-date-forms":
        "anchor_date may have any form of ISO 8601: basic or extended, a calendar, week or ordinal date, hours alone, a comma before the fraction.",
    }),
    ...from(levels.messageIds, {
      "message-ids": "message_ids fetches just those messages of the list that exist and that the requester may see.",
      "message-ids-reach": {
        says: "message_ids without a narrow fetches messages too that the requester may see and did not receive.",
        silent: "messageIdsReach",
      },
      "message-ids-negative": {
        says: "A negative integer among message_ids is the id of no message.",
        silent: "negativeMessageIds",
      },
      "message-ids-sorted": { says: "Messages that are fetched by message_ids are listed by ascending id.", silent: "messageIdsOrder" },
      "message-ids-narrow": "A narrow beside message_ids filters them.",
      "message-ids-alone": "message_ids beside an anchor, or beside a count or flag that asks for something, is refused.",
      "message-ids-company": {
        says: "message_ids is refused beside every range parameter, even one that asks for nothing.",
        silent: "messageIdsCompany",
      },
      "reply-anchor-absent": "The answer to message_ids has no anchor.",
    }),
    "num-before": "num_before is how many messages with ids below the anchor are listed: those next to it, or all where there are fewer.",
    "num-after": "num_after is how many messages with ids above the anchor are listed: those next to it, or all where there are fewer.",
    "counts-required": { says: "Both counts have to be given unless message_ids is.", silent: "countsWithAnchor" },
    "narrow-default": "Without a narrow, or with an empty one, nothing is filtered.",
    "narrow-personal": "A narrow without a channel operator finds only messages of the requester's personal history.",
    "narrow-public": "A narrow with the operator channels and the operand public finds messages of all public channels, and no others.",
    "client-gravatar": "With client_gravatar true, avatar_url is null for senders who use gravatar; with false it never is.",
    "client-gravatar-default": "client_gravatar is true where it is absent.",
    "apply-markdown": "apply_markdown decides between HTML and raw Markdown as content.",
    "apply-markdown-default": "apply_markdown is true where it is absent.",
    "allow-empty-topic-name": {
      says: "allow_empty_topic_name true shows the empty topic as it is, false or absent shows the display name in its place.",
      since: levels.emptyTopic,
    },
    "limit-5000": "More than 5000 messages in one request are refused, however they are asked for.",
    "limit-5000-fits": "Exactly 5000 messages may be asked for in one request.",
    "recommended-1000": {
      says: "At most 1000 messages in one request are recommended.",
      untestable: "it is advice to clients; nothing that a server answers depends on it",
    },
    "reply-anchor": "The anchor of the answer is the id that was used: the integer given, or that which the word stands for.",
    "found-newest":
      "found_newest true means that no newer message matches than those listed; a list that has the newest match, and runs out after it, says so.",
    "found-oldest":
      "found_oldest true means that no older message matches than those listed; a list that has the oldest match, and runs out before it, says so.",
    "found-ends-filled": {
      says: "An end counts as found in a list that has it, though its side was filled, and not in an empty list beside which something matches.",
      silent: "foundEnds",
    },
    "found-anchor": "found_anchor says whether the message with the id of the anchor is in the list.",
    "history-limited": "history_limited is a boolean, true only where the oldest matching messages were fetched.",
    "messages-sorted": "The messages are listed by ascending id, each once.",
  },
  call,
  step,
  properties: { anchors, form, ids, refusals, windows },
  mutants: () => import("./mutants.ts"),
});
