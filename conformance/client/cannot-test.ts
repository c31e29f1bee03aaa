import type { Ailment, Target } from "./target.ts";

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

/** The URL answers, but not as the specification's servers do. */
export class Unfit extends CannotTest {
  override name = "Unfit";
  /** Stands for the server in a report: of it nothing is known but what is wrong with its answers. */
  readonly target: Target;

  constructor(url: string, message: string, ailment: Ailment) {
    super(message);
    const nothing = { level: 0, brand: "service", cast: {}, channels: {}, namespace: "", steering: undefined } as const;
    const send = async (): Promise<never> => {
      throw this;
    };
    this.target = { kind: "live", url, ...nothing, ailment, send, isolated: () => this.target, close: async () => {} };
  }
}
