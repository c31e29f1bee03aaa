import { cut, limits } from "../core/limits.ts";
import { remembering } from "../core/remembering.ts";
import type { WireRequest } from "./wire.ts";

const agentName = remembering((userAgent) => {
  const first = /^[^\d/(]*/.exec(userAgent)?.[0].trim();
  return cut(first || "Unparsable", limits.clientNameLength);
});

/** The client that a message says it was sent by: the `client` parameter where it is read, else the name in the User-Agent header. */
export function clientName({ form, query, userAgent }: Pick<WireRequest, "form" | "query" | "userAgent">, readsParameter: boolean): string {
  const named = readsParameter ? (form.get("client") ?? query.get("client")) : undefined;
  if (named !== undefined) return cut(named, limits.clientNameLength);
  return userAgent ? agentName(userAgent) : "Unspecified";
}
