import type { Judged } from "../../judge/index.ts";
import type { Fields, Headers, WireResponse } from "../../protocol/wire.ts";
import { Place } from "../../reader/index.ts";
import type { Simulator } from "../../server/simulator.ts";
import type { WallClock } from "../wall-clock.ts";
import type { Worlds } from "../worlds.ts";
import type { Changes, Snapshots } from "./state.ts";

/** The parts that the control API steers. */
export interface Steered {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly snapshots: Snapshots;
  readonly changes: Changes;
  /** The watch over the clients, where there is one. */
  readonly judge: Judged | undefined;
  /** The worlds beside it, where it has any. */
  readonly worlds: Worlds | undefined;
}

export interface ControlRequest {
  /** The JSON object of the body; empty without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The value of `{id}` in the path. */
  readonly id: string;
  readonly query: Fields;
  /** The address at which the server was asked, without a path. */
  readonly base: string;
}

/** One request of the control API. */
export interface ControlRoute {
  /** Method and path below `/_control`. */
  readonly route: string;
  /** Names of the fields that its body may have, default none; `any` where `run` checks them itself. */
  readonly fields?: readonly string[] | "any";
  /** Names that its query may have, default none; `any` where `run` checks them itself, or the page does. */
  readonly query?: readonly string[] | "any";
  readonly run: (steered: Steered, asked: ControlRequest) => object | WireResponse | Promise<object | WireResponse>;
}

/** A control request is wrong. The message is one line. */
export class ControlError extends Error {
  override name = "ControlError";
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, line: string, headers: Headers = {}) {
    super(line);
    this.status = status;
    this.headers = headers;
  }
}

/** The place of the body of a control request, for errors. */
export const bodyPlace = new Place({
  name: "body",
  error: (path, problem) => new ControlError(400, `${path}: ${problem}`),
});

export const done = { result: "success" };
