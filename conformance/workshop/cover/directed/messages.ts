import { nobody } from "../../../draw/symbols.ts";
import type { Step } from "../../../play/scenario.ts";
import { channel, channelName, fresh, lunch, mention, newest, oldest, text, user } from "../alphabet/words.ts";
import { act, by, everything, hear, listen, look, say, setChannel, tell, term } from "./steps.ts";

const narrows = ["dm", "private", "starred", "unread", "mentioned", "alerted", "resolved"].map((operand) => ["is", operand]);

const places = [
  ["channel", "general"],
  ["topic", "lunch"],
  ["sender", "bob@example.com"],
];

/** Queues of which each hears what its narrow admits. */
export const narrowed: readonly (readonly Step[])[] = [...narrows, ...places].flatMap((narrow): Step[][] => [
  [
    listen("alice", { narrow: [narrow] }),
    say("bob", mention("alice"), channelName("general"), "lunch"),
    tell("bob", "hi", "alice"),
    hear("alice", 0),
  ],
  [listen("alice", { narrow: [narrow] }), say("alice", "hi", channelName("general"), text("✔ ", lunch)), hear("alice", 0)],
]);

/** Moves between topics and channels, with and without notices. */
export const moves: readonly Step[] = [
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

const flag = (as: string, op: "add" | "remove"): Step => act(as, "set_flag", { message_id: newest("message"), flag: "read", op });

const becomesUnread = (as: string): Step[] => [flag(as, "add"), flag(as, "remove")];

/** Messages that become unread where somebody is mentioned, has muted the channel, or has a policy. */
export const unread: readonly Step[] = [
  listen("alice", { client_capabilities: everything }),
  tell("bob", "hi", "alice"),
  ...becomesUnread("alice"),
  say("bob", mention("alice")),
  ...becomesUnread("alice"),
  act("alice", "mute_channel", { channel: channelName("general"), value: true }),
  ...becomesUnread("alice"),
  by("alice", "user_topics.post", { stream_id: channel("general"), topic: lunch, visibility_policy: 2 }),
  ...becomesUnread("alice"),
  hear("alice", 0),
  say("bob", "elsewhere", channelName("general"), fresh("rota")),
  by("alice", "user_topics.post", { stream_id: channel("general"), topic: fresh("rota"), visibility_policy: 1 }),
  look("alice", term("in", "home")),
  look("alice", term("is", "muted")),
  look("alice", term("is", "muted", true)),
  say("alice", "here", channelName("general"), fresh("tools")),
];

export const searches: readonly Step[] = [
  say("alice", "re-plant the well-known bed, see https://example.com/beds/a and write to bob@example.com"),
  say("alice", "soup", channelName("general"), "open day"),
  ...["plant", "well-known", "example.com", "bob@example.com", "beds", '"open day"', "the", "e", "ie", '"soup open"'].map((words) =>
    look("bob", term("search", words)),
  ),
];

export const widgets: readonly Step[] = [
  '{"widget_type":"poll"}',
  '{"extra_data":{}}',
  '{"widget_type":"poll","extra_data":{"question":"Té?","options":[]}}',
].map((widget_content) =>
  by("alice", "messages.post", { type: "stream", to: channelName("general"), topic: lunch, content: "hi", widget_content }),
);

export const reacted: readonly Step[] = [
  say("bob", "hi"),
  act("alice", "react", { message_id: newest("message"), emoji_name: "tada" }),
  say("cara", "@**topic** hear"),
  by("owen", "realm.domains.post", { domain: `${"long-".repeat(60)}er.example.com`, allow_subdomains: false }),
];

/** Topics that somebody starts, sends to or loses, by each personal setting. */
const personal = (follow: number, unmute: number): Step[] => [
  act("gus", "set_user", { property: "automatically_follow_topics_policy", value: follow }),
  act("gus", "set_user", { property: "automatically_unmute_topics_in_muted_streams_policy", value: unmute }),
  act("gus", "mute_channel", { channel: channelName("general"), value: true }),
  ...["gus", "robo"].flatMap((as) => [
    say(as, "one", channelName("general"), fresh("rota")),
    say(as, "two", channelName("general"), fresh("rota")),
  ]),
  act("dana", "edit_message", { message_id: { ref: "message", at: 0.6 }, topic: fresh("tasks") }),
  act("alice", "edit_message", { message_id: oldest("message"), stream_id: channel("secret") }),
];

/** Topics that are resolved and unresolved, at once and later, after reactions. */
export const resolved: readonly Step[] = [
  say("alice", "done?"),
  act("bob", "react", { message_id: newest("message"), emoji_name: "tada" }),
  act("alice", "edit_message", { message_id: oldest("message"), topic: text("✔ ", lunch), propagate_mode: "change_all" }),
  act(nobody, "advance", { ms: 700_000 }),
  act("alice", "edit_message", { message_id: oldest("message"), topic: lunch, propagate_mode: "change_all" }),
  look("alice", term("channel", channelName("general")), term("is", "resolved")),
  look("alice", term("near", text(newest("message")))),
];

const elsewhere = [term("channel", channelName("quiet")), term("topic", fresh("rota"))];
const matching = by("alice", "messages.matches_narrow.get", { msg_ids: [newest("message")], narrow: elsewhere });

const arrive = act("alice", "edit_message", { message_id: oldest("message"), stream_id: channel("quiet"), topic: fresh("rota") });
const type = by("alice", "typing.post", { type: "stream", op: "start", stream_id: channel("quiet"), topic: fresh("rota") });

/** A message that comes to a topic of another channel, which people look at and write to before and after. */
export const arrival: readonly Step[] = [
  say("alice", "one"),
  say("bob", "two", channelName("quiet"), fresh("rota")),
  look("alice", ...elsewhere),
  matching,
  type,
  by("alice", "user_topics.post", { stream_id: channel("quiet"), topic: fresh("rota"), visibility_policy: 2 }),
  arrive,
  look("alice", ...elsewhere),
  matching,
  type,
];

/** A topic that is there no more where not everybody may begin one, one that only changes its capitals, and a channel open to some. */
export const renewed: readonly Step[] = [
  say("alice", "one", channelName("general"), fresh("rota")),
  setChannel("general", "can_create_topic_group", "role:administrators"),
  by("dana", "messages-id.delete", { message_id: newest("message") }),
  say("alice", "again", channelName("general"), fresh("rota")),
  say("dana", "two"),
  act("dana", "edit_message", { message_id: newest("message"), topic: fresh("LUNCH"), propagate_mode: "change_all" }),
  setChannel("team", "can_subscribe_group", { direct_members: [user("cara"), user("bob")], direct_subgroups: [] }),
  say("cara", "may I?", channelName("team")),
  say("bob", "may I?", channelName("team")),
];

export const personalSettings: readonly (readonly Step[])[] = [personal(3, 4), personal(4, 3), personal(4, 4)];
