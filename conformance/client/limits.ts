import { codePoints } from "../draw/texts.ts";
import type { Body } from "./json.ts";

/** Parameters with the bounds that a registration tells of them. */
const folderTexts = [
  ["name", "max_channel_folder_name_length"],
  ["description", "max_channel_folder_description_length"],
] as const;
const otherTexts = [
  ["topic", "max_topic_length"],
  ["content", "max_message_length"],
] as const;

/** Returns in words which text of a request is longer than some bounds allow; undefined where none is. */
export function beyondLimits(path: string, fields: Body, limits: Readonly<Record<string, number>>): string | undefined {
  for (const [name, at] of path.startsWith("/channel_folders") ? folderTexts : otherTexts) {
    const [value, limit] = [fields[name], limits[at]];
    if (typeof value === "string" && limit !== undefined && codePoints(value) > limit)
      return `the run has a ${name} of ${codePoints(value)} characters, and ${at} is ${limit}`;
  }
  return undefined;
}
