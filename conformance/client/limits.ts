import { codePoints } from "../draw/texts.ts";
import { folderLimits, limits, messageLimits } from "../text/limits.ts";
import type { Body } from "./json.ts";

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
