import type { MessageId, UserId } from "./ids.ts";
import type { Postings } from "./postings.ts";

/** Flags of one user's row of a message, in the order in which they are listed on the wire. */
export const flagBits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 64,
  historical: 128,
} as const;

export type Flag = keyof typeof flagBits;

/** The flags of a message from before one's time, of which one has no row: such a row would say nothing else. */
export const historyFlags = flagBits.read | flagBits.historical;

/** The flags that people set themselves. */
export const ownFlags = ["read", "starred", "collapsed"] as const;
export type OwnFlag = (typeof ownFlags)[number];

/** Flags of mentions of many: of all in a channel or in a topic. */
export const wildcardBits = flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned;

/** Bits of marks that rows are asked for by and few rows have: any of them will do. */
export const marks = {
  starred: flagBits.starred,
  mentioned: flagBits.mentioned | wildcardBits,
  alerted: flagBits.has_alert_word,
} as const;

export type Mark = keyof typeof marks;

const masks: readonly number[] = Object.values(marks);

const bucketOf = (user: UserId, kind: number): number => user * masks.length + kind;

/** The bucket of the messages that have a mark in a user's row. */
export const markBucket = (user: UserId, mark: Mark): number => bucketOf(user, masks.indexOf(marks[mark]));

/** Rows with flags, by user. */
export type Rows = ReadonlyMap<UserId, number>;

/** The rows of a message that nobody has flags of. */
export const noRows: Rows = new Map();

const mostKnown = 10_000;
const known = new Map<number, Rows>();

/** The rows where one user alone has flags: of equal ones the same, since many messages mention one person. */
export function rowsOfOne(user: UserId, bits: number): Rows {
  const key = user * 256 + bits;
  let rows = known.get(key);
  if (!rows) {
    if (known.size >= mostKnown) known.clear();
    known.set(key, (rows = new Map([[user, bits]])));
  }
  return rows;
}

/** The buckets of the marks that the rows have. */
function* bucketsOf(rows: Rows): Iterable<number> {
  for (const [user, bits] of rows) {
    for (const [kind, mask] of masks.entries()) if ((bits & mask) !== 0) yield bucketOf(user, kind);
  }
}

/** Keeps an index by mark in step with a change of the rows of a message. */
export function fileMarks(index: Postings, id: MessageId, former: Rows = noRows, rows: Rows = noRows): void {
  if (former === rows) return;
  for (const bucket of bucketsOf(former)) index.remove(bucket, id);
  for (const bucket of bucketsOf(rows)) index.add(bucket, id);
}
