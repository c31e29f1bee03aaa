import { cut, limits } from "../core/limits.ts";
import type { WireRequest } from "./wire.ts";

/** The client that a message says it was sent by: the `client` parameter, else the name in the User-Agent header. */
export function clientName({ form, query, userAgent }: Pick<WireRequest, "form" | "query" | "userAgent">): string {
  const named = form.get("client") ?? query.get("client");
  if (named !== undefined) return cut(named, limits.clientNameLength);
  if (!userAgent) return "Unspecified";
  const name = /^[^\d/(]*/.exec(userAgent)?.[0].trim();
  return cut(name || "Unparsable", limits.clientNameLength);
}
