import { announceDomainGone } from "../events/realm_domains.ts";
import { writes } from "../protocol/endpoint.ts";
import { undeclared } from "../protocol/params.ts";
import { knownDomain } from "../rules/organization/domain.ts";
import { ownersOnly } from "../rules/people/roles.ts";

/**
 * DELETE /realm/domains/{domain}: no longer allows a domain.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an owner; BAD_REQUEST: the domain is not allowed
 */
export const removeDomain = writes({
  route: "DELETE /realm/domains/{domain:text}",
  params: undeclared,
  allow: ownersOnly,
  rules: ({ realm, path }) => knownDomain(realm, path.domain),
  effect: ({ turn, found: domain }) => {
    turn.world.domains.delete(domain.id);
    announceDomainGone(turn, domain);
    return {};
  },
});
