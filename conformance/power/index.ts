/** A property on its examples alone, or a scenario of the covering set: what is run the same in every run. */
export interface PowerUnit {
  readonly address: string;
  /** The cost on the embedded simulator when the table was made. */
  readonly millis: number;
  /** The mutants that it notices, by their places among those that the table names. */
  readonly kills: readonly number[];
}

/** A table of what notices which of the known mutants, at what cost; in the order in which a run with a budget begins. */
export interface PowerTable {
  /** The mutants that were measured. */
  readonly mutants: readonly string[];
  readonly units: readonly PowerUnit[];
  /** By the names of changes in a server's code, by which no unit was chosen: a unit that notices it. Those that none notices are missing. */
  readonly changes?: Readonly<Record<string, string>>;
  /** The number of changes that were tried. */
  readonly tried?: number;
}

/** The share of the known mutants that a run notices. */
export interface Power {
  /** Of the known mutants, how many the units that were run notice whatever is drawn. */
  readonly noticed: number;
  /** The number that a run of this target with these options notices at most that lasts long enough: what it has not come to may turn out to be untestable. */
  readonly attainable: number;
  readonly mutants: number;
  /** Of how many changes in a server's code, by which the order of the units was not chosen, the units that were run are known to notice. */
  readonly changes?: { readonly noticed: number; readonly of: number };
  /** The budget for all that is attainable, at the pace of this run, in whole seconds; undefined where the run noticed it, and where the pace says nothing of a budget. */
  readonly secondsForAll?: number;
}

/** The units of a table that a run has done. */
export interface Progress {
  /** Addresses of the units that were run. */
  readonly run: ReadonlySet<string>;
  /** Addresses of those that a longer run would have come to. */
  readonly waiting: ReadonlySet<string>;
  /** Milliseconds of a budget that the former took; undefined where that is not known. */
  readonly elapsed: number | undefined;
}

/** The time of `check --smoke`. */
export const smokeMillis = 3_000;

/** A table as its file has it: a line for each unit. */
export const tableText = ({ mutants, units }: PowerTable): string =>
  `{"mutants": ${JSON.stringify(mutants)},\n"units": [\n${units.map((unit) => JSON.stringify(unit)).join(",\n")}\n]}\n`;

/** Mutants and units by name. */
interface Names {
  readonly mutants: readonly string[];
  readonly units: readonly string[];
}

/** Returns the mutants of a suite that a table has not measured, and what it names that the suite no longer has. */
export function news(table: PowerTable, suite: Names): { readonly unmeasured: readonly string[]; readonly gone: readonly string[] } {
  const measured = new Set(table.mutants);
  const there = new Set([...suite.mutants, ...suite.units]);
  const named = [...table.mutants, ...table.units.map(({ address }) => address)];
  return { unmeasured: suite.mutants.filter((name) => !measured.has(name)), gone: named.filter((name) => !there.has(name)) };
}

/** Returns the units that a budget has time for, by the times of the table. */
export function affordable({ units }: PowerTable, millis: number): readonly PowerUnit[] {
  let spent = 0;
  return units.filter((unit) => (spent += unit.millis) <= millis);
}

/** Returns what the units with some addresses notice together. */
export function noticedBy({ units }: PowerTable, addresses: ReadonlySet<string>): ReadonlySet<number> {
  return new Set(units.filter(({ address }) => addresses.has(address)).flatMap(({ kills }) => kills));
}

/** Returns what some units cost by the table until they have noticed all that they notice. */
function costOfAll(units: readonly PowerUnit[]): number {
  const left = new Set(units.flatMap(({ kills }) => kills));
  let millis = 0;
  for (const unit of units) {
    if (left.size === 0) break;
    millis += unit.millis;
    for (const kill of unit.kills) left.delete(kill);
  }
  return millis;
}

/** Returns how many of the changes of a table the units with some addresses are known to notice; nothing where the table has none. */
export function changesNoticed(
  { changes = {}, tried }: Pick<PowerTable, "changes" | "tried">,
  run: ReadonlySet<string>,
): Pick<Power, "changes"> {
  if (tried === undefined || tried === 0) return {};
  return { changes: { noticed: Object.values(changes).filter((address) => run.has(address)).length, of: tried } };
}

/** Returns the power of a run. */
export function powerOf(table: PowerTable, { run, waiting, elapsed }: Progress): Power {
  const noticed = noticedBy(table, run).size;
  const attainable = noticedBy(table, new Set([...run, ...waiting])).size;
  const counts = { noticed, attainable, mutants: table.mutants.length, ...changesNoticed(table, run) };
  const cost = table.units.reduce((sum, { address, millis }) => (run.has(address) ? sum + millis : sum), 0);
  if (noticed === attainable || cost === 0 || elapsed === undefined) return counts;
  const needed = costOfAll(table.units.filter(({ address }) => run.has(address) || waiting.has(address)));
  return { ...counts, secondsForAll: Math.ceil(((needed / cost) * elapsed) / 1000) };
}

/** No unit costs less: what the clock cannot tell is not worth more. */
const leastMillis = 0.05;

/** Returns units in the order in which each notices the most mutants for its time that none before it notices; then those that add none, by all that they notice. */
export function greedily(units: readonly PowerUnit[]): PowerUnit[] {
  const left = new Set(units.filter(({ kills }) => kills.length > 0));
  const seen = new Set<number>();
  const order: PowerUnit[] = [];
  const news = ({ kills, millis }: PowerUnit): number => kills.filter((kill) => !seen.has(kill)).length / Math.max(millis, leastMillis);
  for (;;) {
    const best = [...left].reduce<PowerUnit | undefined>((one, other) => (one && news(one) >= news(other) ? one : other), undefined);
    if (!best || news(best) === 0) break;
    left.delete(best);
    order.push(best);
    for (const kill of best.kills) seen.add(kill);
  }
  const rate = ({ kills, millis }: PowerUnit): number => kills.length / Math.max(millis, leastMillis);
  return [...order, ...[...left].sort((a, b) => rate(b) - rate(a))];
}
