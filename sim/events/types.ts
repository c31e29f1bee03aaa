import type { Span } from "../core/field-levels.ts";

/** The receivers of events of a type, and the source that tells of it: a section of the specification, or (observed) running servers alone. */
interface EventFact {
  readonly to: string;
  readonly source: string;
}

/** Every type of event. */
export const eventFacts = {
  alert_words: { to: "the account", source: "observed" },
  attachment: { to: "the owner of the file, or who sent the message that links to it", source: "observed" },
  channel_folder: { to: "everyone", source: "observed" },
  custom_profile_fields: { to: "everyone", source: "observed" },
  default_streams: { to: "everyone but guests", source: "observed" },
  delete_message: { to: "those who could see the message; since level 274 also who deleted it", source: "observed" },
  device: { to: "the account", source: "observed" },
  drafts: { to: "the owner", source: "observed" },
  has_vc_token: { to: "the account", source: "Events" },
  has_zoom_token: { to: "the account, up to level 492", source: "observed" },
  heartbeat: { to: "one queue whose poll was held for long", source: "observed" },
  invites_changed: { to: "administrators and who invites", source: "observed" },
  message: { to: "who received the message, queues of all public channels, the queue that the send named", source: "Events" },
  muted_topics: { to: "the account; not a queue that asks for `user_topic` by name", source: "observed" },
  muted_users: { to: "the account", source: "observed" },
  navigation_view: { to: "the owner", source: "observed" },
  presence: { to: "those who may know the account; nobody in organizations of more than 100", source: "observed" },
  reaction: { to: "those who see the message", source: "observed" },
  realm: { to: "everyone", source: "observed" },
  realm_bot: { to: "administrators and the owner of the bot", source: "observed" },
  realm_domains: { to: "everyone", source: "observed" },
  realm_emoji: { to: "everyone", source: "observed" },
  realm_export: { to: "administrators", source: "observed" },
  realm_export_consent: { to: "administrators", source: "observed" },
  realm_filters: { to: "everyone, up to level 175", source: "observed" },
  realm_linkifiers: { to: "everyone", source: "observed" },
  realm_playgrounds: { to: "everyone", source: "observed" },
  realm_user: { to: "those who may know the account", source: "observed" },
  realm_user_settings_defaults: { to: "everyone", source: "observed" },
  reminders: { to: "the owner", source: "observed" },
  saved_snippets: { to: "the owner", source: "observed" },
  scheduled_messages: { to: "the sender", source: "observed" },
  stream: { to: "those who see the channel, come to see it or no longer do", source: "observed" },
  submessage: { to: "those who see the message", source: "observed" },
  subscription: { to: "the subscriber; of others who come and go, those who see the channel", source: "observed" },
  typing: { to: "everyone in the conversation, or the subscribers of a channel that is not large", source: "Events" },
  typing_edit_message: { to: "like `typing`", source: "observed" },
  update_display_settings: { to: "the account, up to level 438", source: "observed" },
  update_global_notifications: { to: "the account, up to level 438", source: "observed" },
  update_message: { to: "those who see the message", source: "observed" },
  update_message_flags: { to: "the account", source: "observed" },
  user_group: { to: "everyone; of a deactivated group, queues that know that there are such", source: "observed" },
  user_settings: { to: "the account", source: "observed" },
  user_status: { to: "those who may know the account", source: "observed" },
  user_topic: { to: "the account", source: "Events" },
} as const satisfies Readonly<Record<string, EventFact>>;

/** `has_webex_token` is `has_vc_token` of a server with its own brand. */
export type EventType = keyof typeof eventFacts | "has_webex_token";

/** The levels of fields of events. A field that is not named here was always there. */
export const eventFieldLevels: { readonly [Type in EventType]?: Readonly<Record<string, Span>> } = {
  typing: { message_type: [58] },
  update_message: { rendering_only: [114] },
  update_message_flags: { message_details: [121], op: [32] },
};
