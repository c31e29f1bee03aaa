import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled, catalogueOf, type MutantCatalogue, readSources } from "./copy.ts";
import { type MutantOutcome, noticedBy } from "./outcome.ts";
import type { Task, WorkerMessage } from "./worker.ts";

/** Beginning takes a worker longer than anything else: it loads the suite. */
const beginningMillis = 120_000;

/** Options of a worker. */
export interface WorkerOptions {
  readonly script: string;
  readonly args: readonly string[];
  /** A worker that says nothing for so long runs without end. */
  readonly patienceMillis: number;
}

/** One process that judges mutants, one after the other. It is begun anew after a mutant that never ends. */
export class Worker {
  readonly #options: WorkerOptions;
  #process: ChildProcess | undefined;
  /** Whether the process has loaded the suite. */
  #isReady = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  #begun(): ChildProcess {
    const { script, args } = this.#options;
    this.#process ??= fork(script, args, { execArgv: ["--import", "tsx"] });
    return this.#process;
  }

  end(): void {
    this.#process?.kill("SIGKILL");
    this.#process = undefined;
    this.#isReady = false;
  }

  /** Judges a mutant. A process that ends, or says nothing for long, notices it. */
  judge(task: Task): Promise<MutantOutcome> {
    const child = this.#begun();
    const { patienceMillis } = this.#options;
    return new Promise((resolve, reject) => {
      const finish = (end: () => void): void => {
        clearTimeout(timer);
        child.off("message", hear);
        child.off("exit", ended);
        end();
      };
      const lost = (by: string) => () => {
        const isReady = this.#isReady;
        this.end();
        finish(() => (isReady ? resolve({ verdict: "noticed", by }) : reject(new Error("the suite does not load"))));
      };
      const hear = ({ outcome, error }: WorkerMessage): void => {
        this.#isReady = true;
        clearTimeout(timer);
        if (outcome) finish(() => resolve(outcome));
        else if (error !== undefined) finish(() => reject(new Error(error)));
        else timer = setTimeout(lost(noticedBy.patience), patienceMillis);
      };
      const ended = lost(noticedBy.end);
      let timer = setTimeout(lost(noticedBy.patience), this.#isReady ? patienceMillis : beginningMillis);
      child.on("message", hear);
      child.on("exit", ended);
      child.send(task);
    });
  }
}

/** Workers on one state of the code. */
export class Pool {
  readonly catalogue: MutantCatalogue;
  readonly sources: ReadonlyMap<string, string>;
  readonly #folder: string;
  readonly #workers: readonly Worker[];

  private constructor(folder: string, sources: ReadonlyMap<string, string>, catalogue: MutantCatalogue, jobs: number, seed: number) {
    this.#folder = folder;
    this.sources = sources;
    this.catalogue = catalogue;
    const script = fileURLToPath(new URL("worker.ts", import.meta.url));
    this.#workers = Array.from({ length: jobs }, () => new Worker({ script, args: [folder, String(seed)], patienceMillis: 20_000 }));
  }

  /** @param seed that of what is drawn */
  static async open(jobs: number, seed: number): Promise<Pool> {
    const folder = mkdtempSync(join(tmpdir(), "mutate-"));
    const sources = readSources();
    const catalogue = catalogueOf(sources);
    writeFileSync(join(folder, "sources.json"), JSON.stringify([...sources]));
    for (const how of ["choosing", "noting"] as const) writeFileSync(join(folder, `${how}.cjs`), await bundled(catalogue, how));
    return new Pool(folder, sources, catalogue, jobs, seed);
  }

  /** Judges mutants, several at once where there are several workers. */
  async judge(tasks: readonly Task[], onOutcome: (task: Task, outcome: MutantOutcome) => void): Promise<void> {
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
