import { codePoints, limits } from "../../core/limits.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { normaliseContent } from "../../markdown/index.ts";

/**
 * Content as it is kept: without white space at its end and newlines at its start, and cut to its bound.
 * @refuses BAD_REQUEST: nothing left, null characters; too long, by rulings.longContent
 */
export function contentToSend(realm: Realm, given: string): string {
  const { messageLength } = limits;
  const bound = realm.server.rulings.longContent === "refuse" ? Number.POSITIVE_INFINITY : messageLength;
  const content = normaliseContent(given, bound);
  if (content === "") refuse("Message must not be empty");
  if (given.includes("\0")) refuse("Message must not contain null bytes");
  if (content.length > messageLength && codePoints(content) > messageLength) {
    refuse(`content is too long (limit: ${messageLength} characters)`);
  }
  return content;
}
