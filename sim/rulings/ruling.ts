import type { headings } from "./headings.ts";

interface Point {
  /** The section of the specification that leaves the point open or states it. */
  readonly section: (typeof headings)[number] | `Endpoints > ${string}`;
  /** The question, in one sentence. */
  readonly question: string;
  readonly reason: string;
}

/** A point that the specification leaves open. */
interface Silent extends Point {
  readonly kind: "silent";
  /** The choices. The first is the default: what running servers do, unless the reason says why not. */
  readonly choices: readonly [string, string, ...string[]];
  /** The choice of running servers, where it is another than the default. */
  readonly running?: string;
}

/** A point that the specification states, and that running servers decide otherwise. */
interface Contradicted extends Point {
  readonly kind: "contradicted";
  /** The default, which is what the text says, and what running servers do. */
  readonly choices: readonly [string, "observed"];
}

export type Ruling = Silent | Contradicted;
