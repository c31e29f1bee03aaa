import { listOf, maybe, object, oneOf, type Place, placeOf, record, type Shape, shape, text, truth } from "../../../sim/reader/index.ts";
import { type LedgerEntry, thingKinds } from "./entry.ts";

/** A ledger file is wrong at one place, which the message names. */
export class LedgerError extends Error {
  override name = "LedgerError";
}

/** The content of a ledger file. */
export interface LedgerContent {
  /** Base URL of the server. */
  readonly url: string;
  /** The target file of the run. */
  readonly target: string | undefined;
  /** Entries that are not undone yet, the oldest first. */
  readonly entries: readonly LedgerEntry[];
}

const format = "touchstone-ledger";

/** Returns the first line of a ledger. @param target path of the target file */
export const ledgerHead = (url: string, target: string | undefined): object => ({
  format,
  version: 1,
  url,
  ...(target !== undefined && { target }),
});

const named: Shape<Readonly<Record<string, unknown>>> = shape({}, (value, at) => object(value, at));

const find = record({ path: text(), fields: named, list: maybe(text()), name: text(), id: text() });

const undo = record({
  by: listOf(text(), "names of cast members"),
  method: oneOf("DELETE", "PATCH", "POST"),
  path: text(undefined, 1),
  otherPaths: maybe(listOf(text(undefined, 1), "a list of paths")),
  fields: named,
  find: maybe(find),
});

const thing = record({ kind: oneOf(...thingKinds), id: text(), names: listOf(text(), "names") });

const entry = record({ key: text(undefined, 1), what: text(), undo, thing: maybe(thing), unsure: maybe(truth) });

const change = record({ add: maybe(entry), gone: maybe(text()) });

const head = record(
  { format: oneOf(format), version: oneOf(1), url: text(undefined, 1), target: maybe(text()) },
  "the first line of a ledger",
);

function jsonIn(line: string, at: Place): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw at.source.error(at.path, "no JSON, expected a line that touchstone check wrote");
  }
}

/**
 * Reads a ledger: a line that says what it is, then a line for each change. A last line that was not written to its end is left out.
 * @throws LedgerError
 */
export function readLedger(content: string): LedgerContent {
  const lines = content.split("\n");
  const isWhole = lines.at(-1) === "";
  const entries = new Map<string, LedgerEntry>();
  let first: { readonly url: string; readonly target: string | undefined } | undefined;
  for (const [i, line] of lines.entries()) {
    if (line === "" || (i === lines.length - 1 && !isWhole && i > 0)) continue;
    const at = placeOf((problem) => new LedgerError(`line ${i + 1}: ${problem}`));
    const value = jsonIn(line, at);
    if (!first) {
      first = head(value, at);
      continue;
    }
    const { add, gone } = change(value, at);
    if (gone !== undefined) entries.delete(gone);
    if (add) entries.set(add.key, add as LedgerEntry);
  }
  if (!first) throw new LedgerError("it is empty, expected a ledger that touchstone check wrote");
  return { ...first, entries: [...entries.values()] };
}
