import { nobody } from "../../../draw/symbols.ts";
import type { Step } from "../../../play/scenario.ts";
import { channelName, fresh, lunch, newest, oldest, systemGroup, text, user } from "../alphabet/words.ts";
import { act, by, everything, hear, listen, look, say, setChannel, term } from "./steps.ts";

/** Refusals of messages to channels in which not everybody writes. */
export const posting: readonly Step[] = ["administrators", "moderators", "members", "fullmembers"].flatMap((role): Step[] => [
  setChannel("general", "can_send_message_group", `role:${role}`),
  act(nobody, "set_realm", { property: "waiting_period_threshold", value: 1000 }),
  say("alice", "hi"),
  say("gus", "hi"),
]);

export const created: readonly Step[] = [
  listen("bob"),
  listen("dana", { client_capabilities: everything }),
  act(nobody, "create_channel", { name: "orchard", subscribers: ["alice", "bob"] }),
  say("alice", "first", "orchard"),
  say("alice", "second", "orchard"),
  by("dana", "messages-id.delete", { message_id: oldest("message") }),
  by("dana", "messages-id.delete", { message_id: newest("message") }),
  hear("bob", 0),
  hear("dana", 0.9),
  act(nobody, "create_channel", { name: "gate", subscribers: [] }),
  say("robo", "hello?", "gate"),
  say("alice", "hello?", "gate"),
  by("alice", "messages.post", { type: "stream", to: "gate", topic: lunch, content: "@**all** hear" }),
];

export const settings: readonly Step[] = [
  listen("bob"),
  act("alice", "set_user", { property: "presence_enabled", value: false }),
  act("alice", "set_user", { property: "presence_enabled", value: true }),
  act(nobody, "set_video_provider", { configured: false }),
  by("alice", "calls.vc.create.post"),
  setChannel("quiet", "description", "Another"),
  setChannel("quiet", "description", "Another"),
  setChannel("quiet", "is_archived", true),
  setChannel("quiet", "is_archived", false),
  act(nobody, "set_realm", { property: "can_access_all_users_group", value: "role:members" }),
  by("gus", "realm.presence.get"),
  act("alice", "set_presence", { status: "active" }),
  act(nobody, "set_realm", { property: "deactivated", value: true }),
  act(nobody, "set_realm", { property: "deactivated", value: false }),
  hear("bob", 0),
];

export const nested: readonly Step[] = [
  by("alice", "user_groups.create.post", {
    name: fresh("core"),
    description: "",
    members: [user("alice")],
    subgroups: [systemGroup("role:owners")],
  }),
  by("alice", "user_groups.create.post", { name: fresh("left"), description: "", members: [], subgroups: [oldest("group")] }),
  by("alice", "user_groups.create.post", {
    name: fresh("crew"),
    description: "",
    members: [],
    subgroups: [oldest("group"), newest("group")],
    can_mention_group: oldest("group"),
  }),
  say("bob", text("@*", fresh("crew"), "* come")),
  say("owen", text("@*", fresh("crew"), "* come")),
  by("gus", "user_groups-id.members.post", { user_group_id: newest("group"), add: [user("gus")] }),
  by("alice", "user_groups-id.members.post", { user_group_id: newest("group") }),
];

export const spectators: readonly Step[] = [
  act(nobody, "set_realm", { property: "web_public_streams_enabled", value: true }),
  act(nobody, "create_channel", { name: "gate", subscribers: ["alice"], is_web_public: true }),
  say("alice", "not for all"),
  say("alice", "welcome", "gate"),
  say("alice", "soup", "gate", fresh("rota")),
  ...[
    [],
    [term("in", "home")],
    [term("is", "resolved")],
    [term("search", "soup")],
    [term("with", newest("message"))],
    [term("with", oldest("message"))],
    [term("channel", "gate")],
  ].map((more) => look(nobody, term("channels", "web-public"), ...more)),
  look(nobody, term("channels", "web-public"), term("channel", channelName("general"))),
  look(nobody, term("channels", "web-public"), term("is", "starred")),
  by(nobody, "messages.get", { anchor: "first_unread", num_before: 1, num_after: 1, narrow: [term("channels", "web-public")] }),
  by(nobody, "messages-id.get", { message_id: newest("message") }),
];

export const folders: readonly Step[] = [
  by("dana", "channel_folders.create.post", { name: fresh("Kitchen"), description: "" }),
  setChannel("general", "folder_id", newest("folder")),
  by("dana", "channel_folders-id.patch", { channel_folder_id: newest("folder"), is_archived: true }),
];

export const limited: readonly Step[] = [
  act(nobody, "set_realm", { property: "require_email_format_usernames", value: false }),
  by(nobody, "fetch_api_key.post", { username: "alice", password: { ref: "password", of: "alice" } }),
  by("alice", "user_groups.create.post", {
    name: fresh("crew"),
    description: "",
    members: [],
    can_mention_group: systemGroup("role:administrators"),
  }),
  say("bob", text("@*", fresh("crew"), "* come")),
  by("alice", "user_groups-id.members.post", { user_group_id: newest("group") }),
  by("alice", "messages.get", { num_before: 1, num_after: 1 }),
];
