import { nobody } from "../../../draw/symbols.ts";
import {
  type Alphabet,
  channel,
  channelName,
  displayName,
  fresh,
  lunch,
  mention,
  middle,
  newest,
  oldest,
  systemGroup,
  text,
  user,
} from "./words.ts";

const messages = [newest("message"), middle("message"), oldest("message")];

const edits = [
  { content: "cold soup" },
  { content: mention("bob") },
  { content: "@**all** hear" },
  { content: "  " },
  { topic: fresh("rota") },
  { topic: fresh("rota"), propagate_mode: "change_all" },
  { topic: fresh("rota"), propagate_mode: "change_later" },
  { topic: lunch, propagate_mode: "change_all" },
  { topic: text("✔ ", lunch) },
  { topic: text("✔ ", lunch), propagate_mode: "change_all" },
  { topic: "" },
  { topic: displayName },
  { topic: fresh("rota"), content: "both" },
  { stream_id: channel("team") },
  { stream_id: channel("quiet"), topic: fresh("rota"), propagate_mode: "change_all" },
  { stream_id: channel("secret"), propagate_mode: "change_all" },
  { stream_id: channel("town-square") },
  { stream_id: channel("general"), propagate_mode: "change_later" },
];

const reactions = [
  { emoji_name: "tada" },
  { emoji_name: "watering_can" },
  { emoji_name: "zulip" },
  { emoji_name: "no_such_emoji" },
  { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" },
];

const flags = ["read", "starred", "collapsed"].flatMap((flag) => ["add", "remove"].map((op) => ({ flag, op })));

const act = (action: string, fields: object = {}) => ({ action, ...fields });

/** Actions on messages, channels and their own settings, which somebody does. */
export const personal: Alphabet = {
  as: ["alice", "bob", "cara", "dana", "owen", "gus", "robo", "zoe"],
  bases: [
    ...messages.flatMap((message_id) => [
      ...edits.map((edit) => act("edit_message", { message_id, ...edit })),
      ...reactions.flatMap((reaction) => [act("react", { message_id, ...reaction }), act("unreact", { message_id, ...reaction })]),
      ...flags.map((flag) => act("set_flag", { message_id, ...flag })),
      act("add_submessage", { message_id, msg_type: "widget", content: '{"type":"vote","key":"1,1","vote":1}' }),
    ]),
    ...["active", "idle"].map((status) => act("set_presence", { status })),
    ...[true, false].map((value) => act("set_video_token", { value })),
    act("deactivate_user"),
    act("reactivate_user"),
    ...["general", "quiet", "team", "secret", "town-square"].flatMap((name) => [
      act("subscribe", { channel: channelName(name) }),
      act("unsubscribe", { channel: channelName(name) }),
      act("mute_channel", { channel: channelName(name), value: true }),
      act("mute_channel", { channel: channelName(name), value: false }),
    ]),
    ...Object.entries({
      full_name: ["Another Name"],
      role: ["guest", "member", "moderator", "administrator", "owner"],
      avatar_source: ["G", "U"],
      timezone: ["Europe/Vienna"],
      alert_words: [["soup", "hi"], []],
      muted_users: [["bob"], ["alice", "cara"], []],
      automatically_follow_topics_policy: [1, 2, 3, 4],
      automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
      automatically_follow_topics_where_mentioned: [false],
      send_stream_typing_notifications: [false],
      send_private_typing_notifications: [false],
      receives_typing_notifications: [false],
      presence_enabled: [false, true],
      default_language: ["de"],
      email_address_visibility: [1, 2, 3, 4, 5],
      translate_emoticons: [true],
      twenty_four_hour_time: [true],
      enable_sounds: [false],
      default_all_public_streams: [true],
    }).flatMap(([property, values]) => values.map((value) => act("set_user", { property, value }))),
  ],
};

const groupSettings = [
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_mention_many_users_group",
  "can_access_all_users_group",
  "can_create_groups",
  "can_manage_all_groups",
  "direct_message_initiator_group",
  "direct_message_permission_group",
];

const channelGroups = [
  "can_add_subscribers_group",
  "can_administer_channel_group",
  "can_create_topic_group",
  "can_delete_any_message_group",
  "can_delete_own_message_group",
  "can_send_message_group",
  "can_subscribe_group",
];

const setChannel = (name: string, property: string, value: unknown) => act("set_channel", { channel: channelName(name), property, value });

/** The registration of devices. */
export const devices: Alphabet = { as: ["alice", "bob", "gus"], bases: [act("register_device")] };

/** Actions that nobody in particular does: the clock, and what belongs to the whole organization. */
export const organization: Alphabet = {
  as: [nobody],
  bases: [
    ...[1000, 60_000, 400_000, 700_000, 3_600_000, 604_801_000].map((ms) => act("advance", { ms })),
    act("deactivate_group", { group_id: newest("group") }),
    act("deactivate_group", { group_id: oldest("group") }),
    act("deactivate_group", { group_id: systemGroup("role:members") }),
    ...[true, false].map((configured) => act("set_video_provider", { configured })),
    act("add_emoji", { name: "wheelbarrow" }),
    act("add_linkifier", { pattern: "T-(?P<id>[0-9]+)", url_template: "https://t.example.com/{id}" }),
    act("add_profile_field", { name: "Tool", type: 3, field_data: { spade: { text: "Spade", order: "1" } } }),
    act("create_channel", { name: "orchard", subscribers: ["alice", "bob", "gus"] }),
    act("create_channel", { name: "cellar", subscribers: ["cara"], invite_only: true }),
    act("create_channel", { name: "shed", subscribers: ["alice", "cara"], invite_only: true, history_public_to_subscribers: false }),
    act("create_channel", { name: "gate", subscribers: [], is_web_public: true }),
    ...Object.entries({
      name: ["Another Garden"],
      description: ["Another club"],
      message_content_delete_limit_seconds: [60, null],
      topics_policy: ["disable_empty_topic", "allow_empty_topic"],
      empty_topic_display_name: ["nothing said"],
      message_edit_history_visibility_policy: ["none", "moves", "all"],
      presence_disabled: [true],
      email_auth_enabled: [false],
      require_email_format_usernames: [false],
      deactivated: [true],
      waiting_period_threshold: [1000],
      allow_message_editing: [false],
      web_public_streams_enabled: [false],
      default_code_block_language: ["python"],
      inline_image_preview: [false],
    }).flatMap(([property, values]) => values.map((value) => act("set_realm", { property, value }))),
    ...groupSettings.flatMap((property) =>
      ["role:nobody", "role:everyone", "role:members", "role:administrators", "role:owners", "role:fullmembers", "support"].map((value) =>
        act("set_realm", { property, value }),
      ),
    ),
    act("set_realm", { property: "can_delete_any_message_group", value: { direct_members: [user("bob")], direct_subgroups: [] } }),
    act("set_realm", {
      property: "can_delete_own_message_group",
      value: { direct_members: [], direct_subgroups: [systemGroup("role:owners")] },
    }),
    ...["general", "quiet", "team", "secret"].flatMap((name) => [
      ...["invite_only", "history_public_to_subscribers", "is_web_public", "is_archived"].flatMap((property) =>
        [true, false].map((value) => setChannel(name, property, value)),
      ),
      ...["allow_empty_topic", "disable_empty_topic", "empty_topic_only", "inherit"].map((value) =>
        setChannel(name, "topics_policy", value),
      ),
    ]),
    setChannel("general", "description", "Another"),
    setChannel("quiet", "name", "loud"),
    setChannel("general", "folder_id", newest("folder")),
    setChannel("general", "folder_id", null),
    setChannel("general", "message_retention_days", 30),
    ...channelGroups.flatMap((property) =>
      ["role:nobody", "role:everyone", "role:members", "role:administrators", "role:owners", "role:moderators", "role:fullmembers"].map(
        (value) => setChannel("general", property, value),
      ),
    ),
    setChannel("general", "can_send_message_group", { direct_members: [user("bob"), user("robo")], direct_subgroups: [] }),
    setChannel("team", "can_subscribe_group", { direct_members: [user("cara")], direct_subgroups: [] }),
    setChannel("team", "can_administer_channel_group", { direct_members: [user("cara")], direct_subgroups: [] }),
    setChannel("secret", "can_add_subscribers_group", { direct_members: [user("bob")], direct_subgroups: [] }),
  ],
};
