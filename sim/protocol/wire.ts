import type { RefusalId } from "../core/refusal.ts";
import { eachText, type JsonPart } from "./json.ts";

/** The exchange: one request, its response and the instant. Journal, fixture, counterexample and report line alike. */

/** Names and texts as sent; of a repeated name the last value. */
export type Fields = ReadonlyMap<string, string>;
export const noFields: Fields = new Map();

/** Credentials as an adapter found them in the request. */
export type Credentials =
  | { readonly kind: "basic"; readonly email: string; readonly api_key: string }
  | SessionCredentials
  | { readonly kind: "none" | "malformed" | "otherScheme" };

/** The credentials of a browser below `/json`: the cookies of its session, and the token of a header or of the form, to show that a page of the server asked. */
export interface SessionCredentials {
  readonly kind: "session";
  readonly session: string | undefined;
  readonly cookieToken: string | undefined;
  readonly sentToken: string | undefined;
}

/** A file in a form. */
export interface WireFile {
  readonly name: string;
  /** Empty where the sender did not say. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A file that was sent, without what is in it. */
export interface SentFile extends Pick<WireFile, "name" | "type"> {
  /** Its size. */
  readonly bytes: number;
}

export interface WireRequest {
  readonly method: string;
  /** Path with `/api/v1`, without the query; percent signs in it are decoded before anything looks at it. */
  readonly path: string;
  readonly query: Fields;
  readonly form: Fields;
  /** Files of the form; absent where it has none. */
  readonly files?: readonly WireFile[] | undefined;
  /** Content-Type of a body that is no form, of which nothing is read; absent where there is none. */
  readonly unreadType?: string | undefined;
  readonly credentials: Credentials;
  readonly userAgent?: string | undefined;
  /** The Accept header. */
  readonly accept?: string | undefined;
}

/** Headers beside the ones every JSON answer has. */
export type Headers = Readonly<Record<string, string>>;

/** The way in which an adapter hands over a response that a fault met. */
interface Delivery {
  /** Id of the fault. */
  readonly fault: string;
  /** Send nothing and cut the connection. */
  readonly drop: boolean;
  /** Promise the whole body, send at most so many bytes of it and never the last, then cut the connection. */
  readonly cutBytes: number | undefined;
}

/** A body: one text, or the parts of a large one. */
export type RawBody = string | readonly JsonPart[];

/** The text of a body, put together at each call where it has parts. */
export function textOf(body: RawBody): string {
  if (typeof body === "string") return body;
  const texts: string[] = [];
  eachText(body, (text) => texts.push(text));
  return texts.join("");
}

function lengthOf(parts: readonly JsonPart[]): number {
  let length = 0;
  eachText(parts, (text) => {
    length += text.length;
  });
  return length;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as sent. The journal keeps it, and shares with the realm those parts that are texts of messages. */
  readonly raw: RawBody;
  /** Of the body, in UTF-16 units. */
  readonly length: number;
  /** The body as one text, empty where there is none; made at each reading where it has parts. */
  readonly text: string;
  /** The parsed body, made at each reading. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly delivery: Delivery | undefined;
  /** The name of the refusal, where it has one. It is not sent. */
  readonly refusal?: RefusalId | undefined;
}

/** A body of fewer UTF-16 units is put together at once: one text is easier to keep than parts of it. */
const leastInParts = 4096;

/** The text of a small body; undefined for a large one. */
function smallText(parts: readonly JsonPart[]): string | undefined {
  let whole = "";
  const isSmall = (): boolean => whole.length < leastInParts;
  eachText(parts, (text) => {
    whole += text;
    return isSmall();
  });
  return isSmall() ? whole : undefined;
}

/** Statuses of answers that have no body. */
export const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

export class Answer implements WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly raw: RawBody;
  readonly length: number;
  readonly delivery: Delivery | undefined;
  readonly refusal: RefusalId | undefined;

  constructor(status: number, raw: RawBody, headers: Headers, delivery?: Delivery, refusal?: RefusalId) {
    this.status = status;
    this.headers = headers;
    this.raw = typeof raw === "string" ? raw : (smallText(raw) ?? raw);
    this.length = typeof this.raw === "string" ? this.raw.length : lengthOf(this.raw);
    this.delivery = delivery;
    this.refusal = refusal;
  }
  get text(): string {
    return textOf(this.raw);
  }
  get body(): Readonly<Record<string, unknown>> {
    const { text } = this;
    return text === "" ? {} : JSON.parse(text);
  }
}

/** The fault that an exchange met, and what it did beside the body. */
export interface MetFault {
  readonly id: string;
  readonly status?: number;
  /** Go beside or in place of those of the answer. */
  readonly headers?: Headers;
  /** The head promises the whole body, of which at most so many bytes come, the last one never; then the connection is cut. */
  readonly cut_bytes?: number;
  /** Milliseconds by the simulator's clock before anything of this comes. */
  readonly delay_ms?: number;
  /** The connection is cut without an answer: `true` before the request has any effect, `"answer"` after it had. */
  readonly drop?: true | "answer";
  /** The client went away before the answer that was put off came. */
  readonly given_up?: true;
}

/** Whether the client did not get the answer, or not the end of it. */
export const isLost = (fault: MetFault | undefined): boolean =>
  fault?.drop !== undefined || fault?.cut_bytes !== undefined || fault?.given_up !== undefined;

/** Facts about a text of which only the beginning is kept: its length in UTF-16 units, and the digest of its UTF-8 unless it was a secret or more than a megabyte. */
export interface Cut {
  readonly length: number;
  readonly sha256?: string;
}

/** One line of the transcript. The caller is a cast name; keys and passwords never stand in it. */
export interface Exchange {
  /** ISO instant. */
  readonly at: string;
  readonly as: string | null;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly fields: Readonly<Record<string, string>>;
    /** The fields of which the journal keeps only the beginning. */
    readonly cut?: Readonly<Record<string, Cut>>;
    /** The files of the form, in their order; absent where it had none. */
    readonly files?: readonly SentFile[];
  };
  /** The server's answer, also where a fault kept it from the client; status 0 where none was made. Of a body that is cut, the beginning of its text is kept. */
  readonly response: { readonly status: number; readonly body: unknown; readonly cut?: Cut };
  readonly fault?: MetFault;
}
