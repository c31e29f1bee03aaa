import { routed } from "../catalogue/route.ts";
import { idOf, type Signature } from "../causes/signature.ts";
import { groupedBy } from "../client/lists.ts";
import type { Target } from "../client/target.ts";
import { type Monitor, type MonitorFindings, MonitorTally, monitors, watched } from "../monitors/index.ts";
import type { Finding } from "../monitors/tally.ts";
import type { PropertyResult } from "../results/report.ts";
import { unfinished } from "./guard.ts";
import { whyUnobserved } from "./needs.ts";

const addressOf = ({ name }: Pick<Monitor, "name">): string => `monitor/${name}`;

/** The address of the one result of a server of which every answer is wrong alike. */
export const everyRequest = "monitor/every-request";

/** The clauses that each monitor proves, by its address. */
export const monitored: ReadonlyMap<string, Pick<Monitor, "clauses">> = new Map(monitors.map((monitor) => [addressOf(monitor), monitor]));

/** The causes of what a monitor found, each once: a request and the clause that its answer breaks. */
function causesOf(findings: readonly Finding[]): Signature[] {
  const all = findings.map(({ seen: { method, path }, clauses: [clause = ""] }): Signature => {
    return { at: routed(method, path).route, path: "", expected: "", actual: "", clause };
  });
  return [...new Map(all.map((signature) => [idOf(signature), signature])).values()];
}

/** Returns a monitor's findings as a result: the exchanges of each, those of the first last. */
function accusation(
  findings: readonly Finding[],
  more: number,
): Pick<PropertyResult, "clauses" | "reason" | "seen" | "senders" | "source"> {
  const reasons = [...new Set(findings.map(({ reason }) => reason)), ...(more > 0 ? [`and ${more} more`] : [])];
  const clauses = [...new Set(findings.flatMap((finding) => finding.clauses))];
  // What goes against one exchange shows it once, however many answers do.
  const isFirst = ({ before, reason }: Finding, i: number): boolean =>
    before === undefined || findings.findIndex((other) => other.reason === reason) === i;
  const shown = findings.filter(isFirst).toReversed();
  const seen = shown.flatMap(({ before, seen: own }) => [...(before ? [before] : []), own]);
  const [{ kind, source } = {}] = findings;
  const senders = findings.filter((finding) => finding.kind === kind).flatMap(({ sender }) => sender ?? []);
  return {
    clauses,
    reason: reasons.join("\n"),
    seen,
    ...(senders.length > 0 && { senders: [...new Set(senders.slice(0, 2))] }),
    ...(source !== undefined && { source }),
  };
}

/** Returns the findings of a monitor, those of one mistake together: each field of a record may be wrong for itself. */
const apart = (findings: readonly Finding[], isOfFields: boolean): readonly (readonly Finding[])[] =>
  isOfFields ? [...groupedBy(findings, ({ clauses }) => clauses.join(" ")).values()] : [findings];

/** Returns what a monitor found. @param isLive whether a fault that one exchange alone shows may come of chance */
export function resultOf(sight: MonitorFindings, isLive: boolean): PropertyResult {
  const { clauses, looks, faults, findings, repeated, crash, monitor } = sight;
  const address = addressOf(sight);
  if (crash !== undefined) return { address, clauses, ...unfinished(crash) };
  const steady = isLive ? findings.filter(({ kind }) => repeated.has(kind)) : findings;
  if (steady.length > 0) {
    const [first = [], ...others] = apart(steady, monitor.isOfFields === true);
    const differing = (own: readonly Finding[], more: number): PropertyResult => {
      return { address, ...accusation(own, more), verdict: "differs", causes: causesOf(own) };
    };
    return {
      ...differing(first, faults - findings.length),
      ...(others.length > 0 && { others: others.map((own) => differing(own, 0)) }),
    };
  }
  if (findings.length > 0)
    return { address, ...accusation(findings, 0), verdict: "unsteady", again: "no other answer of the run showed it" };
  return looks > 0
    ? { address, clauses, verdict: "agrees" }
    : { address, clauses, verdict: "untestable", reason: "no answer of the run had what it looks at" };
}

/** The monitors over one run. */
export class Monitoring {
  /** The target, every exchange of which the monitors see. */
  readonly target: Target;
  readonly #tally: MonitorTally;
  /** Those of monitors that look at nothing of this target. */
  readonly #idle: readonly PropertyResult[];

  /** @param addresses those of the monitors that are wanted */
  constructor(target: Target, addresses: readonly string[]) {
    const those = monitors.filter((monitor) => addresses.includes(addressOf(monitor)));
    const wanted = those.filter((monitor) => whyUnobserved(addressOf(monitor), target) === undefined);
    this.#idle = those.flatMap((monitor): PropertyResult[] => {
      const [address, { clauses }] = [addressOf(monitor), monitor];
      const reason = whyUnobserved(address, target);
      return reason === undefined ? [] : [{ address, clauses, verdict: "untestable", reason }];
    });
    this.#tally = new MonitorTally(wanted);
    this.target = wanted.length === 0 ? target : watched(target, this.#tally);
  }

  /** The number of monitors. */
  get count(): number {
    return this.#tally.results.length + this.#idle.length;
  }

  get results(): PropertyResult[] {
    const watching = this.#tally.results.map((sight) => resultOf(sight, this.target.kind === "live"));
    return [...watching, ...this.#idle].sort((a, b) => (a.address < b.address ? -1 : 1));
  }

  /** The number of faults that the monitors have seen so far. */
  get faults(): number {
    return this.#tally.results.reduce((sum, { faults }) => sum + faults, 0);
  }

  /** The first result so far of a monitor that proves one of some clauses and saw a fault; undefined where there is none. */
  faultAgainst(clauses: readonly string[]): PropertyResult | undefined {
    const sight = this.#tally.results.find(
      ({ faults, findings }) => faults > 0 && findings.some((each) => each.clauses.some((id) => clauses.includes(id))),
    );
    return sight && resultOf(sight, this.target.kind === "live");
  }
}
