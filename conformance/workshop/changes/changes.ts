import { fnv1a } from "../../../sim/index.ts";
import table from "./changes.json" with { type: "json" };

/** A mistake that somebody could make in the simulator's code, written from the specification and not from what the suite tries. */
export interface SourceChange {
  readonly name: string;
  /** The wrong behaviour of the server, in one sentence. */
  readonly says: string;
  /** The file below `sim`, a piece of its text that occurs in it once, and what stands in its place. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The feature level of the server, where the change shows at an older one than the newest. */
  readonly level?: number;
}

export const changes: readonly SourceChange[] = table;

/** Whether a change is one of the third by which nothing is chosen: what notices these says what the suite is worth against faults that nobody thought of. */
export const isHeldOut = ({ name }: SourceChange): boolean => (fnv1a(name) >>> 8) % 3 === 0;
