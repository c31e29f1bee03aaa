import { createSimulator, newestLevel, type RulingChoices, type Simulator } from "../../sim/index.ts";
import type { Property } from "../declare/property.ts";
import { type Oracle, oracleFor } from "../engine/oracle.ts";
import { runProperty } from "../engine/properties.ts";
import { EmbeddedTarget, modelOf } from "../targets/embedded.ts";
import { type Firing, Front } from "./front.ts";
import type { Mutant } from "./kit/mutant.ts";

/** Runs of a property that draws, against a mutant: beside its examples. */
export const mutantTries = 8;

/** Unbroken servers by realm, and which properties they satisfy. */
export class Bench {
  readonly #seed: number;
  readonly #servers = new Map<string, Simulator>();
  readonly #models = new Map<string, Simulator>();
  readonly #oracles = new Map<string, Promise<Oracle>>();
  readonly #sound = new Map<string, boolean>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  server(realm: string, level: number = newestLevel): Simulator {
    const key = `${realm} ${level}`;
    let server = this.#servers.get(key);
    if (!server) this.#servers.set(key, (server = createSimulator({ realm, level, seed: this.#seed })));
    return server;
  }

  /** An unbroken server of a kind under some rulings. Each is made once: loading a realm costs more than most runs on it. */
  #model(realm: string, level: number | undefined, rulings: Partial<RulingChoices>): Simulator {
    const key = JSON.stringify([realm, level, rulings]);
    let model = this.#models.get(key);
    if (!model) this.#models.set(key, (model = modelOf(this.server(realm, level).server)(rulings)));
    return model.fork();
  }

  /** A server with the fault of a mutant, the model beside it shared with the other mutants of its kind. */
  broken(mutant: Mutant, firing: Firing = { fired: false }): EmbeddedTarget {
    const { realm = "small", level, claims } = mutant;
    const front = new Front(this.server(realm, level).fork(), mutant, firing);
    return new EmbeddedTarget(front, (rulings) => this.#model(realm, claims ?? level, rulings));
  }

  /** The model beside a mutant, shared with the other mutants of its kind. */
  oracle(mutant: Mutant): Promise<Oracle> {
    const { realm = "small", level, claims } = mutant;
    const key = JSON.stringify([realm, claims ?? level]);
    let oracle = this.#oracles.get(key);
    if (!oracle) this.#oracles.set(key, (oracle = oracleFor(this.broken(mutant))));
    return oracle;
  }

  /** Whether a property holds on the unbroken server: a difference is no kill where it does not. */
  async isSound(server: Simulator, address: string, property: Property): Promise<boolean> {
    const key = `${server.server.level} ${server.server.realm} ${address}`;
    let sound = this.#sound.get(key);
    if (sound === undefined) {
      const { verdict } = await runProperty(address, property, new EmbeddedTarget(server), { seed: this.#seed, tries: mutantTries });
      this.#sound.set(key, (sound = verdict !== "differs"));
    }
    return sound;
  }
}
