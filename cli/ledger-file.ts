import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { LedgerChange } from "../conformance/targets/ledger/entry.ts";
import { type LedgerContent, LedgerError, ledgerHead, readLedger } from "../conformance/targets/ledger/reader.ts";
import { prepareFile, readText } from "./files.ts";
import { appendSafe } from "./gate.ts";
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

let count = 0;

/** A place that no other run has: the user's own working directory gets no file that nobody asked for. */
const placeOfItsOwn = (): string => join(tmpdir(), `touchstone-${Date.now().toString(36)}-${process.pid}-${count++}.jsonl`);

/** The file to which a ledger is written while it grows. There is none before its first line. */
export class LedgerFile {
  readonly #file: string;
  readonly #isNamed: boolean;
  readonly #target: string | undefined;
  readonly #io: Io;
  readonly #waiting = new Set<string>();
  #isThere = false;
  #isBroken = false;

  /**
   * @param file as `--ledger` names it; undefined for a place of its own, which is cleared once all is undone
   * @param target the target file
   * @throws UsageError: the file holds what a run before left, or is something else
   */
  constructor(file: string | undefined, target: string | undefined, io: Io) {
    this.#isNamed = file !== undefined;
    this.#file = file ?? placeOfItsOwn();
    this.#target = target === undefined ? undefined : resolve(target);
    this.#io = io;
    if (file !== undefined) this.#prepare(`--ledger ${file}`);
  }

  #prepare(option: string): void {
    prepareFile(this.#file, option);
    if (!existsSync(this.#file)) return;
    const { entries } = ledgerIn(this.#file, option);
    const left =
      entries.length === 1
        ? "1 change on a server; touchstone undo takes it back"
        : `${entries.length} changes on a server; touchstone undo takes them back`;
    if (entries.length > 0) throw new UsageError(`${option}: a run before left ${left}`);
    rmSync(this.#file);
  }

  /** Writes a change down. Where that fails the run goes on without. @param url of the server */
  note(change: LedgerChange, url: string): void {
    if ("add" in change) this.#waiting.add(change.add.key);
    else this.#waiting.delete(change.gone);
    if (this.#isBroken) return;
    try {
      if (!this.#isThere) this.#begin(url);
      appendSafe(this.#file, `${JSON.stringify(change)}\n`);
    } catch (problem) {
      this.#isBroken = true;
      const { code = "" } = problem as NodeJS.ErrnoException;
      this.#io.err(`touchstone: ${this.#file} cannot be written (${code}): should the run be killed, what it changed stays\n`);
    }
  }

  #begin(url: string): void {
    appendSafe(this.#file, `${JSON.stringify(ledgerHead(url, this.#target))}\n`, true);
    this.#isThere = true;
    const killed = `should it be killed, touchstone undo ${quoted(this.#file)} takes that back`;
    this.#io.err(`touchstone: what the run changes on ${url} is written down; ${killed}\n`);
  }

  /** Clears a file that nobody named and that holds nothing any more; says so where something is left. */
  close(): void {
    if (!this.#isThere) return;
    if (this.#waiting.size > 0)
      this.#io.err(
        `touchstone: ${counted(this.#waiting.size, "change is", "changes are")} not undone; touchstone undo ${quoted(this.#file)} tries again\n`,
      );
    else if (!this.#isNamed) rmSync(this.#file, { force: true });
  }
}
