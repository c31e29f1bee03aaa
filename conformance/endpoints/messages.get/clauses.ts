import { absent, emptyTopic, given, is, isEmpty, like, refused, shows, single, some, taken, unlike, without } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";
import { anchors } from "./clauses.anchors.ts";
import { reply } from "./clauses.reply.ts";

const parameters = clausesOf("Endpoints > GET /messages", "messages.get", {
  "num-before": {
    says: "num_before is how many messages with ids below the anchor are listed: those next to it, or all where there are fewer.",
    about: [
      shows("messages", { sent: { num_before: some, num_after: is(0, "0"), narrow: isEmpty } }),
      shows("messages", { sent: { num_before: some, narrow: isEmpty }, value: single, weight: 0.5 }),
      shows("messages", { sent: { num_before: some }, weight: -1 }),
      shows("messages", { sent: { num_before: is(0, "0") }, change: "extra", differences: 2, weight: -0.5 }),
    ],
  },
  "num-after": {
    says: "num_after is how many messages with ids above the anchor are listed: those next to it, or all where there are fewer.",
    about: [
      shows("messages", { sent: { num_after: some, num_before: is(0, "0"), narrow: isEmpty } }),
      shows("messages", { sent: { num_after: some, narrow: isEmpty }, value: single, weight: 0.4 }),
      shows("messages", { sent: { num_after: some }, weight: -1.1 }),
      shows("messages", { sent: { num_after: is(0, "0") }, change: "extra", differences: 2, weight: -0.6 }),
    ],
  },
  "counts-required": {
    about: [refused({ message_ids: absent, num_before: absent }), refused({ message_ids: absent, num_after: absent })],
    says: "Both counts have to be given unless message_ids is.",
    silent: "countsWithAnchor",
  },
  "counts-wrong": {
    says: "A count that is not a whole number from 0 is refused.",
    about: [refused({ num_before: unlike(/^\d+$/) }), refused({ num_after: unlike(/^\d+$/) })],
  },
  "narrow-default": {
    says: "Without a narrow, or with an empty one, nothing is filtered.",
    about: [
      shows("messages", { sent: { narrow: isEmpty }, change: "other", weight: 0.7 }),
      shows("messages", { sent: { narrow: isEmpty } }),
      taken({ narrow: is([]) }, { weight: 1.5 }),
    ],
  },
  "narrow-personal": {
    says: "A narrow without a channel operator finds only messages of the requester's personal history.",
    about: shows("messages", { sent: { narrow: without(/channel|stream/) }, weight: 0.3 }),
  },
  "narrow-public": {
    says: "A narrow with the operator channels and the operand public finds messages of all public channels, and no others.",
    about: shows("messages", { sent: { narrow: like(/"(channels|streams)".*"public"/) } }),
  },
  "client-gravatar": {
    says: "With client_gravatar true, avatar_url is null for senders who use gravatar; with false it never is.",
    about: shows("Message.avatar_url", { sent: { client_gravatar: given }, weight: 1 }),
  },
  "client-gravatar-default": {
    says: "client_gravatar is true where it is absent.",
    about: shows("Message.avatar_url", { sent: { client_gravatar: absent } }),
  },
  "apply-markdown": {
    says: "apply_markdown decides between HTML and raw Markdown as content.",
    about: shows(/^Message\.(content|content_type)$/, {
      sent: { apply_markdown: given },
      differences: 2,
      value: /^"<.*\/ "(?!<)|^"(?!<).*\/ "</s,
    }),
  },
  "apply-markdown-default": {
    says: "apply_markdown is true where it is absent.",
    about: shows(/^Message\.(content|content_type)$/, {
      sent: { apply_markdown: absent },
      differences: 2,
      value: /^"<.*\/ "(?!<)|^"(?!<).*\/ "</s,
    }),
  },
  "message-ids": {
    about: [taken({ message_ids: given }, { weight: 1 }), shows("messages", { sent: { message_ids: given } })],
    says: "message_ids fetches just those messages of the list that exist and that the requester may see.",
    since: 300,
  },
  "message-ids-reach": {
    about: shows("messages", { sent: { message_ids: given, narrow: isEmpty }, change: "missing", weight: -1 }),
    says: "message_ids without a narrow fetches messages too that the requester may see and did not receive.",
    since: 300,
    silent: "messageIdsReach",
  },
  "message-ids-sorted": {
    about: shows("Message.id", { sent: { message_ids: given } }),
    says: "Messages that are fetched by message_ids are listed by ascending id.",
    since: 300,
    silent: "messageIdsOrder",
  },
  "message-ids-narrow": {
    about: shows("messages", { sent: { message_ids: given, narrow: like(/operator|\[\[/) } }),
    says: "A narrow beside message_ids filters them.",
    since: 300,
  },
  "message-ids-alone": {
    about: [
      refused({ message_ids: given, anchor: given }),
      refused({ message_ids: given, num_before: some }),
      refused({ message_ids: given, num_after: some }),
      refused({ message_ids: given, include_anchor: given }),
      refused({ message_ids: given, use_first_unread_anchor: is(true, "true") }),
    ],
    says: "message_ids beside an anchor, or beside a count or flag that asks for something, is refused.",
    since: 300,
  },
  "message-ids-company": {
    about: [
      refused({ message_ids: given, num_before: is(0, "0") }),
      refused({ message_ids: given, num_after: is(0, "0") }),
      refused({ message_ids: given, use_first_unread_anchor: is(false, "false") }),
      refused({ message_ids: given, anchor: given }, { weight: -0.5 }),
    ],
    says: "message_ids is refused beside every range parameter, even one that asks for nothing.",
    since: 300,
    silent: "messageIdsCompany",
  },
  "allow-empty-topic-name": {
    about: shows("Message.subject", { sent: { allow_empty_topic_name: given }, value: emptyTopic }),
    says: "allow_empty_topic_name true shows the empty topic as it is, false or absent shows the display name in its place.",
    since: 334,
  },
  "use-first-unread-anchor": {
    says: "use_first_unread_anchor true is the deprecated spelling of the anchor first_unread; false is the default.",
    about: [
      taken({ use_first_unread_anchor: is(true, "true") }),
      shows(/^(messages|anchor)$/, { sent: { use_first_unread_anchor: given } }),
    ],
  },
  "use-first-unread-with-anchor": {
    about: [
      refused({ use_first_unread_anchor: given, anchor: given }),
      taken({ use_first_unread_anchor: given, anchor: given }, { weight: -1 }),
    ],
    says: "use_first_unread_anchor and anchor exclude each other.",
    silent: "firstUnreadWithAnchor",
  },
  "limit-5000": {
    says: "More than 5000 messages in one request are refused, however they are asked for.",
    about: [refused({ num_before: like(/\d{4}/) }, { weight: 1 }), refused({ num_after: like(/\d{4}/) }, { weight: 1 })],
  },
  "limit-5000-fits": {
    says: "Exactly 5000 messages may be asked for in one request.",
    about: [taken({ num_before: like(/\d{4}/) }), taken({ num_after: like(/\d{4}/) })],
  },
  "recommended-1000": {
    says: "At most 1000 messages in one request are recommended.",
    untestable: "it is advice to clients; nothing that a server answers depends on it",
  },
});

export const clauses = [...anchors, ...parameters, ...reply];
