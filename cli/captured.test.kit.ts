import type { Io } from "./io.ts";
import { main } from "./main.ts";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. Returns its exit code and what it wrote. Nobody interrupts it unless `io` says otherwise. */
export async function touchstoneWith(io: Partial<Io>, ...args: string[]): Promise<Ended> {
  const written = { out: "", err: "" };
  const code = await main(args, {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    interrupted: () => new Promise(() => {}),
    ...io,
  });
  return { code, ...written };
}

/** Runs a command line in this process, with an empty environment. Returns its exit code and what it wrote. */
export const touchstone = (...args: string[]): Promise<Ended> => touchstoneWith({}, ...args);
