/** The waits for a live target, in milliseconds. */
export interface Patience {
  /** For the answer to a request. */
  readonly request: number;
  /** For an event. */
  readonly poll: number;
  /** Because one request came too often. */
  readonly rateLimit: number;
  /** For the server's own clock to go on, where nothing moves it. */
  readonly clock: number;
}

export const patient: Patience = { request: 10_000, poll: 2000, rateLimit: 90_000, clock: 5000 };
