import { appendFileSync, constants, openSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { Io, Outlet, Safe } from "./io.ts";
import { visibleOutput } from "./render/visible.ts";

/** Knows secrets, and takes them out of texts. */
interface Hiding {
  hide(text: string): string;
}

interface Gate {
  readonly hiding: Set<Hiding>;
  running: number;
}

// Commands are bundled apart from what runs them: both have to find the same.
const key = Symbol.for("touchstone.gate");
const shared = globalThis as { [key]?: Gate };
const gate = (shared[key] ??= { hiding: new Set(), running: 0 });

/** Keeps what is known of secrets for the rest of a command. */
export const remember = (secrets: Hiding): void => void gate.hiding.add(secrets);

/** Returns a text that may leave: without secrets. */
function withoutSecrets(text: string): Safe {
  let safe = text;
  for (const each of gate.hiding) safe = each.hide(safe);
  return safe as Safe;
}

/** Writes a file: the only way in which a command does, but for what it appends. */
export const writeSafe = (path: string, text: string): void => writeFileSync(path, withoutSecrets(text));

/** So often a pipe that nobody reads yet is tried again, in milliseconds. */
const retryMillis = 50;

/** Opens a pipe for writing once somebody reads it. @throws Error: nobody does, and `waits` says that it is not waited for */
async function openedPipe(path: string, waits: () => boolean): Promise<number> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (problem) {
      if ((problem as NodeJS.ErrnoException).code !== "ENXIO" || !waits()) throw problem;
      await setTimeout(retryMillis);
    }
  }
}

/**
 * Writes to a pipe, however slowly it is read, until `ended` resolves. The process hears signals meanwhile.
 * @param waits whether a pipe that nobody reads yet is waited for
 * @throws Error: not all was read
 */
export async function writePipe(path: string, text: string, ended: Promise<void>, waits: boolean): Promise<void> {
  let isOver = false;
  const over = ended.then(() => {
    isOver = true;
  });
  const pipe = new Socket({ fd: await openedPipe(path, () => waits && !isOver), readable: false, writable: true });
  pipe.end(withoutSecrets(text));
  await Promise.race([finished(pipe), over]);
  pipe.destroy();
  if (isOver) throw new Error(`${path} was not read to its end`);
}

/** Appends to a file, which only its owner may read. @param isNew whether the file must not be there yet: in a folder of all users it may be another's */
export const appendSafe = (path: string, text: string, isNew = false): void =>
  appendFileSync(path, withoutSecrets(text), { mode: 0o600, flag: isNew ? "ax" : "a" });

/** Runs a command, of which nothing goes to the terminal that drives it or holds a secret: its own, or one of those that run beside it. */
export const guarded = async <T>(outlet: Outlet, run: (io: Io) => Promise<T>): Promise<T> => {
  const safe = (text: string): Safe => visibleOutput(withoutSecrets(text)) as Safe;
  gate.running++;
  try {
    return await run({ ...outlet, out: (text) => outlet.out(safe(text)), err: (text) => outlet.err(safe(text)) });
  } finally {
    if (--gate.running === 0) gate.hiding.clear();
  }
};
