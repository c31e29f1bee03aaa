export interface Ruling {
  /** The section of the specification that is silent or contradicted. */
  readonly section: string;
  /** The question, in one sentence. */
  readonly question: string;
  /** The choices, the default first. `observed`, where listed, is what running servers do against the text. */
  readonly choices: readonly [string, ...string[]];
  readonly reason: string;
}
