import type { WireFile, WireResponse } from "../protocol/wire.ts";
import type { Codes, Replies } from "./replies.ts";
import type { Requests } from "./requests.ts";

export type * from "./events.ts";
export type * from "./objects.ts";
export type * from "./realm-file.ts";
export type { Codes, Replies, Requests };

/** The routes whose fields have types, method and path: those of the specification, and the four beside them that clients use the most. */
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

/** The arguments after the route: fields, which may be left out where none is required, and files. */
export type SendArguments<R extends Route> =
  Readonly<Record<string, never>> extends Requests[R]
    ? [fields?: Requests[R], files?: readonly WireFile[]]
    : [fields: Requests[R], files?: readonly WireFile[]];
