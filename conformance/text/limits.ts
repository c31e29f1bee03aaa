/** Bounds of texts, in code points, by the names that a registration tells them under: the parameter that each holds for. */
export const limits = {
  max_message_length: "content",
  max_topic_length: "topic",
  max_channel_folder_name_length: "name",
  max_channel_folder_description_length: "description",
} as const;

export type Limit = keyof typeof limits;

/** The names of the bounds of texts. */
export const limitNames = Object.keys(limits) as readonly Limit[];

const isOfFolders = (name: Limit): boolean => name.startsWith("max_channel_folder_");

export const folderLimits = limitNames.filter(isOfFolders);
export const messageLimits = limitNames.filter((name) => !isOfFolders(name));

/** Periods of typing notifications, in milliseconds, by the names that a registration tells them under. */
export const typingPeriods = [
  "server_typing_started_wait_period_milliseconds",
  "server_typing_stopped_wait_period_milliseconds",
  "server_typing_started_expiry_period_milliseconds",
] as const;

/** The most messages that a request may ask for. */
export const mostMessages = 5000;

/** The codes that the specification has. For all other failures it leaves the code open. */
export const codes = {
  badRequest: "BAD_REQUEST",
  noSuchChannel: "STREAM_DOES_NOT_EXIST",
  noWildcardInChannel: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  noWildcardInTopic: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  notAllowed: "UNAUTHORIZED_PRINCIPAL",
  noSuchQueue: "BAD_EVENT_QUEUE_ID",
} as const;

/** Returns the fields that a refusal with a code carries beside the envelope; undefined where the specification does not have the code. */
export function fieldsOfCode(code: unknown): readonly string[] | undefined {
  if (code === codes.noSuchChannel) return ["stream"];
  if (code === codes.noSuchQueue) return ["queue_id"];
  return Object.values<unknown>(codes).includes(code) ? [] : undefined;
}

/** Types of events, each with the clauses of section Events, or of the endpoint that makes them, that say when it is told. */
export const toldBy: Readonly<Record<string, readonly string[]>> = {
  message: ["events/message-told", "events/message-untold"],
  delete_message: ["messages-id.delete/told", "messages-id.delete/untold"],
  user_topic: ["events/policy-set", "events/automatic-policy"],
  muted_topics: ["events/policy-set", "events/automatic-policy"],
  typing: [
    "typing.post/start-told",
    "typing.post/stop-told",
    "typing.post/only-recipients",
    "events/typing-people",
    "events/typing-channel",
  ],
  channel_folder: ["channel_folders.create.post/succeeds", "channel_folders-id.patch/together"],
  device: ["remove_client_device.post/removes"],
  navigation_view: ["navigation_views.post/adds"],
  realm_domains: ["realm.domains.post/adds"],
};
