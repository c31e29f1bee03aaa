import type { Fields } from "../../draw/combinators.ts";
import { nobody } from "../../draw/symbols.ts";
import { type Scenario, type Step, scenarioOf } from "../../engine/scenario.ts";
import { capabilities } from "./alphabet/events.ts";
import { channel, channelName, fresh, lunch, mention, newest, oldest, systemGroup, text, user } from "./alphabet/words.ts";

const by = (as: string, op: string, fields: Fields = {}): Step => ({ as, op, fields });
const act = (as: string, action: string, fields: Fields = {}): Step => by(as, "actions", { action, ...fields });
const say = (as: string, content: unknown, to: unknown = channelName("general"), topic: unknown = lunch): Step =>
  by(as, "messages.post", { type: "stream", to, topic, content });
const tell = (as: string, content: unknown, ...people: readonly string[]): Step =>
  by(as, "messages.post", { type: "private", to: people.map(user), content });
const look = (as: string, ...narrow: readonly object[]): Step =>
  by(as, "messages.get", { anchor: "newest", num_before: 20, num_after: 0, narrow });
const term = (operator: string, operand: unknown, negated = false): object => ({ operator, operand, ...(negated && { negated }) });
const listen = (as: string, fields: Fields = {}): Step => by(as, "register.post", { fetch_event_types: [], ...fields });
const hear = (as: string, at: number): Step =>
  by(as, "events.get", { queue_id: { ref: "queue", at }, last_event_id: { ref: "event", at } });
const everything = Object.fromEntries(capabilities.map((name) => [name, true]));
const setChannel = (name: string, property: string, value: unknown): Step =>
  act(nobody, "set_channel", { channel: channelName(name), property, value });

const narrows = ["dm", "private", "starred", "unread", "mentioned", "alerted", "resolved"].map((operand) => ["is", operand]);
const places = [
  ["channel", "general"],
  ["topic", "lunch"],
  ["sender", "bob@example.com"],
];

/** Queues of which each hears what its narrow admits. */
const narrowed = [...narrows, ...places].flatMap((narrow): Step[][] => [
  [
    listen("alice", { narrow: [narrow] }),
    say("bob", mention("alice"), channelName("general"), "lunch"),
    tell("bob", "hi", "alice"),
    hear("alice", 0),
  ],
  [listen("alice", { narrow: [narrow] }), say("alice", "hi", channelName("general"), text("✔ ", lunch)), hear("alice", 0)],
]);

/** Refusals of messages to channels in which not everybody writes. */
const posting = ["administrators", "moderators", "members", "fullmembers"].flatMap((role): Step[] => [
  setChannel("general", "can_send_message_group", `role:${role}`),
  act(nobody, "set_realm", { property: "waiting_period_threshold", value: 1000 }),
  say("alice", "hi"),
  say("gus", "hi"),
]);

/** Moves between topics and channels, with and without notices. */
const moves: readonly Step[] = [
  say("alice", "one"),
  say("bob", "two"),
  act("alice", "edit_message", { message_id: oldest("message"), topic: text("✔ ", lunch), propagate_mode: "change_all" }),
  act("alice", "edit_message", { message_id: oldest("message"), topic: lunch, propagate_mode: "change_all" }),
  say("cara", "three", channelName("general"), fresh("rota")),
  act("alice", "edit_message", { message_id: newest("message"), topic: text("✔ ", lunch) }),
  act("dana", "edit_message", {
    ...{ message_id: oldest("message"), stream_id: channel("quiet"), propagate_mode: "change_all" },
  }),
  look("bob", term("channel", channelName("quiet"))),
];

/** Messages that become unread where somebody is mentioned, has muted the channel, or has a policy. */
const unread: readonly Step[] = [
  listen("alice", { client_capabilities: everything }),
  tell("bob", "hi", "alice"),
  act("alice", "set_flag", { message_id: newest("message"), flag: "read", op: "remove" }),
  say("bob", mention("alice")),
  act("alice", "set_flag", { message_id: newest("message"), flag: "read", op: "remove" }),
  act("alice", "mute_channel", { channel: channelName("general"), value: true }),
  act("alice", "set_flag", { message_id: newest("message"), flag: "read", op: "remove" }),
  by("alice", "user_topics.post", { stream_id: channel("general"), topic: lunch, visibility_policy: 2 }),
  act("alice", "set_flag", { message_id: newest("message"), flag: "read", op: "remove" }),
  hear("alice", 0),
  say("bob", "elsewhere", channelName("general"), fresh("rota")),
  by("alice", "user_topics.post", { stream_id: channel("general"), topic: fresh("rota"), visibility_policy: 1 }),
  look("alice", term("in", "home")),
  look("alice", term("is", "muted")),
  look("alice", term("is", "muted", true)),
  say("alice", "here", channelName("general"), fresh("tools")),
];

const searches: readonly Step[] = [
  say("alice", "re-plant the well-known bed, see https://example.com/beds/a and write to bob@example.com"),
  say("alice", "soup", channelName("general"), "open day"),
  ...["plant", "well-known", "example.com", "bob@example.com", "beds", '"open day"', "the", '"soup open"'].map((words) =>
    look("bob", term("search", words)),
  ),
];

const created: readonly Step[] = [
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

const settings: readonly Step[] = [
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

const widgets = ['{"widget_type":"poll"}', '{"extra_data":{}}', '{"widget_type":"poll","extra_data":{"question":"Té?","options":[]}}'].map(
  (widget_content) =>
    by("alice", "messages.post", { type: "stream", to: channelName("general"), topic: lunch, content: "hi", widget_content }),
);

const nested: readonly Step[] = [
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

const spectators: readonly Step[] = [
  act(nobody, "set_realm", { property: "web_public_streams_enabled", value: true }),
  act(nobody, "create_channel", { name: "gate", subscribers: ["alice"], is_web_public: true }),
  say("alice", "welcome", "gate"),
  say("alice", "soup", "gate", fresh("rota")),
  ...[
    [],
    [term("in", "home")],
    [term("is", "resolved")],
    [term("search", "soup")],
    [term("with", newest("message"))],
    [term("channel", "gate")],
  ].map((more) => look(nobody, term("channels", "web-public"), ...more)),
  look(nobody, term("channels", "web-public"), term("channel", channelName("general"))),
  look(nobody, term("channels", "web-public"), term("is", "starred")),
  by(nobody, "messages.get", { anchor: "first_unread", num_before: 1, num_after: 1, narrow: [term("channels", "web-public")] }),
  by(nobody, "messages-id.get", { message_id: newest("message") }),
];

const reacted: readonly Step[] = [
  say("bob", "hi"),
  act("alice", "react", { message_id: newest("message"), emoji_name: "tada" }),
  say("cara", "@**topic** hear"),
  by("owen", "realm.domains.post", { domain: `${"long-".repeat(60)}er.example.com`, allow_subdomains: false }),
];

const lists: readonly (readonly Step[])[] = [
  ...narrowed,
  ...[posting, moves, unread, searches, created, settings, widgets, nested, spectators, reacted],
];

/** Scenarios for code that one step after another seldom comes to: where several have to fit together. */
export const directed: readonly Scenario[] = lists.map((list) => scenarioOf(list));
