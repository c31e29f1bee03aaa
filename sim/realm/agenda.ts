import { Turn } from "../core/turn.ts";
import type { World } from "../core/world.ts";

interface Deed {
  readonly due: number;
  readonly perform: (turn: Turn) => void;
}

/** The things that are still to happen while the messages of a file are sent, in order of time. */
export class Agenda {
  readonly #world: World;
  readonly #deeds: Deed[] = [];
  #done = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Puts a deed behind those that are due at the same instant or earlier. */
  add(due: number, perform: Deed["perform"]): void {
    const before = this.#deeds.findLastIndex((deed, i) => i < this.#done || deed.due <= due);
    this.#deeds.splice(before + 1, 0, { due, perform });
  }

  isDue(now: number): boolean {
    const next = this.#deeds[this.#done];
    return next !== undefined && next.due <= now;
  }

  /** Does everything that is due up to an instant. */
  catchUp(now: number): void {
    for (let next = this.#deeds[this.#done]; next && next.due <= now; next = this.#deeds[this.#done]) {
      this.#done++;
      next.perform(new Turn(this.#world, next.due));
    }
  }
}
