import { parsed } from "./json.ts";

/** The operators that the specification names, `topic` among them as the suite tells its own messages apart by it. */
const named = new Set(["sender", "channel", "channels", "stream", "streams", "has", "search", "topic"]);

/** Returns what of a narrow the specification does not name, so that a server need not know it; undefined where there is nothing of that. */
export function unstatedIn(sent: unknown): string | undefined {
  const narrow = typeof sent === "string" ? parsed(sent) : sent;
  if (!Array.isArray(narrow)) return undefined;
  for (const term of narrow) {
    if (typeof term !== "object" || term === null || Array.isArray(term)) return "narrows of bare texts";
    const { operator, operand, negated } = term as { readonly operator?: unknown; readonly operand?: unknown; readonly negated?: unknown };
    if (negated !== undefined) return "narrows that negate a term";
    if ((operator === "channels" || operator === "streams") && operand !== "public") return `narrows with the channels ${String(operand)}`;
    if (typeof operator !== "string" || !named.has(operator)) return `narrows with the operator ${String(operator)}`;
  }
  return undefined;
}
