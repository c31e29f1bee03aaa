import type { Step } from "../scenario.ts";

/** Steps that several actors send at the same time. It is data: generated, shrunk, saved, replayed. */
export interface ConcurrentScenario {
  readonly format: "touchstone-concurrent";
  readonly version: 1;
  /** Steps before, one after the other. */
  readonly beginning: readonly Step[];
  /**
   * A list of steps for each actor. A step is sent when the one before it in its list is answered; the lists are sent at the same time.
   * References mean what the beginning made.
   */
  readonly actors: readonly (readonly Step[])[];
  /** Steps after all of that, one after the other. References count what the beginning made, then the first actor, then the second … */
  readonly ending: readonly Step[];
}
