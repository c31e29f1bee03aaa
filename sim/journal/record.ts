import { type Fields, noFields } from "../protocol/wire.ts";
import type { Filed } from "./filed.ts";

const names = "api_?key|(?:old_|new_)?password";

const secret = new RegExp(`^(?:${names})$`, "i");

/** Whether a field of this name holds a key or a password. */
export const isSecret = (name: string): boolean => secret.test(name);

/** Copies a JSON value without the keys and passwords in it. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? "(hidden)" : redacted(inner)]));
}

/** A body without the keys and passwords in it: parsed where it is JSON, else as it is. */
export function parsedBody(text: string): unknown {
  try {
    return redacted(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A secret in JSON text, its end or not. */
const secretField = new RegExp(String.raw`("(?:${names})"\s*:\s*")(?:[^"\\]|\\.?)*`, "gi");

/** The beginning of a JSON text, which cannot be parsed, without the keys and passwords in it. */
export const redactedStart = (text: string): string => text.replace(secretField, "$1(hidden)");

// Every platform has these two, though the library of the language does not name them.
declare const TextEncoder: new () => { encodeInto(text: string, bytes: Uint8Array): { readonly written: number } };
declare const TextDecoder: new (encoding: "utf-8", options: { readonly ignoreBOM: boolean }) => Decoder;

interface Decoder {
  decode(bytes: Uint8Array): string;
}

const encoder = new TextEncoder();
/** Made when it is first needed, which takes a tenth of a millisecond. */
let decoder: Decoder | undefined;

/** Writes a text without halves of characters at the start of some bytes, and gives how many of these it took. */
const writeUtf8 = (text: string, bytes: Uint8Array): number => encoder.encodeInto(text, bytes).written;

/** The text that bytes hold. */
function readUtf8(bytes: Uint8Array): string {
  decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes);
}

/** Bytes that hold records, and a view for the numbers in them. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** The texts of an exchange that many share, by number. */
interface Names {
  readonly as: number;
  readonly method: number;
}

/**
 * Where the parts of a record stand. After them come the lengths of its path and of the names and values of its fields, in UTF-16 units,
 * then these as one text, then the body. A text stands after its length in bytes.
 */
const at = { now: 0, as: 8, method: 10, status: 12, query: 14, form: 16, length: 18, lengths: 22 } as const;

/** The most bytes that a record takes of an exchange that counts for `size` in a journal: up to three for a UTF-16 unit, which counts for two. */
export const mostRecordBytes = (size: number): number => 2 * size;

const shortText = 40;

/** Writes a short text of nothing but ASCII; false for any other. */
function putShort(bytes: Uint8Array, from: number, text: string): boolean {
  if (text.length > shortText) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return false;
    bytes[from + i] = code;
  }
  return true;
}

/** Writes a text, and gives the byte after it; undefined for one with half of a character, which UTF-8 cannot hold. */
function putText({ bytes, view }: Chunk, from: number, text: string): number | undefined {
  const first = from + 4;
  let length = text.length;
  if (!putShort(bytes, first, text)) {
    if (!text.isWellFormed()) return undefined;
    length = writeUtf8(text, bytes.subarray(first));
  }
  view.setUint32(from, length);
  return first + length;
}

function textAt({ bytes, view }: Chunk, from: number): string {
  const first = from + 4;
  return readUtf8(bytes.subarray(first, first + view.getUint32(from)));
}

/** Writes a record from a byte of a chunk on, and gives the byte after it; undefined for an exchange that cannot be written. */
export function putRecord(chunk: Chunk, start: number, entry: Filed, names: Names): number | undefined {
  const { now, path, query, form, status, raw, length, fault, cut } = entry;
  if (fault || cut || typeof raw !== "string") return undefined;
  const { view } = chunk;
  view.setFloat64(start + at.now, now);
  view.setUint16(start + at.as, names.as);
  view.setUint16(start + at.method, names.method);
  view.setUint16(start + at.status, status);
  view.setUint16(start + at.query, query.size);
  view.setUint16(start + at.form, form.size);
  view.setUint32(start + at.length, length);
  let next = start + at.lengths;
  let asked = path;
  view.setUint32(next, path.length);
  for (const fields of [query, form]) {
    for (const [name, value] of fields) {
      asked += name + value;
      view.setUint32((next += 4), name.length);
      view.setUint32((next += 4), value.length);
    }
  }
  const body = putText(chunk, next + 4, asked);
  return body && putText(chunk, body, raw);
}

/** The names of a record, by number. */
export const namesAt = ({ view }: Chunk, start: number): Names => ({
  as: view.getUint16(start + at.as),
  method: view.getUint16(start + at.method),
});

/** An exchange as its record tells it, good until the record is written over; its body, which is seldom asked for, is read only then. */
export class ExchangeView implements Filed {
  readonly #chunk: Chunk;
  readonly #body: number;
  readonly now: number;
  readonly as: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: Fields;
  readonly form: Fields;
  readonly status: number;
  readonly length: number;
  readonly fault = undefined;
  readonly cut = undefined;

  constructor(chunk: Chunk, start: number, as: string | null, method: string) {
    const { view } = chunk;
    const inQuery = view.getUint16(start + at.query);
    const inForm = view.getUint16(start + at.form);
    const asked = start + at.lengths + 4 * (1 + 2 * (inQuery + inForm));
    const text = textAt(chunk, asked);
    let length = start + at.lengths;
    let end = 0;
    const next = (): string => {
      const first = end;
      end += view.getUint32(length);
      length += 4;
      return text.slice(first, end);
    };
    const fields = (count: number): Fields => {
      if (count === 0) return noFields;
      const read = new Map<string, string>();
      for (let i = 0; i < count; i++) read.set(next(), next());
      return read;
    };
    this.#chunk = chunk;
    this.#body = asked + 4 + view.getUint32(asked);
    this.now = view.getFloat64(start + at.now);
    this.as = as;
    this.method = method;
    this.path = next();
    this.query = fields(inQuery);
    this.form = fields(inForm);
    this.status = view.getUint16(start + at.status);
    this.length = view.getUint32(start + at.length);
  }
  get raw(): string {
    return textAt(this.#chunk, this.#body);
  }
}
