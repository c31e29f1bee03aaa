import set from "./set.json" with { type: "json" };
import { type StoredSet, scenariosIn } from "./stored.ts";

/** The covering set, in the order in which it is played. */
export const coveringSet = scenariosIn(set as unknown as StoredSet);
