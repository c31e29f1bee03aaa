import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled, type Catalogue, catalogueOf, readSources } from "./copy.ts";
import type { Outcome } from "./outcome.ts";
import { Worker } from "./watchdog.ts";
import type { Task } from "./worker.ts";

/** Workers on one state of the code. */
export class Pool {
  readonly catalogue: Catalogue;
  readonly sources: ReadonlyMap<string, string>;
  readonly #folder: string;
  readonly #workers: readonly Worker[];

  private constructor(folder: string, sources: ReadonlyMap<string, string>, catalogue: Catalogue, jobs: number) {
    this.#folder = folder;
    this.sources = sources;
    this.catalogue = catalogue;
    const script = fileURLToPath(new URL("worker.ts", import.meta.url));
    this.#workers = Array.from({ length: jobs }, () => new Worker({ script, args: [folder], patienceMillis: 20_000 }));
  }

  static async open(jobs: number): Promise<Pool> {
    const folder = mkdtempSync(join(tmpdir(), "mutate-"));
    const sources = readSources();
    const catalogue = catalogueOf(sources);
    writeFileSync(join(folder, "sources.json"), JSON.stringify([...sources]));
    for (const how of ["choosing", "noting"] as const) writeFileSync(join(folder, `${how}.cjs`), await bundled(catalogue, how));
    return new Pool(folder, sources, catalogue, jobs);
  }

  /** Judges mutants, several at once where there are several workers. */
  async judge(tasks: readonly Task[], onOutcome: (task: Task, outcome: Outcome) => void): Promise<void> {
    const waiting = [...tasks];
    const work = async (worker: Worker): Promise<void> => {
      for (let task = waiting.shift(); task; task = waiting.shift()) onOutcome(task, await worker.judge(task));
    };
    // The first alone does the first task: it measures what all need.
    const [first] = this.#workers;
    const task = waiting.shift();
    if (first && task) onOutcome(task, await first.judge(task));
    await Promise.all(this.#workers.map(work));
  }

  close(): void {
    for (const worker of this.#workers) worker.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
