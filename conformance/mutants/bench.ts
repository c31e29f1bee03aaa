import { createSimulator, newestLevel, type RulingChoices, type Simulator } from "../../sim/index.ts";
import type { Property } from "../declare/property.ts";
import { type Oracle, oracleFor } from "../model/oracle.ts";
import { runProperty } from "../run/properties.ts";
import { EmbeddedTarget, modelOf } from "../targets/embedded.ts";
import type { Mutant } from "./kit/mutant.ts";
import { type Firing, MutantProxy } from "./proxy.ts";

/** Runs of a property that draws, against a mutant: beside its examples. */
export const mutantTries = 8;

/** Returns what there is under a key, made where there is nothing yet. */
function kept<T>(all: Map<string, T>, key: unknown, make: () => T): T {
  const text = JSON.stringify(key);
  const found = all.get(text) ?? make();
  all.set(text, found);
  return found;
}

/** Unbroken servers by their kinds, and which properties they satisfy. */
export class Bench {
  readonly #seed: number;
  readonly #servers = new Map<string, Simulator>();
  readonly #models = new Map<string, Simulator>();
  readonly #oracles = new Map<string, Promise<Oracle>>();
  readonly #sound = new Map<string, Promise<boolean>>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  server({ realm = "small", level = newestLevel, rulings = {} }: Pick<Mutant, "realm" | "level" | "rulings">): Simulator {
    return kept(this.#servers, [realm, level, rulings], () => createSimulator({ realm, level, rulings, seed: this.#seed }));
  }

  /** The server that a mutant says it is, unbroken. */
  unbroken({ claims, ...mutant }: Mutant): Simulator {
    return this.server(claims === undefined ? mutant : { ...mutant, level: claims });
  }

  /** An unbroken server of a kind under some rulings. Each is made once: loading a realm costs more than most runs on it. */
  #model({ server }: Simulator, rulings: Partial<RulingChoices>): Simulator {
    return kept(this.#models, [server.realm, server.level, server.rulings, rulings], () => modelOf(server)(rulings)).fork();
  }

  /** A server with the fault of a mutant, the model beside it shared with the other mutants of its kind. */
  broken(mutant: Mutant, firing: Firing = { fired: false }): EmbeddedTarget {
    const front = new MutantProxy(this.server(mutant).fork(), mutant, firing);
    return new EmbeddedTarget(front, (rulings) => this.#model(this.unbroken(mutant), rulings));
  }

  /** The model beside a mutant, shared with the other mutants of its kind. */
  oracle(mutant: Mutant): Promise<Oracle> {
    const { realm, level, rulings } = this.unbroken(mutant).server;
    return kept(this.#oracles, [realm, level, rulings], () => oracleFor(this.broken(mutant)));
  }

  /** Whether a property holds on the unbroken server: a difference is no kill where it does not. */
  isSound(unbroken: Simulator, address: string, property: Property): Promise<boolean> {
    const { realm, level, rulings } = unbroken.server;
    return kept(this.#sound, [realm, level, rulings, address], async () => {
      const { verdict } = await runProperty(address, property, new EmbeddedTarget(unbroken), { seed: this.#seed, tries: mutantTries });
      return verdict !== "differs";
    });
  }
}
