import type { JudgedExchange } from "./judged-exchange.ts";

/** `error`: the client relies on what no server promises, or loses something. `warning`: it works, and should be otherwise. */
export type Severity = "error" | "warning";

/** Says what is wrong with an exchange; `at` where it went wrong only later. */
type Complain = (seen: JudgedExchange, message: string, at?: number) => void;

/** A rule at work, with what it remembers of the exchanges before. */
export interface Watcher {
  readonly saw?: (seen: JudgedExchange) => void;
  /** Takes the present instant: deadlines before it are over. */
  readonly passed?: (now: number) => void;
  /** No exchange will follow. */
  readonly ended?: (now: number) => void;
}

/** The feature level of the server, and the oldest and newest level that its clients are made for, the server's among them. */
export interface Levels {
  readonly served: number;
  readonly oldest: number;
  readonly newest: number;
}

/** One thing that clients are to do or to leave. */
export interface ClientRule {
  readonly name: string;
  readonly severity: Severity;
  /** Heading of the specification. */
  readonly section: string;
  /** Id of the clause in the conformance suite, where one fits. */
  readonly clause?: string;
  /** The rule's demand on clients, as a sentence. */
  readonly wants: string;
  readonly watch: (complain: Complain, levels: Levels) => Watcher;
}

/** A rule's work where each exchange is looked at by itself. */
export const each =
  (check: (seen: JudgedExchange, levels: Levels) => string | readonly string[] | undefined): ClientRule["watch"] =>
  (complain, levels) => ({
    saw: (seen) => {
      const found = check(seen, levels) ?? [];
      for (const message of typeof found === "string" ? [found] : found) complain(seen, message);
    },
  });
