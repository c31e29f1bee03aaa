import { instantText } from "../core/clock.ts";
import { cut } from "../core/limits.ts";
import type { Rule, Severity, Watcher } from "./rule.ts";
import { rules } from "./rules/index.ts";
import type { Seen } from "./seen.ts";

/** Something that a client did against a rule. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Heading of the specification. */
  readonly section: string;
  /** Id of the clause, where one fits. */
  readonly clause?: string;
  /** Name of the cast member; null where none was let in. */
  readonly as: string | null;
  /** ISO instant at which it went wrong; the first where it happened again. */
  readonly at: string;
  /** Number of the exchange, as the journal counts them, from 1; the first where it happened again. */
  readonly exchange: number;
  /** How often it happened. */
  readonly times: number;
  readonly message: string;
}

/** All rules at work on the exchanges of one server. The same complaint about the same caller is one finding, counted. */
export class Bench {
  readonly #level: number;
  readonly #told: ((finding: Finding) => void) | undefined;
  readonly #found = new Map<string, Finding>();
  #watchers: readonly Watcher[];

  constructor(level: number, told?: (finding: Finding) => void) {
    this.#level = level;
    this.#told = told;
    this.#watchers = this.#watching();
  }

  #watching(): Watcher[] {
    return rules.map((rule) => rule.watch((seen, message, at = seen.at) => this.#note(rule, seen, message, at), this.#level));
  }

  #note({ name: rule, severity, section, clause }: Rule, { as, number, route }: Seen, text: string, at: number): void {
    const message = `${cut(route, 200)}: ${text}`;
    const key = JSON.stringify([rule, as, message]);
    const known = this.#found.get(key);
    if (known) {
      this.#found.set(key, { ...known, times: known.times + 1 });
      return;
    }
    const finding = {
      rule,
      severity,
      section,
      ...(clause !== undefined && { clause }),
      as,
      at: instantText(at),
      exchange: number,
      times: 1,
      message,
    };
    this.#found.set(key, finding);
    this.#told?.(finding);
  }

  take(seen: Seen): void {
    this.pass(seen.at);
    for (const { saw } of this.#watchers) saw?.(seen);
  }

  pass(now: number): void {
    for (const { passed } of this.#watchers) passed?.(now);
  }

  end(now: number): void {
    this.pass(now);
    for (const { ended } of this.#watchers) ended?.(now);
    this.forget();
  }

  /** Forgets what is under way, and keeps what was found. */
  forget(): void {
    this.#watchers = this.#watching();
  }

  get findings(): Finding[] {
    return [...this.#found.values()];
  }
}
