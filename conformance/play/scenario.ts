/** One step of a scenario: who does what. References to what earlier steps made are symbolic; see steps/. */
export interface Step {
  readonly as: string;
  /** Stem of the file in steps/, such as `messages.post`. */
  readonly op: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A scenario is data: generated, shrunk, saved, replayed. */
export interface Scenario {
  readonly format: "touchstone-scenario";
  readonly version: 1;
  readonly steps: readonly Step[];
}

/** Returns the scenario of a list of steps. */
export const scenarioOf = (steps: readonly Step[]): Scenario => ({ format: "touchstone-scenario", version: 1, steps });
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
