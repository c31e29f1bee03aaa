import type { LevelChange } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Schema } from "../protocol/schema.ts";

/** Facts about a parameter that its declaration does not tell. */
export interface About {
  readonly description?: string | undefined;
  /** In place of the schema of its decoder, which only reads text. */
  readonly schema?: Schema;
  /** Bounds that a rule holds, not the decoder. */
  readonly bounds?: Pick<Schema, "minLength" | "maxLength" | "minimum" | "maximum">;
  /** Words that came, or went, with a change. */
  readonly words?: Readonly<Record<string, { readonly since?: LevelChange; readonly until?: LevelChange }>>;
  /** Required by the specification, though the decoder leaves the refusal to a rule. */
  readonly required?: true;
  readonly deprecated?: true;
}

const conversations = { channel: { since: "channelType" } } as const;
const emptyTopic = "Whether the client knows the empty topic; otherwise its display name is shown.";
const markdown = "Whether content is HTML.";
/** Messages before and after an anchor, which together may be no more than this. */
const counts = { maximum: limits.messagesPerRequest };
const beyond: About = { description: "Beyond the specification: for importers and integrations." };

const types: Schema = { type: ["array", "null"], items: { type: "string" } };

/** Parameters of an event queue, whose decoders follow the level. */
const queue: Readonly<Record<string, About>> = {
  client_capabilities: {
    description: "What the client knows. Where it is given, notification_settings_null is among it.",
    schema: {
      type: "object",
      properties: { notification_settings_null: { type: "boolean" } },
      required: ["notification_settings_null"],
      additionalProperties: { type: "boolean" },
    },
  },
  client_gravatar: { description: "Whether the client computes addresses of avatars.", schema: { type: ["boolean", "null"] } },
  event_types: { description: "Types of events; all without it.", schema: types },
  idle_queue_timeout: {
    description: "Seconds for which a queue that nobody polls stays, or mobile.",
    schema: { type: ["integer", "string"] },
  },
  narrow: {
    description: "Pairs of an operator and an operand: the messages of which there are events.",
    schema: { type: "array", items: { type: "array", prefixItems: [{ type: "string" }, { type: "string" }], minItems: 2, maxItems: 2 } },
  },
};

/** The parameters of the endpoints, by their route and name. */
export const parameters: Readonly<Record<string, Readonly<Record<string, About>>>> = {
  "POST /messages": {
    type: {
      description: "Where the message goes. private and stream are older words.",
      words: { ...conversations, direct: { since: "directType" } },
    },
    to: {
      description: "Name or ID of the channel; IDs or API email addresses of people.",
      required: true,
      schema: {
        anyOf: [
          { type: "string" },
          { type: "integer" },
          { type: "array", items: { type: "string" } },
          { type: "array", items: { type: "integer" } },
        ],
      },
    },
    content: { description: "Markdown. Beyond max_message_length of the queue registration it is cut.", bounds: { minLength: 1 } },
    topic: { description: "For channel messages. Beyond max_topic_length of the queue registration it is cut." },
    queue_id: { description: "Event queue of a client with local echo; with local_id." },
    local_id: { description: "Comes back as local_message_id in the event; with queue_id." },
    read_by_sender: { description: "Whether the message starts read for the sender." },
    forged: beyond,
    sender: beyond,
    time: beyond,
    widget_content: beyond,
  },
  "POST /typing": {
    op: { description: "Whether the user began or stopped." },
    type: { description: "Where the user types.", words: { ...conversations, private: { until: "directTyping" } } },
    to: { description: "User IDs; for direct messages.", schema: { type: "array", items: { type: "integer" } } },
    stream_id: { description: "Channel ID; for channels.", schema: { type: "integer" } },
    topic: { description: "For channels." },
  },
  "POST /user_topics": {
    topic: { description: "Topic, with messages or without." },
    visibility_policy: { description: "0 none, 1 muted, 2 unmuted, 3 followed." },
  },
  "POST /channel_folders/create": {
    name: { description: "Not empty.", bounds: { minLength: 1 } },
    description: { description: "May be empty." },
  },
  "PATCH /channel_folders/{channel_folder_id}": {
    name: { description: "Not empty.", bounds: { minLength: 1 } },
    description: { description: "May be empty." },
    is_archived: { description: "Whether the folder is archived." },
  },
  "POST /user_groups/create": {
    name: { description: "Not empty.", bounds: { minLength: 1, maxLength: limits.groupNameLength } },
    description: { description: "May be empty." },
    members: { description: "User IDs of those who belong to it at first." },
    subgroups: { description: "IDs of the groups that belong to it at first." },
    can_add_members_group: { description: "Who may add members." },
    can_join_group: { description: "Who may join." },
    can_leave_group: { description: "Who may leave." },
    can_manage_group: { description: "Who administers the group." },
    can_mention_group: { description: "Who may mention the group." },
    can_remove_members_group: { description: "Who may remove members." },
  },
  "POST /user_groups/{user_group_id}/members": {
    add: { description: "User IDs of new members." },
    delete: { description: "User IDs of members who go." },
    add_subgroups: { description: "IDs of new subgroups." },
    delete_subgroups: { description: "IDs of subgroups that go." },
  },
  "PATCH /users/me/profile_data": { data: { description: "IDs of custom profile fields with their values; null clears one." } },
  "POST /realm/domains": {
    domain: { description: "Name, such as example.org.", bounds: { minLength: 1, maxLength: limits.domainLength } },
    allow_subdomains: { description: "Whether addresses of its subdomains may join too." },
  },
  "POST /register": {
    ...queue,
    fetch_event_types: {
      description: "Parts of the state that the answer has; those of event_types without it.",
      schema: types,
    },
    include_subscribers: { description: "Whether subscribers of channels are listed.", schema: { type: ["boolean", "string"] } },
  },
  "GET /events": queue,
  "POST /messages/flags": { op: { description: "What is done.", schema: { type: "string", enum: ["add", "remove"] } } },
  "POST /remove_client_device": { device_id: { description: "ID of the device." } },
  "GET /messages/matches_narrow": { msg_ids: { description: "Message IDs to check." } },
  "GET /messages/{message_id}": { apply_markdown: { description: markdown }, allow_empty_topic_name: { description: emptyTopic } },
  "GET /messages": {
    anchor: { description: "Message ID, newest, oldest, first_unread, or date with anchor_date.", schema: { type: ["string", "integer"] } },
    anchor_date: { description: "ISO 8601 date or datetime." },
    include_anchor: { description: "Whether the anchor message is in the list, if it matches." },
    num_before: { description: "Messages with IDs below the anchor; required without message_ids.", bounds: counts },
    num_after: { description: "Messages with IDs above the anchor; required without message_ids.", bounds: counts },
    apply_markdown: { description: markdown },
    message_ids: { description: "These messages instead of a range." },
    allow_empty_topic_name: { description: emptyTopic },
    use_first_unread_anchor: { description: "Older way to ask for anchor=first_unread.", deprecated: true },
  },
  "POST /fetch_api_key": {
    username: { description: "Usually an email address." },
    password: { description: "Account or directory password." },
  },
  "POST /navigation_views": {
    fragment: { description: "Identifies the view; not blank." },
    is_pinned: { description: "Whether it stands in the sidebar." },
    name: { description: "For custom views." },
  },
};

/** Descriptions of parameters that are called the same at several endpoints, where the table above says no more. */
export const anywhere: Readonly<Record<string, string>> = {
  add: "What is added.",
  anchor: "Message ID, newest, oldest or first_unread.",
  bot_type: "1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.",
  client_capabilities: "What the client knows, as an object of booleans.",
  client_gravatar: "Whether the client computes addresses of avatars.",
  content: "Markdown.",
  delete: "What is removed.",
  dont_block: "Whether to answer at once, events or none.",
  email: "Email address.",
  emoji_code: "Identifies the emoji among those of its type.",
  emoji_name: "Name of the emoji.",
  event_types: "Types of events; all without it.",
  fetch_event_types: "Parts of the state that the answer has; those of event_types without it.",
  flag: "Name of the flag.",
  full_name: "Name to show.",
  include_subscribers: "Whether subscribers of channels are listed.",
  last_event_id: "ID of the newest event that the client has; those up to it are forgotten.",
  messages: "Message IDs.",
  name: "Name.",
  narrow: "Filter.",
  num_after: "How many after the anchor.",
  num_before: "How many before the anchor.",
  op: "What is done.",
  order: "IDs in their order.",
  principals: "Other people than the caller, by ID or address.",
  propagate_mode: "Which messages of the topic go along: change_one, change_later or change_all.",
  queue_id: "ID of the queue, as the registration gave it.",
  reaction_type: "What emoji_code means.",
  scheduled_delivery_timestamp: "UNIX seconds.",
  slim_presence: "Whether presences are by ID.",
  stream_id: "Channel ID.",
  subscriptions: "Channels, each with its name.",
  to: "Where it goes.",
  topic: "Topic.",
  topic_name: "Topic.",
  type: "Kind of it.",
  user_id: "User ID.",
};
