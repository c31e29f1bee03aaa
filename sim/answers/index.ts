import type { WireResponse } from "../protocol/wire.ts";
import type { Codes, Replies } from "./replies.ts";
import type { Requests } from "./requests.ts";

export type * from "./objects.ts";
export type { Codes, Replies, Requests };

/** The routes of the specification: method and path. */
export type Route = keyof Requests & keyof Replies & keyof Codes;

/** The part that every body has. */
type Envelope<Code> = {
  result: "success" | "error";
  msg: string;
  code?: Code;
  ignored_parameters_unsupported?: string[];
};

/** The answer to a route, its fields those of a success. */
export interface TypedResponse<R extends Route> extends Omit<WireResponse, "body"> {
  readonly body: Envelope<Codes[R]> & Replies[R];
}
