/** The target does not do what a clause says. The message is one sentence with the values. */
export class Differs extends Error {
  override name = "Differs";
  /** The clause that is broken, where the check that failed is about another than those that the property proves. */
  readonly clause: string | undefined;

  constructor(message: string, clause?: string) {
    super(message);
    this.clause = clause;
  }
}

/** The target, as it is given, cannot be asked. The message says what is missing. */
export class Untestable extends Error {
  override name = "Untestable";
}

/** A request that only prepares was refused, or its answer cannot be used. The message says which and how. */
export class Unprepared extends Untestable {
  override name = "Unprepared";
}

/** A request got no answer: the connection was cut, or the time was up. Whether the server carried it out is not known. */
export class NoAnswer extends Untestable {
  override name = "NoAnswer";
  /** Method and path, a number in it written `{id}`. */
  readonly route: string;
  /** Whether the time was up. Then the server may still carry it out. */
  readonly isLate: boolean;

  /** @param why follows the words that there is no answer */
  constructor(method: string, path: string, why: string, isLate: boolean) {
    super(`${method} ${path} got no answer${why}`);
    this.route = `${method} ${path.replace(/\/\d+(?=\/|$)/g, "/{id}")}`;
    this.isLate = isLate;
  }
}
