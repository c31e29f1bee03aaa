import { detached } from "../core/limits.ts";
import { sha256Hex } from "../core/rng.ts";
import {
  type Cut,
  type Fields,
  type MetFault,
  type RawBody,
  type SentFile,
  textOf,
  type WireRequest,
  type WireResponse,
} from "../protocol/wire.ts";
import { isSecret, redactedStart } from "./redact.ts";

/** An exchange as it comes to the journal, with its headers and credentials. */
export interface Entry {
  readonly now: number;
  readonly as: string | null;
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly fault?: MetFault | undefined;
}

/** The kept part of an exchange: no headers and credentials, and of files no more than how they are called and how large they are. */
export interface Filed extends Pick<WireRequest, "method" | "path" | "query" | "form"> {
  readonly now: number;
  readonly as: string | null;
  readonly status: number;
  readonly raw: RawBody;
  readonly fault: MetFault | undefined;
  readonly files: readonly SentFile[] | undefined;
  /** Of an exchange whose large texts are cut, what they were. */
  readonly cut: { readonly fields: Readonly<Record<string, Cut>>; readonly body: Cut | undefined } | undefined;
  /** About how many bytes it takes in memory. */
  readonly bytes: number;
}

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

/** About how many bytes an exchange takes: two for each UTF-16 unit of its texts, and some for each field. */
const bytesOf = ({ path, query, form }: Pick<WireRequest, "path" | "query" | "form">, length: number): number =>
  fixedBytes + bytesPerUnit * (path.length + length) + bytesOfFields(query) + bytesOfFields(form);

/** Returns what is kept of an exchange. */
export function filed({ now, as, request, response, fault }: Entry): Filed {
  const { method, path, query, form } = request;
  const { status, raw, length } = response;
  const sent = request.files?.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.length })) ?? [];
  const files = sent.length > 0 ? sent : undefined;
  return { now, as, method, path, query, form, status, raw, fault, files, cut: undefined, bytes: bytesOf(request, length) };
}

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

/** An exchange whose large texts are cut; undefined where it has none. */
export function cutExchange(exchange: Filed): Filed | undefined {
  if (exchange.bytes <= bytesPerUnit * largest) return undefined;
  const fields: Record<string, Cut> = {};
  const smaller = { ...exchange, query: cutFields(exchange.query, fields), form: cutFields(exchange.form, fields) };
  const text = textOf(exchange.raw);
  if (text.length > largest) {
    const raw = redactedStart(cutText(text));
    return { ...smaller, raw, cut: { fields, body: cutOf(text) }, bytes: bytesOf(smaller, raw.length) };
  }
  if (Object.keys(fields).length === 0) return undefined;
  return { ...smaller, cut: { fields, body: undefined }, bytes: bytesOf(smaller, text.length) };
}
