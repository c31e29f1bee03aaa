import type { Target } from "../client/target.ts";
import { type Monitor, monitors, Tally, type Watched, watched } from "../monitors/index.ts";
import type { PropertyResult } from "../report/report.ts";
import { SuiteCrash } from "./properties.ts";

const addressOf = ({ name }: Pick<Monitor, "name">): string => `monitor/${name}`;

/** What each monitor proves, by its address. */
export const monitored: ReadonlyMap<string, Pick<Monitor, "clauses">> = new Map(monitors.map((monitor) => [addressOf(monitor), monitor]));

/** Returns what a monitor found. @throws SuiteCrash: its own code failed */
function resultOf(sight: Watched): PropertyResult {
  const { clauses, looks, faults, findings, crash } = sight;
  const address = addressOf(sight);
  if (crash !== undefined) throw new SuiteCrash(address, crash);
  const [first] = findings;
  if (first) {
    const more = faults > 1 ? ` (and ${faults - 1} more)` : "";
    return {
      address,
      clauses: first.clauses,
      verdict: "differs",
      reason: `${first.reason}${more}`,
      seen: findings.map(({ seen }) => seen),
    };
  }
  return looks > 0 ? { address, clauses, verdict: "agrees" } : { address, clauses, verdict: "untestable", reason: "nothing to look at" };
}

/** The monitors over one run. */
export class Monitoring {
  /** The target, every exchange of which the monitors see. */
  readonly target: Target;
  readonly #tally: Tally;

  /** @param addresses those of the monitors that are wanted */
  constructor(target: Target, addresses: readonly string[]) {
    const wanted = monitors.filter((monitor) => addresses.includes(addressOf(monitor)));
    this.#tally = new Tally(wanted);
    this.target = wanted.length === 0 ? target : watched(target, this.#tally);
  }

  /** How many monitors there are. */
  get count(): number {
    return this.#tally.results.length;
  }

  get results(): PropertyResult[] {
    return this.#tally.results.map(resultOf);
  }

  /** The first result so far of a monitor that proves one of some clauses and saw a fault; undefined where there is none. */
  faultAgainst(clauses: readonly string[]): PropertyResult | undefined {
    const sight = this.#tally.results.find(
      ({ faults, findings }) => faults > 0 && findings.some((each) => each.clauses.some((id) => clauses.includes(id))),
    );
    return sight && resultOf(sight);
  }
}
