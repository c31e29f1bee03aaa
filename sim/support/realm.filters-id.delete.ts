import { removeLinkifier } from "../effects/change-linkifiers.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { knownLinkifier } from "../rules/organization/linkifier.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * DELETE /realm/filters/{filter_id}: the end of a linkifier.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown linkifier
 */
export const deleteLinkifier = writes({
  route: "DELETE /realm/filters/{filter_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownLinkifier(realm, path.filter_id),
  effect: ({ turn, found: linkifier }) => {
    removeLinkifier(turn, linkifier);
    return {};
  },
});
