import { type RulingChoices, type RulingName, rulings, type SimulatorOptions } from "../../../sim/index.ts";
import { type Oracle, oracleFor } from "../../model/oracle.ts";
import { embedded } from "../../targets/embedded.ts";

/** Each point decided by the choice at a place in its list, or by the last. */
const decided = (place: number): Partial<RulingChoices> =>
  Object.fromEntries(
    (Object.keys(rulings) as RulingName[]).map((name) => {
      const { choices }: { readonly choices: readonly string[] } = rulings[name];
      return [name, choices[Math.min(place, choices.length - 1)]];
    }),
  );

/** Other servers on which the covering set is played: of older levels, after each of which much begins, and of other choices. */
export const otherServers: Readonly<Record<string, SimulatorOptions>> = {
  "of level 140": { realm: "small", level: 140 },
  "of level 172": { realm: "small", level: 172, rulings: { ...decided(1), anchorRequired: rulings.anchorRequired.choices[0] } },
  "of level 219": { realm: "crowded", level: 219 },
  "of level 305": { realm: "small", level: 305 },
  "of level 372": { realm: "small", level: 372 },
  "of level 395": { realm: "small", level: 395 },
  "of second choices": { realm: "small", rulings: decided(1) },
  "of last choices": { realm: "small", rulings: { ...decided(2), anchorRequired: rulings.anchorRequired.choices[0] } },
};

/** A model on which the covering set is played, in words. */
export interface OtherStage {
  readonly name: string;
  readonly oracle: Oracle;
}

/** The models on which the covering set is played. */
export interface Stages {
  /** The smallest realm with one account of each role but the moderator's, at the newest level. */
  readonly small: Oracle;
  /** A realm that has more people and channels, at the newest level. */
  readonly crowded: Oracle;
  readonly others: readonly OtherStage[];
}

export async function openStages(): Promise<Stages> {
  const others: OtherStage[] = [];
  for (const [name, options] of Object.entries(otherServers)) others.push({ name, oracle: await oracleFor(embedded(options)) });
  const small = await oracleFor(embedded({ realm: "small" }));
  return { small, crowded: await oracleFor(embedded({ realm: "crowded" })), others };
}
