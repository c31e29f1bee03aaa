const times = 4;
/** Work that is linear takes four times as long for four times as much, and quadratic work sixteen times. */
const tolerated = 10;
/** The least time that says something about growth, in milliseconds. */
const leastMillis = 2;

/** The least processor time of this process, in milliseconds, that some runs of `work` took: what else the machine does hardly counts. */
export function processorMillis(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/**
 * What is wrong with the growth of `work` on a text that is a unit again and again, and on one four times as long; empty where nothing is.
 * What seems to grow too fast is measured again, and then on longer texts: a pause for collecting garbage weighs less there, a square does not.
 */
export function faultOfGrowth(unit: string, length: number, work: (text: string) => void): string {
  let ratio = Number.POSITIVE_INFINITY;
  for (const longer of [1, 1, 2, 2, 4, 4]) {
    if (ratio <= tolerated) break;
    const count = (longer * length) / unit.length;
    const [short, long] = [unit.repeat(count), unit.repeat(times * count)];
    ratio =
      processorMillis(() => work(long)) /
      Math.max(
        processorMillis(() => work(short)),
        leastMillis,
      );
  }
  return ratio > tolerated ? `${times} times as much took ${ratio.toFixed(1)} times as long` : "";
}
