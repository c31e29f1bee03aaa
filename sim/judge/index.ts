import { instantText, readInstant } from "../core/clock.ts";
import { cut } from "../core/limits.ts";
import type { Entry } from "../journal/filed.ts";
import { readsUndocumented } from "../protocol/params.ts";
import type { Exchange, MetFault } from "../protocol/wire.ts";
import { listOf, maybe, nameAmong, optional, placeOf, record, whole, wrong } from "../reader/index.ts";
import { endpointAt } from "../server/routes.ts";
import { checkSimulator, type Simulator } from "../server/simulator.ts";
import { type JudgedExchange, seenIn, seenInTranscript, unanswered } from "./judged-exchange.ts";
import type { ClientRule, Levels, Severity, Watcher } from "./rule.ts";
import { credentialRules } from "./rules/credentials.ts";
import { aliases, levelRules, parameterRules } from "./rules/parameters.ts";
import { queueRules } from "./rules/queues.ts";
import { repeatRules } from "./rules/repeats.ts";
import { typingRules } from "./rules/typing.ts";

const rules = [aliases, levelRules, parameterRules, typingRules, queueRules, credentialRules, repeatRules].flat();

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
  /** Id of the world whose journal that is; absent where it is the server's own. */
  readonly world?: string;
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
class Bench {
  readonly #levels: Levels;
  readonly #rules: readonly ClientRule[];
  readonly #told: ((finding: Finding) => void) | undefined;
  readonly #found = new Map<string, Finding>();
  #watchers: readonly Watcher[];
  /** Exchanges whose answers have not come to their clients yet. */
  #late: readonly JudgedExchange[] = [];

  constructor(served: number, { accept = [], levels = [served, served] }: JudgeOptions = {}, told?: (finding: Finding) => void) {
    this.#levels = { served, oldest: Math.min(served, levels[0]), newest: Math.max(served, levels[1]) };
    this.#rules = rules.filter(({ name }) => !accept.includes(name));
    this.#told = told;
    this.#watchers = this.#watching();
  }

  #watching(): Watcher[] {
    return this.#rules.map((rule) => rule.watch((seen, message, at = seen.at) => this.#note(rule, seen, message, at), this.#levels));
  }

  #note({ name: rule, severity, section, clause }: ClientRule, { as, number, route }: JudgedExchange, text: string, at: number): void {
    const message = `${cut(route, 200)}: ${text}`;
    const key = JSON.stringify([rule, as, message]);
    const known = this.#found.get(key);
    if (known) {
      this.#found.set(key, { ...known, times: known.times + 1 });
      return;
    }
    const what = { rule, severity, section, ...(clause !== undefined && { clause }) };
    const finding = { ...what, as, at: instantText(at), exchange: number, times: 1, message };
    this.#found.set(key, finding);
    this.#told?.(finding);
  }

  /** Looks at an exchange, once its answer has come to the client. */
  take(seen: JudgedExchange): void {
    this.pass(seen.at);
    if (seen.receivedAt > seen.at) this.#late = [...this.#late, seen].sort((one, other) => one.receivedAt - other.receivedAt);
    else this.#look(seen);
  }

  /** Looks at an exchange whose client went away before its answer came. */
  gaveUp(fault: MetFault): void {
    const seen = this.#late.find((one) => one.fault === fault);
    this.#late = this.#late.filter((one) => one !== seen);
    if (seen) this.#look(unanswered(seen));
  }

  /** Shows an exchange to the rules. Of a route that is not simulated nothing is known that a client could break. */
  #look(seen: JudgedExchange): void {
    if (!endpointAt(seen)) return;
    for (const { saw } of this.#watchers) saw?.(seen);
  }

  pass(now: number): void {
    for (const seen of this.#late) {
      if (seen.receivedAt > now) break;
      this.#late = this.#late.slice(1);
      this.#tellTime(seen.receivedAt);
      this.#look(seen);
    }
    this.#tellTime(now);
  }

  #tellTime(now: number): void {
    for (const { passed } of this.#watchers) passed?.(now);
  }

  end(now: number): void {
    this.pass(now);
    for (const seen of this.#late) this.#look(unanswered(seen));
    for (const { ended } of this.#watchers) ended?.(now);
    this.forget();
  }

  /** Forgets what is under way, and keeps what was found. */
  forget(): void {
    this.#watchers = this.#watching();
    this.#late = [];
  }

  get findings(): Finding[] {
    return [...this.#found.values()];
  }
}

export type { ClientRule as JudgeRule, Severity } from "./rule.ts";
export { rules as judgeRules };

const judgePlace = placeOf((line) => new TypeError(line));
const level = whole(1);
const levelsWords = "the oldest and the newest level that clients are made for, such as [247, 496]";
const readOptions = record({
  accept: optional(
    listOf(
      nameAmong(
        "a rule",
        rules.map(({ name }) => name),
        60,
      ),
      "a list of rules",
    ),
    [],
  ),
  levels: maybe((value, at) => {
    const [oldest, newest, ...more] = listOf(level, levelsWords, 2)(value, at) as [number, number];
    return more.length > 0 || oldest > newest ? wrong(at, value, levelsWords) : [oldest, newest];
  }),
});
const readTime = record({ now: whole(), level });

/** Exchanges of clients, and what was found in them. */
export interface Judged {
  /** Returns the findings so far, in the order in which they showed, then those of worlds. Deadlines that the simulator's clock has passed are over. */
  readonly findings: readonly Finding[];
  /** The number of exchanges. */
  readonly exchanges: number;
}

/** A judge at work on a simulator. */
export interface Watch extends Judged {
  /** Options that say what it takes into account of the clients. */
  readonly options: JudgeOptions;
  /** Looks at no further exchange, and finds fault with what was left open. */
  readonly close: () => readonly Finding[];
  /** Watches the clients of a world beside the server: what it finds there counts here, too. */
  readonly beside: (world: string, simulator: Simulator) => WorldWatch;
}

/** A judge at work on a world. */
export interface WorldWatch extends Judged {
  /** Looks at no further exchange, and keeps nothing of the world but what it found. What is under way is forgotten, as by a reset. */
  readonly leave: () => void;
  /** Does the same, and finds fault with what was left open. */
  readonly close: () => void;
}

/** The rules at work on a simulator, until they are ended. */
class Sight implements Judged {
  readonly #simulator: Simulator;
  readonly #bench: Bench;
  readonly #reader = {
    filed: (entry: Entry): void => {
      this.exchanges++;
      this.#bench.take(seenIn(entry, this.#simulator.journal.count + 1, readsUndocumented(this.#simulator)));
    },
    left: (): void => this.#bench.forget(),
    gaveUp: (fault: MetFault): void => this.#bench.gaveUp(fault),
  };
  exchanges = 0;

  constructor(simulator: Simulator, told: ((finding: Finding) => void) | undefined, options: JudgeOptions) {
    this.#simulator = simulator;
    this.#bench = new Bench(simulator.server.level, options, told);
    simulator.journal.readers.add(this.#reader);
  }

  #pass(): void {
    if (this.#simulator.journal.readers.has(this.#reader)) this.#bench.pass(this.#simulator.now());
  }

  get findings(): Finding[] {
    this.#pass();
    return this.#bench.findings;
  }

  close(): void {
    const { journal } = this.#simulator;
    if (journal.readers.delete(this.#reader)) this.#bench.end(this.#simulator.now());
  }

  leave(): void {
    this.#pass();
    this.#simulator.journal.readers.delete(this.#reader);
  }
}

/** Returns what stays of a world that is over: nothing of its simulator. */
const over = ({ exchanges, findings }: Judged): Judged => ({ exchanges, findings: [...findings] });

/** The worlds beside a server, with what was done in them. */
class Worlds {
  readonly #there = new Map<string, Sight>();
  readonly #over = new Map<string, Judged>();
  /** Exchanges of worlds that are over and in which nothing was found. */
  #quiet = 0;

  take(world: string, sight: Sight): WorldWatch {
    this.#there.set(world, sight);
    return {
      get findings() {
        return sight.findings;
      },
      get exchanges() {
        return sight.exchanges;
      },
      leave: () => this.#end(world, sight, "leave"),
      close: () => this.#end(world, sight, "close"),
    };
  }

  #end(world: string, sight: Sight, how: "leave" | "close"): void {
    if (!this.#there.delete(world)) return;
    sight[how]();
    if (sight.findings.length > 0) this.#over.set(world, over(sight));
    else this.#quiet += sight.exchanges;
  }

  end(): void {
    for (const [world, sight] of [...this.#there]) this.#end(world, sight, "close");
  }

  get exchanges(): number {
    return [...this.#there.values(), ...this.#over.values()].reduce((sum, { exchanges }) => sum + exchanges, this.#quiet);
  }

  get findings(): Finding[] {
    return [...this.#over, ...this.#there].flatMap(([world, { findings }]) => findings.map((finding) => ({ ...finding, world })));
  }
}

/**
 * Watches the clients of a simulator: whether they keep to what the specification asks of them. A reset or a return to a snapshot
 * makes it forget what is under way; what it found stays.
 * @param told is called with each finding when it shows first
 * @throws TypeError: no simulator, no function, or an option is wrong
 */
export function judge(simulator: Simulator, told?: (finding: Finding) => void, options: JudgeOptions = {}): Watch {
  checkSimulator(simulator);
  if (told !== undefined && typeof told !== "function") wrong(judgePlace.at("told"), told, "a function that takes a finding");
  readOptions(options, judgePlace.at("options"));
  const own = new Sight(simulator, told, options);
  const worlds = new Worlds();
  return {
    get findings() {
      return [...own.findings, ...worlds.findings];
    },
    get exchanges() {
      return own.exchanges + worlds.exchanges;
    },
    options,
    close() {
      own.close();
      worlds.end();
      return this.findings;
    },
    beside: (world, other) => worlds.take(world, new Sight(other, told && ((finding) => told({ ...finding, world })), options)),
  };
}

/** The report of a judge, as data. */
export interface JudgeReport {
  readonly exchanges: number;
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
}

/** The findings of a watch so far, with their numbers. */
export function judgeReport(watch: Judged): JudgeReport {
  const { exchanges, findings }: Partial<typeof watch> = watch ?? {};
  if (exchanges === undefined || findings === undefined) wrong(judgePlace.at("watch"), watch, "what judge() returned");
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { exchanges, errors, warnings: findings.length - errors, findings };
}

/**
 * Judges a transcript from its beginning to its end at `now`, in milliseconds since 1970, on a server of a feature level. A transcript
 * holds no credentials, so that refused ones are not recognised when they come again.
 * @throws RangeError: an exchange without an ISO instant; TypeError: no list, time or level
 */
export function findingsOf(exchanges: readonly Exchange[], given: { readonly now: number; readonly level: number }): Finding[] {
  if (!Array.isArray(exchanges)) wrong(judgePlace.at("exchanges"), exchanges, "a list of exchanges, such as sim.transcript");
  const { now, level } = readTime(given, judgePlace.at("options"));
  const bench = new Bench(level);
  for (const [index, exchange] of exchanges.entries()) {
    const at = readInstant(exchange.at);
    if (at === undefined) throw new RangeError(`exchange ${index + 1}: at is not an ISO 8601 instant`);
    bench.take(seenInTranscript(exchange, at, index + 1));
  }
  bench.end(now);
  return bench.findings;
}
