import type { Cut, Fields, MetFault, RawBody, WireRequest, WireResponse } from "../protocol/wire.ts";

/** An exchange as it comes to the journal, with its headers and credentials. */
export interface Entry {
  readonly now: number;
  readonly as: string | null;
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly fault?: MetFault | undefined;
}

/** Facts about the parts of an exchange that were cut. */
export interface CutParts {
  readonly fields: Readonly<Record<string, Cut>>;
  readonly body: Cut | undefined;
}

/** The kept part of an exchange: no headers, credentials or files. */
export interface Filed extends Pick<WireRequest, "method" | "path"> {
  readonly now: number;
  readonly as: string | null;
  readonly query: Fields;
  readonly form: Fields;
  readonly status: number;
  readonly raw: RawBody;
  /** Of the body, in UTF-16 units. */
  readonly length: number;
  readonly fault: MetFault | undefined;
  /** Of an exchange whose large texts are cut, what they were. */
  readonly cut: CutParts | undefined;
}

/** Returns what is kept of an exchange, in one object: there are thousands of them, and each lives longer than all else that a request makes. */
export function filed({ now, as, request, response, fault }: Entry): Filed {
  const { method, path, query, form } = request;
  const { status, raw, length } = response;
  return { now, as, method, path, query, form, status, raw, length, fault, cut: undefined };
}
