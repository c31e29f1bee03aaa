import { levels } from "../../client/levels.ts";
import { clausesOf } from "../../declare/clause.ts";
import { levelOf, linkifier, message, serverSettings } from "../../text/index.ts";

export const clauses = clausesOf("Versioning", "versioning", {
  prefix: "All endpoints live under the path prefix /api/v1.",
  level: "The server settings report the feature level, an integer.",
  monotonic: "The feature level never falls.",
  "level-implies": "A server of level N supports every endpoint and parameter introduced up to N.",
  ahead: "What a feature level brought is not there before it, so that the level tells a client what the server has.",
  "missing-level": { says: "Clients read a missing feature level as 0.", untestable: "it is a rule for clients" },
  "private-for-direct": { says: "`private` is accepted as a type of messages and means `direct`.", since: levels.directType },
  "channel-for-stream": { says: "`stream` and `channel` are both accepted as a type and mean the same.", since: levels.channelType },
  "subject-for-topic": "`subject` is accepted in place of `topic` and means the same.",
  "first-unread": "`use_first_unread_anchor` is accepted and means the same as `anchor=first_unread`.",
  "realm-uri": {
    says: "The server settings carry the organization's URL as `realm_uri` too, equal to `realm_url`.",
    since: levelOf(serverSettings, "realm_url"),
  },
  ignored: { says: "A success lists unsupported parameters in `ignored_parameters_unsupported`.", since: levels.ignoredParameters },
  "user-topics": { says: "POST /user_topics exists.", since: levelOf("user_topics.post") },
  "api-key-id": { says: "The answer of POST /fetch_api_key has `user_id`.", since: levelOf("fetch_api_key.post", "user_id") },
  "url-template": { says: "Linkifiers have `url_template` and no format string.", since: levelOf(linkifier, "url_template") },
  "followed-policy": { says: "A topic can be followed: all of the policies 0 to 3 are accepted.", since: levels.followedPolicy },
  "wildcard-codes": { says: "Wildcard mentions that are not allowed have codes of their own.", since: levels.wildcardCodes },
  "read-by-sender": { says: "POST /messages supports `read_by_sender`.", since: levelOf("messages.post", "read_by_sender") },
  "message-ids": { says: "GET /messages supports `message_ids`.", since: levelOf("messages.get", "message_ids") },
  "empty-topic": {
    says: "The empty topic is valid, and `allow_empty_topic_name` supported.",
    since: levelOf("messages.get", "allow_empty_topic_name"),
  },
  "last-moved": { says: "A message that was moved has `last_moved_timestamp`.", since: levelOf(message, "last_moved_timestamp") },
  "channel-folders": { says: "Channel folders can be created and changed.", since: levelOf("channel_folders.create.post") },
  "navigation-views": { says: "POST /navigation_views exists.", since: levelOf("navigation_views.post") },
  "anchor-date": { says: "GET /messages supports the anchor `date` with `anchor_date`.", since: levelOf("messages.get", "anchor_date") },
  "device-removal": { says: "POST /remove_client_device exists.", since: levelOf("remove_client_device.post") },
  "video-call": { says: "POST /calls/vc/create exists.", since: levelOf("calls.vc.create.post") },
  "bots-manage-groups": { says: "Bots may create groups and change their members.", since: levelOf("user_groups.create.post", "bots") },
});
