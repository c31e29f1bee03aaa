import type { IncomingMessage, ServerResponse } from "node:http";

/** A request on its way through: what node:http gave, and its target in parts. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of a request; of an absolute address as its target what follows the host. */
export function visitOf(request: IncomingMessage, response: ServerResponse): Visit {
  const { url = "/", method = "GET" } = request;
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return { request, response, method, path, query: mark < 0 ? "" : target.slice(mark + 1) };
}
