import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { HttpTarget } from "../../targets/http.ts";
import { openTarget } from "../../targets/probe.ts";

const folder = fileURLToPath(new URL("../../../fixtures/strangers/", import.meta.url));

/** A mistake of a server that somebody wrote from the specification alone. */
export interface Mistake {
  /** The name that switches it on; absent for one that is always there. */
  readonly name?: string;
  readonly always?: true;
  readonly route: string;
  /** The sentence that it breaks, in its author's words. */
  readonly says: string;
  readonly does: string;
  /** The clauses by which it may be named; none where nothing can notice it. */
  readonly clauses: readonly string[];
}

/** The names of the servers. */
export const strangers: readonly string[] = readdirSync(folder)
  .filter((file) => /\.(mjs|py)$/.test(file))
  .map((file) => file.replace(/\.\w+$/, ""));

const fileOf = (name: string): string => join(folder, readdirSync(folder).find((file) => file === `${name}.py`) ?? `${name}.mjs`);

/** Whether a server is written in Python. */
export const isPython = (name: string): boolean => fileOf(name).endsWith(".py");

export const mistakesOf = (name: string): readonly Mistake[] => JSON.parse(readFileSync(join(folder, `${name}.mistakes.json`), "utf8"));

/** A server that runs. */
interface Running {
  /** The line it prints when it is ready: a target file. */
  readonly target: string;
  readonly process: ChildProcess;
}

/** Starts a server on a free port, some of its mistakes switched on. */
export async function start(name: string, mistakes: readonly string[]): Promise<Running> {
  const file = fileOf(name);
  const args = [file, ...(mistakes.length === 0 ? [] : ["--mistakes", mistakes.join(",")])];
  const process = spawn(isPython(name) ? "python3" : "node", args, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: process.stdout })) return { target: line, process };
  throw new Error(`${file} ended before it printed its target`);
}

/** Opens a server as a target. `use` gets it; then it is ended. */
export async function withStranger<T>(name: string, mistakes: readonly string[], use: (target: HttpTarget) => Promise<T>): Promise<T> {
  const running = await start(name, mistakes);
  const own = mkdtempSync(join(tmpdir(), "stranger-"));
  try {
    const file = join(own, "target.json");
    writeFileSync(file, running.target);
    // None of them sends what it has to later than at once.
    const target = await openTarget({ file, patience: { poll: 400 } });
    return await use(target).finally(() => target.close());
  } finally {
    running.process.kill();
    rmSync(own, { recursive: true });
  }
}
