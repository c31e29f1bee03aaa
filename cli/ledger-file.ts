import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { kindOf, type LedgerChange, type LedgerEntry } from "../conformance/targets/ledger/entry.ts";
import { type LedgerContent, LedgerError, ledgerHead, readLedger } from "../conformance/targets/ledger/reader.ts";
import { isDevice, prepareFile, readText } from "./files.ts";
import { appendSafe, writeSafe } from "./gate.ts";
import { type Io, UsageError, usageOf } from "./io.ts";
import { quoted } from "./render/replay-line.ts";
import { counted } from "./render/visible.ts";

/** Reads a ledger file. `option` is how the user named it. @throws UsageError */
export const ledgerIn = (file: string, option: string): LedgerContent =>
  usageOf(
    LedgerError,
    (message) => `${option}: ${message}`,
    () => readLedger(readText(file, option)),
  );

/** Writes a ledger anew with what is left of it: with all that was undone it has megabytes. Where it cannot be written it stays as it is. */
export function rewriteLedger(file: string, { url, target, entries }: LedgerContent): void {
  const lines = [ledgerHead(url, target), ...entries.map((add) => ({ add }))];
  try {
    if (!isDevice(file)) writeSafe(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === undefined) throw problem;
  }
}

let count = 0;

/** A place that no other run has: the user's own working directory gets no file that nobody asked for. */
const placeOfItsOwn = (): string => join(tmpdir(), `touchstone-${Date.now().toString(36)}-${process.pid}-${count++}.jsonl`);

/** Says how many of some changes are of each kind. */
function kindsOf(keys: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const kind of [...keys].map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} x ${kind}`).join(", ");
}

/** Makes sure that a ledger may begin in a file. @throws UsageError: the file holds what a run before left, or is something else */
function prepare(file: string): void {
  const option = `--ledger ${file}`;
  prepareFile(file, option);
  if (!existsSync(file)) return;
  const { entries } = ledgerIn(file, option);
  const left =
    entries.length === 1
      ? "1 change on a server; touchstone undo takes it back"
      : `${entries.length} changes on a server; touchstone undo takes them back`;
  if (entries.length > 0) throw new UsageError(`${option}: a run before left ${left}`);
  rmSync(file);
}

/** The file to which a ledger is written while it grows. There is none before its first line. */
export interface LedgerFile {
  /** Writes a change down. Where that fails the run goes on without. @param url of the server */
  note(change: LedgerChange, url: string): void;
  /** Returns how many changes are not undone, and of which kinds; undefined where none is left. */
  left(): string | undefined;
  /** Leaves in the file what is not undone alone, and says so; where nothing is left a file that nobody named is removed. */
  close(): void;
}

/**
 * @param named as `--ledger` names the file; undefined for a place of its own, which is cleared once all is undone
 * @param target the target file
 * @throws UsageError: the file holds what a run before left, or is something else
 */
export function ledgerFile(named: string | undefined, target: string | undefined, io: Io): LedgerFile {
  if (named !== undefined) prepare(named);
  const file = named ?? placeOfItsOwn();
  const waiting = new Map<string, LedgerEntry>();
  const server = { url: "", target: target === undefined ? undefined : resolve(target) };
  const refused = new Set<string>();
  let [isThere, isBroken] = [false, false];
  const begin = (url: string): void => {
    server.url = url;
    appendSafe(file, `${JSON.stringify(ledgerHead(url, server.target))}\n`, true);
    isThere = true;
    const killed = `should it be killed, touchstone undo ${quoted(file)} takes that back`;
    io.err(`touchstone: what the run changes on ${url} is written down; ${killed}\n`);
  };
  const left = (): string | undefined => {
    if (waiting.size === 0) return undefined;
    const doubt = [...waiting.values()].some(({ unsure }) => unsure !== true) ? "" : ", and whether they were made is not known";
    return `${counted(waiting.size, "change is", "changes are")} not undone (${kindsOf(waiting.keys())}${doubt})`;
  };
  return {
    left,
    note(change, url) {
      if ("refused" in change) {
        refused.add(change.refused);
        return;
      }
      if ("add" in change) waiting.set(change.add.key, change.add);
      else waiting.delete(change.gone);
      if (isBroken) return;
      try {
        if (!isThere) begin(url);
        appendSafe(file, `${JSON.stringify(change)}\n`);
      } catch (problem) {
        isBroken = true;
        const { code = "" } = problem as NodeJS.ErrnoException;
        io.err(`touchstone: ${file} cannot be written (${code}): should the run be killed, what it changed stays\n`);
      }
    },
    close() {
      if (!isThere) return;
      const words = left();
      if (words === undefined && named === undefined) {
        rmSync(file, { force: true });
        return;
      }
      if (!isBroken) rewriteLedger(file, { ...server, entries: [...waiting.values()] });
      if (words === undefined) return;
      const isHopeless = [...waiting.keys()].every((key) => refused.has(key));
      const next = isHopeless
        ? `the server does not do that, and the notes of the report say why; ${quoted(file)} holds them`
        : `touchstone undo ${quoted(file)} tries again`;
      io.err(`touchstone: ${words}; ${next}\n`);
    },
  };
}
