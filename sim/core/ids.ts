/** Branded ids. They are made in two places only: the counters of a turn and the decoders of requests and realm files. */
declare const kind: unique symbol;

export type Id<Kind extends string> = number & { readonly [kind]: Kind };

export type UserId = Id<"user">;
export type ChannelId = Id<"channel">;
export type MessageId = Id<"message">;
export type GroupId = Id<"group">;
export type FolderId = Id<"folder">;
export type LinkifierId = Id<"linkifier">;
export type FieldId = Id<"field">;
export type EmojiId = Id<"emoji">;
export type DomainId = Id<"domain">;
export type PlaygroundId = Id<"playground">;
export type DeviceId = Id<"device">;
export type DraftId = Id<"draft">;
export type SnippetId = Id<"snippet">;
export type ScheduledId = Id<"scheduled">;
export type InviteId = Id<"invite">;
export type ReminderId = Id<"reminder">;
export type ExportId = Id<"export">;
export type SubmessageId = Id<"submessage">;
export type AttachmentId = Id<"attachment">;
/** A set of recipients: a channel or a group of users. One counter serves both. */
export type RecipientId = Id<"recipient">;
/** One topic of one channel, whatever the capitals it is written in. */
export type TopicId = Id<"topic">;
export type QueueId = string & { readonly [kind]: "queue" };

/** The kinds of id that a counter hands out, each with the first id of a new realm: apart, so that mixed-up ids show. */
export const firstIds = {
  user: 9,
  channel: 41,
  message: 101,
  group: 1,
  folder: 61,
  linkifier: 71,
  field: 81,
  emoji: 91,
  domain: 31,
  playground: 141,
  device: 51,
  draft: 111,
  snippet: 121,
  scheduled: 131,
  invite: 161,
  reminder: 171,
  export: 181,
  apiKey: 1,
  session: 1,
  presence: 1,
  submessage: 1,
  attachment: 151,
  recipient: 21,
  topic: 1,
  queue: 1,
  meeting: 1,
} as const;

export type Counter = keyof typeof firstIds;
