import { type ChildProcess, spawn } from "node:child_process";

/** The end of a command: its exit code and output. */
export interface CommandEnd {
  /** Undefined where a signal ended it. */
  readonly exitCode?: number;
  readonly signal?: NodeJS.Signals;
  /** Whether it was still running when its time was over. */
  readonly isOver: boolean;
  /** All it wrote, on both streams; of very much the end, below a line that says so. */
  readonly output: string;
}

/** A command cannot be started. */
export class CannotStart extends Error {
  override name = "CannotStart";
}

/** So much of its output is kept, in characters. */
const mostOutput = 200_000;
const cutLine = `(only the last ${mostOutput} characters are kept)\n`;
/** So long a command may take to end when it is told to, in milliseconds. */
const graceMillis = 2000;

/** Ends a detached command with all that it started. */
export function endAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It has ended by itself.
  }
}

/**
 * Runs a command to its end, or until its time is over or `stop` resolves.
 * @throws CannotStart
 */
export function runCommand(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  millis: number,
  stop: Promise<void>,
): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, detached: process.platform !== "win32", stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let isCut = false;
    let isOver = false;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        isCut ||= output.length + text.length > mostOutput;
        output = (output + text).slice(-mostOutput);
      });
    const finish = (): void => {
      endAll(child, "SIGTERM");
      setTimeout(() => endAll(child, "SIGKILL"), graceMillis).unref();
    };
    const timer = setTimeout(() => {
      isOver = true;
      finish();
    }, millis);
    void stop.then(finish);
    child.on("error", (problem: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new CannotStart(`${file}: the command cannot be started (${problem.code})`));
    });
    // What it has left running would keep its streams open.
    child.on("exit", () => endAll(child, "SIGKILL"));
    child.on("close", (exitCode, signal) => {
      clearTimeout(timer);
      resolve({
        ...(exitCode !== null && { exitCode }),
        ...(signal !== null && { signal }),
        isOver,
        output: isCut ? `${cutLine}${output}` : output,
      });
    });
  });
}
