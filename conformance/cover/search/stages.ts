import { type Oracle, oracleFor } from "../../engine/oracle.ts";
import { embedded } from "../../targets/embedded.ts";

/** Feature levels, beside the newest, at which the covering set is played too: much begins after each. */
export const olderLevels = [166, 219, 300, 372] as const;

/** The models on which the covering set is played. */
export interface Stages {
  /** The smallest realm with one account of each role but the moderator's, at the newest level. */
  readonly small: Oracle;
  /** A realm that has more people and channels, at the newest level. */
  readonly crowded: Oracle;
  /** The small realm at older levels. */
  readonly older: readonly Oracle[];
}

export async function openStages(): Promise<Stages> {
  const older: Oracle[] = [];
  for (const level of olderLevels) older.push(await oracleFor(embedded({ realm: "small", level })));
  const small = await oracleFor(embedded({ realm: "small" }));
  return { small, crowded: await oracleFor(embedded({ realm: "crowded" })), older };
}
