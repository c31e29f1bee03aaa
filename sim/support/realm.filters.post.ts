import { addLinkifier } from "../effects/change-linkifiers.ts";
import { writes } from "../protocol/endpoint.ts";
import { linkifierParams } from "../requests/linkifier-params.ts";
import { checkLinkifier } from "../rules/organization/linkifier.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * POST /realm/filters: a new linkifier, after all others in order.
 * @spec    Resources and their fields > Linkifier
 * @reply   id
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST, with `errors` by field: pattern or templates cannot be used
 */
export const createLinkifier = writes({
  route: "POST /realm/filters",
  params: linkifierParams,
  allow: administratorsOnly,
  rules: ({ realm, params }) => checkLinkifier(realm, params),
  effect: ({ turn, params: { example_input = null, reverse_template = null, alternative_url_templates = [], ...rest } }) => ({
    id: addLinkifier(turn, { ...rest, example_input, reverse_template, alternative_url_templates }),
  }),
});
