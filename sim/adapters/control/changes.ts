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
