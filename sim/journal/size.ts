import { detached } from "../core/limits.ts";
import { sha256Hex } from "../core/rng.ts";
import { type Cut, type Fields, textOf } from "../protocol/wire.ts";
import type { Filed } from "./filed.ts";
import { isSecret, redactedStart } from "./record.ts";

/** The bytes that an exchange takes beside its texts, about. */
const fixedBytes = 600;
const bytesPerUnit = 2;
/** A form of a megabyte with 130,000 fields takes 7 MB. */
const bytesPerField = 64;

/** A text longer than this is cut, to so many UTF-16 units, when the journal needs room. */
const largest = 256 * 1024;
const kept = 1000;

function bytesOfFields(fields: Fields): number {
  let length = 0;
  for (const [name, text] of fields) length += name.length + text.length;
  return bytesPerUnit * length + bytesPerField * fields.size;
}

/** About how many bytes an exchange takes in memory: two for each UTF-16 unit of its texts, and some for each field. */
export const bytesOf = ({ path, query, form, length }: Filed): number =>
  fixedBytes + bytesPerUnit * (path.length + length) + bytesOfFields(query) + bytesOfFields(form);

const cutText = (text: string): string => detached(text.slice(0, kept).toWellFormed());

/** A digest of a longer text takes too long. */
const longestDigested = 1024 * 1024 + 1024;

const cutOf = (text: string): Cut =>
  text.length > longestDigested ? { length: text.length } : { length: text.length, sha256: sha256Hex(text) };

/** Cuts the large ones of some fields, and notes what they were. The digest of a secret would tell too much. */
function cutFields(fields: Fields, cuts: Record<string, Cut>): Fields {
  return new Map(
    [...fields].map(([name, text]) => {
      if (text.length <= largest) return [name, text];
      cuts[name] = isSecret(name) ? { length: text.length } : cutOf(text);
      return [name, cutText(text)];
    }),
  );
}

const isLarge = ({ query, form, length }: Filed): boolean =>
  length > largest || [...query.values(), ...form.values()].some((text) => text.length > largest);

/** An exchange whose large texts are cut; undefined where it has none. */
export function cutExchange(exchange: Filed): Filed | undefined {
  if (!isLarge(exchange)) return undefined;
  const fields: Record<string, Cut> = {};
  const smaller = { ...exchange, query: cutFields(exchange.query, fields), form: cutFields(exchange.form, fields) };
  if (exchange.length <= largest) return { ...smaller, cut: { fields, body: undefined } };
  const text = textOf(exchange.raw);
  const raw = redactedStart(cutText(text));
  return { ...smaller, raw, length: raw.length, cut: { fields, body: cutOf(text) } };
}
