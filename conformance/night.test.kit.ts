import { test } from "uvu";

/** Whether everything is tried, as `npm run nightly` asks. By day, sweeps over seeds, levels and mutants try less of the same. */
export const isNight = process.env.NIGHTLY === "1";

/** Returns what is tried by day, or what is tried at night. */
export const byDay = <T>(day: T, night: T): T => (isNight ? night : day);

/** Returns one of so many items by day, all at night. */
export const someOf = <T>(all: readonly T[], oneOf: number): readonly T[] =>
  byDay(
    all.filter((_, i) => i % oneOf === 0),
    all,
  );

/** Declares a test that takes long, and runs at night: by day it is skipped, and counted so. */
export const nightly: (name: string, run: () => void | Promise<void>) => void = isNight ? test : test.skip;
