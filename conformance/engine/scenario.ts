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
