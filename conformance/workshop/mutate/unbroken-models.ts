import { createSimulator, type RulingChoices, type RulingName, type Simulator, type SimulatorOptions } from "../../../sim/index.ts";
import type { Target } from "../../client/target.ts";
import { type Oracle, oracleFor } from "../../model/oracle.ts";
import { EmbeddedTarget, modelOf, type Served } from "../../targets/embedded.ts";
import { otherServers } from "../cover/stages.ts";

/** The seed of servers, and of what is the same whatever is drawn. */
export const ownSeed = 1;

/** A kind of server: a copy of the simulator is tried as each. The first is of the newest level with every default. */
const kinds: Readonly<Record<string, SimulatorOptions>> = { "": { realm: "crowded" }, ...otherServers };

/** The names of the kinds of servers, the plainest first. */
export const worldNames: readonly string[] = Object.keys(kinds);

export const optionsOf = (world: string): SimulatorOptions => ({ ...kinds[world], seed: ownSeed });

/** Unbroken models of one kind of server, each loaded once. */
export class UnbrokenModels {
  /** The points that its options decide: where the specification states one otherwise, that is no mistake of the server. */
  readonly decided: readonly RulingName[];
  readonly #unbroken: Simulator;
  readonly #models = new Map<string, Simulator>();
  #oracle: Promise<Oracle> | undefined;

  constructor(name: string) {
    const options = optionsOf(name);
    this.decided = typeof options.rulings === "object" ? (Object.keys(options.rulings) as RulingName[]) : [];
    this.#unbroken = createSimulator(options);
  }

  readonly #model = (rulings: Partial<RulingChoices>): Simulator => {
    const key = JSON.stringify(rulings);
    let model = this.#models.get(key);
    if (!model) this.#models.set(key, (model = modelOf(this.#unbroken.server)(rulings)));
    return model.fork();
  };

  /** The oracle for every server of the kind: it depends on the models alone. */
  get oracle(): Promise<Oracle> {
    this.#oracle ??= oracleFor(this.target(this.#unbroken.fork()));
    return this.#oracle;
  }

  target(served: Served): Target {
    return new EmbeddedTarget(served, this.#model);
  }
}

const opened = new Map<string, UnbrokenModels>();

/** Returns the models of a kind of server. */
export function worldOf(name: string): UnbrokenModels {
  let world = opened.get(name);
  if (!world) opened.set(name, (world = new UnbrokenModels(name)));
  return world;
}
