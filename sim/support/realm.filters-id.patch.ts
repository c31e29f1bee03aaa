import { changeLinkifiers } from "../effects/change-linkifiers.ts";
import { writes } from "../protocol/endpoint.ts";
import { linkifierParams } from "../requests/linkifier-params.ts";
import { checkLinkifier, knownLinkifier } from "../rules/organization/linkifier.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * PATCH /realm/filters/{filter_id}: another pattern or template for a linkifier, in its place.
 * @spec    Resources and their fields > Linkifier
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown linkifier; with `errors` by field: pattern or templates
 *          cannot be used
 */
export const updateLinkifier = writes({
  route: "PATCH /realm/filters/{filter_id}",
  params: linkifierParams,
  allow: administratorsOnly,
  rules: ({ realm, params, path }) => {
    const former = knownLinkifier(realm, path.filter_id);
    checkLinkifier(realm, params, former.id);
    return former;
  },
  effect: ({ turn, params, found: former }) => {
    const { example_input = former.example_input, reverse_template = former.reverse_template } = params;
    const { alternative_url_templates = former.alternative_url_templates, pattern, url_template } = params;
    changeLinkifiers(turn, [{ ...former, pattern, url_template, example_input, reverse_template, alternative_url_templates }]);
    return {};
  },
});
