/** Every bound of the specification's Limits section and of the facts around it. Lengths are Unicode code points. */
export const limits = {
  messageLength: 10_000,
  topicLength: 60,
  channelNameLength: 60,
  channelDescriptionLength: 1024,
  folderNameLength: 60,
  folderDescriptionLength: 1024,
  groupNameLength: 100,
  domainLength: 255,
  clientNameLength: 30,
  shortTextLength: 50,
  longTextLength: 500,
  messagesPerRequest: 5000,
  messagesPerRequestRecommended: 1000,
  /** A wildcard mention needs a permission when it would reach more people than this. */
  wildcardMentionPeople: 15,
  /** Channels with more subscribers than this get no typing events. */
  typingSubscribers: 100,
  typingStartedExpiryMillis: 45_000,
  typingStoppedWaitMillis: 12_000,
  typingStartedWaitMillis: 30_000,
  presencePingSeconds: 60,
  presenceOfflineSeconds: 200,
  presenceActiveSlackSeconds: 70,
  presenceWindowSeconds: 14 * 86_400,
  queueLifespanSeconds: 600,
  queueLifespanMaximumSeconds: 7 * 86_400,
  mobileQueueLifespanSeconds: 12 * 3600,
  longPollSeconds: 90,
  heartbeatMillis: 45_000,
  /** The anchor that stands for "after everything". */
  newestAnchor: 10_000_000_000_000_000,
  largestMessageId: 2_147_483_647,
  bodyBytes: 1024 * 1024,
  pathLength: 8192,
} as const;

/** The length of a text in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** The first `length` code points of a text. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
