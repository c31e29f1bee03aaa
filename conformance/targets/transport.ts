/** A request as it goes over the wire. */
export interface HttpRequest {
  readonly method: string;
  /** Path below the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as it came over the wire. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Carries requests to one server. */
export interface Transport {
  send(asked: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  /** Sends over a connection of its own. */
  sendAfresh(asked: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The most bytes that are read of an answer. */
export const mostOfAnswer = 64 * 2 ** 20;

/** An answer has more bytes than are read. */
export class TooLong extends Error {
  override name = "TooLong";

  constructor() {
    super("the server answers with more than 64 MB");
  }
}

/** The text of an answer, put together of the pieces in which it comes. */
export class Gathering {
  #bytes = new Uint8Array();
  #size = 0;

  /** @throws TooLong: no more is kept */
  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > mostOfAnswer) throw new TooLong();
    if (size > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(size, 2 * this.#bytes.length));
      wider.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = wider;
    }
    this.#bytes.set(piece, this.#size);
    this.#size = size;
  }

  get text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#size));
  }
}

/** One run on a shared server. */
type Run = object;

interface Waiting {
  readonly run: Run;
  readonly resume: () => void;
}

/**
 * Lets runs on a shared server go side by side until one of them is to be alone on it: then the others end, or pause where they want to
 * be alone too, and no new one begins before it has left.
 */
export class Limiter {
  readonly #inside = new Set<Run>();
  readonly #toEnter: Waiting[] = [];
  #toBeAlone: readonly Waiting[] = [];
  readonly #left = new WeakSet<Run>();
  #alone: Run | undefined;

  /** Resolves when a run may go on; at once where it is inside already. */
  async enter(run: Run): Promise<void> {
    if (this.#inside.has(run)) return;
    if (this.#alone !== undefined || this.#toBeAlone.length > 0) await new Promise<void>((resume) => this.#toEnter.push({ run, resume }));
    // What a run leaves behind, such as a request beside one that failed, is nobody to wait for.
    if (!this.#left.has(run)) this.#inside.add(run);
  }

  /** Resolves when no other run is under way. The run stays alone until it leaves. */
  async alone(run: Run): Promise<void> {
    if (this.#alone === run) return;
    const resumed = new Promise<void>((resume) => (this.#toBeAlone = [...this.#toBeAlone, { run, resume }]));
    this.#next();
    await resumed;
  }

  /** Ends a run. It is not alone any more, nor will it be. */
  leave(run: Run): void {
    this.#inside.delete(run);
    this.#left.add(run);
    this.#toBeAlone = this.#toBeAlone.filter((waiting) => waiting.run !== run);
    if (this.#alone === run) this.#alone = undefined;
    this.#next();
  }

  #next(): void {
    if (this.#alone !== undefined) return;
    const paused = new Set(this.#toBeAlone.map(({ run }) => run));
    const isFree = [...this.#inside].every((run) => paused.has(run));
    const [first, ...others] = this.#toBeAlone;
    if (first && isFree) {
      this.#toBeAlone = others;
      this.#alone = first.run;
      this.#inside.add(first.run);
      first.resume();
    } else if (this.#toBeAlone.length === 0) {
      for (const { run, resume } of this.#toEnter.splice(0)) {
        if (!this.#left.has(run)) this.#inside.add(run);
        resume();
      }
    }
  }
}
