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

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as sent, a line feed at its end; empty where there is none. */
  readonly text: string;
  /** The parsed body, made at each reading. */
  readonly body: Readonly<Record<string, unknown>>;
}

export class Answer implements WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, text: string, headers: Headers) {
    this.status = status;
    this.text = text;
    this.headers = headers;
  }
  get body(): Readonly<Record<string, unknown>> {
    return this.text === "" ? {} : JSON.parse(this.text);
  }
}

/** One line of the transcript. The caller is a cast name; keys and passwords never stand in it. */
export interface Exchange {
  /** ISO instant. */
  readonly at: string;
  readonly as: string | null;
  readonly request: { readonly method: string; readonly path: string; readonly fields: Readonly<Record<string, string>> };
  readonly response: { readonly status: number; readonly body: unknown };
}
