import { announceDomain } from "../events/realm_domains.ts";
import { writes } from "../protocol/endpoint.ts";
import { boolean, required } from "../protocol/params.ts";
import { knownDomain } from "../rules/organization/domain.ts";
import { ownersOnly } from "../rules/people/roles.ts";

/**
 * PATCH /realm/domains/{domain}: whether the subdomains of a domain are allowed too.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an owner; BAD_REQUEST: the domain is not allowed
 */
export const updateDomain = writes({
  route: "PATCH /realm/domains/{domain:text}",
  params: { allow_subdomains: required(boolean) },
  allow: ownersOnly,
  rules: ({ realm, path }) => knownDomain(realm, path.domain),
  effect: ({ turn, params: { allow_subdomains }, found }) => {
    const domain = { ...found, allow_subdomains };
    turn.world.domains.set(domain.id, domain);
    announceDomain(turn, "change", domain);
    return {};
  },
});
