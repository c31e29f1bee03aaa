import { choices, newestLevel, type SimulatorOptions } from "../../sim/index.ts";

/** A run of the certificate: a simulator, and the seed of what it is asked. */
export interface CertifiedRun {
  readonly name: string;
  readonly seed: number;
  readonly options: SimulatorOptions;
}

const run = (seed: number, name: string, options: SimulatorOptions): CertifiedRun => ({
  seed,
  name,
  options: { realm: "crowded", ...options },
});

/** The runs: realms, levels, a brand, variations and rulings. */
export const runs: readonly CertifiedRun[] = [
  run(1, "crowded", {}),
  run(2, "crowded, another seed of keys", { seed: 99 }),
  run(3, "small", { realm: "small" }),
  ...[1, 120, 237, 300, 372, 445].map((level) => run(level, `level ${level}`, { level })),
  run(4, "zulip-dev, brand zulip", { realm: "zulip-dev", brand: "zulip", level: newestLevel }),
  run(5, "rulings as observed", { rulings: choices("observed") }),
  run(6, "variations 1", { vary: 1 }),
  run(7, "variations 2", { vary: 2 }),
];
