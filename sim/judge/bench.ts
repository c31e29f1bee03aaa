import { instantText } from "../core/clock.ts";
import { cut } from "../core/limits.ts";
import type { Levels, Rule, Severity, Watcher } from "./rule.ts";
import { rules } from "./rules/index.ts";
import type { Seen } from "./seen.ts";
import { endpointOf } from "./served.ts";

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
  /** The number of times that it happened. */
  readonly times: number;
  readonly message: string;
}

/** Facts about the clients that a judge takes into account. */
export interface JudgeOptions {
  /** Names of rules that they need not keep. */
  readonly accept?: readonly string[];
  /** The oldest and the newest level of servers that they are made for: what is right on one of these is no finding. */
  readonly levels?: readonly [oldest: number, newest: number];
}

/** All rules at work on the exchanges of one server. The same complaint about the same caller is one finding, counted. */
export class Bench {
  readonly #levels: Levels;
  readonly #rules: readonly Rule[];
  readonly #told: ((finding: Finding) => void) | undefined;
  readonly #found = new Map<string, Finding>();
  #watchers: readonly Watcher[];

  constructor(served: number, { accept = [], levels = [served, served] }: JudgeOptions = {}, told?: (finding: Finding) => void) {
    this.#levels = { served, oldest: Math.min(served, levels[0]), newest: Math.max(served, levels[1]) };
    this.#rules = rules.filter(({ name }) => !accept.includes(name));
    this.#told = told;
    this.#watchers = this.#watching();
  }

  #watching(): Watcher[] {
    return this.#rules.map((rule) => rule.watch((seen, message, at = seen.at) => this.#note(rule, seen, message, at), this.#levels));
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

  /** Looks at an exchange. Of a route that is not simulated nothing is known that a client could break. */
  take(seen: Seen): void {
    this.pass(seen.at);
    if (!endpointOf(seen)) return;
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
