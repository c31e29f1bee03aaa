import type { LevelFact } from "./fact.ts";

/** Changes of events and registrations, by level. */
export const eventLevels = {
  directTyping: {
    since: 215,
    brings: "Typing events of direct messages have the type `direct`, and `private` is refused.",
    source: "Endpoints > POST /typing",
  },
  botUpdates: { since: 222, brings: "Changes of a bot's account are told as `realm_bot` too.", source: "observed" },
  firstMessageEvents: { since: 256, brings: "The deletion of a channel's first message is told.", source: "observed" },
  presenceUpdateIds: { since: 263, brings: "Presences have ids, after which newer ones can be asked for.", source: "observed" },
  actorSeesDeletion: { since: 274, brings: "Who deletes a message is told of it, subscribed or not.", source: "observed" },
  presenceHistory: { since: 288, brings: "Registrations take `presence_history_limit_days`.", source: "observed" },
  reactionEventUser: { since: 339, brings: "Reaction events have `user` again.", source: "observed" },
  deletedChannelIds: { since: 343, brings: "Events of channels that are gone list their ids.", source: "observed" },
  editTyping: { since: 351, brings: "Typing in an edit is told.", source: "observed" },
  nullRefused: { since: 363, brings: "Parameters of registrations and subscriptions refuse null.", source: "observed" },
  noTopicInTyping: { since: 372, brings: "Typing events say the empty topic for `(no topic)`.", source: "observed" },
  nullTaken: { since: 377, brings: "Parameters of registrations and subscriptions take null again.", source: "observed" },
  sortedMessageIds: { since: 393, brings: "Events list ids of messages in order.", source: "observed" },
  simplePresenceEvents: { since: 419, brings: "Presence events by id, for clients that ask for them.", source: "observed" },
  legacySettingsGone: {
    since: 439,
    brings: "Settings are no longer told as `update_display_settings` and `update_global_notifications`.",
    source: "observed",
  },
  deletionAudience: { since: 457, brings: "Deletions are told to those who could read the message.", source: "observed" },
  idleQueueTimeout: { since: 481, brings: "Registrations tell and take the time after which an idle queue ends.", source: "observed" },
  reactionEventUserGone: { since: 484, brings: "Reaction events have no `user`.", source: "observed" },
  singleEmojiEvents: { since: 491, brings: "Single emoji are told, to clients that ask for them.", source: "observed" },
} as const satisfies Readonly<Record<string, LevelFact>>;
