import type { DomainId } from "../core/ids.ts";
import type { Domain } from "../core/organization.ts";
import { announceDomain } from "../events/realm.ts";
import { writes } from "../protocol/endpoint.ts";
import { boolean, required, text } from "../protocol/params.ts";
import { newDomain } from "../rules/organization/additions.ts";
import { ownersOnly } from "../rules/people/accounts.ts";

/**
 * POST /realm/domains: one more domain of addresses that may join the organization.
 * @spec    Endpoints > POST /realm/domains; Authentication 4
 * @reply   new_domain: the id and the domain as stored
 * @refuses UNAUTHORIZED_PRINCIPAL: not an owner; BAD_REQUEST: no domain, or there already
 */
export const addDomain = writes({
  route: "POST /realm/domains",
  params: { allow_subdomains: required(boolean), domain: required(text()) },
  olderOrders: [{ until: "typedParameters", names: ["domain"] }],
  allow: ownersOnly,
  rules: ({ realm, params }) => newDomain(realm, params.domain),
  effect: ({ turn, params: { allow_subdomains }, found: domain }) => {
    const record: Domain = { id: turn.nextId("domain") as DomainId, domain, allow_subdomains };
    turn.world.domains.set(record.id, record);
    announceDomain(turn, "add", record);
    return { new_domain: [record.id, domain] };
  },
});
