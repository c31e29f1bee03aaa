import { createSimulator, newestLevel, type RulingChoices, type Simulator } from "../../sim/index.ts";
import type { Property } from "../declare/property.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { runProperty } from "../run/properties.ts";
import { EmbeddedTarget, modelOf } from "../targets/embedded.ts";
import type { Mutant } from "./kit/mutant.ts";
import { type Firing, MutantProxy } from "./proxy.ts";

/** Runs of a property that draws, against a mutant: beside its examples. */
export const mutantTries = 8;

/** Options that tell the servers behind mutants apart. */
type Kind = Pick<Mutant, "realm" | "level" | "rulings">;

/** Unbroken servers by their kinds, and which properties they satisfy. */
export class Bench {
  readonly #seed: number;
  readonly #servers = new Map<string, Simulator>();
  readonly #models = new Map<string, Simulator>();
  readonly #oracles = new Map<string, Promise<Oracle>>();
  readonly #sound = new Map<string, boolean>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  server({ realm = "small", level = newestLevel, rulings = {} }: Kind): Simulator {
    const key = JSON.stringify([realm, level, rulings]);
    let server = this.#servers.get(key);
    if (!server) this.#servers.set(key, (server = createSimulator({ realm, level, rulings, seed: this.#seed })));
    return server;
  }

  /** The server that a mutant says it is, unbroken. */
  unbroken({ claims, ...mutant }: Mutant): Simulator {
    return this.server(claims === undefined ? mutant : { ...mutant, level: claims });
  }

  /** An unbroken server of a kind under some rulings. Each is made once: loading a realm costs more than most runs on it. */
  #model(unbroken: Simulator, rulings: Partial<RulingChoices>): Simulator {
    const { realm, level, rulings: own } = unbroken.server;
    const key = JSON.stringify([realm, level, own, rulings]);
    let model = this.#models.get(key);
    if (!model) this.#models.set(key, (model = modelOf(unbroken.server)(rulings)));
    return model.fork();
  }

  /** A server with the fault of a mutant, the model beside it shared with the other mutants of its kind. */
  broken(mutant: Mutant, firing: Firing = { fired: false }): EmbeddedTarget {
    const front = new MutantProxy(this.server(mutant).fork(), mutant, firing);
    return new EmbeddedTarget(front, (rulings) => this.#model(this.unbroken(mutant), rulings));
  }

  /** The model beside a mutant, shared with the other mutants of its kind. */
  oracle(mutant: Mutant): Promise<Oracle> {
    const { realm, level, rulings } = this.unbroken(mutant).server;
    const key = JSON.stringify([realm, level, rulings]);
    let oracle = this.#oracles.get(key);
    if (!oracle) this.#oracles.set(key, (oracle = oracleFor(this.broken(mutant))));
    return oracle;
  }

  /** Whether a property holds on the unbroken server: a difference is no kill where it does not. */
  async isSound(server: Simulator, address: string, property: Property): Promise<boolean> {
    const { realm, level, rulings } = server.server;
    const key = JSON.stringify([realm, level, rulings, address]);
    let sound = this.#sound.get(key);
    if (sound === undefined) {
      const { verdict } = await runProperty(address, property, new EmbeddedTarget(server), { seed: this.#seed, tries: mutantTries });
      this.#sound.set(key, (sound = verdict !== "differs"));
    }
    return sound;
  }
}
