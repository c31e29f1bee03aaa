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
