/** A target cannot be tested at all. The message is one line, without credentials. */
export class CannotTest extends Error {
  override name = "CannotTest";
}

/** The connection to a target failed: nothing is known of how it would have answered. */
export class Unreachable extends CannotTest {
  override name = "Unreachable";
  /** Host and port. */
  readonly host: string;

  constructor(host: string, why: string) {
    super(`${host} is unreachable: ${why}`);
    this.host = host;
  }
}
