import { closeSync, openSync, readSync, statSync } from "node:fs";
import { realmNames } from "../sim/index.ts";
import { parsedJson } from "../sim/reader/index.ts";
import { realm } from "./options.ts";

/** The places of a list's items in a JSON file, in bytes from its start. */
interface ListSpan {
  /** Of the first byte behind the opening bracket. */
  readonly start: number;
  /** Of the closing bracket. */
  readonly end: number;
  /** Of some of the commas between items: they cut the list into runs of about equal size. */
  readonly cuts: readonly number[];
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds the list under a key of the outermost object of a JSON text, of which it reads no more than it needs. Undefined where there
 * is none. That the text is JSON is not checked: with the span of a text that is not, one of its parts will not be either.
 */
export function listSpan(chunks: Iterable<Uint8Array>, key: string, runBytes: number): ListSpan | undefined {
  const cuts: number[] = [];
  let [depth, before, start, cut] = [0, 0, 0, 0];
  let [isText, isEscaped, word] = [false, false, ""];
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk[i] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (code === quote) isText = false;
        else if (code === backslash) isEscaped = true;
        else if (depth === 1 && word.length <= key.length) word += String.fromCharCode(code);
      } else if (code === quote) {
        isText = true;
        if (depth === 1) word = "";
      } else if (code === openList || code === openObject) {
        depth++;
        if (depth === 2 && code === openList && word === key) cut = start = before + i + 1;
      } else if (code === closeList || code === closeObject) {
        depth--;
        if (start > 0 && depth === 1) return { start, end: before + i, cuts };
      } else if (code === comma && start > 0 && depth === 2 && before + i - cut >= runBytes) {
        cut = before + i;
        cuts.push(cut);
      }
    }
    before += chunk.length;
  }
  return undefined;
}

const megabyte = 2 ** 20;
/** A file of this size is parsed in parts: the whole of it, as text and as objects, would take several times the memory of the realm. */
const largeBytes = 8 * megabyte;
/** Short enough for texts and values to be freed as soon as they are used, long enough to parse them fast. */
const runBytes = 2 ** 16;

/** The text that is parsed in place of a list's items. */
const placeholder = "its items are read one by one";

function* chunksOf(descriptor: number): IterableIterator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(megabyte);
  for (let at = 0, count = 0; (count = readSync(descriptor, buffer, 0, megabyte, at)) > 0; at += count) yield buffer.subarray(0, count);
}

/** Returns the bytes from one place of a file up to another, `before` and `after` around them, as text. */
function textBetween(descriptor: number, from: number, to: number, before = "", after = ""): string {
  const bytes = Buffer.alloc(before.length + to - from + after.length);
  let end = bytes.write(before);
  for (let at = from, count = 0; at < to && (count = readSync(descriptor, bytes, end, to - at, at)) > 0; at += count) end += count;
  end += bytes.write(after, end);
  return bytes.toString("utf8", 0, end);
}

/** The items of a list in a file, read and parsed run by run, each time that somebody takes them. */
const itemsOf = (file: string, { start, end, cuts }: ListSpan): Iterable<unknown> => ({
  *[Symbol.iterator]() {
    const descriptor = openSync(file, "r");
    try {
      let from = start;
      for (const to of [...cuts, end]) {
        const items = parsedJson(textBetween(descriptor, from, to, "[", "]")) as readonly unknown[];
        if (items.length === 0 && cuts.length > 0) throw new SyntaxError("there is no item between two commas");
        yield* items;
        from = to + 1;
      }
    } finally {
      closeSync(descriptor);
    }
  },
});

/** Returns the content of a large file, its messages to be taken one by one; undefined for any other file. @throws SyntaxError */
function inParts(file: string): object | undefined {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size < largeBytes) return undefined;
  const descriptor = openSync(file, "r");
  try {
    const span = listSpan(chunksOf(descriptor), "messages", runBytes);
    if (!span) return undefined;
    const before = textBetween(descriptor, 0, span.start);
    const after = textBetween(descriptor, span.end, stat.size);
    const content = parsedJson(`${before}${JSON.stringify(placeholder)}${after}`) as object;
    return { ...content, messages: itemsOf(file, span) };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes something of the realm of a name or a file. The messages of a large file are read one by one; where something is wrong with
 * it, it is read again like any other, so that the errors are the same.
 * @throws UsageError: there is no such realm or file, or it is not JSON
 */
export function fromRealm<T>(nameOrFile: string, make: (realm: unknown) => T): T {
  try {
    const content = realmNames.includes(nameOrFile) ? undefined : inParts(nameOrFile);
    if (content) return make(content);
  } catch {}
  return make(realm(nameOrFile));
}
