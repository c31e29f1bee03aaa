import { appendFileSync, writeFileSync } from "node:fs";
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
