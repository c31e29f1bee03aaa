import type { IncomingMessage } from "node:http";

/** Reads a header of a request by its name in lower case; of one that came several times the first. */
export const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string) =>
    [headers[name]].flat()[0];

/** Whether a browser asks with it what it may ask. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
