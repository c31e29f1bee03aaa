import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Event } from "../../actions/hearing.test.kit.ts";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import { channelLevels } from "./channels.ts";
import {
  act,
  body,
  capable,
  channel,
  defaultChannels,
  finds,
  group,
  hasChannelField,
  hasRoute,
  hears,
  message,
  nameOfArchivedFolder,
  opsOfLeaving,
  outcome,
  policiesOfMove,
  reads,
  type ShownList,
  says,
  send,
  tells,
  term,
  told,
  user,
} from "./looks.test.kit.ts";
import { ownerBody } from "./owner-looks.test.kit.ts";

const boundaries: Boundaries = {
  mutedTopicRepeats: [
    says("PATCH /users/me/subscriptions/muted_topics", { stream: "general", topic: "never muted", op: "remove" }),
    "Topic is not muted",
    "success",
  ],
  userTopics: [hasRoute("POST /user_topics"), false, true],
  followedPolicy: [
    (sim) => outcome(send(sim, "POST /user_topics", { stream_id: channel(sim, "general"), topic: "x", visibility_policy: 3 })),
    "Invalid visibility_policy",
    "success",
  ],
  channelEmails: [
    (sim) => [
      "email_address" in (body(sim, "GET /users/me/subscriptions").subscriptions as ShownList)[0]!,
      hasRoute(`GET /streams/${channel(sim, "general")}/email_address`)(sim),
    ],
    [true, false],
    [false, true],
  ],
  channelTexts: [
    says("POST /typing", { op: "start", type: "stream", stream_id: 999, topic: "x" }),
    "Invalid stream ID",
    "Invalid channel ID",
  ],
  channelCreators: [hasChannelField("creator_id"), false, true],
  subscriptionIds: [
    (sim) => body(sim, "POST /users/me/subscriptions", { subscriptions: [{ name: "general" }] }).already_subscribed,
    { "alice@example.com": ["general"] },
    { "12": ["general"] },
  ],
  archivedChannels: [hasChannelField("is_archived"), false, true],
  channelActivity: [hasChannelField("is_recently_active"), false, true],
  channelAdministrators: [
    (sim) => body(sim, `PATCH /streams/${channel(sim, "general")}`, { description: "x" }, "bob"),
    { result: "error", msg: "Must be an organization administrator", code: "UNAUTHORIZED_PRINCIPAL" },
    { result: "error", msg: "You do not have permission to administer this channel.", code: "BAD_REQUEST" },
  ],
  policyOverMute: [
    (sim) =>
      (finds([term("in", "home")], "cara")(sim) as number[]).filter((id) => message(sim, id, {}, "cara").display_recipient === "quiet")
        .length,
    0,
    2,
  ],
  defaultChannelIds: [(sim) => defaultChannels(sim).map((one) => typeof one), ["object"], ["number"]],
  postingGroups: [
    (sim) =>
      outcome(
        send(
          act(sim, {
            action: "set_channel",
            channel: "general",
            property: "can_send_message_group",
            value: group(sim, "role:administrators"),
          }),
          "POST /messages",
          { type: "stream", to: "general", topic: "x", content: "x" },
        ),
      ),
    "Only organization administrators can send to this channel.",
    "You do not have permission to post in this channel.",
  ],
  channelEmailSenders: [
    (sim) => reads(`GET /streams/${channel(sim, "general")}/email_address`, "sender_id", { sender_id: user(sim, "alice") })(sim),
    false,
    true,
  ],
  subscriberAdders: [hasChannelField("can_add_subscribers_group"), false, true],
  channelJoiners: [hasChannelField("can_subscribe_group"), false, true],
  ignoredChannels: [
    (sim) => "ignored_because_not_subscribed_channels" in body(sim, "POST /messages/flags", { messages: [2], op: "add", flag: "read" }),
    false,
    true,
  ],
  allChannels: [reads("GET /streams", "include_all", { include_all: true }, "dana"), false, true],
  followedMoves: [(sim) => policiesOfMove(sim), 0, 1],
  administeringCode: [
    (sim) => body(sim, `DELETE /streams/${channel(sim, "general")}`, {}, "bob"),
    { result: "error", msg: "You do not have permission to administer this channel.", code: "BAD_REQUEST" },
    { result: "error", msg: "You do not have permission to administer this channel.", code: "CANNOT_ADMINISTER_CHANNEL" },
  ],
  archivedChannelNotices: [
    (sim) =>
      hears(sim, "dana", ["message"], () => send(sim, `PATCH /streams/${channel(sim, "attic")}`, { description: "x" }, "owen")).length,
    0,
    1,
  ],
  archivingUpdates: [
    (sim) => [
      (told(sim, "stream", "alice", { client_capabilities: capable("archived_channels") }).streams as ShownList).some(
        ({ name }) => name === "attic",
      ),
      hears(sim, "bob", ["stream"], () => send(sim, `DELETE /streams/${channel(sim, "team")}`, {}, "owen"), "archived_channels").map(
        ({ op }) => op,
      ),
    ],
    [false, ["delete"]],
    [true, ["update"]],
  ],
  unarchiving: [
    (sim) => reads(`PATCH /streams/${channel(sim, "general")}`, "is_archived", { description: "new", is_archived: false }, "owen")(sim),
    false,
    "Channel is not currently deactivated",
  ],
  channelFolders: [hasRoute("GET /channel_folders"), false, true],
  topicsPolicy: [tells("realm_topics_policy"), false, true],
  subscriberCount: [hasChannelField("subscriber_count"), false, true],
  channelMoveGroups: [hasChannelField("can_move_messages_within_channel_group"), false, true],
  subscriptionNotices: [
    reads("POST /users/me/subscriptions", "send_new_subscription_messages", {
      subscriptions: [{ name: "quiet" }],
      send_new_subscription_messages: false,
    }),
    false,
    true,
  ],
  channelDeletionGroups: [hasChannelField("can_delete_any_message_group"), false, true],
  folderLimits: [tells("max_channel_folder_name_length"), false, true],
  partialSubscribers: [
    says("GET /users/me/subscriptions", { include_subscribers: "partial" }),
    "include_subscribers is not valid JSON",
    "success",
  ],
  archivedFolderNames: [(sim) => nameOfArchivedFolder(sim), "Channel folder name already in use", "success"],
  folderOrder: [(sim) => "order" in (body(sim, "GET /channel_folders").channel_folders as ShownList)[0]!, false, true],
  channelCreation: [hasRoute("POST /channels/create"), false, true],
  leavingArchivedChannels: [(sim) => opsOfLeaving(sim, "alice", "attic"), [], ["peer_remove"]],
  topicCreationGroups: [hasChannelField("can_create_topic_group"), false, true],
  archivedSubscriptions: [
    (sim) => {
      const { never_subscribed } = told(sim, "subscription", "bob", { client_capabilities: capable("archived_channels") });
      const shown = (never_subscribed as ShownList).some(({ name }) => name === "attic");
      return [shown, outcome(send(sim, "POST /users/me/subscriptions", { subscriptions: [{ name: "attic" }] }, "bob"))];
    },
    [false, "Unable to access channel (attic)."],
    [true, "success"],
  ],
  channelCreatorWord: [
    (sim) => {
      const { stream } = ownerBody(sim, "POST /register").server_supported_permission_settings as { stream: Record<string, Event> };
      return stream.can_administer_channel_group!.default_group_name;
    },
    "stream_creator_or_nobody",
    "channel_creator",
  ],
  channelTraffic: [
    (sim) => [
      "stream_weekly_traffic" in (ownerBody(sim, "GET /streams").streams as Event[])[0]!,
      "stream_weekly_traffic" in (ownerBody(sim, "GET /users/me/subscriptions").subscriptions as Event[])[0]!,
    ],
    [false, true],
    [true, true],
  ],
};

for (const [name, find, expected] of [coverageOf(channelLevels, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
