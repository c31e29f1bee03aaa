/** The four things that can come of a property or a comparison. */
export type Verdict = "agrees" | "differs" | "silent" | "untestable";

/** The target does not do what a clause says. Thrown by the checks of properties; the message is one sentence with the values. */
export class Differs extends Error {
  override name = "Differs";
}

/** The target, as it is given, cannot be asked. The message says what is missing. */
export class Untestable extends Error {
  override name = "Untestable";
}
