import { evidence, type Seen } from "../client/seen.ts";
import { type Body, isEqual } from "../expect.ts";
import type { WatchedExchange } from "./exchange.ts";
import type { Monitor, Notes } from "./monitor.ts";

/** A fault that a monitor saw. */
export interface Finding {
  readonly monitor: string;
  readonly clauses: readonly string[];
  readonly reason: string;
  readonly seen: Seen;
  /** Equal for faults of one kind: those of one route against the same clauses. */
  readonly kind: string;
}

/** The counts and findings of a monitor in a run, on all servers together. */
export interface MonitorFindings {
  readonly name: string;
  readonly clauses: readonly string[];
  /** The number of its checks that could have failed. Without one it proves nothing. */
  readonly looks: number;
  /** The number of faults that it saw. */
  readonly faults: number;
  /** The first few of them for each set of clauses. */
  readonly findings: readonly Finding[];
  /** The kinds of faults that more than one exchange showed. */
  readonly repeated: ReadonlySet<string>;
  /** The error that its own code threw: it watched no further. */
  readonly crash: unknown;
}

/** The most findings that are kept of a monitor, and of those that break the same clauses. */
const kept = { inAll: 12, alike: 3 } as const;

/** A value without some texts, wherever they stand in it. */
function without(value: Body, texts: readonly string[]): Body {
  const plain = texts.reduce((text, secret) => text.replaceAll(JSON.stringify(secret).slice(1, -1), "(hidden)"), JSON.stringify(value));
  return JSON.parse(plain);
}

function seenOf({ request: { outgoing: request }, reply }: WatchedExchange, hidden: readonly string[]): Seen {
  const seen = evidence({ request, reply }, new Set());
  return hidden.length === 0 ? seen : { ...seen, fields: without(seen.fields, hidden), body: without(seen.body, hidden) };
}

/** The state of one monitor on all servers. */
class Sight implements Notes, MonitorFindings {
  readonly monitor: Monitor;
  readonly findings: Finding[] = [];
  readonly repeated = new Set<string>();
  /** The exchange that showed a kind of fault first. */
  readonly #first = new Map<string, WatchedExchange>();
  looks = 0;
  faults = 0;
  crash: unknown;

  constructor(monitor: Monitor) {
    this.monitor = monitor;
  }
  get name(): string {
    return this.monitor.name;
  }
  get clauses(): readonly string[] {
    return this.monitor.clauses;
  }
  count(): void {
    this.looks++;
  }
  accuse(exchange: WatchedExchange, reason: string, clauses = this.clauses, hidden: readonly string[] = []): void {
    this.faults++;
    const kind = `${exchange.request.route} ${clauses.join(" ")}`;
    const first = this.#first.get(kind);
    if (!first) this.#first.set(kind, exchange);
    else if (first !== exchange) this.repeated.add(kind);
    const alike = this.findings.filter((finding) => isEqual(finding.clauses, clauses)).length;
    if (this.findings.length < kept.inAll && alike < kept.alike)
      this.findings.push({ monitor: this.name, clauses, reason, seen: seenOf(exchange, hidden), kind });
  }
}

/** Collects what monitors see in one run, on however many servers. */
export class MonitorTally {
  readonly sights: readonly Sight[];
  readonly #seeing = new Map<string, readonly number[]>();

  constructor(monitors: readonly Monitor[]) {
    this.sights = monitors.map((monitor) => new Sight(monitor));
  }

  get results(): readonly MonitorFindings[] {
    return this.sights;
  }

  /** Returns the places of the monitors that see a route. */
  seeing(route: string): readonly number[] {
    let seeing = this.#seeing.get(route);
    if (seeing) return seeing;
    seeing = this.sights.flatMap(({ monitor }, i) => (monitor.sees(route) ? [i] : []));
    this.#seeing.set(route, seeing);
    return seeing;
  }
}
