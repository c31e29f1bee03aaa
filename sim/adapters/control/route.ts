import type { Judged } from "../../judge/index.ts";
import type { Fields, WireResponse } from "../../protocol/wire.ts";
import type { SimulatorOptions } from "../../server/options.ts";
import type { Simulator } from "../../server/simulator.ts";
import type { ClockMode, WallClock } from "../wall-clock.ts";
import type { Changes, Snapshots } from "./kept.ts";

/** Beginning of a world: options of a simulator, or a copy of another. */
export interface WorldOptions {
  /** Those that differ from the server's own. */
  readonly options?: Pick<SimulatorOptions, "realm" | "seed" | "level" | "brand" | "now" | "rulings" | "vary">;
  /** In place of options: the world whose state it begins with. */
  readonly fork?: Simulator;
  /** Whether its clock goes on with the machine's; default as the server's own did at its start. */
  readonly mode?: ClockMode;
}

/** A server of somebody's own beside others on the same port. */
export interface ServedWorld {
  readonly id: string;
  readonly simulator: Simulator;
  readonly clock: WallClock;
}

/** The worlds beside a server, as the control API makes and ends them. */
export interface SteeredWorlds {
  readonly all: readonly ServedWorld[];
  readonly isFull: boolean;
  /** Returns the world of an id; undefined where there is none. */
  find(id: string): ServedWorld | undefined;
  /** Makes one. @param base the address at which the server was asked */
  make(options: WorldOptions, base: string): ServedWorld;
  /** Ends the world of an id. Returns whether there was one. */
  end(id: string): boolean;
}

/** The parts that the control API steers. */
export interface Steered {
  readonly simulator: Simulator;
  readonly clock: WallClock;
  readonly snapshots: Snapshots;
  readonly changes: Changes;
  /** The watch over the clients, where there is one. */
  readonly judge: Judged | undefined;
  /** The worlds beside it, where it has any. */
  readonly worlds: SteeredWorlds | undefined;
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

export const done = { result: "success" };
