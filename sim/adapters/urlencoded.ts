import { detached } from "../core/limits.ts";
import { remembering } from "../core/remembering.ts";
import { type Fields, noFields } from "../protocol/wire.ts";

/** One name or value. @throws URIError: it is malformed */
const unescaped = (text: string): string =>
  text.includes("%") || text.includes("+") ? decodeURIComponent(text.replaceAll("+", " ")) : text;

const [plus, space] = [0x2b, 0x20];

/** Writes the spaces of an encoded form over the plus signs that stand for them: in bytes that takes a quarter of the time that it takes in a text. */
export function spaced<Bytes extends Uint8Array>(encoded: Bytes): Bytes {
  for (let i = 0; i < encoded.length; i++) if (encoded[i] === plus) encoded[i] = space;
  return encoded;
}

/** The length of a form of which a part must not keep all of it: a message can hold a short part of a long body. */
const largeForm = 16 * 1024;

/** The value of a hexadecimal digit, given by its character code; -1 for any other character. */
function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

const utf8 = new TextEncoder();
const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** One name or value as browsers read it: what is no escape stays, and bytes that are no UTF-8 become U+FFFD. */
function leniently(text: string): string {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  const bytes = utf8.encode(spaced);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const high = bytes[at] === 37 ? hexDigit(bytes[at + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2]);
    bytes[length++] = low < 0 ? (bytes[at] ?? 0) : high * 16 + low;
    if (low >= 0) at += 2;
  }
  return lenientUtf8.decode(bytes.subarray(0, length));
}

/** Options of reading the parts of a pair. */
interface Reading {
  readonly name: (text: string) => string;
  readonly value: (text: string) => string;
}

/** Requests name the same few fields: the journal keeps each of these names once. */
const strictly: Reading = { name: remembering(unescaped, { longest: 100 }), value: unescaped };

function pairsOf(encoded: string, { name, value }: Reading): Fields {
  const own = encoded.length > largeForm ? detached : (text: string) => text;
  const fields = new Map<string, string>();
  for (const pair of encoded.split("&")) {
    const mark = pair.indexOf("=");
    if (pair !== "") fields.set(own(name(mark < 0 ? pair : pair.slice(0, mark))), mark < 0 ? "" : own(value(pair.slice(mark + 1))));
  }
  return fields;
}

/**
 * The fields of a query string or of an urlencoded form; of a repeated name the last. It gives what URLSearchParams gives, in less
 * than half the time, and every request with fields passes here; for a megabyte that is no UTF-8 URLSearchParams takes 0.8 s.
 */
export function fieldsOf(encoded: string): Fields {
  if (encoded === "") return noFields;
  try {
    return pairsOf(encoded, strictly);
  } catch {
    return pairsOf(encoded, { name: leniently, value: leniently });
  }
}
