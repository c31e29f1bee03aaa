/** A change that a feature level brought: the first level at which it holds, and the change in one sentence. */
export type Change = readonly [
  since: number,
  brings: string,
  /** The section of the specification that tells of it; absent where running servers alone do. */
  source?: string,
];
