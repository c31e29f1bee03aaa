import { changeLinkifiers } from "../effects/change-linkifiers.ts";
import { writes } from "../protocol/endpoint.ts";
import { anInteger, listOf } from "../protocol/json.ts";
import { json, required } from "../protocol/params.ts";
import { inOrder } from "../rules/organization/linkifier.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * PATCH /realm/linkifiers: the order in which the linkifiers apply.
 * @spec    Resources and their fields > Linkifier
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: the list is not that of all linkifiers
 */
export const reorderLinkifiers = writes({
  route: "PATCH /realm/linkifiers",
  params: { ordered_linkifier_ids: required(json(listOf(anInteger))) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => inOrder(realm, params.ordered_linkifier_ids),
  effect: ({ turn, found: linkifiers }) => {
    if (linkifiers.length > 0) changeLinkifiers(turn, linkifiers);
    return {};
  },
});
