/** The exchange: one request, its response and the instant. Journal, fixture, counterexample and report line alike. */

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";

/** Names and texts as sent; of a repeated name the last value. */
export type Fields = ReadonlyMap<string, string>;

/** Credentials as an adapter found them in the request. */
export type Credentials =
  | { readonly kind: "basic"; readonly email: string; readonly api_key: string }
  | { readonly kind: "none" | "malformed" | "otherScheme" };

export interface WireRequest {
  readonly method: string;
  /** Path with `/api/v1`, without the query. */
  readonly path: string;
  readonly query: Fields;
  readonly form: Fields;
  readonly credentials: Credentials;
  readonly userAgent?: string | undefined;
}

/** Headers beside the ones every JSON answer has. */
export type Headers = Readonly<Record<string, string>>;

/** How an adapter is to hand over a response that a fault met. */
export interface Delivery {
  /** Milliseconds of real time to wait first. */
  readonly delayMillis: number;
  /** Send nothing and cut the connection. */
  readonly drop: boolean;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as sent, a line feed at its end; empty where there is none. */
  readonly text: string;
  /** The parsed body, made at each reading. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly delivery: Delivery | undefined;
}

export class Answer implements WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly delivery: Delivery | undefined;

  constructor(status: number, text: string, headers: Headers, delivery?: Delivery) {
    this.status = status;
    this.text = text;
    this.headers = headers;
    this.delivery = delivery;
  }
  get body(): Readonly<Record<string, unknown>> {
    return this.text === "" ? {} : JSON.parse(this.text);
  }
}

/** The same response, to be handed over in another way. */
export const delivered = (response: WireResponse, delivery: Delivery | undefined): WireResponse =>
  delivery ? new Answer(response.status, response.text, response.headers, delivery) : response;

/** One line of the transcript. The caller is a cast name; keys and passwords never stand in it. */
export interface Exchange {
  /** ISO instant. */
  readonly at: string;
  readonly as: string | null;
  readonly request: { readonly method: string; readonly path: string; readonly fields: Readonly<Record<string, string>> };
  readonly response: { readonly status: number; readonly body: unknown };
}
