import { cut, limits } from "../core/limits.ts";
import type { WireRequest } from "./wire.ts";

const mostKnown = 1000;
const longestKnown = 1000;
const known = new Map<string, string>();

function agentName(userAgent: string): string {
  let name = known.get(userAgent);
  if (name === undefined) {
    const first = /^[^\d/(]*/.exec(userAgent)?.[0].trim();
    name = cut(first || "Unparsable", limits.clientNameLength);
    if (userAgent.length > longestKnown) return name;
    if (known.size >= mostKnown) known.clear();
    known.set(userAgent, name);
  }
  return name;
}

/** The client that a message says it was sent by: the `client` parameter, else the name in the User-Agent header. */
export function clientName({ form, query, userAgent }: Pick<WireRequest, "form" | "query" | "userAgent">): string {
  const named = form.get("client") ?? query.get("client");
  if (named !== undefined) return cut(named, limits.clientNameLength);
  return userAgent ? agentName(userAgent) : "Unspecified";
}
