import type { Body } from "./json.ts";
import type { Ailment, Reply, Target } from "./target.ts";

/** The target does not do what a clause says. The message is one sentence with the values. */
export class Differs extends Error {
  override name = "Differs";
  /** The clause that is broken, where the check that failed is about another than the first that the property proves. */
  readonly clause: string | undefined;
  /** The refusal that came where a success was expected. */
  refusal: Body | undefined;
  /** The refusal that came where another one was expected. */
  otherRefusal: Body | undefined;

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
  /** The refusal that came where a success was expected. */
  refusal: Body | undefined;
}

/** A request got no answer: the connection was cut, or the time was up. Whether the server carried it out is not known. */
export class NoAnswer extends Untestable {
  override name = "NoAnswer";
  /** Method and path, a number in it written `{id}`. */
  readonly route: string;
  /** Whether the time was up. Then the server may still carry it out. */
  readonly isLate: boolean;
  /** Words that follow those that there is no answer. */
  readonly why: string;
  /** The failure that came in place of an answer; undefined where nothing came. */
  readonly failure: Reply | undefined;

  /** Whether it came late, or the connection was cut, in a word. */
  get way(): "late" | "cut" {
    return this.isLate ? "late" : "cut";
  }

  /** @param why follows the words that there is no answer */
  constructor(method: string, path: string, why: string, isLate: boolean, failure?: Reply) {
    super(`${method} ${path} got no answer${why}`);
    this.route = `${method} ${path.replace(/\/\d+(?=\/|$)/g, "/{id}")}`;
    this.isLate = isLate;
    this.why = why;
    this.failure = failure;
  }
}

/** A request that was not sent: its route was asked several times in a row, and never answered. */
export class SilentRoute extends NoAnswer {
  override name = "SilentRoute";

  /** @param last the last time that it got no answer @param times how often in a row it got none */
  constructor({ route, why, isLate }: NoAnswer, times: number) {
    const [method = "", path = ""] = route.split(" ");
    super(method, path, `${why}, ${times} times`, isLate);
  }
}

/** The reply in place of an answer that did not come. */
export const unanswered: Reply = { status: 0, headers: {}, body: { result: "no answer" } };

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

/** Passes over that a request got no answer. @throws what it is otherwise that was thrown */
export function passOver(thrown: unknown): undefined {
  if (!(thrown instanceof NoAnswer)) throw thrown;
}

/** A wait for an answer that comes late costs the whole patience. */
const mostTries = { late: 2, cut: 3 } as const;

/** Does what may be done more than once until it is answered, a few times at most. @throws NoAnswer: it never was */
export async function untilAnswered<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (thrown) {
      if (!(thrown instanceof NoAnswer) || tries >= mostTries[thrown.way]) throw thrown;
    }
  }
}
