import { codePoints } from "../draw/texts.ts";
import { folderLimits, limits, messageLimits } from "../text/limits.ts";
import { type Body, parsed } from "./json.ts";

/** Returns in words which text of a request is longer than some bounds allow; undefined where none is. */
export function beyondLimits(path: string, fields: Body, told: Readonly<Record<string, number>>): string | undefined {
  for (const at of path.startsWith("/channel_folders") ? folderLimits : messageLimits) {
    const name = limits[at];
    const [value, limit] = [fields[name], told[at]];
    if (typeof value === "string" && limit !== undefined && codePoints(value) > limit)
      return `the run has a ${name} of ${codePoints(value)} characters, and ${at} is ${limit}`;
  }
  return undefined;
}

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
