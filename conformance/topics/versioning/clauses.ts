import { absent, given, is, refused, shows, taken, wildcard } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

/** Feature levels, and names that were used before. */
export const clauses = clausesOf("Versioning", "versioning", {
  prefix: { says: "All endpoints live under the path prefix /api/v1.", about: taken({}, { status: 404, weight: 3.9 }) },
  level: {
    says: "The server settings report the feature level, an integer.",
    about: shows(/^\w+_feature_level$/, { on: "server_settings.get", weight: -0.1 }),
  },
  monotonic: {
    says: "The feature level never falls.",
    about: shows(/^\w+_feature_level$/, { on: "server_settings.get", change: "other", weight: -2 }),
  },
  "level-implies": {
    says: "A server of level N supports every endpoint and parameter introduced up to N.",
    about: [
      taken({}, { status: 404, weight: 4 }),
      shows("ignored_parameters_unsupported", { change: "extra" }),
      taken({}, { weight: -1.5 }),
    ],
  },
  ahead: { says: "What a feature level brought is not there before it, so that the level tells a client what the server has.", about: [] },
  "missing-level": { says: "Clients read a missing feature level as 0.", untestable: "it is a rule for clients" },
  "private-for-direct": {
    about: taken({ type: is("private") }, { on: "messages.post", weight: 0.4 }),
    says: "`private` is accepted as a type of messages and means `direct`.",
    since: 174,
  },
  "channel-for-stream": {
    about: [
      taken({ type: is("channel", "stream") }, { on: "messages.post", weight: -0.2 }),
      taken({ type: is("channel") }, { on: "typing.post", weight: -0.2 }),
    ],
    says: "`stream` and `channel` are both accepted as a type and mean the same.",
    since: 248,
  },
  "subject-for-topic": {
    says: "`subject` is accepted in place of `topic` and means the same.",
    about: [
      taken({ subject: given, topic: absent }, { on: "messages.post", weight: -0.1 }),
      refused({ subject: given, topic: given }, { on: "messages.post", weight: -0.1 }),
    ],
  },
  "first-unread": {
    says: "`use_first_unread_anchor` is accepted and means the same as `anchor=first_unread`.",
    about: [
      taken({ use_first_unread_anchor: is(true, "true") }, { on: "messages.get", weight: -0.1 }),
      shows(/^(messages|anchor)$/, { on: "messages.get", sent: { use_first_unread_anchor: is(true, "true") }, weight: -0.1 }),
    ],
  },
  "realm-uri": {
    about: shows("realm_uri", { on: "server_settings.get", weight: -0.1 }),
    says: "The server settings carry the organization's URL as `realm_uri` too, equal to `realm_url`.",
    since: 257,
  },
  ignored: {
    about: shows("ignored_parameters_unsupported", { weight: 0.9 }),
    says: "A success lists unsupported parameters in `ignored_parameters_unsupported`.",
    since: 167,
  },
  "user-topics": { about: taken({}, { on: "user_topics.post", status: 404, weight: 4.1 }), says: "POST /user_topics exists.", since: 170 },
  "api-key-id": {
    about: shows("user_id", { on: "fetch_api_key.post", weight: -0.2 }),
    says: "The answer of POST /fetch_api_key has `user_id`.",
    since: 171,
  },
  "url-template": {
    about: shows(/^Linkifier\.(url_template|url_format_string|url_format)$/, { weight: -0.1 }),
    says: "Linkifiers have `url_template` and no format string.",
    since: 176,
  },
  "followed-policy": {
    about: [
      taken({ visibility_policy: is(2, 3, "2", "3") }, { on: "user_topics.post" }),
      shows("automatic_new_visibility_policy", { on: "messages.post", change: "missing", weight: 0.5 }),
    ],
    says: "A topic can be followed: all of the policies 0 to 3 are accepted.",
    since: 219,
  },
  "wildcard-codes": {
    about: [refused({ content: wildcard }, { on: "messages.post", codes: /WILDCARD/, place: "code", weight: -0.3 })],
    says: "Wildcard mentions that are not allowed have codes of their own.",
    since: 229,
  },
  "read-by-sender": {
    about: shows("ignored_parameters_unsupported", { on: "messages.post", sent: { read_by_sender: given }, value: /read_by_sender/ }),
    says: "POST /messages supports `read_by_sender`.",
    since: 236,
  },
  "message-ids": {
    about: [taken({ message_ids: given }, { on: "messages.get", weight: 0.9 })],
    says: "GET /messages supports `message_ids`.",
    since: 300,
  },
  "empty-topic": {
    about: [
      taken({ topic: is("") }, { weight: 1.9 }),
      shows("ignored_parameters_unsupported", { sent: { allow_empty_topic_name: given }, value: /allow_empty_topic_name/ }),
    ],
    says: "The empty topic is valid, and `allow_empty_topic_name` supported.",
    since: 334,
  },
  "last-moved": {
    about: [
      shows("Message.last_moved_timestamp", { weight: -0.1 }),
      shows("Message.last_edit_timestamp", { change: "extra", weight: -0.3 }),
    ],
    says: "A message that was moved has `last_moved_timestamp`.",
    since: 365,
  },
  "channel-folders": {
    about: taken({}, { on: ["channel_folders.create.post", "channel_folders-id.patch"], status: 404, weight: 4.1 }),
    says: "Channel folders can be created and changed.",
    since: 389,
  },
  "navigation-views": {
    about: taken({}, { on: "navigation_views.post", status: 404, weight: 4.1 }),
    says: "POST /navigation_views exists.",
    since: 390,
  },
  "anchor-date": {
    about: [
      taken({ anchor: is("date") }, { on: "messages.get", weight: 0.5 }),
      shows("ignored_parameters_unsupported", { on: "messages.get", sent: { anchor_date: given }, value: /anchor_date/ }),
    ],
    says: "GET /messages supports the anchor `date` with `anchor_date`.",
    since: 445,
  },
  "device-removal": {
    about: taken({}, { on: "remove_client_device.post", status: 404, weight: 4.1 }),
    says: "POST /remove_client_device exists.",
    since: 470,
  },
  "video-call": {
    about: taken({}, { on: "calls.vc.create.post", status: 404, weight: 4.1 }),
    says: "POST /calls/vc/create exists.",
    since: 493,
  },
  "bots-manage-groups": {
    about: taken({}, { on: ["user_groups.create.post", "user_groups-id.members.post"], by: ["bot"], weight: -0.2 }),
    says: "Bots may create groups and change their members.",
    since: 496,
  },
});
