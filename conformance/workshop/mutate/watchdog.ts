import { type ChildProcess, fork } from "node:child_process";
import { noticedBy, type Outcome } from "./outcome.ts";
import type { Task, Told } from "./worker.ts";

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
  judge(task: Task): Promise<Outcome> {
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
      const hear = ({ outcome, error }: Told): void => {
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
