import type { Worker } from "node:worker_threads";

declare const passed: unique symbol;

/** A text that the gate let through: it holds no secret and drives no terminal. */
export type Safe = string & { readonly [passed]: true };

/** The process as a command gets it, behind the gate: nothing but what that lets through can be written. */
export interface Outlet extends Omit<Io, "out" | "err"> {
  readonly out: (text: Safe) => void;
  readonly err: (text: Safe) => void;
}

/** Everything a command may touch of the process, so that each can be run by a test. */
export interface Io {
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Writes progress, logs and complaints. */
  readonly err: (text: string) => void;
  /** Resolves when the user asks the process to end. Until it is called, an interrupt ends the process as usual. */
  readonly interrupted: () => Promise<void>;
  /** Resolves when standard input ends, as it does with the process that has its other end. */
  readonly inputEnded?: () => Promise<void>;
  /** Takes what hears of errors that nobody waits for, until it is given back. Without it they end the process as usual. */
  readonly strays?: (heard: (problem: unknown) => void) => () => void;
  /** Whether `err` is a terminal, which shows a progress line; by default it is not. */
  readonly shows?: boolean;
  /** Whether `out` may be coloured where the user's settings allow it; by default it may not. */
  readonly colours?: boolean;
  /** Starts a thread of this program, which waits for a part of a run; without it all is done in one. */
  readonly thread?: () => Worker;
  /** Imports a module by its URL: a script whose machine code was kept may not, and the program's are such. */
  readonly imports?: (url: string) => Promise<Readonly<Record<string, unknown>>>;
  /** The environment, by default empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Imports a module that is no part of the program. The build makes import() into require(), which takes no modules. */
export const importModule = new Function("url", "return import(url)") as NonNullable<Io["imports"]>;

/** A user's mistake: one line that names it and what is accepted. Ends a command with exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Errors whose message is the line for the user. By name: commands are bundled apart from what runs them, each with classes of its own. */
const mistakes = new Set(["UsageError", "TargetFileError"]);
export const isUsageError = (problem: unknown): problem is Error => problem instanceof Error && mistakes.has(problem.name);

export type ErrorClass = new (...args: never[]) => Error;

/** Returns what `act` does. Its errors of a class are a user's mistakes: `complaint` makes the line of their message. @throws UsageError */
export function usageOf<T>(kind: ErrorClass, complaint: (message: string) => string, act: () => T): T {
  try {
    return act();
  } catch (problem) {
    throw problem instanceof kind ? new UsageError(complaint(problem.message)) : problem;
  }
}

export const exitCodes = { ok: 0, differs: 1, usage: 2, untested: 3, stale: 4 } as const;

/** The exit codes of what gives a verdict, as help says them. */
export const verdictCodes = "Exit codes: 0 conforms, 1 differs, 2 usage, 3 could not test or nothing was run, 4 stale baseline";
