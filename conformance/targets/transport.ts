/** A request as it goes over the wire. */
export interface HttpRequest {
  readonly method: string;
  /** Path below the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as it came over the wire. */
export interface Answered {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Carries requests to one server. */
export interface Transport {
  send(asked: HttpRequest, signal: AbortSignal): Promise<Answered>;
  /** Sends over a connection of its own. */
  sendAfresh(asked: HttpRequest, signal: AbortSignal): Promise<Answered>;
  close(): Promise<void>;
}
