/** A property on its examples alone, or a scenario of the covering set: what is run the same in every run. */
export interface Unit {
  readonly address: string;
  /** What it cost on the embedded simulator when the table was made. */
  readonly millis: number;
  /** The mutants that it notices, by their places in the table. */
  readonly kills: readonly number[];
}

/** What notices which of the known mutants, at what cost; in the order in which a run with a budget begins. */
export interface PowerTable {
  readonly mutants: readonly string[];
  readonly units: readonly Unit[];
}

/** What share of the known mutants a run notices. */
export interface Power {
  /** Of the known mutants, how many the units that were run notice whatever is drawn. */
  readonly noticed: number;
  readonly mutants: number;
  /** The budget with which a run like this would have come to all that the table notices, in whole seconds; undefined where it did. */
  readonly secondsForAll?: number;
}

/** The time of `check --smoke`. */
export const smokeMillis = 3_000;

/** A table as its file has it: a line for each unit. */
export const tableText = ({ mutants, units }: PowerTable): string =>
  `{"mutants": ${JSON.stringify(mutants)},\n"units": [\n${units.map((unit) => JSON.stringify(unit)).join(",\n")}\n]}\n`;

/** Returns the units that a budget has time for, by the times of the table. */
export function affordable({ units }: PowerTable, millis: number): readonly Unit[] {
  let spent = 0;
  return units.filter((unit) => (spent += unit.millis) <= millis);
}

/** Returns what the units with some addresses notice together. */
export function noticedBy({ units }: PowerTable, addresses: ReadonlySet<string>): ReadonlySet<number> {
  return new Set(units.filter(({ address }) => addresses.has(address)).flatMap(({ kills }) => kills));
}

/**
 * Returns the power of a run.
 * @param run addresses of the units that were run
 * @param elapsed how long these took
 */
export function powerOf(all: PowerTable, run: ReadonlySet<string>, elapsed: number): Power {
  const known = noticedBy(all, new Set(all.units.map(({ address }) => address)));
  const noticed = noticedBy(all, run);
  const own = all.units.filter(({ address }) => run.has(address));
  const cost = own.reduce((sum, { millis }) => sum + millis, 0);
  const counts = { noticed: noticed.size, mutants: all.mutants.length };
  if (noticed.size === known.size || cost === 0) return counts;
  const seen = new Set<number>();
  let needed = 0;
  for (const { millis, kills } of all.units) {
    if (seen.size === known.size) break;
    needed += millis;
    for (const kill of kills) seen.add(kill);
  }
  return { ...counts, secondsForAll: Math.ceil(((needed / cost) * elapsed) / 1000) };
}

/** Returns units in the order in which each notices the most mutants for its time that none before it notices; then those that add none, by all that they notice. */
export function greedily(units: readonly Unit[]): Unit[] {
  const left = new Set(units.filter(({ kills }) => kills.length > 0));
  const seen = new Set<number>();
  const order: Unit[] = [];
  const news = ({ kills, millis }: Unit): number => kills.filter((kill) => !seen.has(kill)).length / Math.max(millis, 0.05);
  for (;;) {
    const best = [...left].reduce<Unit | undefined>((one, other) => (one && news(one) >= news(other) ? one : other), undefined);
    if (!best || news(best) === 0) break;
    left.delete(best);
    order.push(best);
    for (const kill of best.kills) seen.add(kill);
  }
  const rate = ({ kills, millis }: Unit): number => kills.length / Math.max(millis, 0.05);
  return [...order, ...[...left].sort((a, b) => rate(b) - rate(a))];
}
