import {
  type Alphabet,
  channel,
  channelName,
  displayName,
  email,
  fresh,
  long,
  lunch,
  middle,
  newest,
  nothing,
  oldest,
  text,
  user,
} from "./words.ts";

/** Every capability that changes what a queue is sent. */
export const capabilities = [
  "notification_settings_null",
  "bulk_message_deletion",
  "stream_typing_notifications",
  "user_settings_object",
  "linkifier_url_template",
  "user_list_incomplete",
  "include_deactivated_groups",
  "archived_channels",
  "empty_topic_name",
  "simplified_presence_events",
  "individual_emoji_changes",
] as const;

const all = Object.fromEntries(capabilities.map((name) => [name, true]));

export const register: Alphabet = {
  bases: [
    { fetch_event_types: [], client_capabilities: all },
    { fetch_event_types: [], client_capabilities: all, apply_markdown: true, client_gravatar: false, slim_presence: true },
    { fetch_event_types: [] },
    { fetch_event_types: [], client_capabilities: { notification_settings_null: false, empty_topic_name: true } },
    {
      fetch_event_types: [],
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
      apply_markdown: true,
    },
    { fetch_event_types: [], client_capabilities: { notification_settings_null: true, bulk_message_deletion: true }, slim_presence: true },
    { fetch_event_types: [], client_capabilities: all, all_public_streams: true },
    { fetch_event_types: [], event_types: ["message"], all_public_streams: true },
    ...[["message"], ["typing", "user_topic"], ["message", "reaction", "update_message"], [], ["nonsense"]].map((event_types) => ({
      fetch_event_types: [],
      event_types,
      client_capabilities: all,
    })),
    ...[
      [["channel", channelName("general")]],
      [
        ["stream", channelName("general")],
        ["topic", lunch],
      ],
      [["topic", lunch]],
      [["sender", email("alice")]],
      ...["private", "dm", "starred", "unread", "mentioned", "alerted", "resolved", "nonsense", "followed"].map((word) => [["is", word]]),
      [["nonsense", "x"]],
      [["is"]],
      [["is", "dm", "x"]],
      [3],
    ].map((narrow) => ({ fetch_event_types: [], narrow })),
    { fetch_event_types: ["message"] },
    { fetch_event_types: ["realm"], event_types: ["message"] },
    { fetch_event_types: [], queue_lifespan_secs: 700 },
    { fetch_event_types: [], idle_queue_timeout: 300 },
    { fetch_event_types: [], idle_queue_timeout: "mobile" },
    { fetch_event_types: [], client_capabilities: { empty_topic_name: true } },
    { fetch_event_types: [], client_capabilities: { notification_settings_null: "x" } },
  ],
};

const queues = [newest, middle, oldest].map((which) => ({ queue_id: which("queue"), last_event_id: which("event") }));

export const poll: Alphabet = {
  bases: [
    ...queues,
    ...[newest, oldest].map((which) => ({ queue_id: which("queue"), last_event_id: which("start") })),
    { queue_id: newest("queue"), last_event_id: 9999 },
    { queue_id: "no such queue", last_event_id: -1 },
    { queue_id: newest("queue") },
    { queue_id: newest("queue"), last_event_id: "x" },
  ],
};

export const drop: Alphabet = {
  bases: [...queues.map(({ queue_id }) => ({ queue_id })), { queue_id: "no such queue" }],
  values: { colour: ["blue"] },
};

const inChannel = { op: "start", type: "stream", stream_id: channel("general"), topic: lunch };

export const type: Alphabet = {
  bases: [
    { op: "start", to: [user("bob")] },
    { op: "stop", to: [user("bob"), user("cara")] },
    { op: "start", type: "direct", to: [user("alice"), user("gus")] },
    { op: "start", type: "direct", to: [user("dana"), user("owen")] },
    { op: "start", type: "private", to: [user("alice")] },
    { op: "start", type: "direct", to: [user("robo")] },
    { op: "start", type: "direct", to: [user("zoe")] },
    { op: "start", type: "direct", to: [nothing] },
    { op: "start", type: "direct", to: [] },
    { op: "start", type: "direct", to: null },
    { op: "start", type: "direct", stream_id: channel("general"), topic: lunch },
    inChannel,
    { ...inChannel, op: "stop" },
    { ...inChannel, type: "channel" },
    { ...inChannel, type: "channel", op: "stop" },
    ...["quiet", "team", "secret", "town-square", "attic", "crowd"].map((name) => ({ ...inChannel, stream_id: channel(name) })),
    ...["", "(no topic)", displayName, fresh("rota"), "a\nb", long("max_topic_length", 1), text(" ", lunch)].map((topic) => ({
      ...inChannel,
      topic,
    })),
    { ...inChannel, stream_id: nothing },
    { ...inChannel, stream_id: null },
    { op: "start", type: "stream", topic: lunch },
    { op: "start", type: "stream", stream_id: channel("general") },
    { op: "start", type: "stream", stream_id: channel("general"), subject: lunch },
    { ...inChannel, to: [nothing] },
  ],
  values: {
    op: ["pause"],
    type: ["Direct", 3],
    to: ["bob", [email("bob")], user("bob")],
    stream_id: [channelName("general"), [1]],
    colour: ["blue"],
  },
};

const policy = { stream_id: channel("general"), topic: lunch, visibility_policy: 1 };

export const follow: Alphabet = {
  bases: [
    ...[0, 1, 2, 3].map((visibility_policy) => ({ ...policy, visibility_policy })),
    ...["quiet", "team", "secret", "town-square", "attic"].flatMap((name) => [
      { ...policy, stream_id: channel(name), visibility_policy: 3 },
      { ...policy, stream_id: channel(name), visibility_policy: 0 },
    ]),
    { ...policy, stream_id: channel("quiet"), topic: "mornings", visibility_policy: 2 },
  ],
  values: {
    stream_id: [nothing, channelName("general")],
    topic: [
      fresh("rota"),
      text(fresh("LUNCH")),
      "",
      "(no topic)",
      displayName,
      long("max_topic_length"),
      long("max_topic_length", 1),
      "a\nb",
      text(" ", lunch),
    ],
    visibility_policy: [4, -1, "muted"],
    colour: ["blue"],
  },
};
