import type { Simulator } from "../server/simulator.ts";

export type ClockMode = "real" | "frozen";

/** The longest that a timer waits; beyond it, it is set again. */
const longestWait = 2 ** 31 - 1;

/** Moves a simulator's clock with the machine's, or leaves it to its user. What falls due while a poll is held fires in time. */
export class WallClock {
  readonly #simulator: Simulator;
  /** The mode before anybody set another: that of new worlds, and after a reset. */
  readonly startMode: ClockMode;
  readonly #startOffset: number;
  readonly #arm = (): void => this.arm();
  #mode: ClockMode;
  /** Simulated time minus the machine's, while the mode is real. */
  #offset: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(simulator: Simulator, mode: ClockMode) {
    this.#simulator = simulator;
    this.#mode = this.startMode = mode;
    this.#offset = this.#startOffset = simulator.now() - Date.now();
    simulator.delayed.add(this.#arm);
  }

  get mode(): ClockMode {
    return this.#mode;
  }

  /** Brings the simulator to the present; before each request. */
  catchUp(): void {
    if (this.#mode === "frozen") return;
    const ms = Date.now() + this.#offset - this.#simulator.now();
    if (ms > 0) this.#simulator.advance({ ms });
    // The program has moved the simulator's clock by itself, or the machine's was set back.
    else this.#offset -= ms;
  }

  /** Sees to it that what falls due next fires by itself; after a poll was held. */
  arm(): void {
    const { due } = this.#simulator;
    if (this.#mode === "frozen" || due === undefined || due >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = due;
    const wait = Math.min(Math.max(due - this.#offset - Date.now(), 1), longestWait);
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.catchUp();
      this.arm();
    }, wait);
    this.#timer.unref();
  }

  /** Moves the clock forward; in real mode it goes on from there. */
  advance(ms: number): void {
    this.#simulator.advance({ ms });
    this.#offset += ms;
    this.#rearm();
  }

  /** Lets the clock run or stand. It runs with the machine's time, from where it is where that is later. */
  setMode(mode: ClockMode): void {
    const behind = Date.now() - this.#simulator.now();
    if (mode === "real" && behind > 0) this.#simulator.advance({ ms: behind });
    this.#mode = mode;
    this.#offset = this.#simulator.now() - Date.now();
    this.#rearm();
  }

  /** Follows a simulator that went back to how it started. */
  reset(): void {
    this.#mode = this.startMode;
    this.#offset = this.#startOffset;
    this.#rearm();
  }

  /** Follows a simulator whose clock was set back to an earlier state: in real mode it goes on from there. */
  restored(): void {
    this.#offset = this.#simulator.now() - Date.now();
    this.#rearm();
  }

  /** Lets nothing fire by itself any more. */
  stop(): void {
    this.#simulator.delayed.delete(this.#arm);
    this.#disarm();
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #rearm(): void {
    this.#disarm();
    this.arm();
  }
}
