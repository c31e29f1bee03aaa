/** What scenarios can be drawn from on one target. */
export interface Ground {
  /** Members of the cast, the bots among them, and those who may do more. */
  readonly cast: readonly string[];
  /** Those of them who are let in. */
  readonly active: readonly string[];
  readonly owners: readonly string[];
  readonly administrators: readonly string[];
  /** Members whose password is known. */
  readonly withPassword: readonly string[];
  readonly channels: readonly string[];
  readonly profileFields: readonly string[];
  /** Whether the model knows all that the target holds. Where it does not, steps keep to what is new. */
  readonly known: boolean;
  /** Whether the actions of a control API can be steps. */
  readonly steered: boolean;
}
