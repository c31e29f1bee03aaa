/** Every bound of the specification's Limits section and of the facts around it. Lengths are Unicode code points. */
export const limits = {
  messageLength: 10_000,
  /** Content that comes to more HTML than this is refused. */
  renderedLength: 1_000_000,
  topicLength: 60,
  channelNameLength: 60,
  channelDescriptionLength: 1024,
  folderNameLength: 60,
  /** Of the first servers with folders. */
  firstFolderNameLength: 100,
  folderDescriptionLength: 1024,
  groupNameLength: 100,
  domainLength: 255,
  clientNameLength: 30,
  fullNameLeast: 2,
  fullNameLength: 100,
  statusTextLength: 60,
  alertWordLength: 100,
  snippetTitleLength: 60,
  shortTextLength: 50,
  longTextLength: 500,
  fieldNameLength: 40,
  fieldHintLength: 80,
  fieldsInSummary: 2,
  languageLength: 40,
  realmNameLength: 40,
  realmDescriptionLength: 1000,
  messagesPerRequest: 5000,
  messagesPerRequestRecommended: 1000,
  /** A wildcard mention needs a permission when it would reach more people than this. */
  wildcardMentionPeople: 15,
  /** Channels with more subscribers than this get no typing events. */
  typingSubscribers: 100,
  /** Channels with fewer subscribers than this list them all, even for clients that want some only. */
  partialSubscribers: 250,
  /** Of more new subscriptions than this at once, nobody gets a direct message. */
  newSubscriptionNotices: 100,
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
  /** So many UTF-16 units of texts may be written into a realm, by default: 256 MB. */
  realmLength: 128_000_000,
  /** Beyond this many UTF-16 units of texts of messages that are kept for the next reader all are dropped. */
  keptTextLength: 16_000_000,
  /** Beyond this many sessions of browsers one of them, whichever, ends with each new one. */
  sessions: 10_000,
  /** Beyond this many queues the one that would expire first is closed. */
  queues: 20_000,
  /** Beyond this many events, or UTF-16 units of their texts, a queue is closed. */
  queuedEvents: 20_000,
  queuedLength: 16_000_000,
  /** Beyond this many in all queues the one with most of them is closed. */
  allQueuedLength: 48_000_000,
  /** The length of an event in a queue beside its text, in UTF-16 units. */
  queuedEventLength: 36,
  heartbeatMillis: 45_000,
  /** The time by which editing and moving may be late. */
  editGraceSeconds: 20,
  /** Undoing within this time takes back the notice of a resolved topic instead of adding another. */
  resolveUndoSeconds: 60,
  /** The anchor that stands for "after everything". */
  newestAnchor: 10_000_000_000_000_000,
  largestMessageId: 2_147_483_647,
  bodyBytes: 1024 * 1024,
  /** A form with files may be larger: large enough for the refusal of a file that is too large. */
  multipartBytes: 32 * 1024 * 1024,
  fileMebibytes: 25,
  /** The most that all files of the organization may come to. */
  filesMebibytes: 200,
  pushTokenLength: 4096,
  fileNameLength: 255,
  /** The time that the address of a file works for those without credentials. */
  fileAddressSeconds: 60,
  pathLength: 8192,
  /** The time that an invitation holds where it does not say. */
  inviteMinutes: 10 * 24 * 60,
  /** The time it takes to make a picture small. */
  thumbnailMillis: 1000,
  /** The time that a copy of all data takes. */
  exportMillis: 5000,
  reportLength: 1000,
  reminderNoteLength: 500,
  welcomeTextLength: 8000,
  callServerLength: 200,
  jitsiServer: "https://meet.jit.si",
  /** The most that one account may put by, keys and texts together. */
  storageLength: 10_000_000,
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

/** White space as running servers see it: with the separators among the control characters, without the byte order mark. */
const isSpace = (character: string): boolean => character !== "\ufeff" && /[\s\x1c-\x1f\x85]/.test(character);

/** A text without the white space at its end. */
export function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A text without the white space around it. */
export function withoutSpaceAround(text: string): string {
  let start = 0;
  while (start < text.length && isSpace(text.charAt(start))) start += 1;
  return withoutSpaceAtEnd(text.slice(start));
}

/** A copy of a text that is part of a longer one: engines keep the whole of it for as long as a part is there. */
export const detached = (text: string): string => ` ${text}`.slice(1);
