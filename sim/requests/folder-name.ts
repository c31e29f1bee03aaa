import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import { type Decoder, text } from "../protocol/params.ts";
import { described, schemaOf } from "../protocol/schema.ts";

const boundedName = text({ max: limits.folderNameLength });
const firstBoundedName = text({ max: limits.firstFolderNameLength });

/** A folder's name as sent. @refuses BAD_REQUEST: longer than the server's level allows */
export const folderName: Decoder<string> = described<Decoder<string>>(
  (given, name, realm) => (has(realm, "folderLimits") ? boundedName : firstBoundedName)(given, name, realm),
  schemaOf(boundedName),
);
