import { listed } from "../../reader/index.ts";
import type { Snapshot } from "../../server/simulator.ts";
import { ControlError } from "./errors.ts";

/** Beyond this many the one that has waited longest goes on. */
const mostWaiting = 1000;

/** Lets requests wait until something has happened. */
export class Changes {
  /** Begins at the machine's time, so that another start of the server has other versions. */
  #version = Date.now();
  #waiting: (() => void)[] = [];

  get version(): number {
    return this.#version;
  }

  /** Answers those who wait for a change: there was one. */
  readonly tell = (): void => {
    this.#version++;
    if (this.#waiting.length === 0) return;
    const woken = this.#waiting;
    this.#waiting = [];
    for (const goOn of woken) goOn();
  };

  /** Waits while the version is still the one given. */
  after(version: number): Promise<void> {
    if (version !== this.#version) return Promise.resolve();
    if (this.#waiting.length >= mostWaiting) this.#waiting.shift()?.();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Snapshots share memory with the simulator; still there is an end to them. */
const mostSnapshots = 1000;

/** The snapshots by id, the oldest first. An id is not used again. */
export class Snapshots {
  readonly #kept = new Map<string, Snapshot>();
  #made = 0;

  /** The newest first. */
  get list(): (readonly [id: string, snapshot: Snapshot])[] {
    return [...this.#kept].reverse();
  }

  /** Keeps a snapshot and gives its id. @throws ControlError: there are as many as there may be */
  add(snapshot: Snapshot): string {
    if (this.#kept.size >= mostSnapshots)
      throw new ControlError(
        400,
        `there are ${mostSnapshots} snapshots, which is the most that is kept; DELETE /_control/snapshots/{id} removes one`,
      );
    const id = String(++this.#made);
    this.#kept.set(id, snapshot);
    return id;
  }

  /** Returns the snapshot of an id. @throws ControlError: there is none */
  require(id: string): Snapshot {
    const snapshot = this.#kept.get(id);
    if (snapshot) return snapshot;
    const known = this.#kept.size === 0 ? "there are none" : `there are ${listed(this.#kept.keys())}`;
    throw new ControlError(404, `there is no snapshot ${JSON.stringify(id)}; ${known}`);
  }

  /** Removes the snapshot of an id. @throws ControlError: there is none */
  remove(id: string): void {
    this.require(id);
    this.#kept.delete(id);
  }
}
