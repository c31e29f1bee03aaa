/** Shorter texts count for their own length: to look for what JSON escapes would take longer than the difference is worth. */
const plainLength = 1000;

const escaped = /["\\\0-\x1f\ud800-\udfff]/;

/** The length of a text as it is written in JSON, where a character can take six, in UTF-16 units. */
export const textLength = (text: string): number =>
  text.length > plainLength && escaped.test(text) ? JSON.stringify(text).length : text.length;

/** The length that a value takes beside the texts in it, and that of a collection beside its items. */
const [valueLength, collectionLength] = [16, 16];

/** The length of a value with all that is in it, in UTF-16 units: about half of the bytes that it takes. Of a file each two bytes are one. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string") return valueLength + textLength(value);
  if (typeof value !== "object" || value === null) return valueLength;
  if (value instanceof Uint8Array) return collectionLength + Math.ceil(value.length / 2);
  let length = collectionLength;
  if (value instanceof Map) for (const [key, item] of value) length += lengthOf(key) + lengthOf(item);
  else if (value instanceof Set || Array.isArray(value)) for (const item of value) length += lengthOf(item);
  else for (const name in value) length += lengthOf((value as Record<string, unknown>)[name]);
  return length;
}

/** By how much a list grew, where it shares most of its items with the one before: only the others are looked at. */
export function growth<T>(former: readonly T[], items: readonly T[]): number {
  if (former === items || former.length + items.length === 0) return 0;
  const [before, now] = [new Set(former), new Set(items)];
  let grown = 0;
  for (const item of now) if (!before.has(item)) grown += lengthOf(item);
  for (const item of before) if (!now.has(item)) grown -= lengthOf(item);
  return grown;
}

/** The length of all records that have been counted, in UTF-16 units. */
export interface Tally {
  length: number;
}
