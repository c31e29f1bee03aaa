import { addLinkifier, changeLinkifiers, removeLinkifier } from "../effects/organization.ts";
import { writes, writesOnly } from "../protocol/endpoint.ts";
import { integers, optional, required, text, texts, undeclared } from "../protocol/params.ts";
import { checkLinkifier, inOrder, knownLinkifier } from "../rules/organization/additions.ts";
import { administratorsOnly } from "../rules/people/accounts.ts";

const stripped = text({ stripped: true });

/** The parameters of a linkifier. */
const linkifierParams = {
  pattern: required(stripped),
  url_template: required(stripped),
  example_input: optional(stripped, { since: "linkifierExamples" }),
  reverse_template: optional(stripped, { since: "linkifierExamples" }),
  alternative_url_templates: optional(texts, { since: "alternativeTemplates" }),
};

/**
 * POST /realm/filters: a new linkifier, after all others in order.
 * @spec    Resources and their fields > Linkifier
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

/**
 * PATCH /realm/filters/{filter_id}: another pattern or template for a linkifier, in its place.
 * @spec    Resources and their fields > Linkifier
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown linkifier; with `errors` by field: pattern or templates
 *          cannot be used
 */
export const updateLinkifier = writesOnly({
  route: "PATCH /realm/filters/{filter_id}",
  params: linkifierParams,
  allow: administratorsOnly,
  rules: ({ realm, params, path }) => {
    const former = knownLinkifier(realm, path.filter_id);
    const { example_input = former.example_input, reverse_template = former.reverse_template } = params;
    const { alternative_url_templates = former.alternative_url_templates, pattern, url_template } = params;
    const changed = { ...former, pattern, url_template, example_input, reverse_template, alternative_url_templates };
    // An example that is not sent again stays, whatever the pattern is now.
    const isReverseSent = params.example_input !== undefined || params.reverse_template !== undefined;
    checkLinkifier(realm, isReverseSent ? changed : params, former.id);
    return changed;
  },
  effect: ({ turn, found: linkifier }) => changeLinkifiers(turn, [linkifier]),
});

/**
 * DELETE /realm/filters/{filter_id}: the end of a linkifier.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: unknown linkifier
 */
export const deleteLinkifier = writesOnly({
  route: "DELETE /realm/filters/{filter_id}",
  params: undeclared,
  allow: administratorsOnly,
  rules: ({ realm, path }) => knownLinkifier(realm, path.filter_id),
  effect: ({ turn, found: linkifier }) => removeLinkifier(turn, linkifier),
});

/**
 * PATCH /realm/linkifiers: the order in which the linkifiers apply.
 * @spec    Resources and their fields > Linkifier
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: the list is not that of all linkifiers
 */
export const reorderLinkifiers = writesOnly({
  route: "PATCH /realm/linkifiers",
  params: { ordered_linkifier_ids: required(integers) },
  allow: administratorsOnly,
  rules: ({ realm, params }) => inOrder(realm, params.ordered_linkifier_ids),
  effect: ({ turn, found: linkifiers }) => {
    if (linkifiers.length > 0) changeLinkifiers(turn, linkifiers);
  },
});
