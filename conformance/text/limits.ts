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
