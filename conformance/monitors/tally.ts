import { evidence, type Seen } from "../client/seen.ts";
import { type Body, isEqual } from "../expect.ts";
import type { WatchedExchange } from "./exchange.ts";
import type { Accused, Monitor, Notes } from "./monitor.ts";

/** A fault that a monitor saw. */
export interface Finding {
  readonly monitor: string;
  readonly clauses: readonly string[];
  readonly reason: string;
  readonly seen: Seen;
  /** The exchange before it which it goes against, where one is known. */
  readonly before?: Seen;
  /** Address of the property or scenario that sent it. */
  readonly sender?: string;
  /** Address of the one that sent that before it. */
  readonly source?: string;
  /** Equal for faults of one kind: those of one route against the same clauses. */
  readonly kind: string;
}

/** The most findings that are kept of a monitor, beside the first of each kind, and of those that break the same clauses. */
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

/** The counts and findings of a monitor in a run, on all servers together. */
export class MonitorFindings implements Notes {
  readonly monitor: Monitor;
  readonly name: string;
  readonly clauses: readonly string[];
  /** The number of its checks that could have failed. Without one it proves nothing. */
  looks = 0;
  /** The number of faults that it saw. */
  faults = 0;
  /** The first few of them for each set of clauses. */
  readonly findings: Finding[] = [];
  /** The kinds of faults that more than one exchange showed. */
  readonly repeated = new Set<string>();
  /** The exchange that showed a kind of fault first. */
  readonly #first = new Map<string, WatchedExchange>();
  /** The error that its own code threw: it watched no further. */
  crash: unknown;

  constructor(monitor: Monitor) {
    this.monitor = monitor;
    this.name = monitor.name;
    this.clauses = monitor.clauses;
  }

  count(): void {
    this.looks++;
  }

  accuse(exchange: WatchedExchange, reason: string, clauses = this.clauses, { hidden = [], before }: Accused = {}): void {
    this.faults++;
    const kind = `${exchange.request.route} ${clauses.join(" ")}`;
    const first = this.#first.get(kind);
    if (!first) this.#first.set(kind, exchange);
    else if (first !== exchange) this.repeated.add(kind);
    // With credentials that stand for somebody's own nobody can send it again: one without takes the place.
    const isPlain = exchange.request.outgoing.credentials === undefined;
    const replaced = isPlain ? this.findings.findIndex((one) => one.kind === kind && one.seen.credentials) : -1;
    const alike = this.findings.filter((finding) => isEqual(finding.clauses, clauses)).length;
    if (replaced < 0 && alike > 0 && (this.findings.length >= kept.inAll || alike >= kept.alike)) return;
    const [own, against] = [seenOf(exchange, hidden), before && { before: seenOf(before, hidden) }];
    const [source, sender] = [before?.request.address, exchange.request.address];
    const finding = {
      monitor: this.name,
      clauses,
      reason,
      seen: own,
      ...against,
      ...(source !== undefined && { source }),
      ...(sender !== undefined && { sender }),
      kind,
    };
    if (replaced < 0) this.findings.push(finding);
    else this.findings[replaced] = finding;
  }
}

/** Collects what monitors see in one run, on however many servers. */
export class MonitorTally {
  readonly results: readonly MonitorFindings[];
  readonly #seeing = new Map<string, readonly number[]>();

  constructor(monitors: readonly Monitor[]) {
    this.results = monitors.map((monitor) => new MonitorFindings(monitor));
  }

  /** Returns the places of the monitors that see a route. */
  seeing(route: string): readonly number[] {
    const seeing = this.#seeing.get(route) ?? this.results.flatMap(({ monitor }, i) => (monitor.sees(route) ? [i] : []));
    this.#seeing.set(route, seeing);
    return seeing;
  }
}
