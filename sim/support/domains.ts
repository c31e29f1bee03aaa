import { announceDomain, announceDomainGone } from "../events/realm.ts";
import { reads, writesOnly } from "../protocol/endpoint.ts";
import { boolean, required, undeclared } from "../protocol/params.ts";
import { domainRecords } from "../resources/organization.ts";
import { knownDomain } from "../rules/organization/additions.ts";
import { ownersOnly } from "../rules/people/accounts.ts";

/** GET /realm/domains: the domains of addresses that may join the organization. */
export const getDomains = reads({
  route: "GET /realm/domains",
  params: undeclared,
  reply: ({ realm }) => ({ domains: domainRecords(realm) }),
});

/**
 * PATCH /realm/domains/{domain}: whether the subdomains of a domain are allowed too.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an owner; BAD_REQUEST: the domain is not allowed
 */
export const updateDomain = writesOnly({
  route: "PATCH /realm/domains/{domain:text}",
  params: { allow_subdomains: required(boolean) },
  allow: ownersOnly,
  rules: ({ realm, path }) => knownDomain(realm, path.domain),
  effect: ({ turn, params: { allow_subdomains }, found }) => {
    const domain = { ...found, allow_subdomains };
    turn.world.domains.set(domain.id, domain);
    announceDomain(turn, "change", domain);
  },
});

/**
 * DELETE /realm/domains/{domain}: no longer allows a domain.
 * @refuses UNAUTHORIZED_PRINCIPAL: not an owner; BAD_REQUEST: the domain is not allowed
 */
export const removeDomain = writesOnly({
  route: "DELETE /realm/domains/{domain:text}",
  params: undeclared,
  allow: ownersOnly,
  rules: ({ realm, path }) => knownDomain(realm, path.domain),
  effect: ({ turn, found: domain }) => {
    turn.world.domains.delete(domain.id);
    announceDomainGone(turn, domain);
  },
});
