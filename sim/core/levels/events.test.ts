import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Boundaries, comparisonsOf, coverageOf } from "./boundary.test.kit.ts";
import {
  channel,
  channelRecord,
  closedToDeletion,
  hasRoute,
  hears,
  outcome,
  reactionEvent,
  reads,
  says,
  send,
  tells,
  toChannel,
  told,
  user,
} from "./looks.test.kit.ts";
import { eventLevels } from "./messages.ts";

const boundaries: Boundaries = {
  directTyping: [
    (sim) => outcome(send(sim, "POST /typing", { op: "start", type: "private", to: [user(sim, "bob")] })),
    "success",
    "Invalid type",
  ],
  firstMessageEvents: [
    (sim) =>
      hears(sim, "dana", ["stream"], () => send(sim, `DELETE /messages/${String(channelRecord(sim).first_message_id)}`, {}, "dana")).map(
        ({ property }) => property,
      ),
    [],
    ["first_message_id"],
  ],
  presenceUpdateIds: [tells("presence_last_update_id", "presence"), false, true],
  actorSeesDeletion: [
    (sim) =>
      hears(sim, "dana", ["delete_message"], () => send(sim, `DELETE /messages/${toChannel(sim, "x", { to: "quiet" }, "bob")}`, {}, "dana"))
        .length,
    0,
    1,
  ],
  presenceHistory: [
    reads("POST /register", "presence_history_limit_days", { fetch_event_types: ["presence"], presence_history_limit_days: 1 }),
    false,
    true,
  ],
  reactionEventUser: [
    (sim) => reactionEvent(sim),
    [["type", "op", "user_id", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
    [["type", "op", "user_id", "user", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
  ],
  deletedChannelIds: [
    (sim) =>
      hears(sim, "bob", ["stream"], () => send(sim, `DELETE /streams/${channel(sim, "team")}`, {}, "owen")).map((event) =>
        Object.keys(event),
      ),
    [["type", "op", "streams"]],
    [["type", "op", "streams", "stream_ids"]],
  ],
  editTyping: [hasRoute("POST /messages/2/typing"), false, true],
  noTopicInTyping: [
    (sim) =>
      hears(
        sim,
        "bob",
        ["typing"],
        () => send(sim, "POST /typing", { op: "start", type: "stream", stream_id: channel(sim, "general"), topic: "(no topic)" }),
        "stream_typing_notifications",
        "empty_topic_name",
      ).map(({ topic }) => topic),
    ["(no topic)"],
    [""],
  ],
  sortedMessageIds: [
    (sim) => {
      const [one, two] = [toChannel(sim, "x"), toChannel(sim, "y")];
      const events = hears(
        sim,
        "alice",
        ["update_message", "delete_message"],
        () => {
          send(sim, `PATCH /messages/${two}`, { topic: "chores", propagate_mode: "change_all" }, "owen");
          send(sim, `POST /streams/${channel(sim, "general")}/delete_topic`, { topic_name: "chores" }, "owen");
        },
        "bulk_message_deletion",
      );
      return events.map(({ message_ids }) =>
        (message_ids as number[]).slice(0, 2).map((id) => (id === one ? "first" : id === two ? "second" : "notice")),
      );
    },
    [
      ["second", "first"],
      ["notice", "second"],
    ],
    [
      ["first", "second"],
      ["first", "second"],
    ],
  ],
  simplePresenceEvents: [
    (sim) =>
      hears(
        sim,
        "bob",
        ["presence"],
        () => send(sim, "POST /users/me/presence", { status: "active" }, "gus"),
        "simplified_presence_events",
      ).map((event) => Object.keys(event)),
    [["type", "user_id", "email", "server_timestamp", "presence"]],
    [["type", "presences"]],
  ],
  legacySettingsGone: [
    (sim) => hears(sim, "alice", ["update_display_settings"], () => send(sim, "PATCH /settings", { twenty_four_hour_time: true })).length,
    1,
    0,
  ],
  deletionAudience: [(sim) => closedToDeletion(sim), 1, 0],
  idleQueueTimeout: [(sim) => told(sim, "realm").idle_queue_timeout_secs, undefined, 600],
  reactionEventUserGone: [
    (sim) => reactionEvent(sim),
    [["type", "op", "user_id", "user", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
    [["type", "op", "user_id", "message_id", "emoji_name", "emoji_code", "reaction_type"]],
  ],
  singleEmojiEvents: [
    (sim) =>
      hears(sim, "bob", ["realm_emoji"], () => sim.act({ action: "add_emoji", name: "spade" }), "individual_emoji_changes").map(
        ({ op }) => op,
      ),
    ["update"],
    ["add"],
  ],
  botUpdates: [
    (sim) => hears(sim, "alice", ["realm_bot"], () => send(sim, `PATCH /users/${user(sim, "robo")}`, { full_name: "Robo Hoe" })).length,
    0,
    1,
  ],
  nullRefused: [says("POST /register", { event_types: null }), "success", "event_types is not a list"],
  nullTaken: [
    says("POST /users/me/subscriptions", { subscriptions: [{ name: "x" }], history_public_to_subscribers: null }),
    "history_public_to_subscribers is not a boolean",
    "success",
  ],
};

for (const [name, find, expected] of [coverageOf(eventLevels, boundaries), ...comparisonsOf(boundaries)])
  test(name, () => assert.equal(find(), expected));

test.run();
